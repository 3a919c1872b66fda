/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flame graph of lost bytes, from main downwards. Only what is wide enough to be seen is drawn. */
const FLAME_ROW = 21, FLAME_TEXT = 30, FLAME_NODES = 2000, FLAME_DEPTH = 80; // pixels, pixels, numbers

const flame = new BoxTree($("flame"), $("flame-info"), {
  open: (node) => zoomTo(labelsOf(node)),
  goBack: () => {
    if (state.zoom.length === 0)
      return false;
    zoomTo(state.zoom.slice(0, -1));
    return true;
  },
});

function makeNode(label, isOwn, parent) {
  return { label, isOwn, parent, bytes: 0, children: new Map(), depth: parent ? parent.depth + 1 : 0 };
}

function addStack(root, stack, bytes) {
  let node = root;
  root.bytes += bytes;
  for (let i = stack.length - 1; i >= 0 && bytes > 0 && node.depth < FLAME_DEPTH; i--) {
    const frame = frames[stack[i]];
    let child = node.children.get(frame.label);
    if (!child) {
      child = makeNode(frame.label, frame.isOwn, node);
      node.children.set(frame.label, child);
    }
    child.bytes += bytes;
    node = child;
  }
}

function makeTree(list) {
  const root = makeNode("all lost bytes", false, null);
  for (const finding of list)
    if (finding.isLeak)
      for (const [stack, bytes] of finding.ways)
        addStack(root, stack, bytes);
  return root;
}

function findNode(root, labels) {
  let node = root;
  for (const label of labels)
    node = node && node.children.get(label);
  return node;
}

// From main down to the node.
function labelsOf(node) {
  const labels = [];
  for (; node.parent; node = node.parent)
    labels.unshift(node.label);
  return labels;
}

function zoomTo(labels) {
  state.zoom = labels;
  update();
  flame.focusTop();
}

function addNode({ node, parent, left, width, row }, whole, pixels) {
  const text = shortName(node.label) + ": " + counted(node.bytes, "byte", "bytes") + ", " + percent(node.bytes, whole);
  const box = flame.add(node, parent, { left, width, top: row * FLAME_ROW, height: FLAME_ROW },
    node.isOwn ? "notable" : "plain", text);
  box.element.title = text.replace(shortName(node.label), () => node.label);
  if (width * pixels > FLAME_TEXT) {
    box.element.textContent = shortName(node.label);
    box.element.classList.add("named");
  }
  return box;
}

// Row by row, and widest first: what is left out when there are too many is too narrow to be seen anyway.
function layOut(top, whole, pixels) {
  const waiting = [{ node: top, parent: null, left: 0, width: 1, row: 0 }];
  let rowCount = 0;
  for (let next = 0; next < waiting.length && next < FLAME_NODES; next++) {
    const { node, left, width, row } = waiting[next], box = addNode(waiting[next], whole, pixels);
    rowCount = row + 1;
    let at = left;
    for (const child of [...node.children.values()].sort((a, b) => b.bytes - a.bytes)) {
      const part = width * child.bytes / node.bytes;
      if (part * pixels >= 2)
        waiting.push({ node: child, parent: box, left: at, width: part, row: row + 1 });
      at += part;
    }
  }
  flame.setHeight(rowCount * FLAME_ROW);
}

function drawFlame(list) {
  const root = makeTree(list);
  let top = findNode(root, state.zoom);
  if (!top || top.bytes === 0) {
    state.zoom = [];
    top = root;
  }
  flame.clear();
  const isAsked = (finding) => finding.isListed || $("unlisted").checked;
  $("flame-section").hidden = !findings.some((finding) => finding.isLeak && finding.bytes > 0 && isAsked(finding));
  $("flame-info").textContent = root.bytes > 0 ? "" : "No lost bytes among these findings.";
  $("flame-keys").hidden = root.bytes === 0;
  if (root.bytes > 0)
    layOut(top, root.bytes, $("flame-section").clientWidth || 1000);
  showZoom();
}

function showZoom() {
  const path = $("flame-path");
  path.replaceChildren();
  path.hidden = state.zoom.length === 0;
  if (!path.hidden)
    append(path, button("Show all", () => zoomTo([])), " Only what was lost below ",
      make("span", "code", state.zoom.map(shortName).join(" > ")));
}
