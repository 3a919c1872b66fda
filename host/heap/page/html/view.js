/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The view as a whole: which heap is shown, what is said of it, and the view's start. */
function describeSnapshot([id, label, time, , blocks, bytes, pointers, isWhole]) {
  return "Snapshot " + id + (label ? " (" + label + ")" : "") + " after " + momentText(time, 0) + ": " +
    size(bytes) + " in " +
    counted(blocks, "block", "blocks") + ", " + counted(pointers, "pointer", "pointers") + " between them" +
    (isWhole ? "." : "; it was cut off.");
}

function fillAbout() {
  const raw = heap.raw, texts = [(raw.program || "A program") + ", process " + raw.pid + "."];
  if (heap.hasSamples)
    texts.push(counted(raw.samples, "sample", "samples") + " of its heap over " +
      momentText(raw.clocks[0][heap.steps - 1], 0) + ".");
  texts.push(heap.hasSnapshot ? describeSnapshot(raw.snapshot)
    : "No snapshot was taken, so what holds the blocks is not known: seep --snapshot=exit takes one.");
  if (!raw.is_exact)
    texts.push("Retained sizes are lower bounds: this heap is too entangled for exact ones.");
  $("heap-about").textContent = texts.join(" ");
}

const runNames = runTitles(heaps.map((one) => one.run));
const hasRuns = new Set(heaps.map((one) => one.run)).size > 1;

// Runs as they come, processes of each by number, snapshots of each in the order in which they were taken.
function heapOrder(a, b) {
  const snapshotOf = (one) => (one.snapshot ? one.snapshot[0] : 0);
  return heaps.findIndex((one) => one.run === a.run) - heaps.findIndex((one) => one.run === b.run) ||
    (a.pid || 0) - (b.pid || 0) || snapshotOf(a) - snapshotOf(b);
}
const inOrder = [...heaps].sort(heapOrder);

// "snapshot 2 (loaded) after 3 s: 12 MB"; processes and runs are named where there are several.
function heapTitle(one) {
  const run = runNames[heaps.indexOf(one)], others = heaps.filter((other) => other.run === one.run);
  const hasProcesses = others.some((other) => other.pid !== one.pid);
  const parts = hasRuns || !one.program ? [run] : [];
  if (one.program && (parts.length > 0 || hasProcesses || !one.snapshot))
    parts.push(baseName(one.program) + ", process " + one.pid);
  if (one.snapshot && (others.length > 1 || parts.length === 0))
    parts.push("snapshot " + one.snapshot[0] + (one.snapshot[1] ? " (" + one.snapshot[1] + ")" : "") + " after " +
      momentText(one.snapshot[2], 0) + ", " + size(one.snapshot[5]));
  return parts.join(": ");
}

// By which addresses name a heap.
function heapKey(one) {
  const run = heaps.findIndex((other) => other.run === one.run);
  const runs = [...new Set(heaps.map((other) => other.run))].indexOf(heaps[run].run) + 1;
  return (hasRuns ? runs + "." : "") + (one.pid || 0) + "." + (one.snapshot ? one.snapshot[0] : 0);
}

function heapByKey(key) {
  return heaps.findIndex((one) => heapKey(one) === key);
}

// The address leads to what is shown.
function noteInAddress() {
  const against = $("heap-against").value, key = heapKey(heaps[Number($("heap-choice").value)]);
  const other = against === "" ? "" : "&with=" + heapKey(heaps[Number(against)]);
  history.replaceState(null, "", "#heap-at=" + key + other);
}

// Heaps of which nothing is known but why are no help here.
function fillAgainst(shown) {
  const against = $("heap-against");
  compareWith(null);
  against.replaceChildren();
  addOption(against, "", "nothing");
  for (const one of inOrder)
    if (heaps.indexOf(one) !== shown && one.sites !== undefined)
      addOption(against, String(heaps.indexOf(one)), heapTitle(one));
  against.parentElement.hidden = against.options.length < 2;
}

function compare() {
  const chosen = $("heap-against").value;
  compareWith(chosen === "" ? null : heapAt(Number(chosen)));
  fillSites();
}

function showHeap(index) {
  heap = heapAt(index);
  const problem = heap.problem || heap.lack;
  $("heap-problem").hidden = !problem;
  $("heap-problem").textContent = problem || "";
  for (const part of [$("heap-about"), ...$("heap-view").querySelectorAll("nav, section, .keys")])
    part.hidden = heap.problem !== null;
  if (heap.problem)
    return;
  fillAgainst(index);
  fillAbout();
  fillStacks();
  fillSites();
  fillChart();
  fillMap();
  fillWhy();
  fillParts($("heap-parts"), $("heap-view").querySelectorAll("section"));
}

// "at=1234.2&with=1234.1", or the identity of a site.
function openLink(id) {
  const wanted = new URLSearchParams(id), index = heapByKey(wanted.get("at")), against = heapByKey(wanted.get("with"));
  if (index >= 0 && heapAt(index) !== heap) {
    $("heap-choice").value = String(index);
    showHeap(index);
  }
  if (index >= 0 && against >= 0 && against !== index && heaps[against].sites !== undefined) {
    $("heap-against").value = String(against);
    compare();
  }
  const site = heap.problem === null && heap.sites.find((one) => one.id === id);
  if (site)
    goToSite(site);
}

// The site of a finding, which has the same frames.
function findSite(stack) {
  const key = stack.join();
  const shown = Number($("heap-choice").value);
  for (const index of [shown, ...heaps.keys()]) {
    const one = heapAt(index);
    const site = one.problem === null && one.sites.find((site) => site.stack && site.stack.join() === key);
    if (!site)
      continue;
    if (one !== heap) {
      $("heap-choice").value = String(index);
      showHeap(index);
    }
    goToSite(site);
    return;
  }
}

function fillLeft() {
  const left = listed.reduce((sum, one) => sum + one.left, 0);
  $("heap-left").hidden = left === 0;
  $("heap-left").textContent = left === 0 ? "" : counted(left, "more snapshot or process is", "more snapshots and " +
    "processes are") + " not in this page; seep heap lists them.";
}

function redraw() {
  if ($("heap-view").hidden || heap.problem)
    return;
  if (!$("heap-flame-section").hidden)
    drawStacks();
  if (heap.hasSamples)
    drawChart();
  if (heap.hasSnapshot && map.top.retained > 0)
    drawMap();
}

function start() {
  for (const one of inOrder)
    addOption($("heap-choice"), String(heaps.indexOf(one)), heapTitle(one));
  $("heap-choice").value = "0";
  $("heap-choice-field").hidden = heaps.length < 2;
  fillLeft();
  $("heap-choice").addEventListener("change", () => {
    showHeap(Number($("heap-choice").value));
    noteInAddress();
  });
  $("heap-against").addEventListener("change", () => {
    compare();
    noteInAddress();
  });
  listenToForm($("heap-filters"), updateSites);
  listenToStacks();
  listenToChart();
  listenToWhy();
  onNewWidth(redraw);
  showHeap(0);
}

// A page of the heap alone has no other view that says what the page is about.
if (!findView("findings") && heaps.length > 0 && heaps[0].program) {
  $("verdict").textContent = "Heap of " + baseName(heaps[0].program) + ", process " + heaps[0].pid;
  document.title = $("verdict").textContent;
}
addView("heap", { skip: ["heap-sites-title", "Skip to the sites"], start, move: (step) => siteRows.move(step), openLink,
  find: findSite });
