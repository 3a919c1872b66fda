/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Flame graphs: ways through functions as a tree of boxes, each as wide as what came by way of it. Only what is wide
 * enough to be seen is drawn. Nodes are { label, isOwn, parent, value, children, depth }. */
const FLAME_ROW = 21, FLAME_TEXT = 30, FLAME_NODES = 2000, FLAME_DEPTH = 80; // pixels, pixels, numbers

function makeFlameNode(label, isOwn, parent) {
  return { label, isOwn, parent, value: 0, children: new Map(), depth: parent ? parent.depth + 1 : 0 };
}

// `way`: frames from the root of the tree on.
function addToFlame(root, way, value) {
  let node = root;
  root.value += value;
  for (const frame of way) {
    if (value === 0 || node.depth >= FLAME_DEPTH)
      return;
    if (!node.children.has(frame.label))
      node.children.set(frame.label, makeFlameNode(frame.label, frame.isOwn, node));
    node = node.children.get(frame.label);
    node.value += value;
  }
}

// From the root down to the node.
function flameLabels(node) {
  const labels = [];
  for (; node.parent; node = node.parent)
    labels.unshift(node.label);
  return labels;
}

/* zoomTo(labels) is called when a box is opened, to show what is below it alone; describe(value, whole) tells how much
 * it is, classOf(node) how the box is coloured. */
class FlameGraph {
  constructor(place, info, { zoomTo, describe, classOf }) {
    Object.assign(this, { describe, classOf, labels: [], whole: 0 });
    this.tree = new BoxTree(place, info, {
      open: (node) => zoomTo(flameLabels(node)),
      goBack: () => {
        if (this.labels.length === 0)
          return false;
        zoomTo(this.labels.slice(0, -1));
        return true;
      },
    });
  }

  // What is below these labels; all of it when nothing is. Returns the labels that are shown.
  draw(root, labels, pixels) {
    let top = root;
    for (const label of labels)
      top = top && top.children.get(label);
    const isThere = top && top.value > 0;
    this.labels = isThere ? labels : [];
    this.whole = root.value;
    this.tree.clear();
    if (root.value > 0)
      this.layOut(isThere ? top : root, pixels);
    return this.labels;
  }

  addNode({ node, parent, left, width, row }, pixels) {
    const name = shortName(node.label), text = name + ": " + this.describe(node.value, this.whole);
    const box = this.tree.add(node, parent, { left, width, top: row * FLAME_ROW, height: FLAME_ROW },
      this.classOf(node), text);
    box.element.title = text.replace(name, () => node.label);
    if (width * pixels > FLAME_TEXT) {
      box.element.textContent = name;
      box.element.classList.add("named");
    }
    return box;
  }

  // Row by row, and widest first: what is left out when there are too many is too narrow to be seen anyway.
  layOut(top, pixels) {
    const waiting = [{ node: top, parent: null, left: 0, width: 1, row: 0 }];
    let rowCount = 0;
    for (let next = 0; next < waiting.length && next < FLAME_NODES; next++) {
      const { node, left, width, row } = waiting[next], box = this.addNode(waiting[next], pixels);
      rowCount = row + 1;
      let at = left;
      for (const child of [...node.children.values()].sort((a, b) => b.value - a.value)) {
        const part = width * child.value / node.value;
        if (part * pixels >= 2)
          waiting.push({ node: child, parent: box, left: at, width: part, row: row + 1 });
        at += part;
      }
    }
    this.tree.setHeight(rowCount * FLAME_ROW);
  }

  focusTop() {
    this.tree.focusTop();
  }
}
