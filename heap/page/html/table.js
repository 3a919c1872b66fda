/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The detailed table. It begins with few rows, as other parts of the view stand below it; what they open to is made
 * when they are opened. */
const FIRST_ROWS = 25, MORE_ROWS = 100, SPARK_WIDTH = 120, SPARK_HEIGHT = 24;
const table = { shown: [], rows: 0, order: null, isUp: false, columns: [], texts: null };

// `less`: fewer bytes of screen, fewer columns.
const COLUMNS = [
  { name: "Site", key: (site) => site.name, isText: true },
  { name: "Over time", less: true, needs: "hasSamples", key: (site) => site.area,
    help: "live bytes; sorted by the area below the line" },
  { name: "Live", isNumber: true, key: (site) => site.bytes, help: "bytes" },
  { name: "Blocks", isNumber: true, less: true, key: (site) => site.blocks },
  { name: "Retained", isNumber: true, needs: "hasSnapshot", key: (site) => site.retained,
    help: "what would go if all its blocks went" },
  { name: "Slope", isNumber: true, needs: "hasSamples", key: (site) => site.fits[heap.clock].slope,
    help: "of the straight line that fits best" },
  { name: "R\u00b2", isNumber: true, less: true, needs: "hasSamples", key: (site) => site.fits[heap.clock].r2,
    help: "how well the line fits, at most 1" },
  { name: "Class", needs: "hasSamples", key: (site) => site.kind },
];

// --- which, in what order ---

function textOf(site) {
  const stack = (site.stack || []).map((index) => frames[index].label + " " + (frames[index].path || ""));
  return (site.id + " " + site.name + " " + (site.type || "") + " " + stack.join(" ")).toLowerCase();
}

function fits(words) {
  table.texts = table.texts || (words.length > 0 ? heap.sites.map(textOf) : null);
  const kind = $("heap-class").value;
  return (site) => (kind === "" || site.kind === Number(kind)) &&
    words.every((word) => table.texts[site.place].includes(word));
}

function compare(a, b) {
  const x = table.order.key(a), y = table.order.key(b);
  const order = table.order.isText ? x.localeCompare(y, "en", { numeric: true }) : x - y;
  return (table.isUp ? order : -order) || a.place - b.place;
}

function updateTable() {
  const words = $("heap-search").value.toLowerCase().split(/\s+/).filter((word) => word);
  table.shown = heap.sites.filter(fits(words)).sort(compare);
  table.rows = 0;
  $("heap-rows").replaceChildren();
  addSiteRows();
  const bytes = table.shown.reduce((sum, site) => sum + site.bytes, 0);
  const left = heap.raw.site_count - heap.sites.length;
  $("heap-count").textContent = (table.shown.length === heap.sites.length ? counted(heap.sites.length, "site", "sites")
    : number(table.shown.length) + " of " + counted(heap.sites.length, "site", "sites")) + ", " +
    size(bytes) + " live" +
    (left > 0 ? "; " + number(left) + " that retain less are left out" : "");
  for (const head of $("heap-heads").children)
    head.setAttribute("aria-sort", head.column !== table.order ? "none" : table.isUp ? "ascending" : "descending");
}

function sortBy(column) {
  table.isUp = column === table.order ? !table.isUp : column.isText === true;
  table.order = column;
  updateTable();
}

// --- rows ---

function makeSpark(site) {
  const image = svg("svg", { viewBox: `0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`, width: SPARK_WIDTH, height: SPARK_HEIGHT,
    class: "spark", role: "img" });
  image.setAttribute("aria-label", site.peak > 0 ? "up to " + size(site.peak) : "nothing");
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
  append(image, svg("polygon", { points: `${start},${SPARK_HEIGHT} ${line} ${x(heap.steps - 1)},${SPARK_HEIGHT}`,
    class: "under" }),
    svg("polyline", { points: line }));
  return image;
}

function cell(column, site) {
  switch (column.name) {
  case "Over time":
    return append(make("td"), makeSpark(site));
  case "Live":
    return Object.assign(make("td", "", size(site.bytes)), { title: counted(site.bytes, "byte", "bytes") });
  case "Blocks":
    return make("td", "", number(site.blocks));
  case "Retained":
    return Object.assign(make("td", "", size(site.retained)), { title: counted(site.retained, "byte", "bytes") });
  case "Slope":
    return make("td", "", slope(site));
  case "R\u00b2":
    return make("td", "", site.fits[heap.clock].slope !== 0 ? site.fits[heap.clock].r2.toFixed(2) : "");
  case "Class":
    return append(make("td"),
      site.kind > 0 ? make("span", site.kind === 4 ? "tag growing" : "tag", CLASSES[site.kind]) : "");
  default:
    return make("td");
  }
}

function makeSiteRow(site) {
  const row = make("tr"), head = make("th"), open = button("", () => toggleSite(site, row));
  head.scope = "row";
  open.className = "row";
  open.setAttribute("aria-expanded", "false");
  append(open, make("span", "code", site.name));
  if (site.type)
    append(open, " ", make("span", "tag", site.type));
  const callers = callersOf(site);
  if (callers.length > 0)
    append(open, " ", make("span", "callers", "from " + callers.join(", ")));
  append(row, append(head, open));
  for (const column of table.columns.slice(1)) {
    const made = cell(column, site);
    made.classList.toggle("number", column.isNumber === true);
    made.classList.toggle("less", column.less === true);
    made.setAttribute("role", "cell");
    made.dataset.label = made.textContent || made.querySelector("svg") ? column.name : "";
    row.append(made);
  }
  row.setAttribute("role", "row");
  head.setAttribute("role", "rowheader");
  row.site = site;
  return row;
}

function addSiteRows() {
  const end = Math.min(table.rows + (table.rows > 0 ? MORE_ROWS : FIRST_ROWS), table.shown.length),
    fragment = document.createDocumentFragment();
  for (; table.rows < end; table.rows++)
    fragment.append(makeSiteRow(table.shown[table.rows]));
  $("heap-rows").append(fragment);
  const left = table.shown.length - table.rows;
  $("heap-more").hidden = left === 0;
  $("heap-more").textContent = "Show more (" + number(left) + " are left)";
}

function toggleSite(site, row) {
  const open = row.querySelector(".row"), isOpen = open.getAttribute("aria-expanded") === "true";
  open.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) {
    row.nextElementSibling.remove();
    return;
  }
  const line = make("tr", "details"), inside = make("td");
  inside.colSpan = table.columns.length;
  inside.setAttribute("role", "cell");
  line.setAttribute("role", "row");
  inside.id = "heap-site-" + site.place;
  open.setAttribute("aria-controls", inside.id);
  row.after(append(line, append(inside, makeSitePanel(site))));
}

// --- what a row opens ---

function addFact(list, term, text) {
  append(list, append(make("div"), make("dt", "", term), make("dd", "", text)));
}

function addTotals(list, site) {
  const [bytes, blocks, peakBytes, peakBlocks, lifetimes, shortBlocks, read, written, untouched] = site.totals;
  const freed = blocks - site.blocks;
  addFact(list, "Made in all", size(bytes) + " in " + counted(blocks, "block", "blocks"));
  addFact(list, "At its peak", size(peakBytes) + " in " + counted(peakBlocks, "block", "blocks"));
  if (freed > 0)
    addFact(list, "Lived on average", amount(lifetimes / freed) + " allocations (" +
      counted(freed, "freed block", "freed blocks") + ")");
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
    addFact(list, "Grows", slope(site) + ", R\u00b2 " + fit.r2.toFixed(2) + " over " +
      counted(site.samples, "sample", "samples"));
  if (heap.hasSamples)
    addFact(list, "Class", (CLASSES[site.kind] ? CLASSES[site.kind] + ": " : "") + CLASS_HELP[site.kind]);
  if (site.totals)
    addTotals(list, site);
  return list;
}

function makeChooser(site) {
  const choose = button("", () => {
    if (!heap.chosen.delete(site))
      heap.chosen.add(site);
    choose.setAttribute("aria-pressed", String(heap.chosen.has(site)));
    $("heap-chart-sites").value = heap.chosen.size > 0 ? "chosen" : "largest";
    drawChart();
  });
  choose.textContent = "In the chart";
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
  append(panel, actions, append(make("p", "quiet"), "Identity ", link), make("h4", "", "Allocated"));
  return append(panel, site.stack ? makeFrames(site.stack, null)
    : make("p", "quiet", "There was no room for its stack: seep heap " + (heap.raw.run || "RUN") + " why " + site.id));
}

// --- from elsewhere ---

function goToSite(site) {
  if (!table.shown.includes(site)) {
    $("heap-search").value = $("heap-class").value = "";
    updateTable();
  }
  while (table.rows <= table.shown.indexOf(site))
    addSiteRows();
  const row = [...$("heap-rows").children].find((one) => one.site === site), open = row.querySelector(".row");
  if (open.getAttribute("aria-expanded") !== "true")
    toggleSite(site, row);
  open.focus({ preventScroll: true });
  row.scrollIntoView({ block: "start" });
}

function moveInTable(step) {
  const rows = [...document.querySelectorAll("#heap-rows .row")],
    row = document.activeElement.closest("#heap-rows > tr");
  const button = row && (row.querySelector(".row") || row.previousElementSibling.querySelector(".row"));
  const at = button ? rows.indexOf(button) : step > 0 ? -1 : rows.length;
  if (at + step >= rows.length && !$("heap-more").hidden) {
    addSiteRows();
    moveInTable(step);
  } else if (rows[at + step]) {
    rows[at + step].focus();
  }
}

function fillTable() {
  table.columns = COLUMNS.filter((column) => !column.needs || heap[column.needs]);
  table.order = table.columns.find((column) => column.name === (heap.hasSnapshot ? "Retained" : "Live"));
  table.isUp = false;
  table.texts = null;
  $("heap-heads").replaceChildren(...table.columns.map((column) => {
    const head = make("th"), sort = button(column.name, () => sortBy(column));
    head.scope = "col";
    head.setAttribute("role", "columnheader");
    head.column = column;
    head.classList.toggle("number", column.isNumber === true);
    head.classList.toggle("less", column.less === true);
    if (column.help)
      sort.title = column.help;
    return append(head, sort);
  }));
  $("heap-class").replaceChildren();
  addOption($("heap-class"), "", "anything");
  for (const kind of [4, 5, 3, 2, 1]) {
    const count = heap.sites.filter((site) => site.kind === kind).length;
    if (count > 0)
      addOption($("heap-class"), String(kind), CLASSES[kind] + " (" + number(count) + ")");
  }
  $("heap-class").parentElement.hidden = !heap.hasSamples;
  updateTable();
}

function listenToTable() {
  let timer = 0;
  $("heap-search").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(updateTable, 150);
  });
  for (const id of ["heap-search", "heap-class"])
    $(id).addEventListener("change", updateTable);
  $("heap-filters").addEventListener("submit", (event) => event.preventDefault());
  $("heap-filters").addEventListener("reset", () => setTimeout(updateTable));
  $("heap-more").addEventListener("click", () => {
    const next = table.rows;
    addSiteRows();
    document.querySelectorAll("#heap-rows .row")[next].focus();
  });
}
