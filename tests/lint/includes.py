# SPDX-License-Identifier: GPL-2.0-or-later
"""Every #include of the tree, held against the table of layers."""
from layers import module_of
from violations import Violation


def check(layers, files, used_upward):
    """Violations. Arrows of the table that excuse one are added to `used_upward`."""
    for path, sides in files.sides.items():
        if not sides:
            yield Violation(path, 1, "is in no list of sources",
                            "name it in the Makefile fragment of its folder, in a list that layers.ini knows")
            continue
        for side in sides:
            if layers.part_of(path, side) is None:
                yield Violation(path, 1, "lies in no folder of layers.ini", "add a section for its folder")
        for line, quote, header in files.tree.includes(path):
            yield from check_include(layers, files, path, line, quote, header, used_upward)


def check_include(layers, files, path, line, quote, header, used_upward):
    written = quote + header + (">" if quote == "<" else '"')
    if quote == '"' and header in files.sides:
        for door in layers.doors:
            if door.refuses(path, header):
                yield Violation(path, line, f"includes {header}, past {door.headers[0]}",
                                f"include {door.headers[0]}, and let that include what {door.users} is to know of "
                                f"{door.folder}")
        reason = files.refusal(path, header)
        arrow = (module_of(path), module_of(header))
        if reason and arrow in layers.upward:
            used_upward.add(arrow)
        elif reason:
            yield Violation(path, line, f"includes {header}: {reason}",
                            "move what is needed to where both may see it, or have it given by a callback")
        return
    for side in files.sides[path]:
        if not layers.sides[side].allows_header(written):
            yield Violation(path, line, f"includes {written}, which is no header for code of the side '{side}'",
                            "leave it out; headers of the tree are included by their path from the top")
