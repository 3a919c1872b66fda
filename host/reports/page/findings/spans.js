/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a finding opens: its places with the lines of their sources, as a terminal shows them; what happened first, what
 * to do, and where the block came from. Below each place stand its callers, which unfold to the whole stack. */
const ownTells = new Set(findings.map((finding) => finding.isOwn)).size > 1;

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function stackTitle(stack, place) {
  const callers = callersText(stack.slice(place + 1).map((index) => frames[index]).filter((one) => !isLibrary(one)));
  return callers ? "called by " + callers : counted(stack.length, "frame", "frames");
}

// Without lines of its source, the stack is all there is to see; a frame whose line is shown needs none.
function makeStack(stack, place, hasSource, amount) {
  const details = make("details", "stack");
  if (stack.length === 1 && hasSource)
    return "";
  details.open = !hasSource;
  return append(details, make("summary", "quiet", (amount ? inPlainEnglish(amount) + ", " : "") +
    stackTitle(stack, place)), makeFrames(stack, place));
}

// `stacks`: all that lead there, as [amount, stack, place]; left out when it is this one.
function makeSpan(label, stack, place, isFirst, stacks = [["", stack, place]]) {
  const frame = frames[stack[place]], box = make("div", "span"), heading = make("h4", "text", capital(label));
  if (!frame)
    return stack.length > 0 ? append(box, heading, makeFrames(stack, -1)) : append(box, heading);
  const source = makeSource(frame, isFirst ? 2 : 0, isFirst ? 1 : 0);
  append(heading, " ", append(make("span", "where"), makeFunction(frame), " ", makePlaceText(frame, "at text")));
  return append(box, heading, source || "",
    ...stacks.map(([amount, way, wayPlace]) => makeStack(way, wayPlace, source !== null, amount)));
}

function makeVariants(finding, isFirst) {
  const { variants, stack, place, label } = finding;
  if (finding.isCycle && variants.length > 0)
    return variants.map(([, way, wayPlace], index) => makeSpan(label, way, wayPlace, isFirst && index === 0));
  return [makeSpan(label, stack, place, isFirst, variants.length > 0 ? variants : undefined)];
}

function makeNote([sentence, stack, title, place], isFirst) {
  if (stack.length === 0)
    return [make("p", "text", sentence || title)];
  const span = makeSpan(title || sentence, stack, place, isFirst);
  return title && sentence ? [make("p", "text", sentence), span] : [span];
}

// Of a leak, where it was lost says more than where its blocks came from.
function makeSpans(finding) {
  const isLost = finding.notes.some((note) => note[2] && note[0]);
  const notes = finding.notes.flatMap((note, index) => makeNote(note, isLost && index === 0));
  const advice = finding.advice ? [append(make("p", "advice"), make("strong", "", "What to do: "),
    make("span", "text", finding.advice))] : [];
  return finding.isLeak && finding.notes.length > 0
    ? [...notes, ...makeCount(finding), ...advice, ...makeVariants(finding, !isLost)]
    : [...makeVariants(finding, true), ...notes, ...advice];
}
