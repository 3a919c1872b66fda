/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of findings, and what each of them opens. */
const TESTS_SHOWN = 30;

const rows = new Rows($("list"), $("more"), { first: 100, next: 100, makeRow, makePanel });

function makeAmount(finding) {
  const amount = make("span", "amount");
  if (finding.isLeak || finding.isGrowth)
    append(amount, counted(finding.all, "byte", "bytes"),
      make("small", "", " " + counted(finding.blocks, "block", "blocks")));
  else
    append(amount, counted(finding.count, "time", "times"));
  return amount;
}

function makeRow(finding, opener) {
  const item = make("li"), frame = mainFrame(finding), middle = make("span"), side = make("span", "side");
  append(middle, make("span", "what", finding.isLeak || finding.isGrowth ? title(finding.kind) : finding.sentence));
  if (frame)
    append(middle, append(make("span", "where"), makeFunction(frame), " ",
      make("span", "quiet text", sourcePlace(frame))));
  if (finding.suppressor)
    append(side, make("span", "tag", "suppressed"), " ");
  if (finding.isOwn)
    append(side, make("span", "tag notable", "own"), " ");
  append(side, counted(finding.tests.length, "test", "tests"));
  append(opener, makeAmount(finding), middle, side);
  item.dataset.id = finding.id;
  return append(item, append(make("h3"), opener));
}

function makePanel(finding) {
  const panel = make("div", "panel"), link = make("a", "code", finding.id), kind = data.kinds[finding.kind];
  link.href = "#" + finding.id;
  append(panel, make("p", "text", finding.sentence));
  if (kind)
    append(panel, make("p", "quiet", kind[1]));
  append(panel, append(make("p", "quiet"), "Identity ", link, finding.isError ? "" : ", does not count as an error"));
  if (finding.suppressor)
    append(panel, append(make("p"), "Suppressed by ", make("span", "code", finding.suppressor)));
  if (findView("heap") && (finding.isGrowth || finding.kind === "Leak_StillReachable"))
    append(panel, append(make("p"), button("In the heap's view", () => showInHeap(finding))));
  const what = finding.isLeak ? "Allocated" : "Stack";
  if (finding.variants.length === 0)
    append(panel, make("h4", "", what), makeFrames(finding.stack, finding.place));
  for (const [amount, stack, place] of finding.variants)
    append(panel, make("h4", "text", what + ", " + amount), makeFrames(stack, place));
  for (const [sentence, stack] of finding.notes)
    append(panel, make("h4", "text", sentence), stack.length > 0 ? makeFrames(stack, -1) : "");
  append(panel, make("h4", "", "Tests that hit it"), makeTests(finding));
  if (finding.entry.length > 0)
    append(panel, make("h4", "", "To suppress it"), makeSuppression(finding));
  return panel;
}

function showInHeap(finding) {
  showView(findView("heap"));
  findView("heap").actions.find(finding.stack);
}

function makeTests(finding) {
  const names = finding.tests.map((test) => data.tests[test]);
  const line = make("p", "text", names.slice(0, TESTS_SHOWN).join(", "));
  if (names.length > TESTS_SHOWN)
    append(line, " ", button("and " + number(names.length - TESTS_SHOWN) + " more",
      () => line.replaceChildren(names.join(", "))));
  return line;
}

function makeSuppression(finding) {
  const text = finding.entry.map((line) => data.lines[line]).join("\n") + "\n";
  const pre = make("pre", "", text), copy = button("Copy", () => copyText(text, pre, copy));
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", "suppression");
  copy.setAttribute("aria-live", "polite");
  return append(make("div", "suppression"), pre, copy);
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
