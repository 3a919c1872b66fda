# SPDX-License-Identifier: GPL-2.0-or-later
"""Suppressions as Valgrind's manual describes them, and `#: exe:`: a second opinion on what Seep's entries hide.

A frame is (function or None, object or None); a finding has a kind ("Memcheck:Leak"), an extra line or None, frames
from the innermost on, and the name of its program.
"""
import fnmatch
import os
import re
from dataclasses import dataclass, replace

BELOW_MAIN = ("__libc_start_main", "__libc_start_call_main", "generic_start_main", "_start")


@dataclass
class Finding:
    kind: str
    extra: str | None
    frames: list
    program: str


@dataclass
class Entry:
    name: str
    kind: str
    extra: str | None
    lines: list       # "fun:f", "obj:*/prog", "..."
    programs: list    # patterns; empty: any

    def named(self):
        """How many frames are written before "...", if there is one."""
        return self.lines.index("...") if "..." in self.lines else len(self.lines)

    def ends_in_main(self):
        return re.fullmatch(r"fun:(main(\..*)?|_ZZ4main.*|\(below main\))", self.lines[self.named() - 1]) is not None


def glob_matches(pattern, text):
    return fnmatch.fnmatchcase(text, pattern.replace("[", "[[]"))


def read(text, line_limit):
    """All entries of a file, as `seep suppress` writes it, cut to as many lines as --num-callers says."""
    entries = []
    for block in re.findall(r"^\{\n(.*?)^\}$", text, re.M | re.S):
        lines = [line.strip() for line in block.splitlines()]
        name, remarks = lines[0], [line for line in lines if line.startswith("#")]
        kind, *rest = [line for line in lines[1:] if not line.startswith("#")]
        stack = [line for line in rest if line == "..." or line.startswith(("fun:", "obj:"))]
        extra = next((line for line in rest if line not in stack), None)
        programs = [item for line in remarks if line.startswith("#: exe: ")
                    for item in line[len("#: exe: "):].split(", ")]
        entries.append(Entry(name, kind, extra, stack[:line_limit], programs))
    return entries


def names(frame):
    """Valgrind has one name for all that calls main."""
    yield frame[0] or ""
    if frame[0] in BELOW_MAIN:
        yield "(below main)"


def frame_matches(line, frame):
    texts = names(frame) if line.startswith("fun:") else [frame[1] or ""]
    return any(glob_matches(line[4:], text) for text in texts)


def lines_match(lines, frames):
    if not lines:
        return True
    if lines[0] == "...":
        return any(lines_match(lines[1:], frames[skipped:]) for skipped in range(len(frames) + 1))
    return bool(frames) and frame_matches(lines[0], frames[0]) and lines_match(lines[1:], frames[1:])


def extra_matches(entry, finding):
    if entry.extra and entry.extra.startswith("match-leak-kinds:"):
        return finding.extra.partition(": ")[2] in entry.extra.partition(": ")[2].split(",")
    return entry.extra is None or entry.extra == finding.extra


def matches(entry, finding, with_program=True):
    """Without the program it is as Valgrind sees the entry."""
    program = re.sub("^lt-", "", finding.program)
    return (entry.kind == finding.kind and extra_matches(entry, finding) and
            lines_match(entry.lines, finding.frames) and
            (not with_program or not entry.programs or any(glob_matches(pattern, program)
                                                           for pattern in entry.programs)))


# --- mutants ---

def path_mutants(finding, named):
    """Another function in the place of each that is named, and one more before each."""
    unknown = ("seep_unknown", "/seep-unknown/libunknown.so")
    for number in range(named):
        frames = list(finding.frames)
        frames[number] = unknown
        yield f"another function for {finding.frames[number][0]}", replace(finding, frames=frames)
        yield (f"another function before {finding.frames[number][0]}",
               replace(finding, frames=finding.frames[:number] + [unknown] + finding.frames[number:]))


def kind_mutants(finding, entry):
    yield "another kind", replace(finding, kind="Memcheck:Cond" if entry.kind != "Memcheck:Cond" else "Memcheck:Value8")
    for kind in ("definite", "indirect", "possible", "reachable"):
        if entry.kind == "Memcheck:Leak" and kind not in entry.extra:
            yield f"another kind of leak, {kind}", replace(finding, extra="match-leak-kinds: " + kind)


def program_mutant(finding):
    """The program by another name, in another place."""
    def moved(module):
        return "/seep-unknown/program" if module and os.path.basename(module) == finding.program else module
    return replace(finding, frames=[(name, moved(module)) for name, module in finding.frames], program="program")
