# SPDX-License-Identifier: GPL-2.0-or-later
"""What all output has to hold to, whatever the names in it are: UTF-8 in which nothing steers a terminal, hides or
turns text around (host/base/plain_text.h), or commands a CI system (host/base/ci_commands.h)."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import SOURCE, expect  # noqa: E402  (the path has just been set)

COLOURS = re.compile(r"\x1b\[(?:|0|1|2|1;31|1;32|1;33|1;94)m")


def unsafe_characters():
    with open(os.path.join(SOURCE, "shared/base/unsafe_characters.def"), encoding="utf-8") as table:
        ranges = re.findall(r"^RANGE\(0x(\w+), 0x(\w+)\)", table.read(), re.MULTILINE)
    parts = "".join(f"{re.escape(chr(int(first, 16)))}-{re.escape(chr(int(last, 16)))}" for first, last in ranges)
    return re.compile(f"(?![\n\t])[{parts}]")


UNSAFE = unsafe_characters()


def expect_plain(data, what, has_commands=False, has_colours=False):
    """Bytes that were written; returns them as text. `has_commands`: they are for GitHub's runner."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        expect(False, f"{what}: no UTF-8: {data[max(0, error.start - 40):error.start + 40]!r}")
        return data.decode("utf-8", "replace")
    if has_colours:
        text = COLOURS.sub("", text)
    found = UNSAFE.search(text)
    expect(not found, f"{what}: {found and text[max(0, found.start() - 40):found.start() + 40]!r}")
    found = re.search(r"##[A-Za-z]*\[.*", text)
    expect(not found, f"{what}: a command: {found and found[0][:80]!r}")
    for line in text.splitlines() if not has_commands else []:
        expect(not re.match("::[A-Za-z]", line.strip()), f"{what}: a command: {line[:80]!r}")
    return text
