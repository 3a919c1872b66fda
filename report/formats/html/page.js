/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands around the list, its keyboard, and its start. */
function card(label, value, more, kind) {
  const item = make("li");
  const box = kind === undefined ? make("div") : button("", () => {
    $("kind").value = $("kind").value === kind ? "" : kind;
    if ($("kind").value !== "" && !findings.some((finding) => isOfKind(finding, kind) && finding.isListed))
      $("unlisted").checked = true;
    update();
  });
  if (kind !== undefined)
    box.value = kind;
  append(box, make("span", "", label), make("strong", "", value), make("span", "quiet", more));
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
  card("Errors", number(contexts.length), counted(occurrences, "occurrence", "occurrences"),
    contexts.length > 0 ? "errors" : undefined);
  for (const [label, key, kind] of kinds)
    card(label, number(totals.leaks[key].bytes),
      inBlocks(totals.leaks[key]) + ownPart(totals.leaks[key], own.leaks[key]),
      findings.some((finding) => finding.kind === kind) ? kind : undefined);
  const growing = findings.filter((finding) => finding.isGrowth && !finding.suppressor);
  if (growing.length > 0)
    card("Growing", number(growing.length), (growing.length === 1 ? "place with " : "places with ") +
      counted(growing.reduce((sum, finding) => sum + finding.bytes, 0), "byte", "bytes"), "Growth");
  if (totals.suppressed.blocks > 0)
    card("Suppressed", number(totals.suppressed.bytes), inBlocks(totals.suppressed));
}

function fillHead() {
  const names = data.runs.map(([name, command]) => (command ? name + " (" + command + ")" : name));
  $("about").textContent = counted(data.processes, "process", "processes") + " of " +
    (names.length === 1 ? "run " + names[0] : counted(names.length, "run", "runs"));
  $("problems").hidden = data.problems.length === 0;
  for (const [who, what] of data.problems.slice(0, 50))
    append($("problem-list"), append(make("li", "text"), make("span", "code", who), ": " + what));
  if (data.problems.length > 50)
    append($("problem-list"), make("li", "", "and " + number(data.problems.length - 50) + " more"));
}

function fillTable(id, rows, heading) {
  $(id + "-section").hidden = rows.length === 0;
  $(id + "-title").textContent = heading;
  $(id + "-section").querySelector("details").addEventListener("toggle", () => {
    for (const row of rows.splice(0)) {
      const line = make("tr");
      for (const cell of row)
        append(line, typeof cell === "number" ? make("td", "number", number(cell)) : make("td", "text", cell || ""));
      $(id).append(line);
    }
  }, { once: true });
}

function fillTables() {
  const entries = data.suppressions.map(([name, file, line, count, bytes]) => [name, file + ":" + line, count, bytes])
    .sort((a, b) => b[2] - a[2]);
  fillTable("unchecked", data.unchecked.slice(),
    counted(data.unchecked.length, "program", "programs") + " ran unchecked");
  fillTable("entries", entries, counted(entries.length, "suppression was", "suppressions were") + " in force, " +
    number(entries.filter((entry) => entry[2] === 0).length) + " not used");
}

// --- keyboard, links ---

function move(step) {
  const rows = [...document.querySelectorAll("#list .row")], item = document.activeElement.closest("#list > li");
  const at = item ? rows.indexOf(item.querySelector(".row")) : step > 0 ? -1 : rows.length;
  if (at + step >= rows.length && !$("more").hidden) {
    addRows();
    move(step);
  } else if (rows[at + step]) {
    rows[at + step].focus();
  }
}

function openLinked() {
  const finding = findings.find((one) => one.id === location.hash.slice(1));
  if (!finding)
    return;
  showView($("findings-view"));
  if (!state.shown.includes(finding)) {
    $("filters").reset();
    state.zoom = [];
    $("unlisted").checked = !finding.isListed;
    update();
  }
  while (state.rows <= state.shown.indexOf(finding))
    addRows();
  const item = [...$("list").children].find((one) => one.dataset.id === finding.id);
  if (item.querySelector(".panel") === null)
    toggle(finding, item);
  item.scrollIntoView();
  item.querySelector(".row").focus();
}

function listen() {
  let timer = 0;
  $("findings-view").addEventListener("step", (event) => move(event.detail));
  for (const filter of filters)
    filter.addEventListener("change", update);
  $("search").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(update, 150);
  });
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(() => { state.zoom = []; update(); }));
  $("more").addEventListener("click", () => {
    const next = state.rows;
    addRows();
    document.querySelectorAll(".row")[next].focus();
  });
  new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && !$("more").hidden)
      addRows();
  }, { rootMargin: "600px" }).observe($("more"));
  for (const type of ["click", "focusin", "mouseover"])
    $("flame").addEventListener(type, onFlame);
  $("flame").addEventListener("keydown", moveInFlame);
  addEventListener("hashchange", openLinked);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width)
      drawFlame(findings.filter(makeFilter()));
    width = innerWidth;
  });
}

function startFindings() {
  fillTotals();
  fillFilters();
  fillTables();
  update();
  listen();
  if (findings.length === 0)
    $("filters").hidden = $("list").hidden = $("keys").hidden = true;
  if (state.shown.length === 1)
    toggle(state.shown[0], $("list").firstElementChild);
  openLinked();
}

if ($("findings-view")) {
  fillHead();
  $("findings-view").addEventListener("open", startFindings);
}
