/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames of stacks, which all views name by number, with the lines of source around them. host/reports/page/page_frames.c
 * writes them. */
const FRAME_OWN = 1, FRAME_INLINED = 2, FRAME_ALLOCATOR = 4;
const { frames: frameList, sources } = readData("page");

const frames = frameList.map(([name, path, line, object, flags, shorter]) => {
  noteShortName(name, shorter);
  return {
    name, path, line, object, isOwn: (flags & FRAME_OWN) !== 0, isInlined: (flags & FRAME_INLINED) !== 0,
    isAllocator: (flags & FRAME_ALLOCATOR) !== 0,
    label: name || (object ? "in " + baseName(object) : "unknown function"),
  };
});

// Of functions that allocate it says nothing: they lie in a library of Seep's, or in the C library.
function sourcePlace(frame) {
  if (frame.path)
    return frame.path + (frame.line ? ":" + frame.line : "");
  return frame.object && !(frame.isAllocator && frame.name) ? "in " + frame.object : "";
}

/* What a path begins with is cut where it tells nothing: the folder of a compiler's build ("/rustc/9fc6b431...", which
 * is on no machine), that of a package manager, and of long ones all but the last few folders. */
const PATH_SHOWN = 48;
function cutPath(path) {
  const found = /\/rustc\/[0-9a-f]{8,}\/(.+)/.exec(path) || /\/registry\/src\/[^/]+\/(.+)/.exec(path);
  const parts = (found ? found[1] : path).split("/");
  let shown = parts.pop();
  while (parts.length > 0 && parts[parts.length - 1].length + 1 + shown.length <= PATH_SHOWN)
    shown = parts.pop() + "/" + shown;
  return parts.length > 0 || found ? "\u2026/" + shown : shown;
}

// The place as people read it; the whole path is its title.
function makePlaceText(frame, classes) {
  const whole = sourcePlace(frame), isObject = !frame.path && whole !== "";
  const element = make("span", classes, isObject ? "in " + baseName(frame.object) : cutPath(whole));
  if (element.textContent !== whole)
    element.title = whole;
  return element;
}

function makeFunction(frame) {
  return makeName("span", "function " + (frame.name ? "code" : "quiet"), frame.name || "unknown function");
}

function makeFrame(frame, isPlace) {
  const item = make("li", frame.isAllocator ? "allocator" : frame.isOwn ? "own" : "other");
  append(item, makeFunction(frame), " ", makePlaceText(frame, "at text"));
  if (frame.isInlined)
    append(item, " ", make("span", "tag", "inlined"));
  if (isPlace)
    append(item, " ", make("span", "tag notable", "look here first"));
  const source = makeSource(frame, 3, 3);
  return source ? append(item, source) : item;
}

// Functions of the language's library that call each other are one line, which unfolds.
const FOLDED = 3; // as many of them, or more
function isLibrary(frame) {
  const isNamedSo = /^(\w[^(<]* )?(std|__gnu_cxx)::/.test(frame.name || ""); // inlined ones have no namespace
  return !frame.isOwn && !frame.isAllocator &&
    (isNamedSo || /\/(c\+\+\/(v1|\d+)|rustc\/[0-9a-f]+\/library)\//.test(frame.path || ""));
}

function makeFolded(items) {
  const item = make("li", "folded"), unfold = button(counted(items.length, "frame", "frames") +
    " of the standard library", () => {
    const next = item.nextElementSibling;
    item.replaceWith(...items);
    (next || items[0].parentElement).scrollIntoView({ block: "nearest" });
  });
  return append(item, unfold);
}

// `place`: the frame to look at first.
function makeFrames(stack, place) {
  const list = make("ol", "frames");
  if (stack.length === 0)
    return make("p", "quiet", "No stack is known.");
  for (let depth = 0, end; depth < stack.length; depth = end) {
    for (end = depth; end < stack.length && end !== place && isLibrary(frames[stack[end]]);)
      end++;
    const isFolded = end - depth >= FOLDED;
    end = Math.max(end, depth + 1);
    const items = stack.slice(depth, end).map((index, at) => makeFrame(frames[index], depth + at === place));
    append(list, ...(isFolded ? [makeFolded(items)] : items));
  }
  return list;
}

// The frame's line, with so many before and after it; null: it is not known.
function makeSource(frame, before, after) {
  const lines = frame.path && Object.hasOwn(sources, frame.path) ? sources[frame.path] : null;
  if (!lines || !Object.hasOwn(lines, frame.line))
    return null;
  const box = make("div", "source"), table = make("table"), body = make("tbody");
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "source of " + baseName(frame.path) + " around line " + frame.line);
  for (let line = Math.max(1, frame.line - before); line <= frame.line + after; line++)
    if (Object.hasOwn(lines, line))
      append(body, append(make("tr", line === frame.line ? "here" : ""), make("td", "code", String(line)),
        make("td", "code", lines[line])));
  return append(box, append(table, body));
}
