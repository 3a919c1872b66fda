# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls between files, read from the built objects: which file defines a symbol, and which others name it."""
import collections
import os
import re
import subprocess

from layers import module_of
from source_tree import INCLUDE
from violations import Violation

DECLARED = re.compile(r"\b(\w+)\(|^extern [^(;]*?\b(\w+);", re.MULTILINE)


class Program:
    """The objects of one program or library. `arrows`: {(file, other file): symbols}, calls of seams left out."""

    def __init__(self, name, sides, tree, build_dir, seams):
        self.name, self.sides = name, sides
        objects = dict(tree.objects(name))
        self.missing = sorted(path for path in objects if not os.path.exists(os.path.join(build_dir, path)))
        found = [path for path in objects if path not in self.missing]
        defined, named = symbols_of(found, build_dir)
        self.defined = {objects[path]: symbols for path, symbols in defined.items()}
        self.named = {objects[path]: symbols for path, symbols in named.items()}
        self.files = sorted(objects.values())
        self.home = {symbol: path for path, symbols in self.defined.items() for symbol in symbols}
        self.arrows = collections.defaultdict(set)
        for path, symbols in self.named.items():
            for symbol in symbols:
                other = self.home.get(symbol, path)
                if other != path and symbol not in seams:
                    self.arrows[path, other].add(symbol)


def symbols_of(objects, build_dir):
    """Global symbols that objects, or archives, define, and those that they leave to others."""
    defined, named = collections.defaultdict(set), collections.defaultdict(set)
    if objects:
        listing = subprocess.run(["nm", "-A", "-g", "--format=posix", *objects], cwd=build_dir, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, text=True, check=True).stdout
        for line in listing.splitlines():
            path, symbol = line.split(": ", 1)
            name, kind = symbol.split()[:2]
            (named if kind in "Uvw" else defined)[path].add(name)
    return defined, named


def archives_of(build_dir):
    """Those of the core and of VEX that the tool is linked with."""
    with open(os.path.join(build_dir, "Makefile"), encoding="utf-8") as file:
        folder = re.search(r"^VALGRIND_ARCHIVES = (.*)$", file.read(), re.MULTILINE).group(1)
    return [os.path.join(folder, name) for name in ("libcoregrind-amd64-linux.a", "libvex-amd64-linux.a")]


def declared_in(tree, headers):
    """Names of functions and tables that these headers declare."""
    names = set()
    for header in headers:
        with open(os.path.join(tree.source_dir, header), encoding="utf-8") as file:
            names.update(function or table for function, table in DECLARED.findall(file.read()))
    return names


def line_of(tree, path, symbols):
    """Where a file first names one of these symbols; not where it includes a header of that name."""
    name = re.compile(r"\b(" + "|".join(map(re.escape, sorted(symbols))) + r")\b")
    with open(os.path.join(tree.source_dir, path), encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if name.search(line) and not line.startswith("#"):
                return number
    return 1


def names_of(symbols, most=3):
    ordered = sorted(symbols)
    return ", ".join(ordered[:most]) + (f" and {len(ordered) - most} more" if len(ordered) > most else "")


def check(layers, files, program, used_upward):
    """Calls, and other uses of symbols, that the table of layers does not allow."""
    for path in program.missing:
        yield Violation(path, 1, f"has not been built, as a part of {program.name}", "run make and make check first")
    for (path, other), symbols in sorted(program.arrows.items()):
        sides = [side for side in files.sides[path] if side in program.sides]
        reason = files.refusal(path, other, sides)
        arrow = (module_of(path), module_of(other))
        if reason and arrow in layers.upward:
            used_upward.add(arrow)
        elif reason:
            yield Violation(path, line_of(files.tree, path, symbols), f"uses {names_of(symbols)} of {other}: {reason}",
                            "call downwards only: have it given as an argument or by a callback that is set at the "
                            "start")
