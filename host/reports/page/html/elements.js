/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Making elements. Text reaches the document by textContent and attributes alone, so nothing in it can be markup. */
"use strict";
const $ = (id) => document.getElementById(id);

// What the page or a view has for data.
function readData(name) {
  return JSON.parse($(name + "-data").textContent);
}

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

// A line of a <dl>; `what` is a text or an element.
function addFact(list, term, what) {
  list.append(append(make("div"), make("dt", "", term), append(make("dd"), what)));
}

function addOption(select, value, text) {
  const option = make("option", "", text.length > 90 ? text.slice(0, 89) + "\u2026" : text);
  option.value = value;
  select.append(option);
}

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, value);
  return element;
}

// "a > b > c": the last name is where one is, the others are buttons that lead back there.
function fillPath(place, names, goTo) {
  place.replaceChildren();
  names.forEach((name, index) => {
    if (index > 0)
      place.append(" \u203a ");
    place.append(index + 1 === names.length ? make("strong", "text", name) : button(name, () => goTo(index)));
  });
}

// What is laid out for the width of the window is drawn anew when that changes, but not when the height does, as it
// does all the time on phones.
function onNewWidth(action) {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width)
      action();
    width = innerWidth;
  });
}
