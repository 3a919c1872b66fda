# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs of programs: a file holds a program before and after an edit, and what Seep must say of the two.

A line that ends in "//<" is there before the edit only, one that ends in "//>" after it only; the others are in both.
So what is built are two real files whose lines have moved as an editor leaves them. A line "//| file: NAME [->
NEWNAME]" begins another file. "// @NAME" at the end of a line names it, for `place`.

The leading comment says what the pair shows, and then (a "->" parts before from after; without it both are the same):

  quick:                           it is tried without --long as well
  needs: COMMANDS                  skip unless all are installed
  compiler: COMMAND [-> COMMAND]   instead of gcc, g++, rustc by the name of the file
  flags: FLAGS [-> FLAGS]          default: -g -O0; -g for Rust
  directory: NAME [-> NAME]        where it is built and run (default: tree), in the pair's own directory
  build: COMMAND [-> COMMAND]      instead of: COMPILER FLAGS -o prog FILE; several lines add up
  run: COMMAND [-> COMMAND]        under Seep; several lines are several runs (default: ./prog)
  findings: N [-> M]               how many there are; left out: that is open
  expect: COUNTS, gate passes      what `seep diff` counts, as in "new 1, same 2" (what is not named is 0), and whether
                                   `seep gate`
  or: COUNTS, gate fails           with a baseline from before passes afterwards; every line `or` is an answer that is
                                   right as well
  baseline: equal                  a baseline made afterwards is the same file as one from before
  place: @NAME...                  after the edit each of these lines, and no other, is a finding's own place, in every
                                   format
  levels: [FLAGS]                  instead of one pair there is one for each way of compiling in LEVELS, with these
                                   flags too: NAME_O0 ...
  variant: NAME                    the lines up to the next one are for the pair of this name only, made of the same
                                   program; a file with variants has no other pairs
"""
import os
import re

HEADER = "pair.h"  # what many pairs have in common
COMPILERS = {".c": "gcc", ".cpp": "g++", ".rs": "rustc"}
# Compilers must not leave the blocks out, nor a caller that ends in the call of an allocator.
C = "-fno-builtin-malloc -fno-builtin-calloc -fno-builtin-realloc"
CXX = "-fno-allocation-dce"
LEVELS = {
    ".c": {"O0": f"gcc -g -O0 {C}", "O1": f"gcc -g -O1 {C}", "O2": f"gcc -g -O2 {C}",
           "O2_apart": f"gcc -g -O2 -fno-inline {C}", "O3": f"gcc -g -O3 {C}", "lto": f"gcc -g -O2 -flto {C}",
           "clang": f"clang -g -O2 -fno-optimize-sibling-calls {C}"},
    ".cpp": {"O0": f"g++ -g -O0 {CXX}", "O1": f"g++ -g -O1 {CXX}", "O2": f"g++ -g -O2 {CXX}",
             "O2_apart": f"g++ -g -O2 -fno-inline {CXX}", "O3": f"g++ -g -O3 {CXX}", "lto": f"g++ -g -O2 -flto {CXX}",
             "clang": "clang++ -g -O0"},
    ".rs": {"O0": "rustc -g", "O1": "rustc -g -C opt-level=1", "O2": "rustc -g -C opt-level=2",
            "O3": "rustc -g -C opt-level=3", "lto": "rustc -g -C opt-level=3 -C lto=fat"},
}
QUICK_LEVELS = ("O0", "O2")
BEFORE, AFTER = 0, 1
COUNTS = ("new", "grown", "shrunk", "fixed", "same", "moved")


class PairError(Exception):
    """The file's header lines make no sense."""


def two(value):
    before, *after = re.split(r"(?:^|\s)->(?:\s|$)", value, maxsplit=1)
    return (before.strip(), after[0].strip() if after else before.strip())


def parse_answer(value):
    """"new 1, same 2, gate fails" as ({"new": 1, "same": 2}, False)."""
    counts, passes = {}, None
    for word in value.split(","):
        name, number = word.split()
        if name == "gate" and number in ("passes", "fails"):
            passes = number == "passes"
        elif name in COUNTS:
            counts[name] = int(number)
        else:
            raise PairError(f"what is {word!r}?")
    if passes is None:
        raise PairError("it does not say what the gate does")
    return counts, passes


def header(lines):
    """The keys and values of a file's leading comment."""
    for line in lines:
        if not line.startswith("//"):
            return
        match = re.fullmatch(r"// ([a-z]+):(.*)", line)
        if match:
            yield match[1], match[2].strip()


def pairs_of(path):
    """The pairs that a file holds."""
    lines = open(path, encoding="utf-8").read().splitlines()
    if any(key == "levels" for key, _ in header(lines)):
        return [Pair(path, level=level) for level in LEVELS[os.path.splitext(path)[1]]]
    return [Pair(path, name) for name in [value for key, value in header(lines) if key == "variant"] or [None]]


class Pair:
    """A pair of programs, made of one file of tests/identity/pairs."""

    def __init__(self, path, variant=None, level=None):
        self.path, self.level = path, level
        self.file = os.path.basename(path)
        stem, kind = os.path.splitext(self.file)
        self.name = variant or (f"{stem}_{level}" if level else stem)
        self.is_quick, self.needs, self.builds, self.runs, self.answers, self.places = False, [], [], [], [], []
        self.compiler = (COMPILERS[kind],) * 2
        self.flags = ("-g",) * 2 if kind == ".rs" else ("-g -O0",) * 2
        self.directory, self.findings, self.has_equal_baselines = ("tree", "tree"), None, False
        self.lines = open(path, encoding="utf-8").read().splitlines()
        self._read_header(variant)

    def _read_header(self, variant):
        section = None
        for key, value in header(self.lines):
            if key == "variant":
                section = value
            elif section in (None, variant):
                self._take(key, value)
        if not self.answers:
            raise PairError(f"{self.path}: `expect` is needed")
        self.runs = self.runs or [("./prog", "./prog")]
        self.builds = self.builds or [tuple(f"{self.compiler[version]} {self.flags[version]} -o prog {self.file}"
                                            for version in (BEFORE, AFTER))]
        self.needs += sorted({command.split()[0] for command in self.compiler})
        if all(before == after for before, after in ([self.files(version) for version in (BEFORE, AFTER)],
                                                     self.directory, *self.builds, *self.runs)):
            raise PairError(f"{self.path}: nothing changes")

    def _take(self, key, value):
        if key == "quick":
            self.is_quick = self.level is None or self.level in QUICK_LEVELS
        elif key == "levels":
            command = LEVELS[os.path.splitext(self.file)[1]][self.level]
            self.builds.append((f"{command} {value} -o prog {self.file}",) * 2)
            self.needs.append(command.split()[0])
        elif key == "needs":
            self.needs += value.split()
        elif key in ("compiler", "flags", "directory"):
            setattr(self, key, two(value))
        elif key == "build":
            self.builds.append(two(value))
        elif key == "run":
            self.runs.append(two(value))
        elif key == "findings":
            self.findings = tuple(int(number) for number in two(value))
        elif key in ("expect", "or"):
            self.answers.append(parse_answer(value))
        elif key == "baseline" and value == "equal":
            self.has_equal_baselines = True
        elif key == "place":
            self.places = [word.removeprefix("@") for word in value.split()]
        else:
            raise PairError(f"{self.path}: nobody knows {key!r}")

    def files(self, version):
        """The files of a version: lines by name."""
        name, files = self.file, {}
        if f'#include "{HEADER}"' in self.lines:
            files[HEADER] = open(os.path.join(os.path.dirname(self.path), HEADER), encoding="utf-8").read().splitlines()
        for line in self.lines:
            if line.startswith("//| file: "):
                name = two(line.removeprefix("//| file: "))[version]
                continue
            match = re.fullmatch(r"(.*?)\s*//([<>])", line)
            if match and (match[2] == "<") != (version == BEFORE):
                continue
            files.setdefault(name, []).append(match[1] if match else line)
        return files

    def place(self, mark):
        """File and line that are called so after the edit."""
        for name, lines in self.files(AFTER).items():
            for number, line in enumerate(lines, 1):
                if re.search(rf"// @{mark}$", line):
                    return name, number
        raise PairError(f"{self.path}: no line is called @{mark}")
