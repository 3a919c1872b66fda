/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands on top: the verdict in one line, what ran, when, and how it ended. */
const RUNS_SHOWN = 10;

// "2 uses after free", ..., the worst first.
function errorParts(list) {
  return data.names.flatMap(([one, many], name) => {
    const count = list.filter((finding) => finding.name === name).length;
    return count > 0 ? [counted(count, one, many)] : [];
  });
}

// Places are those of the first kind, bytes those of all.
function lostPart(list, words, ...kinds) {
  const places = list.filter((finding) => finding.kind === kinds[0]).length;
  const bytes = sum(list.filter((finding) => kinds.includes(finding.kind)), (finding) => finding.bytes);
  return places > 0 ? [counted(bytes, "byte", "bytes") + " " + words + " in " + counted(places, "place", "places")] : [];
}

// What the page is about: kinds that are not listed are there nevertheless.
function isMeant(finding) {
  return data.scope === "chosen" ? finding.isListed
    : !finding.suppressor && (data.scope === "all" || finding.isOwn);
}

function verdictParts() {
  const list = findings.filter(isMeant);
  const growing = list.filter((finding) => finding.isGrowth).length;
  return [...errorParts(list), ...lostPart(list, "lost", "Leak_DefinitelyLost", "Leak_IndirectlyLost"),
    ...lostPart(list, "possibly lost", "Leak_PossiblyLost"),
    ...(growing > 0 ? [counted(growing, "place keeps growing", "places keep growing")] : [])];
}

function fillVerdict() {
  const parts = verdictParts(), isComplete = data.problems.length === 0;
  const text = parts.length > 0 ? parts.join(", ")
    : "No errors or leaks found" + (isComplete ? "" : ", but not everything was checked");
  $("verdict").textContent = text;
  $("verdict").className = parts.length > 0 ? "bad" : isComplete ? "good" : "";
  document.title = text + " \u2013 " + (data.runs.length === 1 ? data.runs[0][1] || data.runs[0][0] : "Seep");
}

function dateText(milliseconds) {
  return new Date(milliseconds).toLocaleString("en-GB",
    { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
}

// "40 processes (1 did not finish, 8 with an exit status other than 0)"
function processText() {
  const endings = data.processes.map(([, , , , ending]) => ending);
  const tell = (count, text) => (count > 0 ? [number(count) + " " + text] : []);
  const killed = endings.filter((ending) => ending.startsWith("killed")).length;
  const failed = endings.filter((ending) => ending.startsWith("exit status ") && ending !== "exit status 0").length;
  const parts = [...tell(endings.filter((ending) => ending === "did not finish").length, "did not finish"),
    ...tell(killed, killed === 1 ? "was killed" : "were killed"), ...tell(failed, "with an exit status other than 0")];
  return counted(data.process_count, "process", "processes") +
    (parts.length > 0 && data.process_count > 1 ? " (" + parts.join(", ") + ")" : "");
}

// A line for each of the first runs.
function makeRuns() {
  const list = make("ul"), titles = runTitles(data.runs.map((run) => run[0]));
  data.runs.slice(0, RUNS_SHOWN).forEach(([path, command, , ending], index) => {
    const item = append(make("li"), Object.assign(make("span", "code", titles[index]), { title: path || "" }));
    if (command)
      append(item, ": ", make("span", "code", command));
    list.append(append(item, ending ? ", " + ending : ""));
  });
  if (data.runs.length > RUNS_SHOWN)
    list.append(make("li", "quiet", "and " + number(data.runs.length - RUNS_SHOWN) + " more"));
  return list;
}

function fillHead() {
  const about = $("about"), [name, command, started, ending] = data.runs.length === 1 ? data.runs[0] : [];
  const dates = data.runs.map((run) => run[2]).filter((date) => date !== null).sort((a, b) => a - b);
  fillVerdict();
  if (data.runs.length > 1)
    addFact(about, "Runs",
      append(make("details"), make("summary", "", counted(data.runs.length, "run", "runs")), makeRuns()));
  if (command)
    addFact(about, "Command", make("span", "code", command));
  if (dates.length > 0)
    addFact(about, "Date", dateText(dates[0]) + (dateText(dates[0]) !== dateText(dates[dates.length - 1])
      ? " to " + dateText(dates[dates.length - 1]) : ""));
  if (ending)
    addFact(about, "Ended with", ending);
  addFact(about, "Processes", processText());
  if (name)
    addFact(about, "Run", Object.assign(make("span", "code", baseName(name)), { title: name }));
}
