# SPDX-License-Identifier: GPL-2.0-or-later
"""What a program says must be told of how its blocks were lost, and whether a report tells it.

A program's head has one line for each way in which it loses blocks:

    // explain [-O0|-O2]: [N x] SIZE [KIND] CLAIM
    // or: CLAIM                      what may be told instead of what the line before it says
    // options: OPTION...             how Seep is run, beside --explain=all

N blocks of SIZE bytes each (*: of any sizes) are lost so; KIND is definite (when it is left out), indirect, possible or
reachable. "cycle" instead of N, SIZE and KIND: of the program's cycle, which is one finding, this is told; each of its
blocks may have it, or that another one holds it. -O0 or -O2: only when it was built so. A claim consists of these, with
semicolons between them; only the first must be there:

    never stored | overwritten NULL|block|other WHERE | left WHERE | freed WHERE | unmapped WHERE | by holder | held
    unknown                           it was not known, and cannot be
    PLACE [/ PLACE...]                where the last pointer was; any of these is right
    stored WHERE                      where it was stored
    value from FUNCTION @MARK         where the block was allocated that it then pointed to
    allocated WHERE                   where the block itself was allocated
    into N                            how many bytes behind the block's start it pointed
    registers                         there were registers that still had it
    dropped WHERE [from FUNCTION]     where the function returned that dropped it from a register, and what gave it that
    not dropped                       none is told
    called by FUNCTION @MARK          who called the function in which that happened, as the sentence says
    not called                        it says nothing of that
    says WORDS                        these words are in the sentence
    not says WORDS                    they are not, nor in the suggestion

WHERE is [in FUNCTION] [@MARK]: the innermost frame that is the program's own. @MARK stands for the lines of the source
that end in the comment "// @MARK", maybe with others. PLACE is one of

    global NAME | static NAME in FUNCTION | thread NAME | local NAME of FUNCTION | stack of FUNCTION | memory
    block [+OFFSET] [from [FUNCTION] @MARK]

A global variable may be static in its file.
"""
import dataclasses
import os
import re

CAUSES = {"never stored": "never-stored", "overwritten": "overwritten", "left": "frame-left", "freed": "holder-freed",
          "unmapped": "unmapped", "by holder": "by-holder", "held": "held", "unknown": "unknown"}
VALUES = {"NULL": "null", "block": "block", "other": "other"}
VALUE_WORDS = {"null": "NULL", "block": "another block", "other": "another value"}
PLACES = (r"(?P<kind>global|thread) (?P<name>\w+)", r"(?P<kind>static) (?P<name>\w+) in (?P<function>\w+)",
          r"(?P<kind>local) (?P<name>\w+) of (?P<function>\w+)", r"(?P<kind>stack) of (?P<function>\w+)",
          r"(?P<kind>memory|thread)",
          r"(?P<kind>block)(?: \+(?P<offset>\d+))?(?: from(?: (?P<maker>\w+))? (?P<mark>@\w+))?")
KINDS = ("definite", "indirect", "possible", "reachable")


class Malformed(Exception):
    """A line of a program's head says nothing that can be understood."""


@dataclasses.dataclass
class Where:
    """A function and lines; none of them: anywhere."""
    function: str | None
    lines: set | None
    text: str

    def reason(self, frames, source):
        """Why a stack is not there; None: it is."""
        own = own_frame(frames or [], source)
        function, line = (base_name(own["function"]), own["line"]) if own else (None, None)
        if self.function in (None, function) and (self.lines is None or line in self.lines):
            return None
        return f"in {function}:{line}, not {self.function or ''}:{spell_lines(self.lines)} ({self.text})"


@dataclasses.dataclass
class Place:
    kind: str
    name: str | None
    function: str | None
    offset: int | None
    allocated: Where | None

    def is_at(self, place, source):
        if place is None or place["kind"] != self.kind:
            return False
        variable = place.get("variable")
        return ((self.name is None or variable is not None and re.split(r"[.\[]", variable)[0] == self.name)
                and (self.function is None or base_name(place.get("function")) == self.function)
                and (self.offset is None or place.get("offset") == self.offset)
                and (self.allocated is None or self.allocated.reason(place.get("allocated"), source) is None))


class Claim:
    """How blocks were lost, as one line says it."""

    def __init__(self, text, marks):
        self.text, self.marks = text, marks
        self.places, self.into, self.registers = [], None, False
        self.dropped, self.given_by, self.not_dropped = None, None, False
        self.called_by, self.not_called = None, False
        self.said, self.not_said = [], []
        self.stored = self.value_from = self.allocated = None
        first, *parts = [part.strip() for part in text.split(";")]
        self._take_cause(first)
        for part in parts:
            self._take(part)

    def _take_cause(self, text):
        words = next((words for words in CAUSES if text == words or text.startswith(words + " ")), None)
        if words is None:
            raise Malformed(f"no cause: {text}")
        self.cause, rest, self.value = CAUSES[words], text[len(words):].split(), None
        if self.cause == "overwritten":
            if not rest or rest[0] not in VALUES:
                raise Malformed(f"overwritten with what? {text}")
            self.value = VALUES[rest.pop(0)]
        self.where = self._where(rest, text)

    def _where(self, words, text):
        function, lines = None, None
        words = list(words)
        if words and words[0] == "in":
            function = words[1]
            del words[:2]
        if words and words[0].startswith("@"):
            lines = self._lines(words.pop(0), text)
        if words:
            raise Malformed(f"what is '{' '.join(words)}' in: {text}")
        return Where(function, lines, text)

    def _lines(self, mark, text):
        if mark[1:] not in self.marks:
            raise Malformed(f"no line is marked {mark}: {text}")
        return self.marks[mark[1:]]

    def _take(self, part):
        word, *rest = part.split()
        if word == "stored":
            self.stored = self._where(rest, part)
        elif word == "allocated":
            self.allocated = self._where(rest, part)
        elif word == "value":
            self.value_from = self._where(["in", *rest[1:]], part)
        elif word == "into":
            self.into = int(rest[0])
        elif word == "dropped":
            if "from" in rest:
                self.given_by, rest = rest[-1], rest[:-2]
            self.dropped = self._where(rest, part)
        elif part == "not dropped":
            self.not_dropped = True
        elif word == "called":
            self.called_by = self._where(["in", *rest[1:]], part)
        elif word == "says":
            self.said.append(" ".join(rest))
        elif part.startswith("not says "):
            self.not_said.append(" ".join(rest[1:]))
        elif part == "not called":
            self.not_called = True
        elif word == "registers":
            self.registers = True
        else:
            self.places += [self._place(text.strip()) for text in part.split(" / ")]

    def _place(self, text):
        match = next(filter(None, (re.fullmatch(form, text) for form in PLACES)), None)
        if not match:
            raise Malformed(f"no place: {text}")
        words = {"name": None, "function": None, "offset": None, "maker": None, "mark": None, **match.groupdict()}
        offset = int(words["offset"]) if words["offset"] else None
        allocated = Where(words["maker"], self._lines(words["mark"], text), text) if words["mark"] else None
        return Place(words["kind"], words["name"], words["function"], offset, allocated)

    def reason(self, finding, explanation, source):
        """Why an explanation says something else; None: it says this."""
        if explanation["cause"] != self.cause:
            return f"{explanation['cause']}, not {self.cause}"
        events = explanation["events"]
        if self.cause == "never-stored":
            wrong = "it has events" if events else None
        else:
            wrong = self._event_reason(events[0], source) if events else "it has no event"
        if not wrong and self.allocated:
            wrong = self.allocated.reason(finding["stack"], source)
        if not wrong and self.registers and not explanation.get("registers"):
            wrong = "no register is told that still had it"
        return (wrong or self._drop_reason(explanation, source) or self._caller_reason(explanation, source) or
                self._sentence_reason(explanation, source))

    def _caller_reason(self, explanation, source):
        sentence = explanation["sentence"]
        if self.not_called and "called by" in sentence:
            return "the sentence has a caller"
        if not self.called_by:
            return None
        wanted = [f"called by {self.called_by.function}() ({source}:{line})" for line in self.called_by.lines]
        return None if any(words in sentence for words in wanted) else f"the sentence has no '{' / '.join(wanted)}'"

    def _drop_reason(self, explanation, source):
        dropped = explanation.get("dropped")
        if self.not_dropped and (dropped or "dropped before" in explanation["sentence"]):
            return f"it is dropped in {spell_frames(dropped, source)}"
        if not self.dropped:
            return None
        wanted = f"{self.given_by}() returned to" if self.given_by else "dropped before"
        if wanted not in explanation["sentence"]:
            return f"the sentence has no '{wanted}'"
        return self.dropped.reason(dropped, source) if dropped or self.cause != "overwritten" else None

    def _event_reason(self, event, source):
        wanted = "held" if self.cause == "by-holder" else self.cause
        if event["cause"] != wanted:
            return f"its last event is {event['cause']}"
        if self.value and event.get("value") != self.value:
            return f"overwritten with {event.get('value')}, not {self.value}"
        if self.places and not any(place.is_at(event.get("place"), source) for place in self.places):
            return f"the place is {spell_place(event.get('place'), source)}"
        if self.into is not None and event.get("into") != self.into:
            return f"it pointed {event.get('into')} bytes into the block, not {self.into}"
        checks = ((self.where, "frames"), (self.stored, "stored"), (self.value_from, "value_allocated"))
        reasons = (where.reason(event.get(member), source) for where, member in checks if where)
        return next(filter(None, reasons), None)

    def _sentence_reason(self, explanation, source):
        """Does the sentence name what the members do?"""
        words = []
        dropped = own_frame(explanation.get("dropped") or [], source)
        if dropped:
            words.append(f"{source}:{dropped['line']}")
        elif explanation["events"]:
            event = explanation["events"][0]
            own = own_frame(event.get("frames") or [], source)
            if own and self.cause not in ("held", "by-holder"):
                words.append(f"{source}:{own['line']}")
            if event.get("place", {}).get("variable"):
                words.append(f"\"{event['place']['variable']}\"")
        if self.value:
            words.append(VALUE_WORDS[self.value])
        missing = [word for word in words + self.said if word not in explanation["sentence"]]
        all_words = explanation["sentence"] + " " + (explanation.get("suggestion") or "")
        excess = [word for word in self.not_said if word in all_words]
        if excess:
            return f"it is said: {', '.join(excess)}"
        return f"the sentence has no {', '.join(missing)}" if missing else None


class Expectation:
    """So many blocks, and how they were lost: one claim or more, any of which is right."""

    def __init__(self, level, text, marks):
        match = re.fullmatch(r"(?:cycle|(?:(\d+) x )?(\d+|\*)(?: (definite|indirect|possible|reachable))?) (.*)", text)
        if not match:
            raise Malformed(f"no blocks: {text}")
        self.level, self.text = level, text
        self.is_cycle = text.startswith("cycle ")
        self.blocks, self.size = int(match[1] or 1), int(match[2]) if (match[2] or "*") != "*" else None
        self.kind = match[3] or "definite"
        self.claims = [Claim(match[4], marks)]

    def is_about(self, finding, explanation):
        return (finding["leak_kind"] == self.kind and finding["is_cycle"] >= self.is_cycle
                and self.size in (None, explanation["bytes"] / explanation["blocks"]))

    def reasons(self, finding, explanation, source):
        return "; or ".join(filter(None, (claim.reason(finding, explanation, source) for claim in self.claims)))

    def is_met_by(self, explanations):
        blocks = sum(explanation["blocks"] for explanation in explanations)
        return blocks >= 1 if self.is_cycle else blocks == self.blocks


def marks_of(path):
    """The lines of each mark of a source."""
    marks = {}
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if match := re.search(r"\S.*?//((?: @\w+)+)$", line):
            for mark in match[1].split():
                marks.setdefault(mark[1:], set()).add(number)
    return marks


def options_of(path):
    """The options that a program wants to be run with."""
    lines = [line.split() for line in open(path, encoding="utf-8") if line.startswith("// options: ")]
    return [word for line in lines for word in line[2:]]


def expectations_of(path):
    marks, found = marks_of(path), []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        match = re.match(r"// (explain|or)(?: (-O[02]))?: (.*)", line)
        try:
            if match and match[1] == "explain":
                found.append(Expectation(match[2], match[3], marks))
            elif match:
                found[-1].claims.append(Claim(match[3], marks))
        except (Malformed, IndexError, ValueError) as error:
            raise Malformed(f"{path}:{number}: {error}") from error
    if not found:
        raise Malformed(f"{path}: it has no line 'explain:'")
    return found


def base_name(function):
    """A function without its namespaces, classes, template arguments and parameters; nor is told which part of it this
    is."""
    name = re.sub(r"\(.*|\.(cold|part|constprop|isra).*", "", (function or "").replace("(anonymous namespace)", ""))
    while "<" in name and (shorter := re.sub(r"<[^<>]*>", "", name)) != name:
        name = shorter
    return name.split("::")[-1].split(" ")[-1]


def own_frame(frames, source):
    return next((frame for frame in frames if frame["path"] and os.path.basename(frame["path"]) == source), None)


def spell_lines(lines):
    return ",".join(map(str, sorted(lines or ())))


def spell_frames(frames, source):
    own = own_frame(frames or [], source)
    return f"{base_name(own['function'])}:{own['line']}" if own else "?"


def spell_place(place, source):
    if not place:
        return "not told"
    words = [place["kind"]] + [str(place[name]) for name in ("variable", "function", "offset") if name in place]
    return " ".join(words) + (f" from {spell_frames(place['allocated'], source)}" if place.get("allocated") else "")


def spell(finding, explanation, source):
    """An explanation in the words of the programs' heads."""
    parts = [explanation["cause"]]
    for event in explanation["events"][:1]:
        parts[0] += f" {event.get('value') or ''} in {spell_frames(event.get('frames'), source)}"
        parts.append(spell_place(event.get("place"), source))
        parts += [f"{words} {spell_frames(event[member], source)}"
                  for member, words in (("stored", "stored"), ("value_allocated", "value from")) if event.get(member)]
        parts += [f"into {event['into']}"] if event.get("into") else []
    parts += [f"dropped {spell_frames(explanation['dropped'], source)}"] if explanation.get("dropped") else []
    parts += ["registers " + " ".join(explanation["registers"])] if explanation.get("registers") else []
    blocks, size = explanation["blocks"], explanation["bytes"] // max(explanation["blocks"], 1)
    return f"{blocks} x {size} {finding['leak_kind']} {'; '.join(parts)}\n        {explanation['sentence']}"


def judge(expectations, findings, source):
    """The reasons why a report's findings are not what a program expects."""
    told = [(finding, explanation) for finding in findings for explanation in finding.get("explanations", [])]
    reasons, taken, shown = [], set(), set()
    for expectation in expectations:
        about = [one for one in told if expectation.is_about(*one)]
        matching = [one for one in about if any(claim.reason(*one, source) is None for claim in expectation.claims)]
        taken |= {id(explanation) for _, explanation in matching}
        if expectation.is_cycle:
            taken |= {id(explanation) for _, explanation in about if explanation["cause"] == "by-holder"}
        if not expectation.is_met_by([explanation for _, explanation in matching]):
            reasons.append(f"not told, or not so often: {expectation.text}")
            others = [one for one in about if one not in matching]
            reasons += [f"  {spell(*one, source)}\n        {expectation.reasons(*one, source)}" for one in others]
            shown |= {id(explanation) for _, explanation in others}
    reasons += [f"told too: {spell(finding, explanation, source)}" for finding, explanation in told
                if id(explanation) not in taken | shown and finding["leak_kind"] != "reachable"]
    for finding in findings:
        explained = sum(explanation["blocks"] for explanation in finding.get("explanations", []))
        if finding["leak_kind"] in KINDS[:3] and not finding["is_cycle"] and explained != finding["blocks"]:
            reasons.append(f"{explained} of {finding['blocks']} blocks are explained: {finding['sentence']}")
    return reasons


def judge_kinds(expectations, findings):
    """The same for what is lost alone, without how."""
    reasons = []
    for kind in KINDS[:3]:
        found = [finding for finding in findings if finding["leak_kind"] == kind]
        blocks, size = sum(finding["blocks"] for finding in found), sum(finding["bytes"] for finding in found)
        wanted = [expectation for expectation in expectations if expectation.kind == kind]
        any_size = any(one.size is None for one in wanted)
        wanted_size = size if any_size else sum(one.blocks * one.size for one in wanted)
        if (blocks, size) != (sum(one.blocks for one in wanted), wanted_size):
            reasons.append(f"{kind}: {size} bytes in {blocks} blocks")
            reasons += [f"  {finding['sentence']}" for finding in found]
    return reasons
