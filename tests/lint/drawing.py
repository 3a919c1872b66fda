# SPDX-License-Identifier: GPL-2.0-or-later
"""What is made of the table of layers: the section of docs/architecture.md with a drawing and all folders, and in each
folder a README.md that says what lives there, where to begin, and what it may use."""
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
    free = set()  # of circles, with all that they use

    def visit(part, above):
        if part.name in free:
            return None
        if part.name in above:
            return above[above.index(part.name):]
        found = (visit(other, above + [part.name]) for other in parts_used(layers, part))
        circle = next((circle for circle in found if circle), None)
        if not circle:
            free.add(part.name)
        return circle
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
    rows = [BEGIN, "", "```"] + drawing(layers) + ["```", "", "| part | side | what lives there | may use |",
                                                   "|---|---|---|---|"]
    for part in layers.parts.values():
        uses = ", ".join(f"`{name}`" for name in part.uses)
        rows.append(f"| `{part.name}` | {part.runs} | {part.holds} | {uses} |")
    return "\n".join(rows + ["", END])


def names_in_code(words):
    return ", ".join(f"`{word}`" for word in words)


def readme(layers, folder):
    lines = [f"# {folder}", "", BEGIN]
    for part in (part for part in layers.parts.values() if part.folder == folder):
        side = f"{part.runs}, {part.side}" if part.side else part.runs
        lines += ["", f"{part.holds[0].upper()}{part.holds[1:]} ({side})."]
        if part.begin:
            lines.append(f"Begin with {names_in_code(part.begin.split(', '))}.")
        lines.append(f"May use {names_in_code(part.uses)}." if part.uses else "Uses nothing of the tree.")
    rooms = {}
    for part in layers.parts.values():
        if os.path.dirname(part.folder) == folder:
            rooms.setdefault(os.path.basename(part.folder), []).append(part.holds)
    if rooms:
        lines += ["", "Its rooms, from the ground up:", ""]
    lines += [f"- [{name}]({name}/README.md): {'; '.join(held)}" for name, held in rooms.items()]
    return "\n".join(lines) + "\n"


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


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
    for path, wanted in pages(layers, source_dir):
        if read(os.path.join(source_dir, path)) != wanted:
            yield Violation(path, 1, "is not what tests/lint/layers.ini says", "run tests/lint/graph --drawing")


def pages(layers, source_dir):
    """(path, text as it should be) of all that is made; None for the text if the page has no place for the drawing."""
    yield PAGE, page(layers, source_dir)[1]
    for folder in sorted({part.folder for part in layers.parts.values()} | set(layers.folders())):
        yield os.path.join(folder, "README.md"), readme(layers, folder)


def write(layers, source_dir):
    for path, wanted in pages(layers, source_dir):
        if wanted is None:
            raise SystemExit(f"{path}: the lines {BEGIN!r} and {END!r} are missing")
        with open(os.path.join(source_dir, path), "w", encoding="utf-8") as file:
            file.write(wanted)
