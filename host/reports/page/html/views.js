/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The views of the page, of which one is shown; with several there are tabs. The script of each calls addView() with
 *
 *   skip            [id, text] of the link that leads past what stands before its content
 *   start()         when it is shown for the first time
 *   move(step)      to the next row or the one before, by j and k
 *   openLink(text)  of an address that ends with #NAME-text; the first view is also given those without a name
 *   find(stack)     for links from other views */
const views = { all: [], shown: null };

function addView(name, actions) {
  views.all.push({ name, actions, element: $(name + "-view"), isStarted: false });
}

function findView(name) {
  return views.all.find((view) => view.name === name);
}

function showView(view) {
  views.shown = view;
  for (const one of views.all) {
    one.element.hidden = one !== view;
    if (one.tab) {
      one.tab.setAttribute("aria-selected", String(one === view));
      one.tab.tabIndex = one === view ? 0 : -1;
    }
  }
  $("skip").href = "#" + view.actions.skip[0];
  $("skip").textContent = view.actions.skip[1];
  if (!view.isStarted) {
    view.isStarted = true;
    view.actions.start();
  }
}

// Buttons that lead to those of the sections that are shown; what is folded away is unfolded.
function fillParts(place, sections) {
  place.replaceChildren(...[...sections].filter((section) => !section.hidden).map((section) => {
    const heading = section.querySelector("h2, summary");
    return button(heading.textContent, () => {
      if (heading.matches("summary"))
        heading.parentElement.open = true;
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    });
  }));
}

function makeTab(view) {
  const tab = button(view.element.dataset.title, () => showView(view));
  tab.id = view.name + "-tab";
  tab.setAttribute("role", "tab");
  tab.setAttribute("aria-controls", view.element.id);
  view.element.setAttribute("role", "tabpanel");
  view.element.setAttribute("aria-labelledby", tab.id);
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
    views.shown.element.querySelector(".searched").focus();
  else
    views.shown.actions.move(event.key === "j" ? 1 : -1);
  event.preventDefault();
}

function followLink() {
  const hash = location.hash.slice(1), view = findView(hash.split("-")[0]);
  showView(view || views.all[0]);
  const text = view ? hash.slice(view.name.length + 1) : hash;
  if (text !== "")
    views.shown.actions.openLink(text);
}

// When the scripts of all views have been read.
function startPage() {
  if (views.all.length > 1) {
    append($("views"), ...views.all.map(makeTab));
    $("views").hidden = false;
    $("views").addEventListener("keydown", moveInTabs);
  }
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", followLink);
  followLink();
}
