/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a site to what holds it, and from a root to what it holds, step by step. */
const WHY_SHOWN = 60;
const why = { node: null, trail: [] };

// Links by their ends.
function indexLinks() {
  heap.holders = new Map();
  heap.held = new Map();
  const add = (index, key, link) => {
    if (!index.has(key))
      index.set(key, []);
    index.get(key).push(link);
  };
  for (const [from, to, pointers, offset] of heap.links)
    if (to !== null) {
      add(heap.holders, to, { node: from, pointers, offset });
      if (from !== null)
        add(heap.held, from, { node: to, pointers, offset });
    }
}

// --- where to begin ---

function startNodes() {
  const words = wordsOf($("heap-why-search"));
  const nodes = [...heap.groups.keys()].map((group) => -1 - group);
  for (const site of heap.sites)
    if (site.blocks > 0)
      nodes.push(site.place);
  const text = (node) => (fullNodeName(node) + " " + nodeName(node) + " " + nodeKind(node) + " " +
    (node >= 0 ? heap.sites[node].id : heap.groups[-1 - node].file || "")).toLowerCase();
  return nodes.filter((node) => words.every((word) => text(node).includes(word)))
    .sort((a, b) => nodeRetained(b) - nodeRetained(a) || a - b);
}

function fillStart() {
  const nodes = startNodes();
  $("heap-why-list").replaceChildren(...nodes.slice(0, WHY_SHOWN).map(
    (node) => makeNodeItem(node, size(nodeRetained(node)))));
  $("heap-why-count").textContent = nodes.length > WHY_SHOWN
    ? "The " + WHY_SHOWN + " of " + number(nodes.length) + " that retain most; the search finds the others."
    : nodes.length === 0 ? "No root or site fits." : "";
}

// --- a line that names a node ---

function makeNodeItem(node, more) {
  const item = make("li");
  if (node === null)
    return append(item, make("span", "quiet", "others that are not in this page "), make("span", "value", more));
  const go = button("", () => goToNode(node));
  append(go, make("span", "sort " + nodeClass(node)),
    makeName("span", "code name", fullNodeName(node)));
  if (nodeKind(node))
    go.append(make("span", "kind", nodeKind(node)));
  go.append(make("span", "value", more));
  go.dataset.node = node;
  return append(item, go);
}

function makeNodes(links, label, text) {
  const list = make("ol", "nodes");
  list.setAttribute("aria-label", label);
  return append(list, ...links.map((link) => makeNodeItem(link.node, text(link))));
}

function pointersText(link) {
  return (link.offset !== null && link.offset < 2 ** 32 - 1 ? "at +" + link.offset + ", " : "") +
    counted(link.pointers, "pointer", "pointers");
}

// --- the node one is at ---

function stepText([, blocks, offset, into], next) {
  const at = offset !== null ? "+" + offset : "";
  return (blocks > 1 ? number(blocks) + " in a row " : "") + at +
    (next && into ? " \u2192 " + into + " bytes into" : "");
}

function makePath(node) {
  const path = node >= 0 ? heap.paths[node] : null, part = make("div");
  if (!path)
    return null;
  const [address, bytes, left, steps, expression] = path;
  append(part, make("h4", "", "A shortest path from a root"));
  const list = make("ol", "nodes path");
  list.setAttribute("aria-label", "A shortest path from a root to it");
  steps.forEach((step, index) => {
    if (left > 0 && index === 2)
      list.append(make("li", "quiet", counted(left, "block", "blocks") + " between"));
    list.append(makeNodeItem(step[0], stepText(step, index + 1 < steps.length)));
  });
  if (expression)
    append(list, append(make("li", "quiet"), "In the program: ", make("code", "text", expression)));
  return append(part, list, make("p", "quiet", "The last one is the block at " + address +
    " of " + counted(bytes, "byte", "bytes") +
    ", which of this site retains most."));
}

function makeHeading(node) {
  const head = make("h3", "text"), facts = make("p", "quiet");
  append(head, makeName("span", "code", fullNodeName(node)));
  if (nodeKind(node))
    append(head, " ", make("span", "tag", nodeKind(node)));
  const whole = percent(nodeRetained(node), heap.raw.snapshot[5]);
  if (node >= 0) {
    const site = heap.sites[node];
    append(facts, counted(site.blocks, "block", "blocks") + ", " + size(site.bytes) + "; retains " +
      size(site.retained) + ", " + whole + " of the heap. ",
      button("In the table", () => goToSite(site)));
  } else {
    const { object, file, line, retained } = heap.groups[-1 - node];
    append(facts, "Clearing it would free " + size(retained) + ", " + whole + " of the heap. ",
      make("span", "text", (file ? file + (line ? ":" + line : "") : "") + (object ? " in " + object : "")));
  }
  return append(make("div"), head, facts);
}

function drawNode() {
  const node = why.node, here = $("heap-why-node");
  here.replaceChildren(makeHeading(node));
  const path = makePath(node), holders = heap.holders.get(node) || [], held = heap.held.get(node) || [];
  if (path)
    here.append(path);
  if (node >= 0)
    append(here, make("h4", "", "Held by"), holders.length > 0
      ? makeNodes(holders.sort((a, b) => b.pointers - a.pointers), "Held by", pointersText)
      : make("p", "quiet", path ? "Only through what is not in this page." : "No pointer to it was found."));
  append(here, make("h4", "", "Holds"), held.length > 0
    ? makeNodes(held.sort((a, b) => a.node - b.node), "Holds", pointersText)
    : make("p", "quiet", "It points at no block that is in this page."));
  const left = heap.raw.link_count - heap.links.length;
  if (left > 0)
    here.append(make("p", "quiet", "Of each, those with most pointers are shown; " + number(left) +
      " more are left out."));
  drawTrail();
}

function drawTrail() {
  const shown = why.trail.slice(-6), first = why.trail.length - shown.length;
  fillPath($("heap-why-trail"), shown.map(nodeName), (index) => goBackTo(first + index));
}

function showNode(node) {
  why.node = node;
  drawNode();
  $("heap-why-here").scrollTop = 0;
}

function goToNode(node) {
  if (why.node !== node)
    why.trail.push(node);
  showNode(node);
  const first = $("heap-why-node").querySelector("button[data-node]");
  (first || $("heap-why-title")).focus({ preventScroll: true });
  if ($("heap-why-here").getBoundingClientRect().bottom > innerHeight ||
      $("heap-why-here").getBoundingClientRect().top < 0)
    $("heap-why-title").scrollIntoView({ block: "start" });
}

function goBackTo(at) {
  why.trail.length = at + 1;
  showNode(why.trail[at]);
  $("heap-why-node").querySelector("button[data-node]")?.focus({ preventScroll: true });
}

function moveInWhy(event) {
  const isSearch = event.target === $("heap-why-search");
  const items = [...$("heap-why").querySelectorAll("button[data-node]")], at = items.indexOf(event.target);
  if (event.key === "Escape" && why.trail.length > 1 && !isSearch)
    goBackTo(why.trail.length - 2);
  else if (event.key === "ArrowDown" && (at >= 0 || isSearch) && items[at + 1])
    items[at + 1].focus();
  else if (event.key === "ArrowUp" && at > 0)
    items[at - 1].focus();
  else
    return;
  event.preventDefault();
}

function fillWhy() {
  $("heap-why").hidden = !heap.hasSnapshot;
  if (!heap.hasSnapshot)
    return;
  indexLinks();
  $("heap-why-search").value = "";
  fillStart();
  const first = startNodes()[0];
  why.node = null;
  why.trail = first === undefined ? [] : [first];
  if (first !== undefined)
    showNode(first);
  else
    $("heap-why-node").replaceChildren(make("p", "quiet", "There are no blocks."));
}

function listenToWhy() {
  $("heap-why-search").addEventListener("input", afterPause(fillStart));
  $("heap-why").addEventListener("keydown", moveInWhy);
}
