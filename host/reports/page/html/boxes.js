/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trees drawn as boxes, such as flame graphs and treemaps. Each box is a button; the one that the pointer or the focus
 * is on is described in `info`. Arrow keys lead to parents, children and siblings; a click or Enter calls open(item),
 * Escape goBack(). */
class BoxTree {
  constructor(place, info, { open, goBack }) {
    Object.assign(this, { place, info, open, goBack, boxes: [], byElement: new Map(), current: null });
    for (const type of ["click", "focusin", "mouseover"])
      place.addEventListener(type, (event) => this.onEvent(event));
    place.addEventListener("keydown", (event) => this.onKey(event));
  }

  clear() {
    this.boxes = [];
    this.byElement.clear();
    this.canvas = make("div");
    this.place.replaceChildren();
  }

  setHeight(pixels) {
    this.canvas.style.height = pixels + "px";
  }

  // `parent` is what add() returned for it; null: this is the top. Left and width are parts of 1, the rest is pixels.
  add(item, parent, { left, width, top, height }, classes, text) {
    const element = make("button", classes);
    element.type = "button";
    element.style.cssText = `left:${100 * left}%;width:${100 * width}%;top:${top}px;height:${height}px`;
    element.setAttribute("role", "treeitem");
    element.setAttribute("aria-level", parent ? parent.level + 1 : 1);
    element.setAttribute("aria-label", text);
    element.tabIndex = parent ? -1 : 0;
    const box = { item, element, parent, children: [], level: parent ? parent.level + 1 : 1, text };
    if (parent)
      parent.children.push(box);
    else
      this.place.append(this.canvas);
    this.boxes.push(box);
    this.byElement.set(element, box);
    this.canvas.append(element);
    return box;
  }

  focusTop() {
    if (this.boxes.length > 0)
      this.boxes[0].element.focus({ preventScroll: true });
  }

  onEvent(event) {
    const box = this.byElement.get(event.target.closest("button"));
    if (!box)
      return;
    if (event.type === "click") {
      this.open(box.item);
      return;
    }
    this.info.textContent = box.text;
    if (event.type === "focusin")
      this.current = box;
  }

  onKey(event) {
    const box = this.current;
    if (!box || !box.element.isConnected)
      return;
    const beside = (step) => box.parent && box.parent.children[box.parent.children.indexOf(box) + step];
    const goals = {
      ArrowDown: () => box.children[0], ArrowUp: () => box.parent, ArrowRight: () => beside(1),
      ArrowLeft: () => beside(-1), Home: () => this.boxes[0],
    };
    if (Object.hasOwn(goals, event.key))
      this.moveTo(goals[event.key]());
    else if (event.key !== "Escape" || !this.goBack())
      return;
    event.preventDefault();
  }

  moveTo(box) {
    if (!box)
      return;
    this.current.element.tabIndex = -1;
    box.element.tabIndex = 0;
    box.element.focus();
  }
}
