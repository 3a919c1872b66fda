/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which findings are shown, and in which order. */
// zoom: names of functions from main down, below which the flame graph is
const state = { shown: [], places: [], zoom: [] };

// Which frames have the words: one look at each frame, whatever the number of findings.
function framesWith(words) {
  return words.map((word) => frames.map((frame) =>
    [frame.label, shortName(frame.label), frame.path || "", frame.object || ""].join("\n").toLowerCase().includes(word)));
}

function hasWords(finding, words, found) {
  const text = (finding.id + "\n" + finding.sentence + "\n" + finding.kind + "\n" + finding.title).toLowerCase();
  return words.every((word, index) => text.includes(word) ||
    finding.ways.some(([stack]) => stack.some((frame) => found[index][frame])) ||
    finding.notes.some((note) => note[1].some((frame) => found[index][frame])));
}

function isOfKind(finding, kind) {
  return kind === "" || (kind === "errors" ? !finding.isLeak && !finding.isGrowth : finding.kind === kind);
}

function makeFilter() {
  const words = wordsOf($("search")), found = framesWith(words);
  const kind = $("kind").value, owner = $("owner").value, wantedLibrary = $("library").value;
  const test = $("test").value === "" ? -1 : Number($("test").value), unlisted = $("unlisted").checked;
  return (finding) => (unlisted || finding.isListed) && isOfKind(finding, kind) &&
    (owner === "" || finding.isOwn === (owner === "own")) &&
    (wantedLibrary === "" || library(finding) === wantedLibrary) &&
    (test < 0 || finding.tests.includes(test)) && (words.length === 0 || hasWords(finding, words, found));
}

const orders = {
  worst: (a, b) => a.rank - b.rank || b.all - a.all || a.number - b.number,
  bytes: (a, b) => b.all - a.all || a.number - b.number,
  count: (a, b) => b.count - a.count || a.number - b.number,
  place: (a, b) => {
    const x = mainFrame(a.lead), y = mainFrame(b.lead);
    const order = (x ? sourcePlace(x) : "").localeCompare(y ? sourcePlace(y) : "", "en", { numeric: true });
    return order || a.number - b.number;
  },
};

function leadsThrough(stack, labels) {
  return stack.length >= labels.length &&
    labels.every((label, depth) => frames[stack[stack.length - 1 - depth]].label === label);
}

function isBelowZoom(finding) {
  return state.zoom.length === 0 || (finding.isLeak && finding.ways.some(([stack]) => leadsThrough(stack, state.zoom)));
}

function update() {
  const filtered = findings.filter(makeFilter());
  drawFlame(filtered);
  state.shown = filtered.filter(isBelowZoom);
  state.places = makePlaces(state.shown).sort(orders[$("order").value]);
  rows.fill(state.places);
  showCount();
  for (const card of document.querySelectorAll("#totals button"))
    card.setAttribute("aria-pressed", String(card.value === $("kind").value));
}

// ", 28 bytes, and 97 bytes through them": what is lost through a leak has findings of its own.
function bytesText() {
  const leaks = state.shown.filter((finding) => finding.isLeak);
  const bytes = sum(leaks, (finding) => finding.bytes), through = sum(leaks, (finding) => finding.indirect);
  return (bytes > 0 ? ", " + counted(bytes, "byte", "bytes") : "") +
    (through > 0 ? ", and " + counted(through, "byte", "bytes") + " through them" : "");
}

function showCount() {
  const total = findings.filter((finding) => $("unlisted").checked || finding.isListed).length;
  let text = state.shown.length === total ? counted(total, "finding", "findings")
    : number(state.shown.length) + " of " + counted(total, "finding", "findings");
  if (findings.length === 0)
    text = "Nothing was found.";
  else if (total === 0)
    text = "Nothing to list: " + (findings.length === 1 ? "1 finding is" : number(findings.length) + " findings are") +
      " hidden: suppressed, or of kinds that are not listed (--show-leak-kinds).";
  else if (state.shown.length === 0)
    text = "No finding fits these filters" + (total < findings.length && !$("unlisted").checked
      ? "; " + number(findings.length - total) + " are hidden." : ".");
  else
    text += (state.places.length < state.shown.length ? " at " + counted(state.places.length, "line", "lines") : "") +
      bytesText() +
      (state.zoom.length > 0 ? ", only those below " + state.zoom.map(shortName).join(" > ") : "");
  $("count").textContent = text;
  $("count").classList.toggle("nothing", findings.length === 0);
}

function fillFilters() {
  const tally = (list) => {
    const counts = new Map();
    for (const key of list)
      counts.set(key, (counts.get(key) || 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]);
  };
  addOption($("kind"), "", "all kinds");
  addOption($("kind"), "errors", "errors, no leaks");
  for (const [kind, count] of tally(findings.map((finding) => finding.kind)))
    addOption($("kind"), kind, title(kind) + " (" + number(count) + ")");
  addOption($("library"), "", "all libraries");
  for (const [object, count] of tally(findings.map(library)))
    if (object)
      addOption($("library"), object, baseName(object) + " (" + number(count) + ")");
  addOption($("test"), "", "all tests");
  for (const [test, count] of tally(findings.flatMap((finding) => finding.tests)))
    addOption($("test"), String(test), data.tests[test] + " (" + number(count) + ")");
  for (const select of [$("library"), $("test")]) // "all", and one more: there is nothing to choose
    select.parentElement.hidden = select.options.length <= 2;
  $("owner").parentElement.hidden = !ownTells;
}
