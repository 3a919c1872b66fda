/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heaps of the page, with names for what host/heap/page/heap_page_data.c writes as lists. */
const CLASSES = [ // enum growth_class
  "", "single block", "allocated once at startup", "bounded", "growing", "grew, freed at exit",
];
const GROWING = 4;
const CLASS_HELP = [
  "nothing of it lives at the end, or too little is known",
  "one block was made, ever",
  "made in one go and kept",
  "comes and goes below a limit, as a cache does",
  "only ever grows",
  "only ever grew, until all of it was freed at the end: in a program that runs on it would not stop",
];
const ROOT_CLASSES = ["root", "global", "thread-local", "stack", "register"]; // enum record_root_class
const CLOCKS = [
  { name: "seconds", unit: "s", scale: 1e-6, per: 1e-3 }, { name: "allocations", unit: "alloc.", scale: 1, per: 1e-6 },
  { name: "instructions", unit: "instr.", scale: 1, per: 1e-9 },
];
const HEAP = 0, GROUP = 1, SITE = 2, OTHERS = 3, SHARED = 4, LOST = 5; // kinds of boxes

const listed = readData("heap"), heaps = listed.filter((one) => one.left === 0);
let heap = null; // the one that is shown

function makeSite(item, place) {
  const [id, kind, fits, bytes, blocks, retained, totals, stack, changes, name, shortened, type, shortType, moments] =
    item;
  noteShortName(name, shortened);
  noteShortName(type, shortType);
  return {
    place,
    id,
    name : name || "unknown place",
    type,
    kind,
    bytes,
    blocks,
    retained,
    totals,
    stack,
    changes,
    moments,
    way : null,
    fits : CLOCKS.map((clock, index) =>
                        ({slope : (fits[2 * index] || 0) * clock.per, r2 : (fits[2 * index + 1] || 0) / 1000})),
    samples : fits[6] || 0,
    series : null,
    area : 0,
    peak : 0,
  };
}

function makeGroup([object, file, line, kind, retained, name, shortened]) {
  noteShortName(name, shortened);
  return { name, object, file, line, kind, retained };
}

// Bytes by step.
function seriesOf(site) {
  if (site.series)
    return site.series;
  const values = new Float64Array(heap.steps);
  for (let i = 0; i < site.changes.length; i += 2)
    values.fill(site.changes[i + 1], site.changes[i]);
  return site.series = values;
}

function measure(site, steps) {
  for (let i = 0; i < site.changes.length; i += 2) {
    const end = i + 2 < site.changes.length ? site.changes[i + 2] : steps;
    site.area += site.changes[i + 1] * (end - site.changes[i]);
    site.peak = Math.max(site.peak, site.changes[i + 1]);
  }
}

function makeHeap(raw) {
  if (raw.sites === undefined)
    return { raw, problem: raw.problem };
  const made = {
    raw, problem: null, lack: raw.problem, steps: raw.whole.length, sites: raw.sites.map(makeSite),
    groups: (raw.groups || []).map(makeGroup),
    clocks: CLOCKS.map((clock, index) => index).filter((index) => raw.clocks[index].some((value) => value > 0)),
    paths: raw.paths || [], links: raw.links || [], boxes: null, chosen: new Set(), clock: 0,
  };
  for (const site of made.sites)
    measure(site, made.steps);
  made.clock = made.clocks.length > 0 ? made.clocks[0] : 0;
  made.hasSamples = made.steps > 1;
  made.hasSnapshot = raw.snapshot !== null;
  return made;
}

// Made when it is first asked for.
function heapAt(index) {
  return heaps[index].made = heaps[index].made || makeHeap(heaps[index]);
}

// --- compared with another heap ---

function bytesBy(one, keyOf) {
  const sums = new Map();
  for (const site of one.sites)
    sums.set(keyOf(site), (sums.get(keyOf(site)) || 0) + site.bytes);
  return sums;
}

function stackKey(site) {
  return "stack " + (site.stack || []).join();
}

// Sites of the same frames are the same, else those of the same functions, which have one identity in all builds.
function makeSiteKey(one, other) {
  const stacks = new Set(one.sites.map(stackKey));
  const both = new Set(other.sites.map(stackKey).filter((key) => stacks.has(key)));
  return (site) => (site.stack && both.has(stackKey(site)) ? stackKey(site) : site.id);
}

// How much more lives than in the other heap, by site; of sites that cannot be told apart the first has it. null: with
// none.
function compareWith(other) {
  heap.changes = heap.missing = null;
  heap.isCompared = other !== null;
  if (!heap.isCompared)
    return;
  const keyOf = makeSiteKey(heap, other), after = bytesBy(heap, keyOf), before = bytesBy(other, keyOf);
  heap.changes = new Map();
  heap.missing = [...before].filter(([key, bytes]) => bytes > 0 && !after.has(key)).map(([, bytes]) => bytes);
  for (const site of heap.sites)
    if (after.has(keyOf(site))) {
      heap.changes.set(site, after.get(keyOf(site)) - (before.get(keyOf(site)) || 0));
      after.delete(keyOf(site));
    }
}

// --- by the clock that is chosen ---

function momentText(value, clock) {
  return clock === 0 ? (value < 999500 ? short(value / 1000) + " ms" : short(value * CLOCKS[0].scale) + " s")
    : scaled(value, ["", "k", "M", "G", "T"]) + " " + CLOCKS[clock].name;
}

function slopeText(site) {
  const value = site.fits[heap.clock].slope, unit = "/" + CLOCKS[heap.clock].unit;
  if (value === 0)
    return "";
  if (heap.clock > 0 && Math.abs(value) < 1)
    return size(value * (heap.clock === 1 ? 1e3 : 1e6)) + (heap.clock === 1 ? "/1,000 alloc." : "/million instr.");
  return size(Math.abs(value) < 1 ? Number(value.toPrecision(2)) : value) + unit;
}

// --- nodes: sites by number, groups as -1 and below ---

function fullNodeName(node) {
  if (node === null)
    return "others";
  return node < 0 ? heap.groups[-1 - node].name || "unnamed root" : heap.sites[node].name;
}

function nodeName(node) {
  return shortName(fullNodeName(node));
}

function nodeRetained(node) {
  return node < 0 ? heap.groups[-1 - node].retained : heap.sites[node].retained;
}

// Who calls the function that a site is named after; many sites have one name.
function callersOf(site) {
  const stack = (site.stack || []).map((index) => frames[index]).filter((frame) => !frame.isAllocator);
  return stack.slice(1).filter((frame, index, all) => frame.name && (index === 0 || all[index - 1].name !== frame.name))
    .slice(0, 2).map((frame) => shortName(frame.name));
}

function nodeKind(node) {
  if (node < 0)
    return ROOT_CLASSES[heap.groups[-1 - node].kind] || "root";
  const callers = callersOf(heap.sites[node]);
  return shortName(heap.sites[node].type || "") || (callers.length > 0 ? "from " + callers.join(", ") : "");
}

// How a node is coloured, in lists as in the map.
function nodeClass(node) {
  return node < 0 ? "root" : heap.sites[node].kind === GROWING ? "notable" : "plain";
}
