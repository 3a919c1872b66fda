/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames of stacks, which all views name by number, with the lines of source around them. report/page/page_frames.c
 * writes them. */
const FRAME_OWN = 1, FRAME_INLINED = 2, FRAME_ALLOCATOR = 4;
const { frames: frameList, sources } = readData("page");

const frames = frameList.map(([name, path, line, object, flags]) => ({
  name, path, line, object, isOwn: (flags & FRAME_OWN) !== 0, isInlined: (flags & FRAME_INLINED) !== 0,
  isAllocator: (flags & FRAME_ALLOCATOR) !== 0,
  label: name || (object ? "in " + baseName(object) : "unknown function"),
}));

function sourcePlace(frame) {
  if (frame.path)
    return frame.path + (frame.line ? ":" + frame.line : "");
  return frame.object ? "in " + frame.object : "";
}

function makeFunction(frame) {
  return make("span", "function " + (frame.name ? "code" : "quiet"), frame.name || "unknown function");
}

// `place`: the frame to look at first.
function makeFrames(stack, place) {
  const list = make("ol", "frames");
  if (stack.length === 0)
    return make("p", "quiet", "No stack is known.");
  stack.forEach((index, depth) => {
    const frame = frames[index], owner = frame.isAllocator ? "allocator" : frame.isOwn ? "own" : "other";
    const item = make("li", owner);
    append(item, makeFunction(frame), " ", make("span", "at text", sourcePlace(frame)));
    if (frame.isInlined)
      append(item, " ", make("span", "tag", "inlined"));
    if (depth === place)
      append(item, " ", make("span", "tag notable", "look here first"));
    const source = makeSource(frame);
    if (source)
      item.append(source);
    list.append(item);
  });
  return list;
}

// A few lines around the frame's own.
function makeSource(frame) {
  const lines = frame.path && Object.hasOwn(sources, frame.path) ? sources[frame.path] : null;
  if (!lines || !Object.hasOwn(lines, frame.line))
    return null;
  const box = make("div", "source"), table = make("table"), body = make("tbody");
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "source of " + baseName(frame.path) + " around line " + frame.line);
  for (let line = Math.max(1, frame.line - 3); line <= frame.line + 3; line++)
    if (Object.hasOwn(lines, line))
      append(body, append(make("tr", line === frame.line ? "here" : ""), make("td", "code", String(line)),
        make("td", "code", lines[line])));
  return append(box, append(table, body));
}
