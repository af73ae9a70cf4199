// Written by Scripts/assets.py from Sources/Doors/WebPages/Assets; change those.
// swift-format-ignore-file

extension PageAsset {
  /// Colours, columns and letters.
  package static let style = PageAsset(
    path: "assets/page-6964718c37.css", contentType: "text/css; charset=utf-8",
    text: ###"""
/* One column, one accent, no boxes in boxes. Colours first; dark is a stage, not a negative. */
:root {
  color-scheme: light dark;
  --ground: #fbfaf7;
  --ink: #211d18;
  --quiet: #6b6359;
  --line: #e4dfd6;
  --accent: #944a00;
  --visited: #6d5138;
  --glow: #ffe6bd;
  --column: 42rem;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161310;
    --ink: #ece5da;
    --quiet: #a89e90;
    --line: #332d26;
    --accent: #ffb657;
    --visited: #d3b48b;
    --glow: #54390f;
  }
}

* { box-sizing: border-box; }

html {
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", sans-serif;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
  scrollbar-gutter: stable;
}

body {
  margin: 0 auto;
  padding: 0 1.25rem;
  max-width: calc(var(--column) + 40rem);
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  overflow-wrap: anywhere;
  /* Room is measured in letters: who enlarges them has less of it. */
  container: page / inline-size;
}

a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 650; letter-spacing: -.012em; text-wrap: balance; }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
main:focus { outline: none; }

.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}

.skip { position: absolute; inset-inline-start: -99rem; top: .5rem; padding: .5rem .75rem; background: var(--ground); z-index: 2; }
.skip:focus { inset-inline-start: .5rem; }

/* The field: where it is on one page, it is on all. */
header { padding: 1.75rem 0 1.5rem; max-width: var(--column); }
header form { display: flex; align-items: center; gap: .85rem; position: relative; }
.home { flex: none; line-height: 0; border-radius: 8px; }
.home img { width: 2rem; height: 2rem; border-radius: 25%; }

header input {
  flex: 1; min-width: 0; height: 3rem; margin: 0; padding: 0 2.25rem 0 .1rem;
  font: inherit; font-size: 1.3rem; color: inherit; background: none;
  border: 0; border-bottom: 1px solid var(--quiet); border-radius: 0;
  appearance: none;
}
header input::placeholder { color: var(--quiet); opacity: 1; }
header input:focus { outline: none; border-radius: 0; border-color: var(--accent); box-shadow: 0 1px 0 var(--accent); }
header input::-webkit-search-cancel-button { display: none; }

/* What the text may become, for who asks. */
.more { position: absolute; inset-inline-end: 0; width: 2.25rem; height: 3rem; padding: 0; font: inherit; color: var(--quiet); background: none; border: 0; cursor: pointer; }
.more:hover { color: var(--accent); }
#completions {
  position: absolute; z-index: 1; top: 100%; inset-inline: 2.85rem 0; max-height: 60vh; overflow-y: auto;
  background: var(--ground); border: 1px solid var(--line); border-top: 0; box-shadow: 0 .6rem 1.2rem rgb(0 0 0 / .12);
}
#completions li { display: flex; justify-content: space-between; gap: 1rem; padding: .4rem .75rem; cursor: pointer; }
#completions li:hover, #completions [aria-selected=true] { background: var(--line); }
#completions [aria-selected=true] { outline: 2px solid var(--accent); outline-offset: -2px; }
#completions li:hover .where, #completions [aria-selected=true] .where { color: var(--ink); }

main { flex: 1; }


/* A list of hits, and beside it what narrows it. */
.bar { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .9rem; color: var(--quiet); margin-bottom: 1.1rem; }
h1:not(.unseen) + .bar { margin-top: .35rem; }
.count { font-variant-numeric: tabular-nums; }
.chip { color: var(--ink); text-decoration: none; }
.chip::after { content: " ×"; color: var(--accent); font-weight: 600; }
.chip:hover { text-decoration: underline; }
.note { color: var(--quiet); margin: -.5rem 0 1.1rem; }
.none { padding: 1.5rem 0; }

.hits > li { padding: 0 0 1.35rem; }
.hits h2 { font-size: 1.125rem; line-height: 1.35; font-weight: 600; }
.hits h2 a { text-decoration: none; }
.hits h2 a:visited { color: var(--visited); }
.hits h2 a:hover, .hits h2 a:focus-visible { text-decoration: underline; }
.hits h2 a, .from, .text { display: block; unicode-bidi: isolate; }
.hits h2:has(.star) { display: flex; gap: .5rem; align-items: baseline; }
.from { color: var(--quiet); font-size: .875rem; }
.others { font-size: .875rem; }
.from mark { color: var(--ink); }
.text { margin-top: .1rem; font-size: .9375rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; line-clamp: 3; overflow: hidden; }
.star { color: var(--accent); }

mark { color: inherit; background: var(--glow); border-radius: 2px; box-shadow: 0 0 0 1px var(--glow); }

.pages { display: flex; justify-content: space-between; padding: .25rem 0 1rem; }
.pages a { text-decoration: none; padding: .35rem 0; }
.pages a:hover { text-decoration: underline; }
.pages a[rel=next] { margin-left: auto; }

.beside { font-size: .9375rem; margin-bottom: 1.25rem; }
.beside summary { cursor: pointer; color: var(--accent); width: max-content; max-width: 100%; }
.beside h2 { font-size: .8125rem; font-weight: 600; color: var(--quiet); margin: 1.1rem 0 .3rem; }
.beside summary + h2 { margin-top: .6rem; }
.beside li a { display: flex; justify-content: space-between; gap: .75rem; color: inherit; text-decoration: none; padding: .14rem 0; }
.beside li a bdi { min-width: 0; }
.beside li a:hover bdi { text-decoration: underline; }
.beside [aria-current] { color: var(--accent); font-weight: 600; }
.beside .chosen::after { content: "×"; order: 1; margin-inline-start: -.25rem; }
.beside .chosen .number { margin-inline-start: auto; font-weight: 400; }
.rest { color: var(--quiet); }
.number { color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; flex: none; }

@container page (min-width: 52rem) {
  main:has(.beside) {
    display: grid; align-content: start; align-items: start; column-gap: 3.5rem;
    grid-template-columns: minmax(0, var(--column)) minmax(0, 1fr);
    grid-auto-rows: min-content;
  }
  main:has(.beside) > * { grid-column: 1; }
  main > .beside { grid-column: 2; grid-row: 1 / span 12; margin: 0; }
  /* All of it is seen, without a click. */
  @supports selector(::details-content) {
    .beside summary { display: none; }
    .beside details::details-content { content-visibility: visible; display: block; height: auto; }
    .beside summary + h2 { margin-top: 0; }
  }
}

/* The orders: one menu in words. */
.order { position: relative; margin-inline-start: auto; }
.order summary { cursor: pointer; color: var(--accent); }
.order ul {
  position: absolute; z-index: 1; inset-inline-end: 0; min-width: 12rem; padding: .25rem 0;
  background: var(--ground); border: 1px solid var(--line); box-shadow: 0 .6rem 1.2rem rgb(0 0 0 / .12);
}
.order li a { display: block; padding: .5rem .9rem; color: inherit; text-decoration: none; white-space: nowrap; }
.order li a:hover { background: var(--line); }
.order [aria-current] { color: var(--accent); font-weight: 600; }
.order .chosen::after { content: none; }
.search-values { width: 100%; height: 2.25rem; padding: 0 .4rem; font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 4px; }
.listed { max-height: 26rem; overflow-y: auto; }

/* Signing in. */
.sign-in { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-top: 1.25rem; }
.sign-in label { flex-basis: 100%; font-size: .875rem; color: var(--quiet); }
.sign-in input { flex: 1; min-width: 12rem; height: 2.75rem; padding: 0 .6rem; font: inherit; color: inherit; background: none; border: 1px solid var(--quiet); border-radius: 4px; }
.sign-in button { height: 2.75rem; padding: 0 1.1rem; font: inherit; color: var(--ground); background: var(--accent); border: 0; border-radius: 4px; cursor: pointer; }

/* The start page. */
.hello { max-width: var(--column); margin-bottom: 2.25rem; color: var(--quiet); }
.hello h1 { color: var(--ink); }
.examples { margin-top: .35rem; }
section { max-width: var(--column); margin-bottom: 2.25rem; }
section h2 { font-size: .8125rem; font-weight: 600; color: var(--quiet); margin-bottom: .5rem; }
.domains li, .places li { padding: .22rem 0; display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; }
.domains a, .places a { color: inherit; text-decoration: none; min-width: 0; }
.domains a { font-size: 1.0625rem; }
.domains a:hover, .places a:hover { color: var(--accent); text-decoration: underline; }
.where { color: var(--quiet); font-size: .875rem; text-align: end; }
.places .where { flex: none; max-width: 40%; }

/* An item. */
article { max-width: var(--column); padding-bottom: 2rem; }
.way { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .9375rem; margin-bottom: 1.1rem; }
.way a { color: var(--quiet); text-decoration: none; }
.way a:hover { color: var(--accent); text-decoration: underline; }
.doing { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.25rem; margin: .5rem 0 1rem; }
.doing button { font: inherit; color: var(--accent); background: none; border: 0; padding: .15rem 0; cursor: pointer; }
.doing button:hover { text-decoration: underline; }
.lead { font-size: 1.1rem; margin-bottom: 1.25rem; }
.picture { display: block; max-width: 100%; max-height: 24rem; margin-bottom: 1.5rem; border-radius: 4px; }
article dl { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: .3rem 1.5rem; margin-bottom: 1.75rem; font-size: .9375rem; }
article dt { color: var(--quiet); }
.body p { margin-bottom: 1em; white-space: pre-wrap; }
.body h2 { font-size: 1.05rem; margin: 1.4em 0 .6em; }
.body ul { list-style: disc; padding-inline-start: 1.4rem; margin-bottom: 1em; }
.body h3 { font-size: 1rem; margin: 1.2em 0 .5em; }
.body hr { border: 0; border-top: 1px solid var(--line); margin: 1.5em 0; }
.body code { font: .9em ui-monospace, "Cascadia Mono", Menlo, monospace; background: var(--line); border-radius: 3px; padding: .05em .25em; }
.body pre { margin: 0 0 1em; padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 4px; line-height: 1.4; }
.body pre code { background: none; padding: 0; }
.wide { overflow-x: auto; margin-bottom: 1em; overflow-wrap: break-word; }
.wide table { border-collapse: collapse; font-size: .9375rem; }
.wide th, .wide td { text-align: start; vertical-align: baseline; padding: .35rem 1.25rem .35rem 0; border-bottom: 1px solid var(--line); }
.wide td { min-width: 5rem; }
.wide code { overflow-wrap: normal; }
.wide th { color: var(--quiet); font-weight: 600; }
.body blockquote { margin: 0 0 1em; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
.body .in1 { margin-inline-start: 1.5rem; }
.body .in2 { margin-inline-start: 3rem; }
.body .in3 { margin-inline-start: 4.5rem; }
.body .in4 { margin-inline-start: 6rem; }
.body :target { background: var(--glow); }
.contents { margin-bottom: 1.5rem; font-size: .9375rem; }
.contents summary { cursor: pointer; color: var(--quiet); }
.contents li { padding: .14rem 0; }
.next-match { justify-self: start; position: sticky; bottom: 1rem; font: inherit; color: var(--ground); background: var(--accent); border: 0; border-radius: 4px; padding: .5rem .9rem; cursor: pointer; }
mark.now { outline: 2px solid var(--accent); }
@container page (min-width: 60rem) {
  article:has(> dl):has(> .body) { max-width: none; display: grid; grid-template-columns: minmax(0, var(--column)) minmax(0, 1fr); column-gap: 3rem; align-content: start; }
  article:has(> dl):has(> .body) > * { grid-column: 1; }
  article:has(> dl):has(> .body) > dl { grid-column: 2; grid-row: 1 / span 20; align-content: start; grid-template-columns: minmax(0, 1fr); gap: 0; }
  article:has(> dl):has(> .body) > dl dd { margin-bottom: .7rem; }
}

/* The reference of the API. */
.request { border-top: 1px solid var(--line); padding-top: 1.1rem; }
.request h2 { font-size: 1rem; color: var(--ink); font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; }
.method { color: var(--accent); }
.request dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1.25rem; font-size: .9375rem; }
.try { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 14rem); gap: .35rem 1.25rem; align-items: center; margin-top: .6rem; font-size: .9375rem; }
.try input { min-width: 0; height: 2.1rem; padding: 0 .4rem; font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 4px; }
.try button { grid-column: 2; font: inherit; height: 2.4rem; color: var(--ground); background: var(--accent); border: 0; border-radius: 4px; cursor: pointer; }
.try .where { text-align: start; }

/* The state of the index. */
.status { border-collapse: collapse; width: 100%; margin: 1.25rem 0 2rem; font-size: .9375rem; }
.status th, .status td { text-align: start; vertical-align: baseline; padding: .45rem 1rem .45rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
.status thead th { color: var(--quiet); font-size: .8125rem; font-weight: 600; }
.status td.number { color: inherit; }
.status .where { display: block; text-align: start; }

main > p { max-width: var(--column); margin-top: .75rem; }
main > .note, main > .none { margin-top: 0; }

footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; padding: 1.25rem 0 1.5rem; font-size: .875rem; color: var(--quiet); }
footer nav { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; }
footer a { color: inherit; text-decoration: none; }
footer a:hover { color: var(--accent); text-decoration: underline; }
.keys { display: none; gap: 1rem; }
kbd { font: inherit; color: var(--ink); }
.failed { color: var(--accent); }

@media (hover: hover) { @container page (min-width: 40rem) { .keys { display: flex; } } }

@media (max-width: 40rem) { body { padding: 0 1rem; } }

@container page (max-width: 38rem) {
  header { padding: 1rem 0 1.1rem; }
  .domains li a, .places li a { padding: .6rem 0; }
  .beside li a, .beside summary { padding: .65rem 0; }
  .way a, footer nav a, .pages a, .examples a { display: inline-block; padding: .6rem 0; }
  .home { padding: .35rem; }
  .body .in2, .body .in3, .body .in4 { margin-inline-start: 2.25rem; }
  .beside ul { max-width: 28rem; }
  .wide code { overflow-wrap: anywhere; }
  article dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  article dd { margin-bottom: .6rem; }
  .status thead { display: none; }
  .status tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .status th, .status td { display: inline; border: 0; padding: 0 .6rem 0 0; }
  .status tbody th { display: block; font-weight: 600; }
  .status .where { font-weight: 400; }
  .status td, .status td.number { color: var(--quiet); font-size: .875rem; }
  .status td:first-of-type::after { content: " items"; }
  .status td:nth-of-type(2) { display: none; }
}

/* Where there is room the column stands in the middle of every page, with what is beside it to its side. */
@container page (min-width: 74rem) {
  header, main > * { width: 100%; max-width: var(--column); margin-inline: auto; }
  main:has(.beside), article:has(> dl):has(> .body) {
    max-width: none; grid-template-columns: minmax(0, 1fr) minmax(0, var(--column)) minmax(0, 1fr);
  }
  main:has(.beside) > *, article:has(> dl):has(> .body) > * { grid-column: 2; }
  main > .beside, article:has(> dl):has(> .body) > dl { grid-column: 3; }
}

@media (forced-colors: active) { mark { outline: 1px solid; } }
@media print {
  header, footer, .beside, .pages, .way, .doing form, .next-match, .order { display: none; }
  .outside::after { content: " " attr(href); }
}
"""###)

  /// Typing, keys and history.
  package static let script = PageAsset(
    path: "assets/page-c756d7fbb5.js", contentType: "text/javascript; charset=utf-8",
    text: ###"""
// Every page works without this. With it, each key asks, the list follows, and the address says what is shown.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const visits = document.documentElement.dataset.visit;
  const field = document.getElementById("q");
  const place = document.getElementById("results");
  const said = document.querySelector("header [role=status]");
  if (!root || !field || !place || !window.fetch) return;

  let number = 0;       // of the last question: an answer to a former one is late, and ignored
  let running = null;   // what is being asked, to be aborted by the next key
  let wanted = null;    // the query part of the address that was asked for last; null where that failed
  let shown = null;     // the one whose answer is on the page; null while it is awaited
  let opens = false;    // whether Enter was pressed before the answer was there
  let rest = 0;

  const isSearch = () => location.pathname === root;
  const parameters = () => new URLSearchParams(isSearch() ? location.search : "");
  const hits = () => [...place.querySelectorAll("[data-hit]")];

  // What the words in the field ask for, with what narrows them; from the first hit on.
  function asked() {
    const now = parameters();
    if (!isSearch()) for (const kept of field.form.querySelectorAll("input[type=hidden]")) now.append(kept.name, kept.value);
    const next = new URLSearchParams();
    if (field.value) next.append("q", field.value);
    for (const [name, value] of now) if (name !== "q" && name !== "offset") next.append(name, value);
    const text = next.toString();
    return text ? "?" + text : "";
  }

  function ask(search, after) {
    running?.abort();
    running = new AbortController();
    const mine = ++number;
    wanted = search;
    shown = null;
    fetch(root + "results" + (search || "?q="), { signal: running.signal })
      .then((answer) => answer.ok || answer.status === 400 ? answer.text() : Promise.reject(answer))
      .then((text) => {
        if (mine !== number) return;
        shown = search;
        show(text);
        after?.();
        if (opens) open();
        announce();
      })
      .catch((problem) => {
        if (mine !== number || problem?.name === "AbortError") return;
        opens = false;
        wanted = null;
        failed();
      });
  }

  // The server has escaped every text; what is open and what has the focus stays.
  function show(text) {
    const active = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const open = (each) => [...place.querySelectorAll("details")].filter((one) => one.open).map((one) => one.className).forEach(each);
    const were = [];
    open((name) => were.push(name));
    place.innerHTML = text;
    // A menu that was chosen from is done; what narrows stays open.
    for (const one of place.querySelectorAll("details")) if (one.className === "" && were.includes("")) one.open = true;
    prepare();
    if (active != null) {
      const again = [...place.querySelectorAll("[data-key]")].find((a) => a.dataset.key === active);
      (again ?? place).focus();
    }
    const words = new URLSearchParams(shown).get("q");
    document.title = words ? words + " – Footlight" : "Footlight";
  }

  // Long lists of values get a field by which they are searched.
  function prepare() {
    for (const list of place.querySelectorAll(".listed")) {
      const values = list.querySelectorAll("li");
      if (values.length < 10) continue;
      const search = document.createElement("input");
      set(search, { type: "search", class: "search-values", placeholder: "Search these", "aria-label": "Search these values" });
      search.addEventListener("input", () => {
        const words = search.value.trim().toLowerCase();
        for (const value of values) value.hidden = !value.textContent.toLowerCase().includes(words);
      });
      list.before(search);
    }
  }

  function announce() {
    clearTimeout(rest);
    rest = setTimeout(() => {
      const count = place.querySelector(".count, .none")?.textContent ?? "";
      if (said.textContent !== count) said.textContent = count;
    }, 700);
  }

  function failed() {
    const note = document.createElement("p");
    note.className = "failed";
    note.setAttribute("role", "alert");
    note.textContent = "The server did not answer. What is below is older; the next key asks again.";
    place.querySelector(".failed")?.remove();
    place.prepend(note);
  }

  // Typing is one entry of the history: the page where it began stays behind it.
  function type() {
    const search = asked();
    if (isSearch() && search === location.search && search === wanted) return;
    const stays = isSearch() && (history.state?.typed || parameters().has("q"));
    history[stays ? "replaceState" : "pushState"]({ typed: true }, "", root + search);
    ask(search);
  }

  function go(search, after) {
    history.pushState({}, "", root + search);
    field.value = parameters().get("q") ?? "";
    ask(search, after);
  }

  // What was opened, told to the server of this machine alone.
  function picked(link) {
    if (!visits || !link) return;
    const words = parameters().get("q") ?? new URLSearchParams(location.search).get("q") ?? "";
    navigator.sendBeacon?.(visits, new URLSearchParams({ item: link.dataset.hit, q: words }));
  }

  function open() {
    opens = false;
    const first = place.querySelector(".hits [data-hit]");
    if (!first) return;
    picked(first);
    location.assign(first.href);
  }

  // Completions: a list below the field, for who asks with Alt+↓ or the button (ARIA Authoring Practices, combobox).
  const set = (element, all) => { for (const name in all) element.setAttribute(name, all[name]); };
  const list = document.createElement("ul");
  const more = document.createElement("button");
  let options = [], active = -1, turn = 0;
  set(list, { id: "completions", role: "listbox", "aria-label": "Completions", hidden: "" });
  set(more, { type: "button", class: "more", tabindex: "-1", "aria-label": "Completions", "aria-controls": "completions", "aria-expanded": "false" });
  set(field, { role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": "completions", "aria-expanded": "false" });
  more.textContent = "▾";
  field.after(more, list);

  // Shows these options, or nothing.
  function offer(all) {
    options = all;
    list.replaceChildren(...all);
    list.hidden = !all.length;
    for (const element of [field, more]) element.setAttribute("aria-expanded", String(!list.hidden));
    choose(-1);
  }

  function close() {
    turn += 1;
    offer([]);
  }

  // The focus stays in the field; what is chosen is told beside it.
  function choose(place) {
    active = place;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === place)));
    if (place < 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", options[place].id);
    options[place].scrollIntoView({ block: "nearest" });
  }

  function complete() {
    const mine = ++turn;
    fetch(root + "opensearch/suggest?" + new URLSearchParams({ q: field.value }))
      .then((answer) => answer.ok ? answer.json() : Promise.reject(answer))
      .then(([, texts, notes]) => {
        if (mine !== turn) return;
        offer(texts.map((text, place) => {
          const option = document.createElement("li"), words = document.createElement("bdi"), note = document.createElement("span");
          set(option, { id: "completion-" + place, role: "option" });
          words.textContent = text;
          note.textContent = notes[place] ?? "";
          note.className = "where";
          option.append(words, " ", note);
          return option;
        }));
      })
      .catch(() => { if (mine === turn) close(); });
  }

  function take(option) {
    field.value = option.querySelector("bdi").textContent;
    close();
    opens = false;
    type();
  }

  field.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (list.hidden) {
      if (!event.altKey || event.key !== "ArrowDown") return;
      complete();
    } else if (event.key === "Escape" || event.altKey && event.key === "ArrowUp") close();
    else if (event.key === "ArrowDown") choose(active + 1 < options.length ? active + 1 : -1);
    else if (event.key === "ArrowUp") choose(active < 0 ? options.length - 1 : active - 1);
    else if (event.key === "Enter" && active >= 0) take(options[active]);
    else {
      if (event.key === "Enter") close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  for (const element of [list, more]) element.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  });
  more.addEventListener("click", () => {
    if (!list.hidden) return close();
    field.focus();
    complete();
  });
  field.addEventListener("blur", close);

  function typed() {
    opens = false;
    if (!list.hidden) complete();
    type();
  }

  field.addEventListener("input", (event) => { if (!event.isComposing) typed(); });
  field.addEventListener("compositionend", typed);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    close();
    if (!field.value) return;
    const search = asked();
    if (isSearch() && shown === search && location.search === search) return open();
    // On other pages Enter shows what is found; here it opens the first hit, as soon as there is one.
    opens = isSearch();
    type();
  });

  place.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link) return;
    if (link.dataset.hit) picked(link);
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== root || !isSearch()) return;
    event.preventDefault();
    const turns = link.rel === "next" || link.rel === "prev";
    go(link.search, turns ? () => { scrollTo(0, 0); place.focus({ preventScroll: true }); } : null);
  });
  place.addEventListener("auxclick", (event) => {
    const link = event.target.closest?.("[data-hit]");
    if (link && event.button === 1) picked(link);
  });

  addEventListener("popstate", () => {
    if (!isSearch()) return location.reload();
    field.value = parameters().get("q") ?? "";
    ask(location.search);
  });
  // Left before the answer came, and kept by the browser as it was.
  addEventListener("pageshow", (event) => { if (event.persisted && isSearch() && shown !== location.search) ask(location.search); });

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    const isTyping = at && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName));
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (event.key === "Escape" && at !== field) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = hits(), now = all.indexOf(at);
      if (at !== field && now < 0) return;
      if (!all.length) return;
      event.preventDefault();
      if (event.key === "ArrowDown") all[Math.min(now + 1, all.length - 1)]?.focus();
      else if (now > 0) all[now - 1].focus();
      else field.focus();
    }
  });

  // A key that writes goes into the field, wherever the focus is: whoever types wants to search.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = document.activeElement;
    if (event.key.length !== 1 || event.key === " " || event.key === "/") return;
    if (at && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });

  // The hit that was opened has the focus again when its reader comes back.
  const memory = "footlight:opened";
  addEventListener("pagehide", () => {
    const at = document.activeElement;
    if (isSearch() && at?.dataset?.hit) sessionStorage.setItem(memory, location.search + "\n" + at.dataset.hit);
  });
  function comeBack() {
    const [search, hit] = (sessionStorage.getItem(memory) ?? "").split("\n");
    if (!hit || search !== location.search) return;
    sessionStorage.removeItem(memory);
    hits().find((one) => one.dataset.hit === hit)?.focus();
  }
  addEventListener("pageshow", () => {
    if (isSearch() && performance.getEntriesByType("navigation")[0]?.type === "back_forward") comeBack();
  });

  // On the page of an item the marks are walked, one after the other.
  const walk = document.querySelector(".next-match");
  if (walk) {
    const marks = [...place.querySelectorAll(".body mark")];
    let at = -1;
    const step = () => {
      at = (at + 1) % marks.length;
      marks.forEach((mark, number) => mark.classList.toggle("now", number === at));
      marks[at].scrollIntoView({ block: "center" });
      walk.textContent = `Match ${at + 1} of ${marks.length}`;
    };
    walk.addEventListener("click", step);
    walk.hidden = !marks.length;
  }
  prepare();

  // What was typed before the script was there is asked now; else the address is right, never the form.
  if (isSearch()) {
    const words = parameters().get("q") ?? "";
    wanted = shown = location.search;
    if (document.activeElement === field && field.value && field.value !== words) type();
    else field.value = words;
  }
})();
"""###)

  /// A lamp at the edge of a stage.
  package static let icon = PageAsset(
    path: "assets/icon-13f583041e.svg", contentType: "image/svg+xml",
    text: ###"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<defs><linearGradient id="g" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#ffb347"/><stop offset="1" stop-color="#ffb347" stop-opacity="0"/></linearGradient></defs>
<rect width="64" height="64" rx="14" fill="#211c17"/>
<path d="M22 42 8 9h48L42 42z" fill="url(#g)" opacity=".75"/>
<path d="M18 51a14 14 0 0 1 28 0z" fill="#ffb347"/>
<path d="M25 51a7 7 0 0 1 14 0z" fill="#fff3dc"/>
</svg>
"""###)

  /// All files that pages need.
  package static let all = [style, script, icon]
}
