# SPDX-License-Identifier: GPL-2.0-or-later
"""The section of docs/architecture.md that shows the table of layers: a drawing, what stands on what, and the folders."""
import functools
import os
import textwrap

from violations import Violation

PAGE = "docs/architecture.md"
BEGIN = "<!-- Made from tests/lint/layers.ini by `tests/lint/graph --drawing`: change it there. -->"
END = "<!-- End of what is made. -->"
COLUMNS = ("guest", "shared", "host")
WIDTHS = (44, 18, 40)


def parts_used(layers, part):
    """Other parts that it may use as a whole; single files make no arrow."""
    names = [name for name in part.uses if "." not in name]
    return [other for other in layers.parts.values()
            if other is not part and any(layers.is_inside(other, name) for name in names)]


def circle_in_table(layers):
    """Names of parts that stand above one another, or None."""
    def visit(part, above):
        if part.name in above:
            return above[above.index(part.name):]
        found = (visit(other, above + [part.name]) for other in parts_used(layers, part))
        return next((circle for circle in found if circle), None)
    return next((circle for circle in (visit(part, []) for part in layers.parts.values()) if circle), None)


def drawing(layers):
    @functools.lru_cache(maxsize=None)
    def height(part):
        return 1 + max((height(other) for other in parts_used(layers, part)), default=0)

    rows = ["".join(column.ljust(width) for column, width in zip(COLUMNS, WIDTHS)).rstrip()]
    for level in range(max(map(height, layers.parts.values())), 0, -1):
        cells = []
        for column, width in zip(COLUMNS, WIDTHS):
            names = [part.name for part in layers.parts.values() if part.runs == column and height(part) == level]
            cells.append(textwrap.wrap(", ".join(names), width - 2))
        for line in range(max(map(len, cells))):
            texts = [cell[line] if line < len(cell) else "" for cell in cells]
            rows.append("".join(text.ljust(width) for text, width in zip(texts, WIDTHS)).rstrip())
    return rows


def section(layers):
    rows = [BEGIN, "", "```"] + drawing(layers) + ["```", "", "| part | side | what lives there | may use |", "|---|---|---|---|"]
    for part in layers.parts.values():
        uses = ", ".join(f"`{name}`" for name in part.uses)
        rows.append(f"| `{part.name}` | {part.runs} | {part.holds} | {uses} |")
    return "\n".join(rows + ["", END])


def split_page(layers_tree):
    with open(os.path.join(layers_tree, PAGE), encoding="utf-8") as file:
        text = file.read()
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return text, before, after if begin and end else None


def page(layers, source_dir):
    """The page as it is, and as it should be; None if it has no place for the drawing."""
    text, before, after = split_page(source_dir)
    return text, None if after is None else before + section(layers) + after


def check(layers, source_dir):
    circle = circle_in_table(layers)
    if circle:
        yield Violation(layers.path, layers.line_of(f"[{circle[0].replace(':', ' ')}]"),
                        "parts stand above one another: " + " -> ".join(circle + circle[:1]), "take one `uses` away")
        return
    text, wanted = page(layers, source_dir)
    if text != wanted:
        yield Violation(PAGE, 1, "is not what tests/lint/layers.ini says", "run tests/lint/graph --drawing")


def write(layers, source_dir):
    _, wanted = page(layers, source_dir)
    if wanted is None:
        raise SystemExit(f"{PAGE}: the lines {BEGIN!r} and {END!r} are missing")
    with open(os.path.join(source_dir, PAGE), "w", encoding="utf-8") as file:
        file.write(wanted)
