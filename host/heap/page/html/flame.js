/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap by stack, as a flame graph of one of several weights, from main down or from those that allocate up; and of
 * the function that was opened, who calls it and what it calls. Stacks begin at the function that asks for memory. */
const blocksText = (value) => counted(value, "block", "blocks");
const WEIGHTS = [
  { name: "bytes at the peak", of: (site) => (site.moments ? site.moments[0] : 0), text: size },
  { name: "bytes at the exit", of: (site) => (site.moments ? site.moments[1] : 0), text: size },
  { name: "bytes in the snapshot", of: (site) => (site.moments ? 0 : site.bytes), text: size },
  { name: "allocations", of: (site) => (site.totals ? site.totals[1] : 0), text: blocksText },
  { name: "temporaries: short-lived blocks", of: (site) => (site.totals ? site.totals[5] : 0), text: blocksText },
];
const RELATIVES_SHOWN = 12; // callers, and as many callees
const stacks = { weight: WEIGHTS[0], way: "down", zoom: [], label: null, found: null };

const heapFlame = new FlameGraph($("heap-flame"), $("heap-flame-info"), {
  zoomTo: zoomStacks,
  describe: (value, whole) => stacks.weight.text(value) + ", " + percent(value, whole),
  classOf: (node) => (stacks.found ? (stacks.found.has(node.label) ? "found" : "neutral")
    : !node.parent ? "neutral" : node.isOwn ? "notable" : "plain"),
});

const NO_STACK = { label: "stacks that are not known, or had no room", isOwn: false };

// The frames of a site, from the one that asks for memory to main.
function wayOf(site) {
  const stack = (site.stack || []).map((index) => frames[index]);
  const first = stack.findIndex((frame) => !frame.isAllocator);
  return first < 0 ? [NO_STACK] : stack.slice(first);
}

// Was its stack deeper than what was recorded of it? Inlined calls are none of these.
function isCut(site) {
  const stack = (site.stack || []).map((index) => frames[index]);
  return stack.length > 0 && stack[stack.length - 1].label !== "main" &&
    stack.filter((frame) => !frame.isInlined).length >= heap.raw.depth;
}

function showCut() {
  const count = heap.sites.filter(isCut).length;
  $("heap-flame-note").hidden = count === 0;
  $("heap-flame-note").textContent = count === 0 ? "" : counted(count, "stack does", "stacks do") +
    " not begin at main, as no more than " + number(heap.raw.depth) + " calls of each were recorded; " +
    "seep --num-callers=64 records more.";
}

function makeStackTree() {
  const isUp = $("heap-flame-way").value === "up";
  const root = makeFlameNode("all stacks", false, null);
  for (const site of heap.sites) {
    site.way = site.way || wayOf(site);
    addToFlame(root, isUp ? site.way : [...site.way].reverse(), stacks.weight.of(site));
  }
  return root;
}

// Labels of functions with these words; null: none are searched for.
function findFunctions(words) {
  if (words.length === 0)
    return null;
  const found = heap.sites.flatMap((site) => site.way).filter((frame) => {
    const text = [frame.label, shortName(frame.label), frame.path || "", frame.object || ""].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return new Set(found.map((frame) => frame.label));
}

function sumOf(list) {
  return list.reduce((sum, site) => sum + stacks.weight.of(site), 0);
}

function foundText(whole) {
  const value = sumOf(heap.sites.filter((site) => site.way.some((frame) => stacks.found.has(frame.label))));
  return counted(stacks.found.size, "function", "functions") + " found, in stacks with " + stacks.weight.text(value) +
         ", " + percent(value, whole);
}

function drawStacks() {
  const root = makeStackTree();
  stacks.found = findFunctions(wordsOf($("heap-flame-search")));
  stacks.zoom = heapFlame.draw(root, stacks.zoom, $("heap-flame-section").clientWidth || 1000);
  fillPath($("heap-flame-path"), ["all stacks", ...stacks.zoom.map(shortName)],
    (index) => zoomStacks(stacks.zoom.slice(0, index)));
  $("heap-flame-path").hidden = stacks.zoom.length === 0;
  $("heap-flame-info").textContent = stacks.found ? foundText(root.value) : "";
  showRelatives(root.value);
}

function zoomStacks(labels) {
  stacks.zoom = labels;
  stacks.label = labels.length > 0 ? labels[labels.length - 1] : null;
  drawStacks();
  heapFlame.focusTop();
}

// --- callers and callees ---

// The neighbours of a function, by what comes through both; a stack counts once, however often it recurses.
function relativesOf(label, step) {
  const sums = new Map();
  for (const site of heap.sites) {
    const others = site.way.filter((frame, at) => site.way[at - step] && site.way[at - step].label === label);
    for (const other of new Set(others.map((frame) => frame.label)))
      sums.set(other, (sums.get(other) || 0) + stacks.weight.of(site));
  }
  return [...sums].filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1]);
}

function makeRelatives(title, list, whole) {
  const box = append(make("div"), make("h3", "", title)), items = make("ol", "nodes");
  if (list.length === 0)
    return append(box, make("p", "quiet", "none"));
  for (const [label, value] of list.slice(0, RELATIVES_SHOWN)) {
    const open = button("", () => showFunction(label));
    append(open, makeName("span", "code name", label), " ",
      make("span", "quiet", stacks.weight.text(value) + ", " + percent(value, whole)));
    append(items, append(make("li"), open));
  }
  return append(box, items, list.length > RELATIVES_SHOWN
    ? make("p", "quiet", "and " + number(list.length - RELATIVES_SHOWN) + " more") : "");
}

function showFunction(label) {
  stacks.label = label;
  showRelatives(heapFlame.whole);
  $("heap-flame-function").querySelector("h3").focus();
}

function showRelatives(whole) {
  const place = $("heap-flame-function"), label = stacks.label;
  const through = label === null ? [] : heap.sites.filter((site) => site.way.some((frame) => frame.label === label));
  place.hidden = through.length === 0;
  if (place.hidden)
    return;
  const title = makeName("h3", "code", label), value = sumOf(through);
  const own = sumOf(through.filter((site) => site.way[0].label === label));
  title.tabIndex = -1;
  place.replaceChildren(title, make("p", "", stacks.weight.text(value) + ", " + percent(value, whole) +
    " by way of it" + (own > 0 ? "; " + stacks.weight.text(own) + " allocated by itself" : "")),
    append(make("div", "relatives"), makeRelatives("Callers", relativesOf(label, 1), whole),
      makeRelatives("Callees", relativesOf(label, -1), whole)));
}

// --- the start ---

function fillStacks() {
  const select = $("heap-flame-weight"),
        weights = WEIGHTS.filter((weight) => heap.sites.some((site) => weight.of(site) > 0));
  $("heap-flame-section").hidden = weights.length === 0;
  select.replaceChildren();
  for (const weight of weights)
    addOption(select, String(WEIGHTS.indexOf(weight)), weight.name);
  if (weights.length === 0)
    return;
  stacks.weight = weights[0];
  stacks.zoom = [];
  stacks.label = null;
  showCut();
  drawStacks();
}

function listenToStacks() {
  listenToForm($("heap-flame-form"), () => {
    stacks.weight = WEIGHTS[Number($("heap-flame-weight").value)];
    if ($("heap-flame-way").value !== stacks.way)
      stacks.zoom = [];
    stacks.way = $("heap-flame-way").value;
    drawStacks();
  });
}
