/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flame graph of lost bytes, from main downwards. Only what is wide enough to be seen is drawn. */
const FLAME_ROW = 21, FLAME_TEXT = 30, FLAME_NODES = 2000, FLAME_DEPTH = 80; // pixels, pixels, numbers

const flame = { nodes: [], byElement: new Map(), current: null };

function makeNode(label, isOwn, parent) {
  return { label, isOwn, parent, bytes: 0, children: new Map(), depth: parent ? parent.depth + 1 : 0 };
}

function growBy(root, stack, bytes) {
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

function grow(list) {
  const root = makeNode("all", false, null);
  for (const finding of list) {
    if (!finding.isLeak)
      continue;
    for (const [stack, bytes] of finding.ways)
      growBy(root, stack, bytes);
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
  const percent = (100 * node.bytes / whole).toFixed(1);
  return node.label + ": " + counted(node.bytes, "byte", "bytes") + ", " + percent + " %";
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
  append(path, button("Show all", () => zoomTo([])), " Only what was lost below ",
    make("span", "code", state.zoom.join(" > ")));
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
