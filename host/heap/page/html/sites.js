/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of sites. It begins with few rows, as other parts of the view stand below it. */
const SPARK_WIDTH = 120, SPARK_HEIGHT = 24;
const sites = { table: null, shown: [], texts: null };

const COLUMNS = [
  { name: "Site", isText: true, key: (site) => site.name },
  { name: "Over time", isMinor: true, needs: "hasSamples", key: (site) => site.area, cell: makeSpark,
    help: "live bytes; sorted by the area below the line" },
  { name: "Live", isNumber: true, key: (site) => site.bytes, cell: (site) => makeSize(site.bytes), help: "bytes" },
  { name: "Change", isNumber: true, needs: "isCompared", key: (site) => heap.changes.get(site) || 0, cell: makeChange,
    help: "of live bytes, from the heap that this one is compared with" },
  { name: "Blocks", isNumber: true, isMinor: true, key: (site) => site.blocks, cell: (site) => number(site.blocks) },
  { name: "Retained", isNumber: true, needs: "hasSnapshot", key: (site) => site.retained,
    cell: (site) => makeSize(site.retained), help: "what would go if all its blocks went" },
  { name: "Slope", isNumber: true, needs: "hasSamples", key: (site) => site.fits[heap.clock].slope, cell: slopeText,
    help: "of the straight line that fits best" },
  { name: "R\u00b2", isNumber: true, isMinor: true, needs: "hasSamples", key: (site) => site.fits[heap.clock].r2,
    cell: (site) => (site.fits[heap.clock].slope !== 0 ? site.fits[heap.clock].r2.toFixed(2) : ""),
    help: "how well the line fits, at most 1" },
  { name: "Class", needs: "hasSamples", key: (site) => site.kind, cell: makeClass },
];

const siteRows = new Rows($("heap-rows"), $("heap-more"),
  { first: 25, next: 100, makeRow: makeSiteRow, makePanel: makeSiteLine });

// --- which, in what order ---

function textOf(site) {
  const stack = (site.stack || []).map((index) => frames[index].label + " " + (frames[index].path || ""));
  return [site.id, site.name, shortName(site.name), site.type || "", ...stack].join(" ").toLowerCase();
}

function makeSiteFilter() {
  const words = wordsOf($("heap-search")), kind = $("heap-class").value;
  sites.texts = sites.texts || (words.length > 0 ? heap.sites.map(textOf) : null);
  return (site) => (kind === "" || site.kind === Number(kind)) &&
    words.every((word) => sites.texts[site.place].includes(word));
}

function changeText() {
  if (!heap.isCompared)
    return "";
  const missing = heap.missing.reduce((sum, bytes) => sum + bytes, 0);
  const change = [...heap.changes.values()].reduce((sum, bytes) => sum + bytes, 0) - missing;
  return "; " + (change > 0 ? "+" : "") + size(change) + " compared with " +
    $("heap-against").selectedOptions[0].textContent +
    (missing > 0 ? ", where " + counted(heap.missing.length, "more site", "more sites") + " had " + size(missing) : "");
}

function updateSites() {
  sites.shown = sites.table.sort(heap.sites.filter(makeSiteFilter()));
  siteRows.fill(sites.shown);
  const bytes = sites.shown.reduce((sum, site) => sum + site.bytes, 0);
  const left = heap.raw.site_count - heap.sites.length;
  $("heap-count").textContent = (sites.shown.length === heap.sites.length ? counted(heap.sites.length, "site", "sites")
    : number(sites.shown.length) + " of " + counted(heap.sites.length, "site", "sites")) + ", " +
    size(bytes) + " live" +
    (left > 0 ? "; " + number(left) + " that retain less are left out" : "") + changeText();
}

// --- rows ---

function makeSize(bytes) {
  return Object.assign(make("span", "", size(bytes)), { title: counted(bytes, "byte", "bytes") });
}

function makeChange(site) {
  const change = heap.changes.get(site);
  if (change === undefined)
    return "";
  return Object.assign(make("span", "", (change > 0 ? "+" : "") + size(change)),
    { title: counted(change, "byte", "bytes") });
}

function makeClass(site) {
  return site.kind > 0 ? make("span", site.kind === GROWING ? "tag notable" : "tag", CLASSES[site.kind]) : "";
}

function makeSpark(site) {
  const image = svg("svg", { viewBox: `0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`, width: SPARK_WIDTH, height: SPARK_HEIGHT,
    class: "spark", role: "img", "aria-label": site.peak > 0 ? "up to " + size(site.peak) : "nothing" });
  if (site.peak === 0)
    return image;
  const times = heap.raw.clocks[heap.clock], last = times[heap.steps - 1] || 1;
  const x = (step) => (times[step] / last * (SPARK_WIDTH - 2) + 1).toFixed(1);
  const y = (bytes) => (SPARK_HEIGHT - 1 - bytes / site.peak * (SPARK_HEIGHT - 3)).toFixed(1);
  let line = "", before = 0;
  for (let i = 0; i < site.changes.length; i += 2) {
    line += `${x(site.changes[i])},${y(before)} ${x(site.changes[i])},${y(site.changes[i + 1])} `;
    before = site.changes[i + 1];
  }
  line += `${x(heap.steps - 1)},${y(before)}`;
  const start = site.changes.length > 0 ? x(site.changes[0]) : 0;
  return append(image, svg("polygon", { points: `${start},${SPARK_HEIGHT} ${line} ${x(heap.steps - 1)},${SPARK_HEIGHT}`,
    class: "under" }), svg("polyline", { points: line }));
}

function makeSiteRow(site, opener) {
  const row = make("tr"), head = make("th"), callers = callersOf(site);
  append(opener, makeName("span", "code", site.name));
  if (site.type)
    append(opener, " ", makeName("span", "tag", site.type));
  if (callers.length > 0)
    append(opener, " ", make("span", "called-from", "from " + callers.join(", ")));
  append(row, append(head, opener));
  for (const column of sites.table.columns.slice(1)) {
    const cell = sites.table.makeCell(column, site);
    cell.dataset.label = cell.textContent || cell.querySelector("svg") ? column.name : "";
    row.append(cell);
  }
  row.setAttribute("role", "row");
  head.scope = "row";
  head.setAttribute("role", "rowheader");
  return row;
}

// --- what a row opens ---

function addTotals(list, site) {
  const [bytes, blocks, peakBytes, peakBlocks, lifetimes, shortBlocks, read, written, untouched] = site.totals;
  const freed = blocks - site.blocks;
  addFact(list, "Made in all", size(bytes) + " in " + counted(blocks, "block", "blocks"));
  addFact(list, "At its peak", size(peakBytes) + " in " + counted(peakBlocks, "block", "blocks"));
  if (freed > 0)
    addFact(list, "Lived on average", scaled(lifetimes / freed, ["", " thousand", " million", " billion", " trillion"]) +
      " allocations (" + counted(freed, "freed block", "freed blocks") + ")");
  if (shortBlocks > 0)
    addFact(list, "Short-lived", counted(shortBlocks, "block", "blocks"));
  if (read + written + untouched > 0) {
    addFact(list, "Read, written", size(read) + ", " + size(written));
    addFact(list, "Never touched", size(untouched));
  }
}

function makeFacts(site) {
  const list = make("dl", "facts"), whole = heap.raw.snapshot ? heap.raw.snapshot[5] : 0, fit = site.fits[heap.clock];
  addFact(list, "Live", counted(site.bytes, "byte", "bytes") + " in " + counted(site.blocks, "block", "blocks"));
  if (heap.hasSnapshot)
    addFact(list, "Retained", counted(site.retained, "byte", "bytes") +
      (whole > 0 ? ", " + percent(site.retained, whole) + " of the heap" : ""));
  if (fit.slope !== 0)
    addFact(list, "Grows", slopeText(site) + ", R\u00b2 " + fit.r2.toFixed(2) + " over " +
      counted(site.samples, "sample", "samples"));
  if (heap.hasSamples)
    addFact(list, "Class", (CLASSES[site.kind] ? CLASSES[site.kind] + ": " : "") + CLASS_HELP[site.kind]);
  if (site.totals)
    addTotals(list, site);
  return list;
}

function makeChooser(site) {
  const choose = button("In the chart", () => {
    if (!heap.chosen.delete(site))
      heap.chosen.add(site);
    choose.setAttribute("aria-pressed", String(heap.chosen.has(site)));
    $("heap-chart-sites").value = heap.chosen.size > 0 ? "chosen" : "largest";
    drawChart();
  });
  choose.setAttribute("aria-pressed", String(heap.chosen.has(site)));
  return choose;
}

function makeSitePanel(site) {
  const panel = make("div", "panel"), actions = make("p", "actions"), link = make("a", "code", site.id);
  link.href = "#heap-" + site.id;
  append(panel, makeFacts(site));
  if (heap.hasSamples)
    actions.append(makeChooser(site));
  if (heap.hasSnapshot && site.blocks > 0)
    actions.append(button("Why it is still there", () => goToNode(site.place)));
  append(panel, actions, append(make("p", "quiet"), "Identity ", link), make("h3", "", "Allocated"));
  return append(panel, site.stack ? makeFrames(site.stack, null)
    : make("p", "quiet", "There was no room for its stack: seep heap " + (heap.raw.run || "RUN") + " why " + site.id));
}

function makeSiteLine(site) {
  const line = make("tr", "details"), inside = make("td");
  inside.colSpan = sites.table.columns.length;
  inside.setAttribute("role", "cell");
  line.setAttribute("role", "row");
  return append(line, append(inside, makeSitePanel(site)));
}

// --- from elsewhere ---

function goToSite(site) {
  if (!sites.shown.includes(site)) {
    $("heap-search").value = $("heap-class").value = "";
    updateSites();
  }
  siteRows.goTo(site);
}

function fillSites() {
  sites.table = new SortedTable($("heap-heads"), COLUMNS.filter((column) => !column.needs || heap[column.needs]),
    heap.isCompared ? "Change" : heap.hasSnapshot ? "Retained" : "Live", updateSites);
  sites.texts = null;
  $("heap-class").replaceChildren();
  addOption($("heap-class"), "", "any");
  for (const kind of [GROWING, 5, 3, 2, 1]) {
    const count = heap.sites.filter((site) => site.kind === kind).length;
    if (count > 0)
      addOption($("heap-class"), String(kind), CLASSES[kind] + " (" + number(count) + ")");
  }
  $("heap-class").parentElement.hidden = !heap.hasSamples;
  updateSites();
}
