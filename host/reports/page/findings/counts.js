/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of a count of references: who took them, who gave them back, and which are left. */
function makeCountRow([taken, given, left, place], isKnown) {
  const kept = left === 0 ? "" : isKnown ? number(left) : "maybe " + number(left);
  return append(make("tr", left > 0 ? "left" : ""), make("td", "", taken > 0 ? "+" + number(taken) : ""),
    make("td", "", given > 0 ? "\u2212" + number(given) : ""), make("td", "", kept), make("td", "code", place));
}

function makeCount(finding) {
  if (!finding.references)
    return [];
  const [offset, isUnderstood, isKnown, rows] = finding.references, head = make("tr"), body = make("tbody");
  for (const title of ["Taken", "Given back", "Left", "By"]) {
    const cell = make("th", "", title);
    cell.scope = "col";
    append(head, cell);
  }
  append(body, ...rows.map((row) => makeCountRow(row, isKnown)));
  const what = isUnderstood ? "Its count of references" : "A word that goes up and down by one";
  const caption = make("caption", "text", what + ", at offset " + number(offset));
  const table = append(make("table", "counts"), caption, append(make("thead"), head), body);
  return [append(make("div", "counted"), table)];
}
