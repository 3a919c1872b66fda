# SPDX-License-Identifier: GPL-2.0-or-later
"""Text reports of Memcheck and Seep, taken apart into what can be compared.

A report is a sequence of paragraphs. Loss records, errors and fatal signals become strings of one form ("headline |
frame | frame ..."), without addresses, process ids and places in the malloc replacement, which each checker has its own
of. The list of contexts that -s prints at the end gives how often each was met; the summary says how many were
suppressed.
"""
import collections
import itertools
import re

# Paragraphs that are not findings.
PROSE = re.compile(r"Memcheck, a |Seep|Copyright|Using Valgrind|Command:|Parent PID|For (lists|counts) of|Use "
                   r"--track-origins|"
                   r"Rerun with|To see them|Warning:|WARNING:|All heap blocks were freed|Searching for "
                   r"pointers|Checked |"
                   r"used_suppression|ERROR SUMMARY|HEAP SUMMARY|LEAK SUMMARY|Reachable blocks|\d+ errors in context|"
                   r"More than|You are advised|embedded gdbserver")
# Names that gcc and git make up anew each time.
TEMPORARY = re.compile(r"/tmp/cc\w{6}|\.tmp-\d+-pack")
# Lines of warnings and of -v, with which a paragraph may begin.
NOTE = re.compile(r"Warning: |to suppress, use: --max-stackframe|further instances of this message|WARNING: new "
                  r"redirection|"
                  r"as it is >= to |Preferring higher priority|embedded gdbserver|TO (CONTROL|DEBUG) THIS")
PRELOADED = re.compile(r"^((?:at|by) .*?) \((?:in [^()]*preload[^()]*|(?:[^() ]*/)?vg_replace_(?:malloc|strmem)\.c:\d+|"
                       r"preload_\w+\.\w+:\d+|memory_functions\.c:\d+)\)$")
# Up to 3.24 Memcheck shows what glibc from 2.41 on calls between a function and its system call.
CANCELLATION = re.compile(r"(at|by) 0x[0-9A-Fa-f]+: __(?:internal_)?syscall_cancel(?:_arch)? ")
# What one mistake in a loop may be reported as several times.
ACCESS = re.compile(r"Invalid (read|write) of size|Conditional jump or move|Use of uninitialised value")
ORIGIN = re.compile(r" \| Uninitialised value was created.*?(?= \| \(in thread|$)")
THREAD = re.compile(r"Thread (\d+)(?: .*)?:$")
CONTEXT = re.compile(r"([\d,]+) errors in context [\d,]+ of [\d,]+:$")
SUMMARY = re.compile(r"ERROR SUMMARY: ([\d,]+ errors from [\d,]+ contexts) (\(.*\))$")
TOTALS = re.compile(r"(in use at exit|total heap usage|definitely lost|indirectly lost|possibly lost|still "
                    r"reachable|suppressed|"
                    r"stdstring|length64|newarray|multipleinheritance)\s*: (.*)$")
LOSS = re.compile(r"(.* (?:definitely lost|indirectly lost|possibly lost|still reachable))(?: in (?:new )?loss record "
                  r"[\d,]+ of [\d,]+)?$")


class Report:
    """What one process image reported."""

    def __init__(self, text):
        self.command = "?"
        self.losses, self.errors, self.contexts, self.totals = [], [], [], []
        self.found, self.suppressed, self.finished = None, None, False
        self._thread = "1"  # the one that the last "Thread N:" named
        self._replaced = set()  # accesses of replaced functions
        self._is_replaced = False  # the last finding
        for paragraph in self._paragraphs(text):
            self._take(paragraph)
        self.signature = tuple(tuple(sorted(texts)) for texts in (self.losses, self.errors, self.contexts)) + (
            tuple(self.totals), self.found, self.suppressed, self.finished)

    @staticmethod
    def _paragraphs(text):
        current = []
        for line in text.splitlines():
            # What stands between dashes are -v's notes.
            match = re.match(r"^(==|\*\*)\d+\1 ?(.*)$", line)
            if not match:
                continue
            if match[2].strip():
                current.append(match[2].strip())
            elif current:
                yield current
                current = []
        if current:
            yield current

    def _take(self, lines):
        for line in lines:
            if line.startswith("Command: "):
                self.command = TEMPORARY.sub("TEMPORARY", line[len("Command: "):])
            summary = SUMMARY.match(line)
            if summary:
                self.found, self.suppressed, self.finished = summary[1], summary[2], True
            match = TOTALS.match(line)
            # A check on demand prints totals as well: all of them are kept, in order.
            if match:
                self.totals.append(f"{match[1]}: {match[2]}")
        context = CONTEXT.match(lines[0])
        text = self._finding(lines[1:] if context else lines)
        if not text or self._is_repeated(text, context):
            return
        if context:
            self.contexts.append(f"{context[1]} times: {text}")
        elif LOSS.match(text.partition(" | ")[0]):
            self.losses.append(text)
        else:
            self.errors.append(text)

    def _finding(self, lines):
        """The string for the finding a paragraph tells of; None when it is none."""
        self._is_replaced = False
        while lines and (NOTE.match(lines[0]) or THREAD.match(lines[0])):
            thread = THREAD.match(lines[0])
            self._thread = thread[1] if thread else self._thread
            lines = lines[1:]
        if not lines or PROSE.match(lines[0]) or TOTALS.match(lines[0]):
            return None
        lines = without_cancellation(lines)
        loss = LOSS.match(lines[0])
        if loss:
            return " | ".join([loss[1]] + [plain(line) for line in lines[1:]])
        if not any(re.match(r"(at|by) 0x", line) for line in lines):
            return None
        where = [] if self._thread == "1" else [f"(in thread {self._thread})"]
        self._is_replaced = len(lines) > 1 and ACCESS.match(lines[0]) and PRELOADED.match(lines[1])
        return " | ".join([plain(line) for line in lines] + where)

    def _is_repeated(self, text, context):
        """The same mistake seen by another instruction of a replaced function: how often the compiler unrolled its loop
        is no difference."""
        if not self._is_replaced:
            return False
        key = tuple(itertools.takewhile(lambda line: not line.startswith("Address "), text.split(" | ")))
        repeated = context or key in self._replaced
        self._replaced.add(key)
        return repeated

    def counts_vary(self):
        """Whether errors were found whose number is not to be compared."""
        return bool(self._replaced)


def without_cancellation(lines):
    kept, left_out = [], 0  # of the stack that the lines are in
    for line in lines:
        match = CANCELLATION.match(line)
        left_out = 0 if line.startswith("at ") and not match else left_out + bool(match)
        if match:
            continue
        if left_out and kept and not re.match("at |by ", kept[-1]):
            line = re.sub("^by ", "at ", line)
        kept.append(re.sub(r"^in frame #(\d+)", lambda frame: f"in frame #{int(frame[1]) - left_out}", line))
    return kept


def plain(line):
    """A line of a finding without what differs between two runs of the same program."""
    line = line.replace(" in new loss record ", " in loss record ")
    line = re.sub(r"^(at|by) 0x[0-9A-Fa-f]+: ", r"\1 ", line)
    line = re.sub(r"0x[0-9A-Fa-f]+", "ADDRESS", line)
    return PRELOADED.sub(r"\1", line)


def differences(memcheck, seep, sides=("Memcheck", "Seep"), is_strict=False):
    """Sentences for what the two reports of one process do not have in common; [] when they agree. Strict: origins that
    only one of them knows are a difference, too."""
    found = []

    def tell_only(left, right):
        found.extend(f"only {sides[0]}: {text}" for text in left)
        found.extend(f"only {sides[1]}: {text}" for text in right)

    for what in ("losses", "errors", "contexts"):
        mine, theirs = getattr(seep, what), getattr(memcheck, what)
        theirs, mine = subtract(theirs, mine), subtract(mine, theirs)
        tell_only(*((theirs, mine) if is_strict else forgive_origins(theirs, mine)))
    if memcheck.totals != seep.totals:
        tell_only(subtract(memcheck.totals, seep.totals), subtract(seep.totals, memcheck.totals))
    # Contexts and losses that differ have been told of, and make the sums differ.
    if memcheck.found != seep.found and not found and (is_strict or not seep.counts_vary()):
        found.append(f"error summary: {sides[0]} {memcheck.found}, {sides[1]} {seep.found}")
    if memcheck.finished and seep.finished and memcheck.suppressed != seep.suppressed:
        found.append(f"error summary: {sides[0]} {memcheck.suppressed}, {sides[1]} {seep.suppressed}")
    if memcheck.finished != seep.finished:
        found.append(f"finished: {sides[0]} {memcheck.finished}, {sides[1]} {seep.finished}")
    return found


def lost_differences(full, leaks, sides):
    """The same, of what is definitely lost alone."""
    def lost(report):
        return [text for text in report.losses if "definitely lost" in text.partition(" | ")[0]]

    found = [f"only {sides[0]}: {text}" for text in subtract(lost(full), lost(leaks))]
    found += [f"only {sides[1]}: {text}" for text in subtract(lost(leaks), lost(full))]
    if full.finished != leaks.finished:
        found.append(f"finished: {sides[0]} {full.finished}, {sides[1]} {leaks.finished}")
    return found


def forgive_origins(theirs, mine):
    """Takes out of both lists what differs only in an origin that Seep knows and Memcheck does not. One that Memcheck
    knows must be the same."""
    for text in list(mine):
        bare = ORIGIN.sub("", text)
        if bare != text and bare in theirs:
            theirs.remove(bare)
            mine.remove(text)
    return theirs, mine


def subtract(left, right):
    """The elements of a list beyond those of another, each as often as it has more."""
    return sorted((collections.Counter(left) - collections.Counter(right)).elements())
