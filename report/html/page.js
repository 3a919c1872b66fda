/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the page does. Text reaches the document by textContent only. Rows are made as they are scrolled to, and what is in them when
 * they are opened, so that ten thousand findings cost little more than their data. */
"use strict";
(function () {
  const ROWS = 100, TESTS_SHOWN = 30, FLAME_ROW = 21, FLAME_TEXT = 30, FLAME_NODES = 2000, FLAME_DEPTH = 80;
  const LISTED = 1, OWN = 2, ERROR = 4;
  const FRAME_OWN = 1, FRAME_INLINED = 2, FRAME_ALLOCATOR = 4;
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);

  // --- the data, with names ---

  const frames = data.frames.map(([name, path, line, object, flags]) => ({
    name, path, line, object, isOwn: (flags & FRAME_OWN) !== 0, isInlined: (flags & FRAME_INLINED) !== 0,
    isAllocator: (flags & FRAME_ALLOCATOR) !== 0,
    label: name || (object ? "in " + baseName(object) : "unknown function"),
  }));

  const findings = data.findings.map((item, number) => ({
    number, id: item[0], kind: item[1], sentence: item[2], isListed: (item[3] & LISTED) !== 0, isOwn: (item[3] & OWN) !== 0,
    isError: (item[3] & ERROR) !== 0, count: item[4], bytes: item[5], blocks: item[6], indirect: item[7],
    all: item[5] + item[7], site: item[9], own: item[10], stack: item[11], notes: item[12], tests: item[13],
    entry: item[14], suppressor: item[15], isLeak: item[1].startsWith("Leak_"),
  }));

  function baseName(path) {
    return path.slice(path.lastIndexOf("/") + 1) || path;
  }

  function number(value) {
    return value.toLocaleString("en-US");
  }

  function counted(value, one, many) {
    return number(value) + " " + (value === 1 ? one : many);
  }

  function title(kind) {
    return data.kinds[kind] ? data.kinds[kind][0] : kind;
  }

  function place(frame) {
    if (frame.path)
      return frame.path + (frame.line ? ":" + frame.line : "");
    return frame.object ? "in " + frame.object : "";
  }

  // The frame a person would look at first.
  function mainFrame(finding) {
    const index = finding.own < finding.stack.length ? finding.own : finding.site;
    return index < finding.stack.length ? frames[finding.stack[index]] : null;
  }

  function library(finding) {
    const frame = finding.site < finding.stack.length ? frames[finding.stack[finding.site]] : null;
    return frame && frame.object ? frame.object : "";
  }

  // --- the document ---

  function make(tag, classes, text) {
    const element = document.createElement(tag);
    if (classes)
      element.className = classes;
    if (text !== undefined)
      element.textContent = text;
    return element;
  }

  function append(parent, ...children) {
    for (const child of children)
      parent.append(child);
    return parent;
  }

  function button(text, action) {
    const element = make("button", "", text);
    element.type = "button";
    element.addEventListener("click", action);
    return element;
  }

  function addOption(select, value, text) {
    const option = make("option", "", text.length > 90 ? text.slice(0, 89) + "\u2026" : text);
    option.value = value;
    select.append(option);
  }

  // --- filters ---

  const state = { shown: [], rows: 0, zoom: [] };
  const filters = ["search", "kind", "owner", "library", "test", "order", "unlisted"].map($);

  // Which frames have the words; one look at each, whatever the number of findings.
  function framesWith(words) {
    return words.map((word) => frames.map((frame) =>
      (frame.label + "\n" + (frame.path || "") + "\n" + (frame.object || "")).toLowerCase().includes(word)));
  }

  function hasWords(finding, words, found) {
    const text = (finding.id + "\n" + finding.sentence + "\n" + finding.kind).toLowerCase();
    return words.every((word, index) => text.includes(word) || finding.stack.some((frame) => found[index][frame]) ||
      finding.notes.some((note) => note[1].some((frame) => found[index][frame])));
  }

  function isOfKind(finding, kind) {
    return kind === "" || (kind === "errors" ? !finding.isLeak : finding.kind === kind);
  }

  function makeFilter() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter((word) => word);
    const found = framesWith(words);
    const kind = $("kind").value, owner = $("owner").value, wantedLibrary = $("library").value;
    const test = $("test").value === "" ? -1 : Number($("test").value), unlisted = $("unlisted").checked;
    return (finding) => (unlisted || finding.isListed) && isOfKind(finding, kind) &&
      (owner === "" || finding.isOwn === (owner === "own")) &&
      (wantedLibrary === "" || library(finding) === wantedLibrary) &&
      (test < 0 || finding.tests.includes(test)) && (words.length === 0 || hasWords(finding, words, found));
  }

  const orders = {
    bytes: (a, b) => b.all - a.all || a.number - b.number,
    worst: (a, b) => a.number - b.number,
    count: (a, b) => b.count - a.count || a.number - b.number,
    place: (a, b) => {
      const x = mainFrame(a), y = mainFrame(b);
      const order = (x ? place(x) : "").localeCompare(y ? place(y) : "", "en", { numeric: true });
      return order || a.number - b.number;
    },
  };

  function isBelowZoom(finding) {
    const stack = finding.stack;
    return state.zoom.length === 0 || (finding.isLeak && stack.length >= state.zoom.length &&
      state.zoom.every((label, depth) => frames[stack[stack.length - 1 - depth]].label === label));
  }

  function update() {
    const filtered = findings.filter(makeFilter());
    drawFlame(filtered);
    state.shown = filtered.filter(isBelowZoom).sort(orders[$("order").value]);
    state.rows = 0;
    $("list").replaceChildren();
    addRows();
    showCount();
    for (const card of document.querySelectorAll("#totals button"))
      card.setAttribute("aria-pressed", String(card.value === $("kind").value));
  }

  function showCount() {
    const bytes = state.shown.reduce((sum, finding) => sum + finding.bytes, 0);
    const total = findings.filter((finding) => $("unlisted").checked || finding.isListed).length;
    let text = state.shown.length === total ? counted(total, "finding", "findings")
      : number(state.shown.length) + " of " + counted(total, "finding", "findings");
    if (findings.length === 0)
      text = "Nothing was found.";
    else if (state.shown.length === 0)
      text = "No finding fits these filters" + (total < findings.length && !$("unlisted").checked
        ? "; " + number(findings.length - total) + " are suppressed or not asked for." : ".");
    else if (bytes > 0)
      text += ", " + counted(bytes, "byte", "bytes");
    $("count").textContent = text;
    $("count").classList.toggle("nothing", findings.length === 0);
  }

  function fillFilters() {
    const tally = (list) => {
      const counts = new Map();
      for (const key of list)
        counts.set(key, (counts.get(key) || 0) + 1);
      return [...counts].sort((a, b) => b[1] - a[1]);
    };
    addOption($("kind"), "", "all kinds");
    addOption($("kind"), "errors", "errors, no leaks");
    for (const [kind, count] of tally(findings.map((finding) => finding.kind)))
      addOption($("kind"), kind, title(kind) + " (" + number(count) + ")");
    addOption($("library"), "", "all libraries");
    for (const [object, count] of tally(findings.map(library)))
      if (object)
        addOption($("library"), object, baseName(object) + " (" + number(count) + ")");
    addOption($("test"), "", "all tests");
    for (const [test, count] of tally(findings.flatMap((finding) => finding.tests)))
      addOption($("test"), String(test), data.tests[test] + " (" + number(count) + ")");
  }

  // --- rows ---

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
    if (finding.isLeak)
      append(amount, counted(finding.all, "byte", "bytes"), make("small", "", " " + counted(finding.blocks, "block", "blocks")));
    else
      append(amount, counted(finding.count, "time", "times"));
    return amount;
  }

  function makeRow(finding) {
    const item = make("li"), row = button("", () => toggle(finding, item));
    const frame = mainFrame(finding), middle = make("span"), side = make("span", "side");
    row.className = "row";
    row.setAttribute("aria-expanded", "false");
    append(middle, make("span", "what", finding.isLeak ? title(finding.kind) : finding.sentence));
    if (frame)
      append(middle, append(make("span", "where"), make("span", "code", frame.label), " ", make("span", "quiet text", place(frame))));
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
    append(panel, make("h4", "", finding.isLeak ? "Allocated" : "Stack"), makeFrames(finding.stack, finding));
    for (const [sentence, stack] of finding.notes)
      append(panel, make("h4", "text", sentence), stack.length > 0 ? makeFrames(stack, null) : "");
    append(panel, make("h4", "", "Tests that hit it"), makeTests(finding));
    if (finding.entry.length > 0)
      append(panel, make("h4", "", "To suppress it"), makeSuppression(finding));
    return panel;
  }

  function makeFrames(stack, finding) {
    const list = make("ol", "frames");
    if (stack.length === 0)
      return make("p", "quiet", "No stack is known.");
    stack.forEach((index, depth) => {
      const frame = frames[index], owner = frame.isAllocator ? "allocator" : frame.isOwn ? "own" : "other";
      const item = make("li", owner);
      append(item, make("span", "function code", frame.label), " ", make("span", "at text", place(frame)));
      if (frame.isInlined)
        append(item, " ", make("span", "tag", "inlined"));
      if (frame.isOwn && finding && depth === finding.own)
        append(item, " ", make("span", "tag own", "innermost own frame"));
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
      append(line, " ", button("and " + number(names.length - TESTS_SHOWN) + " more", () => line.replaceChildren(names.join(", "))));
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

  // --- flame graph ---

  const flame = { nodes: [], byElement: new Map(), current: null };

  function grow(list) {
    const root = { label: "all", bytes: 0, isOwn: false, children: new Map(), depth: 0, parent: null };
    for (const finding of list) {
      if (!finding.isLeak || finding.bytes === 0)
        continue;
      root.bytes += finding.bytes;
      let node = root;
      for (let i = finding.stack.length - 1; i >= 0 && node.depth < FLAME_DEPTH; i--) {
        const frame = frames[finding.stack[i]];
        let child = node.children.get(frame.label);
        if (!child) {
          child = { label: frame.label, bytes: 0, isOwn: frame.isOwn, children: new Map(), depth: node.depth + 1, parent: node };
          node.children.set(frame.label, child);
        }
        child.bytes += finding.bytes;
        node = child;
      }
    }
    return root;
  }

  function find(root, labels) {
    let node = root;
    for (const label of labels)
      node = node && node.children.get(label);
    return node;
  }

  function describe(node, whole) {
    return node.label + ": " + counted(node.bytes, "byte", "bytes") + ", " + (100 * node.bytes / whole).toFixed(1) + " %";
  }

  // The path of a node, outermost first.
  function labelsOf(node) {
    const labels = [];
    for (; node.parent; node = node.parent)
      labels.unshift(node.label);
    return labels;
  }

  function zoomTo(labels) {
    state.zoom = labels;
    update();
    const first = flame.nodes[0];
    if (first)
      first.element.focus({ preventScroll: true });
  }

  function addNode({ node, left, width, row }, box, whole, pixels) {
    const element = make("button"), text = describe(node, whole);
    element.type = "button";
    if (width * pixels > FLAME_TEXT) {
      element.textContent = node.parent ? node.label : "all lost bytes";
      element.className = "named";
    }
    element.style.cssText = `left: ${100 * left}%; width: ${100 * width}%; top: ${row * FLAME_ROW}px`;
    element.classList.toggle("own", node.isOwn);
    element.setAttribute("role", "treeitem");
    element.setAttribute("aria-level", row + 1);
    element.setAttribute("aria-label", text);
    element.title = text;
    element.tabIndex = flame.nodes.length === 0 ? 0 : -1;
    node.element = element;
    node.shown = [];
    flame.byElement.set(element, node);
    flame.nodes.push(node);
    box.append(element);
  }

  // Widest first, so that what is left out when there are too many is too narrow to be seen anyway.
  function layOut(top, box, whole, pixels) {
    const waiting = [{ node: top, left: 0, width: 1, row: 0 }];
    let rows = 0;
    for (let next = 0; next < waiting.length && flame.nodes.length < FLAME_NODES; next++) {
      const { node, left, width, row } = waiting[next];
      addNode(waiting[next], box, whole, pixels);
      rows = Math.max(rows, row + 1);
      if (next > 0)
        node.shownParent.shown.push(node);
      let at = left;
      for (const child of [...node.children.values()].sort((a, b) => b.bytes - a.bytes)) {
        const part = width * child.bytes / node.bytes;
        if (part * pixels >= 2) {
          child.shownParent = node;
          waiting.push({ node: child, left: at, width: part, row: row + 1 });
        }
        at += part;
      }
    }
    box.style.height = rows * FLAME_ROW + "px";
  }

  function drawFlame(list) {
    const root = grow(list);
    let top = find(root, state.zoom);
    if (!top || top.bytes === 0) {
      state.zoom = [];
      top = root;
    }
    flame.nodes = [];
    flame.byElement.clear();
    $("flame").replaceChildren();
    $("flame-section").hidden = !findings.some((finding) => finding.isLeak && finding.bytes > 0);
    $("flame-info").textContent = root.bytes > 0 ? "" : "No lost bytes among these findings.";
    $("flame-keys").hidden = root.bytes === 0;
    if (root.bytes > 0) {
      const box = make("div");
      layOut(top, box, root.bytes, $("flame-section").clientWidth || 1000);
      $("flame").append(box);
    }
    showPath();
  }

  function showPath() {
    const path = $("flame-path");
    path.replaceChildren();
    path.hidden = state.zoom.length === 0;
    if (path.hidden)
      return;
    append(path, button("Show all", () => zoomTo([])), " Only what was lost below ", make("span", "code", state.zoom.join(" > ")));
  }

  function onFlame(event) {
    const node = flame.byElement.get(event.target);
    if (!node)
      return;
    if (event.type === "click") {
      zoomTo(labelsOf(node));
      return;
    }
    $("flame-info").textContent = event.target.title;
    if (event.type === "focusin")
      flame.current = node;
  }

  function neighbour(node, step) {
    const row = node.shownParent ? node.shownParent.shown : [node];
    return row[row.indexOf(node) + step];
  }

  function moveInFlame(event) {
    const node = flame.current, top = flame.nodes[0];
    if (!node || !node.element.isConnected)
      return;
    const goals = {
      ArrowDown: () => node.shown[0],
      ArrowUp: () => node !== top && node.shownParent,
      ArrowRight: () => node !== top && neighbour(node, 1),
      ArrowLeft: () => node !== top && neighbour(node, -1),
      Home: () => top,
    };
    if (event.key === "Escape" && state.zoom.length > 0) {
      zoomTo(state.zoom.slice(0, -1));
    } else if (Object.hasOwn(goals, event.key)) {
      const goal = goals[event.key]();
      if (goal) {
        node.element.tabIndex = -1;
        goal.element.tabIndex = 0;
        goal.element.focus();
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  // --- the rest of the page ---

  function card(label, value, more, kind) {
    const item = make("li");
    const box = kind === undefined ? make("div") : button("", () => {
      $("kind").value = $("kind").value === kind ? "" : kind;
      if ($("kind").value !== "" && kind !== "errors" && !findings.some((finding) => finding.kind === kind && finding.isListed))
        $("unlisted").checked = true;
      update();
    });
    if (kind !== undefined)
      box.value = kind;
    append(box, make("span", "", label), make("strong", "", value), make("span", "quiet", more));
    $("totals").append(append(item, box));
  }

  function inBlocks(amount) {
    return (amount.bytes === 1 ? "byte" : "bytes") + " in " + counted(amount.blocks, "block", "blocks");
  }

  // How much of it is own; nothing when it is all, or there is none.
  function ownPart(all, own) {
    return own.bytes > 0 && own.bytes < all.bytes ? ", " + number(own.bytes) + " own" : "";
  }

  function fillTotals() {
    const totals = data.totals, own = data.own_totals;
    const contexts = findings.filter((finding) => !finding.isLeak && !finding.suppressor);
    const kinds = [["Definitely lost", "definite", "Leak_DefinitelyLost"], ["Indirectly lost", "indirect", "Leak_IndirectlyLost"],
      ["Possibly lost", "possible", "Leak_PossiblyLost"], ["Still reachable", "reachable", "Leak_StillReachable"]];
    const occurrences = contexts.reduce((sum, finding) => sum + finding.count, 0);
    card("Errors", number(contexts.length), counted(occurrences, "occurrence", "occurrences"),
      contexts.length > 0 ? "errors" : undefined);
    for (const [label, key, kind] of kinds)
      card(label, number(totals.leaks[key].bytes), inBlocks(totals.leaks[key]) + ownPart(totals.leaks[key], own.leaks[key]),
        findings.some((finding) => finding.kind === kind) ? kind : undefined);
    if (totals.suppressed.blocks > 0)
      card("Suppressed", number(totals.suppressed.bytes), inBlocks(totals.suppressed));
  }

  function fillHead() {
    const names = data.runs.map(([name, command]) => (command ? name + " (" + command + ")" : name));
    $("about").textContent = counted(data.processes, "process", "processes") + " of " +
      (names.length === 1 ? "run " + names[0] : counted(names.length, "run", "runs"));
    $("problems").hidden = data.problems.length === 0;
    for (const [who, what] of data.problems.slice(0, 50))
      append($("problem-list"), append(make("li", "text"), make("span", "code", who), ": " + what));
    if (data.problems.length > 50)
      append($("problem-list"), make("li", "", "and " + number(data.problems.length - 50) + " more"));
  }

  function fillTable(id, rows, heading) {
    $(id + "-section").hidden = rows.length === 0;
    $(id + "-title").textContent = heading;
    $(id + "-section").querySelector("details").addEventListener("toggle", () => {
      for (const row of rows.splice(0)) {
        const line = make("tr");
        for (const cell of row)
          append(line, make("td", typeof cell === "number" ? "number" : "text", typeof cell === "number" ? number(cell) : cell || ""));
        $(id).append(line);
      }
    }, { once: true });
  }

  function fillTables() {
    const entries = data.suppressions.map(([name, file, line, count, bytes]) => [name, file + ":" + line, count, bytes])
      .sort((a, b) => b[2] - a[2]);
    fillTable("unchecked", data.unchecked.slice(), counted(data.unchecked.length, "program", "programs") + " ran unchecked");
    fillTable("entries", entries, counted(entries.length, "suppression was", "suppressions were") + " in force, " +
      number(entries.filter((entry) => entry[2] === 0).length) + " not used");
  }

  // --- keyboard, links ---

  function move(step) {
    const rows = [...document.querySelectorAll(".row")], item = document.activeElement.closest("#list > li");
    const at = item ? rows.indexOf(item.querySelector(".row")) : step > 0 ? -1 : rows.length;
    if (at + step >= rows.length && !$("more").hidden) {
      addRows();
      move(step);
    } else if (rows[at + step]) {
      rows[at + step].focus();
    }
  }

  function onKey(event) {
    const isTyping = event.target.matches("input[type=search], select");
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping)
      return;
    if (event.key === "/")
      $("search").focus();
    else if (event.key === "j" || event.key === "k")
      move(event.key === "j" ? 1 : -1);
    else
      return;
    event.preventDefault();
  }

  function openLinked() {
    const finding = findings.find((one) => one.id === location.hash.slice(1));
    if (!finding)
      return;
    if (!state.shown.includes(finding)) {
      $("filters").reset();
      state.zoom = [];
      $("unlisted").checked = !finding.isListed;
      update();
    }
    while (state.rows <= state.shown.indexOf(finding))
      addRows();
    const item = [...$("list").children].find((one) => one.dataset.id === finding.id);
    if (item.querySelector(".panel") === null)
      toggle(finding, item);
    item.scrollIntoView();
    item.querySelector(".row").focus();
  }

  function listen() {
    let timer = 0;
    for (const filter of filters)
      filter.addEventListener("change", update);
    $("search").addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(update, 150);
    });
    $("filters").addEventListener("submit", (event) => event.preventDefault());
    $("filters").addEventListener("reset", () => setTimeout(() => { state.zoom = []; update(); }));
    $("more").addEventListener("click", () => {
      const next = state.rows;
      addRows();
      document.querySelectorAll(".row")[next].focus();
    });
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting) && !$("more").hidden)
        addRows();
    }, { rootMargin: "600px" }).observe($("more"));
    for (const type of ["click", "focusin", "mouseover"])
      $("flame").addEventListener(type, onFlame);
    $("flame").addEventListener("keydown", moveInFlame);
    document.addEventListener("keydown", onKey);
    addEventListener("hashchange", openLinked);
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth !== width)
        drawFlame(findings.filter(makeFilter()));
      width = innerWidth;
    });
  }

  fillHead();
  fillTotals();
  fillFilters();
  fillTables();
  update();
  listen();
  if (findings.length === 0)
    $("filters").hidden = $("list").hidden = $("keys").hidden = true;
  if (state.shown.length === 1)
    toggle(state.shown[0], $("list").firstElementChild);
  openLinked();
})();
