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

function heapTitle(one) {
  return runNames[heaps.indexOf(one)] + (one.program ? ": " + baseName(one.program) + ", process " + one.pid : "");
}

// Heaps of which nothing is known but why are no help here.
function fillAgainst(shown) {
  const against = $("heap-against");
  compareWith(null);
  against.replaceChildren();
  addOption(against, "", "nothing");
  heaps.forEach((one, index) => {
    if (index !== shown && one.sites !== undefined)
      addOption(against, String(index), heapTitle(one));
  });
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
  fillSites();
  fillChart();
  fillMap();
  fillWhy();
  fillParts($("heap-parts"), $("heap-view").querySelectorAll("section"));
}

function openLink(id) {
  const site = heap.problem === null && heap.sites.find((one) => one.id === id);
  if (site)
    goToSite(site);
}

// The site of a finding, which has the same frames.
function findSite(stack) {
  const key = stack.join();
  for (const index of heaps.keys()) {
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

function redraw() {
  if ($("heap-view").hidden || heap.problem)
    return;
  if (heap.hasSamples)
    drawChart();
  if (heap.hasSnapshot && map.top.retained > 0)
    drawMap();
}

function start() {
  heaps.forEach((one, index) => addOption($("heap-choice"), String(index), heapTitle(one)));
  $("heap-choice-field").hidden = heaps.length < 2;
  $("heap-choice").addEventListener("change", () => showHeap(Number($("heap-choice").value)));
  $("heap-against").addEventListener("change", compare);
  listenToForm($("heap-filters"), updateSites);
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
