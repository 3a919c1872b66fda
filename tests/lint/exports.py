# SPDX-License-Identifier: GPL-2.0-or-later
"""Functions and variables that a file gives to others, and that no other file takes."""
import os
import re

import folders
from objects import symbols_of
from violations import Violation

NAME = re.compile(r"\b[A-Za-z_]\w*\b")


def names_in(source_dir, paths):
    """All identifiers in these files: what is compiled without an object to look at may use any of them."""
    names = set()
    for path in paths:
        with open(os.path.join(source_dir, path), encoding="utf-8", errors="replace") as file:
            names.update(NAME.findall(file.read()))
    return names


def unused(files, programs, archives):
    """{(file, symbol)} of which no other file of the tree, and not the core, makes use."""
    linked = {path for program in programs for path in program.files}
    unseen = [path for path, sides in files.sides.items() if set(sides) & {"preload", "suite"} and path not in linked]
    wanted = names_in(files.tree.source_dir, unseen) | {"main"}
    wanted.update(*symbols_of(archives, ".")[1].values())
    for program in programs:
        for path, symbols in program.named.items():
            wanted |= symbols - program.defined.get(path, set())
    return {(path, symbol) for program in programs for path, symbols in program.defined.items()
            for symbol in symbols - wanted if not symbol.startswith("__")}


def split_by_tests(files, programs, archives):
    """Exports for tests alone, and those that nobody uses."""
    tested = names_in(files.tree.source_dir, folders.below(files.tree.source_dir, ["tests"], folders.C_OR_TABLE))
    found = sorted(unused(files, programs, archives))
    return [each for each in found if each[1] in tested], [each for each in found if each[1] not in tested]


def line_of_definition(files, path, symbol):
    start = re.compile(r"^\w.*\b" + re.escape(symbol) + r"\b")
    with open(os.path.join(files.tree.source_dir, path), encoding="utf-8") as file:
        return next((number for number, line in enumerate(file, 1) if start.search(line)), 1)


def check(files, programs, archives):
    for path, symbol in split_by_tests(files, programs, archives)[1]:
        yield Violation(path, line_of_definition(files, path, symbol), f"exports {symbol}, which no other file uses",
                        "make it static, or take it away with its declaration")
