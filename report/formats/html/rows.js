/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list. Rows are made as they are scrolled to, and what is in them when they are opened, so that ten thousand
 * findings cost little more than their data. */
const ROWS = 100, TESTS_SHOWN = 30;

function addRows() {
  const end = Math.min(state.rows + ROWS, state.shown.length);
  const fragment = document.createDocumentFragment();
  for (; state.rows < end; state.rows++)
    fragment.append(makeRow(state.shown[state.rows]));
  $("list").append(fragment);
  const left = state.shown.length - state.rows;
  $("more").hidden = left === 0;
  $("more").textContent = "Show more (" + number(left) + " are left)";
}

function makeAmount(finding) {
  const amount = make("span", "amount");
  if (finding.isLeak || finding.isGrowth)
    append(amount, counted(finding.all, "byte", "bytes"),
      make("small", "", " " + counted(finding.blocks, "block", "blocks")));
  else
    append(amount, counted(finding.count, "time", "times"));
  return amount;
}

function makeFunction(frame) {
  return make("span", "function " + (frame.name ? "code" : "quiet"), frame.name || "unknown function");
}

function makeRow(finding) {
  const item = make("li"), row = button("", () => toggle(finding, item));
  const frame = mainFrame(finding), middle = make("span"), side = make("span", "side");
  row.className = "row";
  row.setAttribute("aria-expanded", "false");
  append(middle, make("span", "what", finding.isLeak || finding.isGrowth ? title(finding.kind) : finding.sentence));
  if (frame)
    append(middle, append(make("span", "where"), makeFunction(frame), " ",
      make("span", "quiet text", sourcePlace(frame))));
  if (finding.suppressor)
    append(side, make("span", "tag", "suppressed"), " ");
  if (finding.isOwn)
    append(side, make("span", "tag own", "own"), " ");
  append(side, counted(finding.tests.length, "test", "tests"));
  append(row, makeAmount(finding), middle, side);
  item.dataset.id = finding.id;
  return append(item, append(make("h3"), row));
}

function toggle(finding, item) {
  const row = item.querySelector(".row"), open = row.getAttribute("aria-expanded") !== "true";
  row.setAttribute("aria-expanded", String(open));
  if (!open) {
    item.querySelector(".panel").remove();
    return;
  }
  const panel = makePanel(finding);
  panel.id = "panel-" + finding.number;
  row.setAttribute("aria-controls", panel.id);
  item.append(panel);
}

// --- what a row opens ---

function makePanel(finding) {
  const panel = make("div", "panel"), link = make("a", "code", finding.id), kind = data.kinds[finding.kind];
  link.href = "#" + finding.id;
  append(panel, make("p", "text", finding.sentence));
  if (kind)
    append(panel, make("p", "quiet", kind[1]));
  append(panel, append(make("p", "quiet"), "Identity ", link, finding.isError ? "" : ", does not count as an error"));
  if (finding.suppressor)
    append(panel, append(make("p"), "Suppressed by ", make("span", "code", finding.suppressor)));
  if ($("heap-view") && (finding.isGrowth || finding.kind === "Leak_StillReachable"))
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

// Sites there have the same frames.
function showInHeap(finding) {
  showView($("heap-view"));
  $("heap-view").dispatchEvent(new CustomEvent("find", { detail: finding.stack }));
}

// `place`: the frame to look at first.
function makeFrames(stack, place) {
  const list = make("ol", "frames");
  if (stack.length === 0)
    return make("p", "quiet", "No stack is known.");
  stack.forEach((index, depth) => {
    const frame = frames[index], owner = frame.isAllocator ? "allocator" : frame.isOwn ? "own" : "other";
    const item = make("li", owner);
    append(item, makeFunction(frame), " ", make("span", "at text", sourcePlace(frame)));
    if (frame.isInlined)
      append(item, " ", make("span", "tag", "inlined"));
    if (depth === place)
      append(item, " ", make("span", "tag own", "look here first"));
    const source = makeSource(frame);
    if (source)
      item.append(source);
    list.append(item);
  });
  return list;
}

// A few lines around the frame's own.
function makeSource(frame) {
  const lines = frame.path && Object.hasOwn(data.sources, frame.path) ? data.sources[frame.path] : null;
  if (!lines || !Object.hasOwn(lines, frame.line))
    return null;
  const box = make("div", "source"), table = make("table"), body = make("tbody");
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "source of " + baseName(frame.path) + " around line " + frame.line);
  for (let line = Math.max(1, frame.line - 3); line <= frame.line + 3; line++)
    if (Object.hasOwn(lines, line))
      append(body, append(make("tr", line === frame.line ? "here" : ""), make("td", "code", String(line)),
        make("td", "code", lines[line])));
  return append(box, append(table, body));
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
