/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The treemap of what is retained: boxes in boxes, several levels of them, each as large as what would go with it.
 * Rows of boxes are filled as long as that makes them squarer (Bruls, Huizing and van Wijk 2000). */
const MAP_HEIGHT = 440, MAP_LEVELS = 6, MAP_BOXES = 900, MAP_HEAD = 19, MAP_PAD = 3; // pixels, numbers
const map = { top: null };
map.tree = new BoxTree($("heap-map"), $("heap-map-info"), {
  open: (box) => lookInto(box === map.top && map.top.parent ? map.top.parent : box),
  goBack: () => {
    if (!map.top.parent)
      return false;
    lookInto(map.top.parent);
    return true;
  },
});

function makeBoxes() {
  const boxes = heap.raw.tree.map(([parent, kind, ref, blocks, own, retained]) => (
    { parent: null, from: parent, kind, ref, blocks, own, retained, children: [] }));
  for (const box of boxes)
    if (box.from !== null && box.retained > 0) {
      box.parent = boxes[box.from];
      box.parent.children.push(box);
    }
  for (const box of boxes)
    box.children.sort((a, b) => b.retained - a.retained);
  return boxes;
}

function boxNode(box) {
  if (box.ref === null)
    return null;
  return box.kind === GROUP ? -1 - box.ref : box.kind === SITE ? box.ref : null;
}

function boxName(box) {
  if (boxNode(box) !== null)
    return nodeName(boxNode(box));
  return ["the whole heap", "a root", "a site", "small ones", "held by several roots",
    "lost: no root leads to it"][box.kind];
}

function boxClass(box) {
  if (boxNode(box) !== null)
    return nodeClass(boxNode(box));
  return ["neutral", "root", "plain", "neutral", "neutral", "lost"][box.kind];
}

function boxFacts(box) {
  const own = box.own > 0 && box.own < box.retained ? size(box.own) + " of their own, " : "";
  const blocks = box.kind === OTHERS ? counted(box.ref, "box", "boxes") + " too small to be shown, "
    : box.blocks > 0 ? counted(box.blocks, "block", "blocks") + ", " : "";
  return blocks + own + "retains " + size(box.retained) + ", " +
    percent(box.retained, heap.boxes[0].retained) + " of the heap";
}

function boxText(box) {
  return boxName(box) + ": " + boxFacts(box);
}

// --- layout ---

function worstShape(row, side, total) {
  const first = row[0].area, last = row[row.length - 1].area;
  return Math.max(side * side * first / (total * total), total * total / (side * side * last));
}

// Puts a row along the shorter side and returns what is left of the place.
function placeRow(row, total, place, side) {
  const isWide = place.width >= place.height, thick = side > 0 ? total / side : 0;
  let at = 0;
  for (const item of row) {
    const length = thick > 0 ? item.area / thick : 0;
    item.place = isWide ? { left: place.left, top: place.top + at, width: thick, height: length }
      : { left: place.left + at, top: place.top, width: length, height: thick };
    at += length;
  }
  return isWide ? { left: place.left + thick, top: place.top, width: place.width - thick, height: place.height }
    : { left: place.left, top: place.top + thick, width: place.width, height: place.height - thick };
}

// `items` have values, largest first; they get places.
function squarify(items, place) {
  const sum = items.reduce((total, item) => total + item.value, 0);
  const scale = sum > 0 ? place.width * place.height / sum : 0;
  let row = [], total = 0;
  for (const item of items) {
    const side = Math.min(place.width, place.height);
    item.area = Math.max(item.value * scale, 1e-9);
    const longer = [...row.slice(0, 1), item];
    if (row.length > 0 && worstShape(longer, side, total + item.area) > worstShape(row, side, total)) {
      place = placeRow(row, total, place, side);
      row = [];
      total = 0;
    }
    row.push(item);
    total += item.area;
  }
  if (row.length > 0)
    placeRow(row, total, place, Math.min(place.width, place.height));
}

function inside(place) {
  return { left: place.left + MAP_PAD, top: place.top + MAP_HEAD, width: place.width - 2 * MAP_PAD,
    height: place.height - MAP_HEAD - MAP_PAD };
}

// Bytes of the box's own keep their part of it free.
function layOutChildren(box, place) {
  const items = box.children.map((child) => ({ child, value: child.retained }));
  const rest = box.retained - items.reduce((sum, item) => sum + item.value, 0);
  if (rest > 0)
    items.push({ child: null, value: rest });
  items.sort((a, b) => b.value - a.value);
  squarify(items, place);
  return items.filter((item) => item.child !== null && item.place.width >= 3 && item.place.height >= 3);
}

// --- drawing ---

function addBox({ box, place, parent }, width) {
  const part = { left: place.left / width, width: place.width / width, top: place.top, height: place.height };
  const shown = map.tree.add(box, parent, part, boxClass(box), boxText(box));
  if (place.width > 34 && place.height > 15)
    append(shown.element, make("span", "", boxName(box)),
      place.width > 150 ? make("small", "", " " + size(box.retained)) : "");
  shown.element.setAttribute("aria-label", boxName(box) + " " + size(box.retained) + ": " + boxFacts(box));
  return shown;
}

function drawMap() {
  const width = $("heap-map").clientWidth || 1000;
  map.tree.clear();
  map.tree.setHeight(MAP_HEIGHT);
  const waiting = [{ box: map.top, place: { left: 0, top: 0, width, height: MAP_HEIGHT }, level: 0, parent: null }];
  for (let next = 0; next < waiting.length && next < MAP_BOXES; next++) {
    const { box, place, level } = waiting[next], shown = addBox(waiting[next], width);
    if (level < MAP_LEVELS && place.width > 46 && place.height > 40)
      for (const item of layOutChildren(box, inside(place)))
        waiting.push({ box: item.child, place: item.place, level: level + 1, parent: shown });
  }
  drawMapPath();
  showTop();
}

function drawMapPath() {
  const boxes = [];
  for (let box = map.top; box; box = box.parent)
    boxes.unshift(box);
  fillPath($("heap-map-path"), boxes.map(boxName), (index) => lookInto(boxes[index]));
}

function showTop() {
  const node = boxNode(map.top), links = $("heap-map-links");
  $("heap-map-info").textContent = boxText(map.top);
  links.replaceChildren();
  if (node !== null)
    links.append(button("Why it is still there", () => goToNode(node)));
  if (node !== null && node >= 0)
    links.append(button("In the table", () => goToSite(heap.sites[node])));
}

function lookInto(box) {
  map.top = box;
  drawMap();
  map.tree.focusTop();
}

function fillMap() {
  $("heap-map-section").hidden = !heap.hasSnapshot;
  if (!heap.hasSnapshot)
    return;
  heap.boxes = heap.boxes || makeBoxes();
  map.top = heap.boxes[0];
  $("heap-map-note").textContent = heap.boxes.length < 3000 ? ""
    : "The " + number(heap.boxes.length) + " boxes that retain most are in this page.";
  $("heap-map").hidden = map.top.retained === 0;
  $("heap-map-keys").hidden = map.top.retained === 0;
  if (map.top.retained > 0)
    drawMap();
  else
    $("heap-map-info").textContent = "Nothing was on the heap when the snapshot was taken.";
}
