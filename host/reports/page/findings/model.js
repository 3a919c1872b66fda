/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings of the page, with names for what host/reports/page/format_html.c writes as lists. */
const LISTED = 1, OWN = 2, ERROR = 4, CYCLE = 8;
const data = readData("findings");

const findings = data.findings.map((item, number) => ({
  number, id: item[0], kind: item[1], sentence: item[2],
  isListed: (item[3] & LISTED) !== 0, isOwn: (item[3] & OWN) !== 0, isError: (item[3] & ERROR) !== 0,
  isCycle: (item[3] & CYCLE) !== 0, label: item[19], advice: item[20], references: item[21],
  count: item[4], bytes: item[5], blocks: item[6], indirect: item[7], indirectBlocks: item[8],
  all: item[5] + item[7], place: item[9], own: item[10], stack: item[11], notes: item[12], tests: item[13],
  entry: item[14], suppressor: item[15], variants: item[16], name: item[17], title: item[18],
  ways: item[16].length === 0 ? [[item[11], item[5]]] : item[16].map(([, stack, , bytes]) => [stack, bytes]),
  isLeak: item[1].startsWith("Leak_"), isGrowth: item[1] === "Growth",
}));

function title(kind) {
  return data.kinds[kind] ? data.kinds[kind][0] : kind;
}

// The frame a person would look at first.
function mainFrame(finding) {
  return finding.place < finding.stack.length ? frames[finding.stack[finding.place]] : null;
}

function library(finding) {
  const frame = mainFrame(finding);
  return frame && frame.object ? frame.object : "";
}

// Errors by their names, the worst first; what grows, leaks by kind.
const RANKS = ["Growth", "Leak_DefinitelyLost", "Leak_IndirectlyLost", "Leak_PossiblyLost", "Leak_StillReachable"];

function rank(finding) {
  const isError = !finding.isLeak && !finding.isGrowth, end = data.names.length + RANKS.length;
  return (isError ? finding.name : data.names.length + RANKS.indexOf(finding.kind)) + (finding.suppressor ? end : 0);
}

function frameKey(finding) {
  const frame = mainFrame(finding);
  return frame ? [frame.name, frame.path, frame.line, frame.object].join("\n") : finding.id;
}

function placeKey(finding) {
  return rank(finding) + "\n" + finding.kind + "\n" + frameKey(finding);
}

function sum(list, value) {
  return list.reduce((total, item) => total + value(item), 0);
}

// What was found at one line; `lead` stands for all of it.
function makePlace(list) {
  const lead = list[0], isSame = list.every((one) => one.title === lead.title);
  const isError = !lead.isLeak && !lead.isGrowth;
  return {
    findings: list, lead, rank: rank(lead), number: lead.number, all: sum(list, (one) => one.all),
    bytes: sum(list, (one) => one.bytes), blocks: sum(list, (one) => one.blocks), count: sum(list, (one) => one.count), callers: null,
    tests: new Set(list.flatMap((one) => one.tests)).size,
    what: isSame ? lead.title : isError ? (data.names[lead.name] || ["error"])[0] : title(lead.kind),
  };
}

function makePlaces(list) {
  const places = new Map();
  for (const finding of list) {
    const key = placeKey(finding);
    if (!places.has(key))
      places.set(key, []);
    places.get(key).push(finding);
  }
  return [...places.values()].map(makePlace);
}
