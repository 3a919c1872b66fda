/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chart: live bytes by site, stacked below the line of the whole heap, or each site's line in parts of its own
 * peak. */
const SHOWN = 14, CHART_HEIGHT = 320, MARGIN = { left: 64, right: 12, top: 26, bottom: 30 };
const chart = { sites: [], step: -1, layers: [], over: -1, cursor: null, x: null };

function chartedSites() {
  const kind = $("heap-chart-sites").value;
  const orders = {
    largest: (a, b) => b.area - a.area, growing: (a, b) => b.area - a.area,
    steepest: (a, b) => b.fits[heap.clock].slope - a.fits[heap.clock].slope,
    chosen: (a, b) => b.area - a.area,
  };
  const wanted = {
    largest: (site) => site.area > 0, growing: (site) => site.kind === GROWING,
    steepest: (site) => site.fits[heap.clock].slope > 0, chosen: (site) => heap.chosen.has(site),
  };
  return heap.sites.filter(wanted[kind]).sort((a, b) => orders[kind](a, b) || a.place - b.place).slice(0, SHOWN);
}

// Round numbers that divide 0 up to `top` in a few parts.
function ticks(top, wanted) {
  const step = 10 ** Math.floor(Math.log10(top / wanted || 1));
  const unit = [1, 2, 5, 10].map((factor) => factor * step).find((one) => top / one <= wanted) || step;
  const list = [];
  for (let value = 0; value <= top * 1.0001; value += unit)
    list.push(value);
  return list;
}

function makeScales(width) {
  const times = heap.raw.clocks[heap.clock], isAreas = $("heap-chart-kind").value === "areas";
  const first = Math.min(0, times[0]), last = times[times.length - 1] || 1;
  let top = 1;
  if (isAreas)
    for (let step = 0; step < heap.steps; step++)
      top = Math.max(top, heap.raw.whole[step], chart.layers.length ? chart.layers[chart.layers.length - 1][step] : 0);
  return {
    isAreas, width, first, last, top,
    x: (value) => MARGIN.left + (value - first) / (last - first) * (width - MARGIN.left - MARGIN.right),
    y: (value) => CHART_HEIGHT - MARGIN.bottom - value / top * (CHART_HEIGHT - MARGIN.bottom - MARGIN.top),
    at: (step) => times[step],
  };
}

// The upper edges of the areas; the last one is that of all others, the heap's own line.
function stack() {
  const layers = [];
  let below = new Float64Array(heap.steps);
  for (const site of chart.sites) {
    const series = seriesOf(site), edge = new Float64Array(heap.steps);
    for (let step = 0; step < heap.steps; step++)
      edge[step] = below[step] + series[step];
    layers.push(edge);
    below = edge;
  }
  layers.push(Float64Array.from(below, (value, step) => Math.max(value, heap.raw.whole[step])));
  return layers;
}

function points(scales, values) {
  let text = "";
  for (let step = 0; step < heap.steps; step++)
    text += scales.x(scales.at(step)).toFixed(1) + "," + scales.y(values(step)).toFixed(1) + " ";
  return text;
}

function pointsBack(scales, values) {
  const text = [];
  for (let step = heap.steps - 1; step >= 0; step--)
    text.push(scales.x(scales.at(step)).toFixed(1) + "," + scales.y(values(step)).toFixed(1));
  return text.join(" ");
}

function drawAxes(scales, image) {
  const bottom = CHART_HEIGHT - MARGIN.bottom, right = scales.width - MARGIN.right;
  for (const value of ticks(scales.top, 5)) {
    const y = scales.y(value), text = svg("text", { x: MARGIN.left - 6, y: y + 4, class: "tick end" });
    text.textContent = scales.isAreas ? size(value) : (100 * value).toFixed(0) + " %";
    append(image, svg("line", { x1: MARGIN.left, x2: right, y1: y, y2: y, class: "grid" }), text);
  }
  const isShort = heap.clock === 0 && scales.last < 1e6, scale = isShort ? 1e-3 : CLOCKS[heap.clock].scale;
  for (const value of ticks(scales.last * scale, Math.max(2, Math.floor(scales.width / 110)))) {
    const x = scales.x(value / scale), isLast = x > scales.width - 30;
    const text = svg("text", { x: isLast ? scales.width - 2 : x, y: bottom + 18,
      class: isLast ? "tick end" : "tick middle" });
    text.textContent = heap.clock === 0 ? short(value) + (isShort ? " ms" : " s")
      : scaled(value, ["", "k", "M", "G", "T"]);
    append(image, svg("line", { x1: x, x2: x, y1: bottom, y2: bottom + 4, class: "grid" }), text);
  }
}

// The process's snapshots, as marks; instructions are not known of them.
function snapshotMarks() {
  const ours = heaps.filter((one) => one.run === heap.raw.run && one.pid === heap.raw.pid && one.snapshot);
  return heap.clock > 1 ? [] : ours.map((one) => [one.snapshot[2], one.snapshot[3], 0,
    (one.snapshot[1] || "snapshot " + one.snapshot[0]) + (one === heap.raw && ours.length > 1 ? " (shown)" : ""),
    one === heap.raw]);
}

function drawMarks(scales, image) {
  let free = 0; // where the last text ends
  const marks = [...heap.raw.marks, ...snapshotMarks()].filter((mark) => mark[heap.clock] <= scales.last);
  for (const mark of marks.sort((a, b) => a[heap.clock] - b[heap.clock])) {
    const x = scales.x(mark[heap.clock]), line = svg("line",
      { x1: x, x2: x, y1: MARGIN.top - 8, y2: CHART_HEIGHT - MARGIN.bottom, class: mark[4] ? "mark shown" : "mark" });
    const title = svg("title", {});
    title.textContent = mark[3] + " at " + momentText(mark[heap.clock], heap.clock);
    image.append(append(line, title));
    const text = mark[3].length > 24 ? mark[3].slice(0, 23) + "\u2026" : mark[3], width = 7 * text.length + 8;
    if (x < free || x + width > scales.width)
      continue;
    const label = svg("text", { x: x + 3, y: MARGIN.top - 12, class: "tick" });
    label.textContent = text;
    image.append(label);
    free = x + width;
  }
}

function drawAreas(scales, image) {
  for (let i = chart.layers.length - 1; i >= 0; i--) {
    const below = i > 0 ? chart.layers[i - 1] : null, above = chart.layers[i];
    const shape = svg("polygon", {
      points: points(scales, (step) => above[step]) + pointsBack(scales, (step) => (below ? below[step] : 0)),
      class: i < chart.sites.length ? "area c" + i : "area other",
    });
    shape.dataset.number = i;
    image.append(shape);
  }
  image.append(svg("polyline", { points: points(scales, (step) => heap.raw.whole[step]), class: "whole" }));
}

function drawLines(scales, image) {
  chart.sites.forEach((site, i) => {
    const series = seriesOf(site), line = svg("polyline", {
      points: points(scales, (step) => (site.peak > 0 ? series[step] / site.peak : 0)), class: "line c" + i,
    });
    line.dataset.number = i;
    image.append(line);
  });
}

function summary() {
  const whole = heap.raw.whole, peak = whole.reduce((best, value, step) => (value > whole[best] ? step : best), 0);
  return "Live bytes over " + momentText(heap.raw.clocks[heap.clock][heap.steps - 1], heap.clock) + ": at most " +
    size(whole[peak]) + ", at the end " + size(whole[heap.steps - 1]) + ". " +
    (chart.sites.length === 0 ? ""
      : "Largest: " + chart.sites.slice(0, 3).map((site) => shortName(site.name)).join(", ") + ".");
}

function drawChart() {
  const width = Math.max(280, $("heap-chart").clientWidth || 1000);
  chart.sites = chartedSites();
  chart.layers = $("heap-chart-kind").value === "areas" ? stack() : [];
  const scales = makeScales(width);
  const image = svg("svg", { viewBox: `0 0 ${width} ${CHART_HEIGHT}`, width, height: CHART_HEIGHT, role: "img",
    "aria-label": summary() });
  drawAxes(scales, image);
  (scales.isAreas ? drawAreas : drawLines)(scales, image);
  drawMarks(scales, image);
  chart.cursor = svg("line", { y1: MARGIN.top, y2: CHART_HEIGHT - MARGIN.bottom, class: "cursor" });
  image.append(chart.cursor);
  chart.scales = scales;
  $("heap-chart").replaceChildren(image);
  $("heap-chart").setAttribute("aria-valuemin", 0);
  $("heap-chart").setAttribute("aria-valuemax", heap.steps - 1);
  drawLegend();
  showStep(Math.min(chart.step < 0 ? heap.steps - 1 : chart.step, heap.steps - 1), chart.step >= 0);
}

// --- what stands beside it ---

// Sites of one name are told apart by their callers.
function legendCallers(site) {
  const callers = callersOf(site), name = shortName(site.name);
  const hasTwin = chart.sites.some((one) => one !== site && shortName(one.name) === name);
  return hasTwin && callers.length > 0 ? make("span", "quiet", "from " + callers[0]) : "";
}

function drawLegend() {
  $("heap-legend").replaceChildren();
  chart.sites.forEach((site, i) => {
    const item = make("li"), open = button("", () => goToSite(site));
    append(open, make("span", "swatch c" + i), makeName("span", "code name", site.name), legendCallers(site),
      make("span", "value", ""));
    if (site.kind === GROWING)
      open.append(make("span", "tag notable", "grows"));
    open.dataset.number = i;
    $("heap-legend").append(append(item, open));
  });
  if ($("heap-chart-kind").value === "areas") {
    const others = append(make("span", "others"), make("span", "swatch other"),
      make("span", "name", "all other sites"), make("span", "value", ""));
    $("heap-legend").append(append(make("li"), others));
  } else if (chart.sites.length === 0) {
    $("heap-legend").append(make("li", "quiet", "No site fits."));
  }
}

function showStep(step, isPointed) {
  chart.step = isPointed ? step : -1;
  const time = heap.raw.clocks[heap.clock][step], x = chart.scales.x(time);
  chart.cursor.setAttribute("x1", x);
  chart.cursor.setAttribute("x2", x);
  chart.cursor.classList.toggle("on", isPointed);
  const text = (isPointed ? "At " : "At the end, after ") + momentText(time, heap.clock) + ": " +
    size(heap.raw.whole[step]) + " live";
  $("heap-chart-info").textContent = text;
  $("heap-chart").setAttribute("aria-valuenow", step);
  $("heap-chart").setAttribute("aria-valuetext", text);
  let sum = 0;
  const values = $("heap-legend").querySelectorAll(".value");
  chart.sites.forEach((site, i) => {
    sum += seriesOf(site)[step];
    values[i].textContent = size(seriesOf(site)[step]);
  });
  if (values.length > chart.sites.length)
    values[chart.sites.length].textContent = size(Math.max(0, heap.raw.whole[step] - sum));
}

function nearestStep(event) {
  const times = heap.raw.clocks[heap.clock], x = event.clientX - $("heap-chart").getBoundingClientRect().left;
  let best = 0;
  for (let step = 1; step < heap.steps; step++)
    if (Math.abs(chart.scales.x(times[step]) - x) < Math.abs(chart.scales.x(times[best]) - x))
      best = step;
  return best;
}

function lightUp(index) {
  for (const element of document.querySelectorAll("#heap-chart [data-number], #heap-legend [data-number]"))
    element.classList.toggle("lit", element.dataset.number === index);
  $("heap-chart").classList.toggle("dimmed", index !== undefined && Number(index) < chart.sites.length);
}

function moveInChart(event) {
  const now = chart.step < 0 ? heap.steps - 1 : chart.step, far = Math.max(1, Math.round(heap.steps / 10));
  const goals = {
    ArrowLeft: now - 1, ArrowRight: now + 1, ArrowDown: now - 1, ArrowUp: now + 1, PageDown: now - far,
    PageUp: now + far, Home: 0, End: heap.steps - 1,
  };
  if (event.key === "Escape")
    showStep(heap.steps - 1, false);
  else if (Object.hasOwn(goals, event.key))
    showStep(Math.min(Math.max(goals[event.key], 0), heap.steps - 1), true);
  else
    return;
  event.preventDefault();
}

function fillChart() {
  $("heap-time").hidden = !heap.hasSamples;
  if (!heap.hasSamples)
    return;
  $("heap-clock").replaceChildren();
  for (const index of heap.clocks)
    addOption($("heap-clock"), String(index), CLOCKS[index].name);
  $("heap-clock").value = String(heap.clock);
  const left = heap.raw.samples - heap.steps, marks = heap.raw.mark_count - heap.raw.marks.length;
  $("heap-chart-note").textContent = (left > 0 ? number(heap.steps) + " of " + number(heap.raw.samples) +
    " samples are shown. " : "") + (marks > 0 ? number(marks) + " marks are left out." : "");
  chart.step = -1;
  drawChart();
}

function updateChart() {
  const clock = Number($("heap-clock").value);
  if (clock !== heap.clock) {
    heap.clock = clock;
    updateSites();
  }
  drawChart();
}

function listenToChart() {
  listenToForm($("heap-chart-form"), updateChart);
  const element = $("heap-chart");
  element.addEventListener("mousemove", (event) => {
    showStep(nearestStep(event), true);
    lightUp(event.target.dataset.number);
  });
  element.addEventListener("mouseleave", () => {
    showStep(heap.steps - 1, false);
    lightUp(undefined);
  });
  element.addEventListener("click", (event) => {
    const site = chart.sites[event.target.dataset.number];
    if (site)
      goToSite(site);
  });
  element.addEventListener("keydown", moveInChart);
  for (const type of ["mouseover", "focusin"])
    $("heap-legend").addEventListener(type, (event) => lightUp(event.target.closest("[data-number]")?.dataset.number));
  for (const type of ["mouseleave", "focusout"])
    $("heap-legend").addEventListener(type, () => lightUp(undefined));
}
