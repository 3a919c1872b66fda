/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands around the list, and the view's start. */
const PLACES_AT_ONCE = 6; // with more of them, buttons lead to what stands below
const PROBLEMS_AT_ONCE = 2;
const PARTS_BELOW = ["flame-section", "processes-section", "unchecked-section", "entries-section"];

function addCard(label, value, more, kind) {
  const item = make("li");
  const box = kind === undefined ? make("div") : button("", () => {
    $("kind").value = $("kind").value === kind ? "" : kind;
    if ($("kind").value !== "" && !findings.some((finding) => isOfKind(finding, kind) && finding.isListed))
      $("unlisted").checked = true;
    update();
  });
  if (kind !== undefined)
    box.value = kind;
  append(box, make("span", "", label), " ", make("strong", "", value), " ", make("span", "quiet", more));
  $("totals").append(append(item, box));
}

function inBlocks(amount) {
  return (amount.bytes === 1 ? "byte" : "bytes") + " in " + counted(amount.blocks, "block", "blocks");
}

// How much of it is own; nothing when it is all, or there is none.
function ownPart(all, own) {
  return own.bytes > 0 && own.bytes < all.bytes ? ", " + number(own.bytes) + " own" : "";
}

function fillTotals() {
  const totals = data.totals, own = data.own_totals;
  const contexts = findings.filter((finding) => !finding.isLeak && !finding.isGrowth && !finding.suppressor);
  const kinds = [
    ["Definitely lost", "definite", "Leak_DefinitelyLost"], ["Indirectly lost", "indirect", "Leak_IndirectlyLost"],
    ["Possibly lost", "possible", "Leak_PossiblyLost"], ["Still reachable", "reachable", "Leak_StillReachable"],
  ];
  const occurrences = contexts.reduce((sum, finding) => sum + finding.count, 0);
  addCard("Errors", number(contexts.length), counted(occurrences, "occurrence", "occurrences"),
    contexts.length > 0 ? "errors" : undefined);
  for (const [label, key, kind] of kinds.filter(([, key]) => key === "definite" || totals.leaks[key].blocks > 0))
    addCard(label, number(totals.leaks[key].bytes),
      inBlocks(totals.leaks[key]) + ownPart(totals.leaks[key], own.leaks[key]),
      findings.some((finding) => finding.kind === kind) ? kind : undefined);
  const growing = findings.filter((finding) => finding.isGrowth && !finding.suppressor);
  if (growing.length > 0)
    addCard("Growing", number(growing.length), (growing.length === 1 ? "place with " : "places with ") +
      counted(growing.reduce((sum, finding) => sum + finding.bytes, 0), "byte", "bytes"), "Growth");
  if (totals.suppressed.blocks > 0)
    addCard("Suppressed", number(totals.suppressed.bytes), inBlocks(totals.suppressed));
}

function makeProblem([who, what]) {
  return append(make("li", "text"), make("span", "code", who), ": " + what);
}

// A few, as findings follow; the others when they are asked for.
function fillProblems() {
  const list = $("problem-list"), left = data.problems.slice(PROBLEMS_AT_ONCE);
  $("problems").hidden = data.problems.length === 0;
  append(list, ...data.problems.slice(0, PROBLEMS_AT_ONCE).map(makeProblem));
  if (left.length === 0)
    return;
  const more = append(make("li"), button("and " + number(left.length) + " more", () => {
    more.replaceWith(...left.map(makeProblem));
    list.children[PROBLEMS_AT_ONCE].tabIndex = -1;
    list.children[PROBLEMS_AT_ONCE].focus();
  }));
  list.append(more);
}

// A table that is folded away; its rows are made when it is unfolded.
function fillTable(id, items, columns, order, heading) {
  const details = $(id + "-section").querySelector("details");
  const table = new SortedTable($(id + "-heads"), columns, order, () => {
    $(id).replaceChildren(...table.sort(items).map((item) => {
      const row = append(make("tr"), ...columns.map((column) => table.makeCell(column, item)));
      row.setAttribute("role", "row");
      return row;
    }));
  });
  $(id + "-section").hidden = items.length === 0;
  $(id + "-title").textContent = heading;
  details.addEventListener("toggle", () => table.changed(), { once: true });
}

function textColumn(name, text) {
  return { name, isText: true, key: text, cell: (item) => make("span", "text", text(item)) };
}

function numberColumn(name, value, text = number) {
  return { name, isNumber: true, key: value, cell: (item) => text(value(item)) };
}

function fillProcesses() {
  const several = data.runs.length > 1, left = data.process_total - data.processes.length;
  fillTable("processes", data.processes, [
    ...(several ? [textColumn("Run", ([run]) => data.runs[run][0])] : []),
    textColumn("Command", ([, , command]) => command || ""), numberColumn("Process", ([, pid]) => pid, String),
    textColumn("Test", ([, , , test]) => test || ""), textColumn("How it ended", ([, , , , ending]) => ending),
    numberColumn("Errors", ([, , , , , errors]) => errors), numberColumn("Bytes lost", (process) => process[6]),
  ], "Errors", counted(data.process_total, "process", "processes") +
    (left > 0 ? ", of which the first " + number(data.processes.length) + " are listed" : ""));
}

function fillTables() {
  fillProcesses();
  fillTable("unchecked", data.unchecked, [
    textColumn("Program", ([program]) => program || ""), textColumn("Test", ([, test]) => test || ""),
    textColumn("Why", ([, , reason]) => reason || ""),
  ], "Program", counted(data.unchecked.length, "program", "programs") + " ran unchecked");
  const entries = data.suppressions, unused = entries.filter(([, , , count]) => count === 0).length;
  fillTable("entries", entries, [
    textColumn("Suppression", ([name]) => name || ""), textColumn("File", ([, file, line]) => file + ":" + line),
    numberColumn("Findings", ([, , , count]) => count), numberColumn("Bytes", ([, , , , bytes]) => bytes),
  ], "Findings", counted(entries.length, "suppression was", "suppressions were") + " in force, " +
    (unused === entries.length ? "none used" : unused === 0 ? "all used" : number(unused) + " not used"));
}

function goToFinding(finding) {
  const place = state.places.find((one) => one.findings.includes(finding));
  rows.goTo(place);
  if (place.findings.length > 1)
    place.callers.goTo(finding);
}

function openLink(id) {
  const finding = findings.find((one) => one.id === id);
  if (!finding)
    return;
  if (state.shown.includes(finding)) {
    goToFinding(finding);
    return;
  }
  $("reset").click(); // as its name hides the form's reset()
  $("unlisted").checked = !finding.isListed;
  setTimeout(() => goToFinding(finding)); // the list is made anew before that
}

function start() {
  fillTotals();
  fillFilters();
  fillTables();
  $("filters").addEventListener("reset", () => { state.zoom = []; });
  listenToForm($("filters"), update);
  $("all-filters").addEventListener("click", () => {
    $("all-fields").hidden = !$("all-fields").hidden;
    $("all-filters").setAttribute("aria-expanded", String(!$("all-fields").hidden));
  });
  onNewWidth(() => drawFlame(findings.filter(makeFilter())));
  update();
  if (findings.length === 0)
    $("filters").hidden = $("list").hidden = $("keys").hidden = true;
  if (state.places.length === 1)
    rows.toggle(state.places[0]);
  if (state.places.length > PLACES_AT_ONCE)
    fillParts($("findings-parts"), PARTS_BELOW.map($));
}

fillHead();
fillProblems();
addView("findings", { skip: ["findings", "Skip to the findings"], start, move: (step) => rows.move(step), openLink });
