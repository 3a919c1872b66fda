# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of layers (layers.ini): which file belongs to which part of the tree, and what a part may use.

A part is a folder, or the files of one side in it ("memcheck:core"). A file that is compiled for several sides belongs
to a part by each of them."""
import configparser
import fnmatch
import os

from violations import Violation, show

LISTS = ("programs", "seams", "doors", "upward")
NEEDED_BY_SIDE, NEEDED_BY_PART = ("lists", "uses", "headers"), ("runs", "holds", "uses")


def reject(path, line, what, remedy):
    """Without the table nothing can be said of the tree, so this ends the lint."""
    raise SystemExit(show(Violation(path, line, what, remedy)))


def place_of(error):
    """The line at which the parser gave up, and what it says without the name of the file."""
    if isinstance(error, configparser.MissingSectionHeaderError):
        return error.lineno, "a line before the first [section]"
    if isinstance(error, configparser.ParsingError):
        number, text = error.errors[0]
        return number, f"neither [section] nor `key = value`: {text}"
    return getattr(error, "lineno", 1), str(error).rsplit("]: ", maxsplit=1)[-1]


def read_table(path):
    table = configparser.ConfigParser(delimiters="=", comment_prefixes="#", interpolation=None)
    table.optionxform = str
    try:
        with open(path, encoding="utf-8") as file:
            table.read_file(file, path)
    except OSError as error:
        reject(path, 1, f"cannot be read: {error.strerror}", "name the sources by --source-dir")
    except (configparser.Error, UnicodeDecodeError) as error:
        line, what = place_of(error)
        reject(path, line, f"cannot be parsed: {what}", "the comment at the top of the table says what its lines are")
    return table


class Part:
    def __init__(self, folder, side, section):
        self.folder, self.side = folder, side
        self.name = f"{folder}:{side}" if side else folder
        self.runs, self.holds, self.begin = section["runs"], section["holds"], section.get("begin", "")
        self.uses = section["uses"].split()


class Side:
    def __init__(self, name, section):
        self.name = name
        self.lists = section["lists"].split()
        self.uses = section["uses"].split()
        self.headers = section["headers"].split()
        self.refused = section.get("refused", "").split()

    def allows_header(self, written):
        """`written` with its quotes or brackets."""
        return matches_any(written, self.headers) and not matches_any(written, self.refused)


class Door:
    """The only headers of a folder that files of another folder, both with all below them, may include."""

    def __init__(self, arrow, headers):
        self.users, self.folder = arrow.split(" -> ")
        self.headers = headers.split()

    def refuses(self, path, header):
        return path.startswith(self.users + "/") and header.startswith(self.folder +
                                                                       "/") and not matches_any(header, self.headers)


def matches_any(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def module_of(path):
    """The module that a file is of, as tables of exceptions name it."""
    return os.path.splitext(os.path.basename(path))[0]


class Layers:
    def __init__(self, path):
        self.path = path
        table = read_table(path)
        self.sides, self.parts = {}, {}
        for name in table.sections():
            words = name.split()
            if name in LISTS:
                continue
            if words[:1] == ["side"]:
                self._demand(table[name], NEEDED_BY_SIDE, (2,))
                self.sides[words[1]] = Side(words[1], table[name])
            else:
                self._demand(table[name], NEEDED_BY_PART, (1, 2))
                part = Part(words[0], words[1] if len(words) > 1 else None, table[name])
                self.parts[part.name] = part
        for name in LISTS:
            if name not in table:
                reject(path, 1, f"there is no section [{name}]", "add it; it may be empty")
        self.programs = {name: sides.split() for name, sides in table["programs"].items()}
        self.seams = list(table["seams"])
        self.doors = [Door(arrow, headers) for arrow, headers in table["doors"].items()]
        self.upward = {tuple(arrow.split(" -> ")): reason for arrow, reason in table["upward"].items()}

    def _demand(self, section, keys, words):
        """The section's name must have one of these numbers of words, and the section all of these keys."""
        line = self.line_of(f"[{section.name}]")
        if len(section.name.split()) not in words:
            reject(self.path, line, f"[{section.name}] is no section", "write [side NAME], [FOLDER] or [FOLDER SIDE]")
        for key in keys:
            if key not in section:
                reject(self.path, line, f"[{section.name}] has no `{key}`", f"add a line `{key} = `")

    def folders(self):
        """Those that have no folder of the table above them."""
        tops = {part.folder.split("/")[0] for part in self.parts.values()}
        return sorted(tops)

    def line_of(self, text):
        """Where the table says `text`, for messages."""
        with open(self.path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.startswith(text):
                    return number
        return 1

    def part_of(self, path, side):
        folder = os.path.dirname(path)
        while folder:
            part = self.parts.get(f"{folder}:{side}") or self.parts.get(folder)
            if part:
                return part
            folder = os.path.dirname(folder)
        return None

    def is_inside(self, part, name):
        """Is this part, or the folder that it lies in, what a `uses` names?"""
        folder, _, side = name.partition(":")
        in_folder = part.folder == folder or part.folder.startswith(folder + "/")
        return in_folder and side in ("", part.side)

    def may_use(self, part, path, side):
        """May files of this part use the file at `path`, which is of this side?"""
        other = self.part_of(path, side)
        if other is None:
            return False
        return other is part or any(
            fnmatch.fnmatchcase(path, name) if "." in name else self.is_inside(other, name) for name in part.uses)


class Files:
    """The sides of each file, as the lists of the Makefile fragments say."""

    def __init__(self, layers, tree):
        self.layers, self.tree = layers, tree
        self.sides = {path: [] for path in tree.files}
        for side in layers.sides.values():
            for variable in side.lists:
                for path in tree.words(variable):
                    if path in self.sides and side.name not in self.sides[path]:
                        self.sides[path].append(side.name)

    def refusal(self, path, other, sides=None):
        """Why `path` must not use `other`, or None. `sides`: those of `path` that count, all if None."""
        for side in sides or self.sides[path]:
            part = self.layers.part_of(path, side)
            usable = [each for each in self.sides[other] if each in self.layers.sides[side].uses]
            if not usable and not other.endswith(".def"):
                return f"code of the side '{side}' cannot use code of the side '{'/'.join(self.sides[other])}'"
            if not any(self.layers.may_use(part, other, each) for each in usable or self.sides[other]):
                return f"{part.name} does not stand above {self._part_names(other, usable or self.sides[other])}"
        return None

    def _part_names(self, path, sides):
        parts = [self.layers.part_of(path, side) for side in sides]
        return " or ".join(dict.fromkeys(part.name if part else os.path.dirname(path) for part in parts))
