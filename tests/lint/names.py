# SPDX-License-Identifier: GPL-2.0-or-later
"""No two files of one program have the same name: people, messages and layers.ini call them by it alone."""
import os

from violations import Violation


def check(layers, files):
    """Violations; each file once, whatever programs it is in."""
    told = set()
    for program, sides in layers.programs.items():
        first = {}
        for path in sorted(path for path in files.sides if set(files.sides[path]) & set(sides)):
            other = first.setdefault(os.path.basename(path), path)
            if other != path and path not in told:
                told.add(path)
                yield Violation(path, 1, f"is called like {other}, which is in {program} as well",
                                "name it after what it does in its room")
