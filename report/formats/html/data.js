/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data of the page, with names, and what makes elements. Text reaches the document by textContent only. The files
 * of this folder are one script. */
"use strict";
const LISTED = 1, OWN = 2, ERROR = 4;
const FRAME_OWN = 1, FRAME_INLINED = 2, FRAME_ALLOCATOR = 4;
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);

const frames = data.frames.map(([name, path, line, object, flags]) => ({
  name, path, line, object, isOwn: (flags & FRAME_OWN) !== 0, isInlined: (flags & FRAME_INLINED) !== 0,
  isAllocator: (flags & FRAME_ALLOCATOR) !== 0,
  label: name || (object ? "in " + baseName(object) : "unknown function"),
}));

const findings = (data.findings || []).map((item, number) => ({
  number, id: item[0], kind: item[1], sentence: item[2],
  isListed: (item[3] & LISTED) !== 0, isOwn: (item[3] & OWN) !== 0, isError: (item[3] & ERROR) !== 0,
  count: item[4], bytes: item[5], blocks: item[6], indirect: item[7],
  all: item[5] + item[7], place: item[9], own: item[10], stack: item[11], notes: item[12], tests: item[13],
  entry: item[14], suppressor: item[15], variants: item[16],
  ways: item[16].length === 0 ? [[item[11], item[5]]] : item[16].map(([, stack, , bytes]) => [stack, bytes]), isLeak: item[1].startsWith("Leak_"), isGrowth: item[1] === "Growth",
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

function sourcePlace(frame) {
  if (frame.path)
    return frame.path + (frame.line ? ":" + frame.line : "");
  return frame.object ? "in " + frame.object : "";
}

// The frame a person would look at first.
function mainFrame(finding) {
  return finding.place < finding.stack.length ? frames[finding.stack[finding.place]] : null;
}

function library(finding) {
  const frame = mainFrame(finding);
  return frame && frame.object ? frame.object : "";
}

// --- elements ---

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
