/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flame graph of lost bytes, from main downwards. */
const flame = new FlameGraph($("flame"), $("flame-info"), {
  zoomTo,
  describe : (bytes, whole) => counted(bytes, "byte", "bytes") + ", " + percent(bytes, whole),
  classOf : (node) => (node.isOwn ? "notable" : "plain"),
});

function makeTree(list) {
  const root = makeFlameNode("all lost bytes", false, null);
  for (const finding of list)
    if (finding.isLeak)
      for (const [stack, bytes] of finding.ways)
        addToFlame(root, stack.map((index) => frames[index]).reverse(), bytes);
  return root;
}

function zoomTo(labels) {
  state.zoom = labels;
  update();
  flame.focusTop();
}

function drawFlame(list) {
  const root = makeTree(list), isAsked = (finding) => finding.isListed || $("unlisted").checked;
  $("flame-section").hidden = !findings.some((finding) => finding.isLeak && finding.bytes > 0 && isAsked(finding));
  $("flame-info").textContent = root.value > 0 ? "" : "No lost bytes among these findings.";
  $("flame-keys").hidden = root.value === 0;
  state.zoom = flame.draw(root, state.zoom, $("flame-section").clientWidth || 1000);
  showZoom();
}

function showZoom() {
  const path = $("flame-path");
  path.replaceChildren();
  path.hidden = state.zoom.length === 0;
  if (!path.hidden)
    append(path, button("Show all", () => zoomTo([])), " Only what was lost below ",
      make("span", "code", state.zoom.map(shortName).join(" > ")));
}
