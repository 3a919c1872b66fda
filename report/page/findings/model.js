/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings of the page, with names for what report/page/findings_data.c writes as lists. */
const LISTED = 1, OWN = 2, ERROR = 4;
const data = readData("findings");

const findings = data.findings.map((item, number) => ({
  number, id: item[0], kind: item[1], sentence: item[2],
  isListed: (item[3] & LISTED) !== 0, isOwn: (item[3] & OWN) !== 0, isError: (item[3] & ERROR) !== 0,
  count: item[4], bytes: item[5], blocks: item[6], indirect: item[7],
  all: item[5] + item[7], place: item[9], own: item[10], stack: item[11], notes: item[12], tests: item[13],
  entry: item[14], suppressor: item[15], variants: item[16],
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
