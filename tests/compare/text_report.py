# SPDX-License-Identifier: GPL-2.0-or-later
"""Text reports of Memcheck and Seep, taken apart into what can be compared.

A report is a sequence of paragraphs. Loss records, errors and fatal signals become strings of one form ("headline | frame |
frame ..."), without addresses, process ids and places in the malloc replacement, which each checker has its own of.
"""
import collections
import itertools
import re

# Value and access checks come with the engine; until then Memcheck is alone with these.
# A kind of error leaves this list when Seep finds it.
IGNORED_ERRORS = (
    "Conditional jump or move depends on uninitialised value",
    "Use of uninitialised value of size",
    "Invalid read of size",
    "Invalid write of size",
    "Syscall param ",
    "Source and destination overlap in",
    "Jump to the invalid address stated on the next line",
    "Uninitialised byte(s) found during client check request",
    "Unaddressable byte(s) found during client check request",
)
# Paragraphs that are not findings.
PROSE = re.compile(r"Memcheck, a |Seep|Copyright|Using Valgrind|Command:|Parent PID|For (lists|counts) of|Use --track-origins|"
                   r"Rerun with|To see them|Warning:|WARNING:|All heap blocks were freed|Searching for pointers|Checked |"
                   r"used_suppression|ERROR SUMMARY|HEAP SUMMARY|LEAK SUMMARY|Reachable blocks|\d+ errors in context|"
                   r"More than|You are advised|embedded gdbserver")
# Names that gcc and git make up anew each time.
TEMPORARY = re.compile(r"/tmp/cc\w{6}|\.tmp-\d+-pack")
# Notes of -v, with which a paragraph may begin.
NOTE = re.compile(r"WARNING: new redirection|Preferring higher priority|embedded gdbserver|TO (CONTROL|DEBUG) THIS")
PRELOADED = re.compile(r"^((?:at|by) .*?) \((?:in [^()]*preload[^()]*|vg_replace_(?:malloc|strmem)\.c:\d+|"
                       r"preload_\w+\.\w+:\d+)\)$")
# What one mistake in a loop may be reported as several times.
ACCESS = re.compile(r"Invalid (read|write) of size|Conditional jump or move|Use of uninitialised value")
TOTALS = re.compile(r"(in use at exit|total heap usage|definitely lost|indirectly lost|possibly lost|still reachable|suppressed|"
                    r"stdstring|length64|newarray|multipleinheritance)\s*: (.*)$")
LOSS = re.compile(r"(.* (?:definitely lost|indirectly lost|possibly lost|still reachable))(?: in loss record [\d,]+ of [\d,]+)?$")


class Report:
    """What one process image reported."""

    def __init__(self, text):
        self.command = "?"
        self.losses, self.errors, self.totals = [], [], []
        self.ignored, self.finished = 0, False
        self._replaced = set()
        for paragraph in self._paragraphs(text):
            self._take(paragraph)
        self.signature = (tuple(sorted(self.losses)), tuple(sorted(self.errors)), tuple(self.totals), self.finished)

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
            self.finished |= line.startswith("ERROR SUMMARY")
            match = TOTALS.match(line)
            # A check on demand prints totals as well: all of them are kept, in order.
            if match:
                self.totals.append(f"{match[1]}: {match[2]}")
        while lines and NOTE.match(lines[0]):
            lines = lines[1:]
        if not lines or PROSE.match(lines[0]) or TOTALS.match(lines[0]):
            return
        text = " | ".join(plain(line) for line in lines)
        loss = LOSS.match(lines[0])
        if loss:
            self.losses.append(" | ".join([loss[1]] + [plain(line) for line in lines[1:]]))
        elif lines[0].startswith(IGNORED_ERRORS):
            self.ignored += 1
        elif any(re.match(r"(at|by) 0x", line) for line in lines) and not self._is_repeated(lines):
            self.errors.append(text)

    def _is_repeated(self, lines):
        """The same mistake seen by another instruction of a replaced function: how often the compiler unrolled its loop is
        no difference."""
        if len(lines) < 2 or not PRELOADED.match(lines[1]) or not ACCESS.match(lines[0]):
            return False
        key = tuple(plain(line) for line in itertools.takewhile(lambda line: not line.startswith("Address "), lines))
        repeated = key in self._replaced
        self._replaced.add(key)
        return repeated


def plain(line):
    """A line of a finding without what differs between two runs of the same program."""
    line = re.sub(r"^(at|by) 0x[0-9A-Fa-f]+: ", r"\1 ", line)
    line = re.sub(r"0x[0-9A-Fa-f]+", "ADDRESS", line)
    return PRELOADED.sub(r"\1", line)


def differences(memcheck, seep):
    """Sentences for what the two reports of one process do not have in common; [] when they agree."""
    found = []
    for what in ("losses", "errors"):
        mine, theirs = getattr(seep, what), getattr(memcheck, what)
        found += [f"only Memcheck: {text}" for text in subtract(theirs, mine)]
        found += [f"only Seep: {text}" for text in subtract(mine, theirs)]
    if memcheck.totals != seep.totals:
        found += [f"only Memcheck: {text}" for text in subtract(memcheck.totals, seep.totals)]
        found += [f"only Seep: {text}" for text in subtract(seep.totals, memcheck.totals)]
    if memcheck.finished != seep.finished:
        found.append(f"finished: Memcheck {memcheck.finished}, Seep {seep.finished}")
    return found


def subtract(left, right):
    """The elements of a list beyond those of another, each as often as it has more."""
    return sorted((collections.Counter(left) - collections.Counter(right)).elements())
