/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of findings, and what each of them opens. */
const TESTS_SHOWN = 30, CALLERS_SHOWN = 4;

const rows = new Rows($("list"), $("more"), { first: 50, next: 100, makeRow, makePanel: makePlacePanel });

function makeAmount(finding, { bytes, blocks, count }) {
  const amount = make("span", "amount");
  if (finding.isLeak || finding.isGrowth)
    append(amount, counted(bytes, "byte", "bytes"),
      make("small", "", " " + counted(blocks, "block", "blocks")));
  else
    append(amount, counted(count, "time", "times"));
  return amount;
}

// A place, with all that was found there.
function makeRow(place, opener) {
  const item = make("li"), { lead } = place, frame = mainFrame(lead);
  const middle = append(make("span"), make("span", "what", place.what)), side = make("span", "side");
  if (frame)
    append(middle, append(make("span", "where"), makeFunction(frame), " ", makePlaceText(frame, "quiet text")));
  if (place.findings.length > 1)
    append(side, make("span", "tag", counted(place.findings.length, "call path", "call paths")), " ");
  if (lead.suppressor)
    append(side, make("span", "tag", "suppressed"), " ");
  if (ownTells && place.findings.some((one) => one.isOwn))
    append(side, make("span", "tag notable", "own code"), " ");
  if (data.tests.length > 1)
    append(side, counted(place.tests, "test", "tests"));
  append(opener, makeAmount(lead, place), middle, side);
  if (place.findings.length === 1)
    item.dataset.id = lead.id;
  return append(item, append(make("h3"), opener));
}

function makePlacePanel(place) {
  return place.findings.length === 1 ? makePanel(place.lead) : makeCallers(place);
}

// --- findings that differ by their callers alone ---

function callersOf(finding) {
  return finding.stack.slice(finding.place + 1).map((index) => frames[index]);
}

// How many callers all of them have in common, from the place on.
function commonCallers(list) {
  const first = callersOf(list[0]), rest = list.slice(1).map(callersOf);
  const end = first.findIndex((frame, depth) => rest.some((stack) => stack[depth] !== frame));
  return end < 0 ? first.length : end;
}

function callersText(list) {
  const named = list.filter((frame, index) => index === 0 || list[index - 1].label !== frame.label);
  return named.slice(0, CALLERS_SHOWN).map((frame) => shortName(frame.label)).join(", ") +
    (named.length > CALLERS_SHOWN ? ", \u2026" : "");
}

function makeCallerRow(finding, opener, common) {
  const item = make("li"), from = callersOf(finding).slice(common);
  append(opener, makeAmount(finding, finding), append(make("span", "where"),
    make("span", "quiet", from.length > 0 ? "called from " : "no other caller"),
    make("span", "code", callersText(from))),
  data.tests.length > 1 ? make("span", "side", counted(finding.tests.length, "test", "tests")) : "");
  item.dataset.id = finding.id;
  return append(item, append(make("h4"), opener));
}

function makeCallers(place) {
  const panel = make("div", "panel"), common = commonCallers(place.findings), list = make("ol", "callers");
  const more = button("", () => {}), shared = callersText(callersOf(place.lead).slice(0, common));
  list.id = "callers-" + place.number;
  place.callers = new Rows(list, more, {
    first: 20, next: 100, makePanel, makeRow: (finding, opener) => makeCallerRow(finding, opener, common),
  });
  place.callers.fill([...place.findings].sort((a, b) => b.all - a.all || b.count - a.count || a.number - b.number));
  const frame = mainFrame(place.lead), source = frame && makeSource(frame, 2, 1);
  append(panel, source || "");
  if (shared)
    append(panel, append(make("p"), "All of them by way of ", make("span", "code", shared)));
  return append(panel, list, more);
}

// --- what a finding opens ---

function makePanel(finding) {
  const panel = append(make("div", "panel"), ...makeSpans(finding));
  if (findView("heap") && (finding.isGrowth || finding.kind === "Leak_StillReachable"))
    append(panel, append(make("p"), button("Show in the heap view", () => showInHeap(finding))));
  if (finding.suppressor)
    append(panel, append(make("p"), "Suppressed by ", make("span", "code", finding.suppressor)));
  if (data.tests.length > 1)
    append(panel, makeTests(finding));
  return append(panel, makeAbout(finding), makeSuppression(finding));
}

function makeAbout(finding) {
  const link = make("a", "code", finding.id), kind = data.kinds[finding.kind];
  link.href = "#" + finding.id;
  return append(make("p", "quiet about"), kind ? kind[1] + " " : "", "Identity ", link,
    finding.isError ? "" : ", does not count as an error", "; in Memcheck\u2019s words: " + finding.sentence);
}

function showInHeap(finding) {
  showView(findView("heap"));
  findView("heap").actions.find(finding.stack);
}

function makeTests(finding) {
  const names = finding.tests.map((test) => data.tests[test]);
  const line = make("p", "text", (names.length === 1 ? "In this test: " : "In these tests: ") +
    names.slice(0, TESTS_SHOWN).join(", "));
  if (names.length > TESTS_SHOWN)
    append(line, " ", button("and " + number(names.length - TESTS_SHOWN) + " more",
      () => line.replaceChildren("In these tests: " + names.join(", "))));
  return line;
}

function suppressCommand(finding) {
  const runs = data.runs.length === 1 ? data.runs[0][0] || "RUN" : "RUN...";
  return "seep suppress " + runs + " " + finding.id;
}

function makeSuppression(finding) {
  if (finding.entry.length === 0)
    return finding.suppressor ? "" : append(make("p", "quiet"), "To suppress it: ",
      make("span", "code", suppressCommand(finding)));
  const text = finding.entry.map((line) => data.lines[line]).join("\n") + "\n";
  const pre = make("pre", "", text), copy = button("Copy", () => copyText(text, pre, copy));
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", "suppression");
  copy.setAttribute("aria-live", "polite");
  return append(make("details"), make("summary", "", "To suppress it"), append(make("div", "suppression"), pre, copy));
}

function say(copy, text) {
  copy.textContent = text;
  setTimeout(() => { copy.textContent = "Copy"; }, 2000);
}

function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}

// Pages from a file may be kept from the clipboard; then the old way, or the reader's own hand, has to do.
function copyText(text, pre, copy) {
  const byHand = () => {
    select(pre);
    say(copy, document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C");
  };
  if (navigator.clipboard)
    navigator.clipboard.writeText(text).then(() => say(copy, "Copied"), byHand);
  else
    byHand();
}
