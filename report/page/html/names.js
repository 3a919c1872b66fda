/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of C++ as people write them: std::string, and no arguments of templates that are the default anyway. The full
 * name is the element's title. */
const DEFAULT_ANYWHERE = /^std::(allocator|char_traits|default_delete)<.*>$/s;
const DEFAULT_IN_STD = /^std::(less|hash|equal_to)<.*>$/s;
const shortNames = new Map();

// Where the list of arguments ends that begins with the '<' at `start`; -1: it is no such list.
function endOfArguments(text, start) {
  let angles = 0, others = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if ("([{".includes(letter))
      others++;
    else if (")]}".includes(letter) && --others < 0)
      return -1;
    else if (letter === "<" && others === 0)
      angles++;
    else if (letter === ">" && others === 0 && text[at - 1] !== "-" && --angles === 0)
      return at;
  }
  return -1;
}

// At the commas that are in no brackets.
function splitArguments(text) {
  const parts = [];
  let depth = 0, start = 0;
  for (let at = 0; at < text.length; at++)
    if ("<([{".includes(text[at]))
      depth++;
    else if (")]}".includes(text[at]) || (text[at] === ">" && text[at - 1] !== "-"))
      depth--;
    else if (text[at] === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  return [...parts, text.slice(start)].map((part) => part.trim());
}

function shortenArguments(template, text) {
  const isStd = /\bstd::[\w:]*$/.test(template);
  const kept = splitArguments(text).map(shorten).filter((part, index) => index === 0 ||
    !(DEFAULT_ANYWHERE.test(part) || (isStd && DEFAULT_IN_STD.test(part))));
  return "<" + kept.join(", ") + ">";
}

function shorten(text) {
  let made = "";
  for (let at = 0; at < text.length; at++) {
    const end = text[at] === "<" && !/operator<?$/.test(made) ? endOfArguments(text, at) : -1;
    if (end < 0) {
      made += text[at];
      continue;
    }
    made += shortenArguments(made, text.slice(at + 1, end));
    at = end;
  }
  return made.replace(/\bstd::basic_(\w+)<(char|wchar_t)>/g,
    (all, name, letter) => "std::" + (letter === "char" ? "" : "w") + name);
}

function shortName(name) {
  if (!shortNames.has(name))
    shortNames.set(name, shorten(name.replace(/\bstd::__(cxx11|1)::/g, "std::").replaceAll("[abi:cxx11]", "")));
  return shortNames.get(name);
}

// An element with the name.
function makeName(tag, classes, name) {
  const element = make(tag, classes, shortName(name));
  if (shortName(name) !== name)
    element.title = name;
  return element;
}
