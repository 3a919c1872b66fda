/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The views of the page, of which one is shown: tabs when there are several. A view that is shown for the first time gets
 * the event "open"; j and k give the shown one the event "step". */
const views = { all: [...document.querySelectorAll(".view")], shown: null, opened: new Set() };

function showView(view) {
  views.shown = view;
  for (const one of views.all) {
    one.hidden = one !== view;
    if (one.tab) {
      one.tab.setAttribute("aria-selected", String(one === view));
      one.tab.tabIndex = one === view ? 0 : -1;
    }
  }
  if (!views.opened.has(view)) {
    views.opened.add(view);
    view.dispatchEvent(new Event("open"));
  }
}

function makeTab(view) {
  const tab = button(view.dataset.title, () => showView(view));
  tab.id = view.id + "-tab";
  tab.setAttribute("role", "tab");
  tab.setAttribute("aria-controls", view.id);
  view.setAttribute("role", "tabpanel");
  view.setAttribute("aria-labelledby", tab.id);
  view.tab = tab;
  return tab;
}

function moveInTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step)
    return;
  const at = views.all.indexOf(views.shown) + step;
  const view = views.all[(at + views.all.length) % views.all.length];
  showView(view);
  view.tab.focus();
  event.preventDefault();
}

// Letters and the slash, where nobody is typing.
function onKey(event) {
  const isTyping = event.target.matches("input[type=search], select");
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping || !["/", "j", "k"].includes(event.key))
    return;
  if (event.key === "/")
    views.shown.querySelector("input[type=search]").focus();
  else
    views.shown.dispatchEvent(new CustomEvent("step", { detail: event.key === "j" ? 1 : -1 }));
  event.preventDefault();
}

function startViews() {
  if (views.all.length > 1) {
    append($("views"), ...views.all.map(makeTab));
    $("views").hidden = false;
    $("views").addEventListener("keydown", moveInTabs);
  }
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", showLinked);
  if (!showLinked())
    showView(views.all[0]);
}

// "#heap" is the view of that name.
function showLinked() {
  const view = views.all.find((one) => one.id === location.hash.slice(1) + "-view");
  if (view)
    showView(view);
  return view !== undefined;
}
