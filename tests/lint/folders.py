# SPDX-License-Identifier: GPL-2.0-or-later
"""The folders of the tree, as lints divide them, and the files in them."""
import argparse
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "layers.ini"), encoding="utf-8") as layers:
    SECTIONS = re.findall(r"^\[([\w-]+)[]/]", layers.read(), re.MULTILINE)
HOST_CODE = "host", "packaging", "shared", "suppressions"
CODE = sorted({name for name in SECTIONS if os.path.isdir(os.path.join(HERE, "../..", name))})
ALL = ".ci", *CODE, "docs", "scripts", "tests"
MADE = {"work", "__pycache__"}  # by tests that run in the tree
C = re.compile(r"\.[ch]$")
C_OR_TABLE = re.compile(r"\.(c|h|def)$")


def below(source_dir, folders, name):
    """Paths, from the top, of the files whose names are like this."""
    for folder in folders:
        for path, inside, names in os.walk(os.path.join(source_dir, folder)):
            inside[:] = sorted(set(inside) - MADE)
            for found in filter(name.search, sorted(names)):
                yield os.path.relpath(os.path.join(path, found), source_dir)


def read(source_dir, path):
    with open(os.path.join(source_dir, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def run(description, violations):
    """A lint on its own: prints what violations(source_dir) yields. Its exit status is whether that is anything."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source-dir", default=os.path.normpath(os.path.join(HERE, "../..")))
    found = list(violations(parser.parse_args().source_dir))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0
