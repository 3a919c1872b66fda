/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How quantities and names are written. */
function number(value) {
  return value.toLocaleString("en-US");
}

function counted(value, one, many) {
  return number(value) + " " + (value === 1 ? one : many);
}

// Reports say "1 blocks", as Memcheck does.
function inPlainEnglish(sentence) {
  return sentence.replace(/(^|[^\d,.])1 (block|byte)s\b/g, "$11 $2");
}

function percent(part, whole) {
  return whole > 0 ? (100 * part / whole).toFixed(1) + " %" : "";
}

// Three digits.
function short(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1).replace(/\.0$/, "")
    : value.toFixed(2).replace(/\.?0+$/, "");
}

function scaled(value, units) {
  let unit = 0;
  for (; value >= 999.5 && unit + 1 < units.length; unit++)
    value /= 1000;
  return (unit === 0 && Number.isInteger(value) ? String(value) : short(value)) + units[unit];
}

function size(bytes) {
  return (bytes < 0 ? "\u2212" : "") + scaled(Math.abs(bytes), [" B", " kB", " MB", " GB", " TB", " PB"]);
}

// Of the paths of runs the last parts, when these tell them apart.
function runTitles(paths) {
  const names = paths.map((path) => baseName(path || "unnamed"));
  return new Set(names).size === new Set(paths).size ? names : paths.map((path) => path || "unnamed");
}

function baseName(path) {
  return path.slice(path.lastIndexOf("/") + 1) || path;
}
