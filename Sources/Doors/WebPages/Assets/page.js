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
      // A page that was opened by a link has its focus nowhere: down is the first hit there, too.
      const begins = at === field || event.key === "ArrowDown" && (!at || at === document.body || at === place);
      if (!all.length || now < 0 && !begins) return;
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

  // On the page of an item the marks are walked, and what others want of it is copied.
  const matches = document.querySelector(".matches");
  if (matches) {
    const marks = [...place.querySelectorAll(".body mark")];
    const [back, count, on] = matches.children;
    let at = -1;
    const tell = () => { count.textContent = `${at + 1 || "–"} / ${marks.length}`; };
    const step = (by) => {
      at = at < 0 ? (by > 0 ? 0 : marks.length - 1) : (at + by + marks.length) % marks.length;
      marks.forEach((mark, number) => mark.classList.toggle("now", number === at));
      marks[at].scrollIntoView({ block: "center" });
      tell();
    };
    back.addEventListener("click", () => step(-1));
    on.addEventListener("click", () => step(1));
    tell();
    matches.hidden = !marks.length;
  }
  function copies(name, text, className) {
    const button = document.createElement("button");
    set(button, { type: "button", class: className });
    button.textContent = name;
    button.addEventListener("click", () => navigator.clipboard.writeText(text()).then(() => {
      button.textContent = "Copied";
      said.textContent = "Copied";
      setTimeout(() => { button.textContent = name; }, 1500);
    }));
    return button;
  }
  // A browser lets pages write what is copied where nobody can listen.
  if (navigator.clipboard) {
    const doing = place.querySelector("article .doing");
    doing?.append(copies("Copy link", () => document.querySelector("link[rel=canonical]")?.href ?? location.href, "link"));
    for (const code of place.querySelectorAll(".body pre")) {
      const around = document.createElement("div");
      around.className = "coded";
      code.replaceWith(around);
      around.append(code, copies("Copy", () => code.textContent, "copy"));
    }
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
