/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names as people write them, std::string and no default arguments of templates, stand beside the whole ones in the data
 * (host/model/frames/short_name.h). The whole name is the element's title. */
const shortNames = new Map();

// `shorter` is null or left out when it is the name itself.
function noteShortName(name, shorter) {
  if (shorter)
    shortNames.set(name, shorter);
}

function shortName(name) {
  return shortNames.get(name) || name;
}

// An element with the name.
function makeName(tag, classes, name) {
  const element = make(tag, classes, shortName(name));
  if (shortName(name) !== name)
    element.title = name;
  return element;
}
