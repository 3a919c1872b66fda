# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tree is made of, as its Makefile fragments say: variables, source files, programs and their objects."""
import fnmatch
import os
import re

SOURCE = re.compile(r"\.(c|h|def)$")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]*)[">]')
ASSIGNMENT = re.compile(r"^(\w+)[ \t]*\+?=(.*)$")


def find_fragments(source_dir, path="Makefile.am"):
    """A Makefile and those that it includes."""
    yield path
    with open(os.path.join(source_dir, path), encoding="utf-8") as file:
        included = re.findall(r"^include[ \t]+(\S+\.mk)$", file.read(), re.MULTILINE)
    for name in included:
        yield from find_fragments(source_dir, name)


def read_variables(source_dir, fragments):
    """The words of each variable that the fragments set, as written."""
    variables = {}
    for fragment in fragments:
        with open(os.path.join(source_dir, fragment), encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        for line in text.splitlines():
            assignment = ASSIGNMENT.match(line)
            if assignment:
                variables.setdefault(assignment.group(1), []).extend(assignment.group(2).split())
    return variables


class SourceTree:
    """Files by path from the top; variables with their references to one another resolved."""

    def __init__(self, source_dir, folders):
        self.source_dir = source_dir
        self.fragments = list(find_fragments(source_dir))
        self.written = read_variables(source_dir, self.fragments)
        self.files = sorted(self._find(folders))

    def _find(self, folders):
        for folder in folders:
            for path, _, names in os.walk(os.path.join(self.source_dir, folder)):
                for name in filter(SOURCE.search, names):
                    yield os.path.relpath(os.path.join(path, name), self.source_dir)

    def words(self, variable):
        for word in self.written.get(variable, []):
            reference = re.fullmatch(r"\$\((\w+)\)", word)
            if reference:
                yield from self.words(reference.group(1))
            else:
                yield word

    def includes(self, path):
        """(line number, quote, header) of each #include."""
        with open(os.path.join(self.source_dir, path), encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                include = INCLUDE.match(line)
                if include:
                    yield number, include.group(1), include.group(2)

    def programs(self, pattern):
        """Names, in automake's spelling, of the programs and libraries with sources that match."""
        names = [name[:-len("_SOURCES")] for name in self.written if name.endswith("_SOURCES")]
        return sorted(fnmatch.filter(names, pattern))

    def objects(self, program):
        """(object, source) of each C file of a program, as automake names them."""
        own_flags = any(f"{program}_{flags}" in self.written for flags in ("CFLAGS", "CPPFLAGS"))
        prefix = program + "-" if own_flags else ""
        for source in self.words(program + "_SOURCES"):
            if source.endswith(".c"):
                folder, name = os.path.split(source)
                yield os.path.join(folder, prefix + name[:-2] + ".o"), source
