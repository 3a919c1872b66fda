/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searching, and long lists. Rows are made as they are scrolled to or asked for, and what is in them when they are
 * opened, so that ten thousand of them cost little more than their data. */

// The words of a search, all of which have to be found.
function wordsOf(input) {
  return input.value.toLowerCase().split(/\s+/).filter((word) => word);
}

// Whoever types is not disturbed by results that come and go with each letter.
function afterPause(action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, 150);
  };
}

// Nothing is ever sent: what is chosen in the form shows at once. A search is shown once: it changes once more when it
// loses the focus, in the middle of a click on what was found, which must stay where it is.
function listenToForm(form, update) {
  let typed = null, input = null;
  const updateTyped = () => {
    if (input.value !== typed) {
      typed = input.value;
      update();
    }
  };
  const updateSoon = afterPause(updateTyped);
  form.addEventListener("change", ({ target }) => (target === input ? updateTyped() : update()), { capture: true });
  form.addEventListener("input", ({ target }) => {
    if (target.type !== "search")
      return;
    input = target;
    typed = null;
    updateSoon();
  }, { capture: true });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update)); // its fields are empty only then
}

/* The items of `list`, an <ol> or <tbody>, that are shown: makeRow(item, opener) makes the element of one, with the
 * button `opener` in it, makePanel(item) what that opens. `first` rows are made at once, `next` more by the button
 * `more`. */
class Rows {
  constructor(list, more, { first, next, makeRow, makePanel }) {
    Object.assign(this, { list, more, first, next, makeRow, makePanel, items: [], count: 0, elements: new Map(),
      panels: new Map() });
    more.addEventListener("click", () => {
      const count = this.count;
      this.add();
      this.openerOf(this.items[count]).focus();
    });
  }

  fill(items) {
    this.items = items;
    this.count = 0;
    this.elements.clear();
    this.panels.clear();
    this.list.replaceChildren();
    this.add();
  }

  add() {
    const end = Math.min(this.count + (this.count > 0 ? this.next : this.first), this.items.length);
    const fragment = document.createDocumentFragment();
    for (; this.count < end; this.count++) {
      const item = this.items[this.count], opener = button("", () => this.toggle(item));
      opener.className = "row";
      opener.setAttribute("aria-expanded", "false");
      this.elements.set(item, this.makeRow(item, opener));
      fragment.append(this.elements.get(item));
    }
    this.list.append(fragment);
    this.more.hidden = this.count === this.items.length;
    this.more.textContent = "Show more (" + number(this.items.length - this.count) + " left)";
  }

  openerOf(item) {
    return this.elements.get(item).querySelector(".row");
  }

  toggle(item) {
    const opener = this.openerOf(item), isOpen = this.panels.has(item);
    opener.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) {
      this.panels.get(item).remove();
      this.panels.delete(item);
      return;
    }
    const panel = this.makePanel(item), element = this.elements.get(item);
    panel.id = this.list.id + "-panel-" + this.items.indexOf(item);
    opener.setAttribute("aria-controls", panel.id);
    this.panels.set(item, panel);
    if (element.matches("tr"))
      element.after(panel);
    else
      element.append(panel);
  }

  // Opens one of the items.
  goTo(item) {
    while (!this.elements.has(item))
      this.add();
    if (!this.panels.has(item))
      this.toggle(item);
    this.openerOf(item).focus({ preventScroll: true });
    this.elements.get(item).scrollIntoView();
  }

  // By so many rows, from the one that has the focus.
  move(step) {
    const openers = [...this.list.querySelectorAll(".row")];
    let child = document.activeElement;
    while (child && !openers.includes(child) && child.parentElement !== this.list)
      child = child.parentElement;
    const opener = child && (openers.includes(child) ? child
      : child.querySelector(".row") || child.previousElementSibling.querySelector(".row"));
    const at = (opener ? openers.indexOf(opener) : step > 0 ? -1 : openers.length) + step;
    if (at >= openers.length && !this.more.hidden) {
      this.add();
      this.move(step);
    } else if (openers[at]) {
      openers[at].focus();
    }
  }
}
