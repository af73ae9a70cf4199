#!/usr/bin/env python3
"""The pages in a real browser: typing, keys, history, facets, no scripts, accessibility, narrow screens.

Usage: pages.py FOOTLIGHT CHROMIUM [WORD…]   runs the tests whose names hold a word, or all
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

TOOL, CHROMIUM = str(Path(sys.argv[1]).resolve()), sys.argv[2]
PATIENCE = 30_000
TESTS = []

RECORDS = [
    {"id": f"b{n}", "title": f"Volume {n} of lanterns", "text": f"A book about lanterns, harbours and volume{n}.",
     "kind": "atlas" if n % 3 else "novel", "year": 1900 + n} for n in range(40)
] + [
    {"id": "markup", "title": "<img src=x onerror=document.title='HACKED'> hazard", "text": "<script>document.title='HACKED'</script>", "kind": "odd", "year": 1},
    {"id": "rtl", "title": "שלום hazard \u202eabc", "text": "مرحبا بالعالم hazard", "kind": "odd", "year": 2},
    {"id": "cjk", "title": "進撃の巨人", "text": "人類は衰退しました", "kind": "novel", "year": 2013},
    {"id": "structure", "title": "A text with structure", "kind": "odd", "year": 4, "text": "# Keepers\n\n"
     "| name | watch |\n|---|---|\n| Ann | **night** |\n\n- one\n- [two](https://example.org/)\n\n> quoted\n\n"
     "```\ncode  <b>\n```\n\n[bad](javascript:alert(1))"},
    {"id": "wide", "title": "Wide" + "unbroken" * 60, "text": "https://example.org/" + "x" * 300, "kind": "odd", "year": 3},
]
SHELF = """domain: shelf
label: The shelf
version: 1
source: { kind: jsonl, path: data/shelf.jsonl }
item:
  id: "{id}"
  title: "{title}"
  body: "{text}"
  attributes: { kind: "{kind}", year: { value: "{year}", type: number } }
"""
OTHER = SHELF.replace("domain: shelf", "domain: other").replace("The shelf", "Another shelf")


def test(function):
    TESTS.append(function)
    return function


class Site:
    """A workspace, and a server over it."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="footlight-browser-")
        work = Path(self.folder.name)
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("FOOTLIGHT_")} | {
            "HOME": str(work), "XDG_STATE_HOME": str(work / "state"), "XDG_CONFIG_HOME": str(work / "config"),
            "XDG_DATA_HOME": str(work / "data"), "NO_COLOR": "1"}
        (work / "domains/data").mkdir(parents=True)
        (work / "domains/shelf.yaml").write_text(SHELF)
        (work / "domains/other.yaml").write_text(OTHER)
        (work / "footlight.yaml").write_text(
            "searches:\n  novels: { query: lanterns, domains: [shelf], filters: [\"kind:novel\", \"year>=1910\"] }\n")
        (work / "domains/data/shelf.jsonl").write_text("".join(json.dumps(r) + "\n" for r in RECORDS))
        subprocess.run([TOOL, "sync"], cwd=work, env=self.environment, check=True, capture_output=True)
        self.process = subprocess.Popen(
            [TOOL, "serve", "--port", "0"], cwd=work, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"https?://\S+", line)
        if not found:
            sys.exit(f"the server printed no address: {line!r}")
        self.address = found[0].rstrip("/")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.folder.cleanup()


class Visit:
    """A page in a window of its own, which notes what must never happen."""

    def __init__(self, path="/", quiet=False, **options):
        self.context = browser.new_context(**({"viewport": {"width": 1000, "height": 700}} | options))
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.asked, self.errors, self.quiet = [], [], quiet
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.goto(site.address + path)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        title = self.page.title() if kind is None else ""
        self.context.close()
        if kind is None:
            away = [u for u in self.asked if not u.startswith((site.address + "/", "data:"))]
            assert not away, f"asked another host: {away[:3]}"
            assert self.quiet or not self.errors, f"the console says {self.errors[:3]}"
            assert title != "HACKED", "the text of an item was run"

    @property
    def field(self):
        return self.page.locator("#q")

    @property
    def hits(self):
        return self.page.locator(".hits h2 a")

    def first(self, text):
        expect(self.hits.first).to_have_text(re.compile(text), timeout=PATIENCE)

    def words(self):
        return parse_qs(urlsplit(self.page.url).query).get("q", [""])[0]

    def until(self, truth, what):
        ended = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < ended:
            if truth():
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(f"{what}: {self.page.url}")

    def questions(self):
        return [parse_qs(urlsplit(u).query).get("q", [""])[0] for u in self.asked if urlsplit(u).path == "/results"]


# ---- typing

@test
def each_key_asks_and_the_address_says_what_is_shown():
    with Visit() as v:
        for end in range(1, 7):
            v.field.press_sequentially("volume"[end - 1])
            v.until(lambda: v.words() == "volume"[:end] and len(v.questions()) == end, "a key asks once")
        v.first("Volume")
        assert v.questions() == ["volume"[:n] for n in range(1, 7)], v.questions()
        expect(v.page.locator("mark").first).to_be_visible()
        v.page.reload()
        v.first("Volume")
        assert v.field.input_value() == "volume"


@test
def a_late_answer_is_ignored():
    with Visit() as v:
        held = []
        v.page.route("**/results?q=lan", lambda route: held.append(route))
        v.field.press_sequentially("lan")
        v.until(lambda: held, "the question")
        v.field.fill("進撃")
        v.first("進撃")
        for route in held:
            try:
                route.fulfill(status=200, content_type="text/html", body="<p>LATE</p>")
            except Exception:
                pass
        v.page.wait_for_timeout(200)
        assert "LATE" not in v.page.content()


@test
def nothing_is_asked_while_composing():
    with Visit() as v:
        v.field.focus()
        keys = v.context.new_cdp_session(v.page)
        for text in ("し", "しｎ", "しんげき", "進撃"):
            keys.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
        assert not v.questions()
        keys.send("Input.insertText", {"text": "進撃"})
        v.first("進撃")
        assert v.questions() == ["進撃"], v.questions()


@test
def a_server_that_does_not_answer_is_told_and_overcome():
    with Visit(quiet=True) as v:
        v.page.route("**/results*", lambda route: route.abort())
        v.field.fill("lanterns")
        expect(v.page.get_by_role("alert")).to_contain_text("did not answer")
        v.page.unroute("**/results*")
        v.field.fill("lanterns ")
        v.first("Volume")
        expect(v.page.get_by_role("alert")).to_have_count(0)


@test
def counts_are_announced_after_a_rest():
    with Visit() as v:
        v.field.press_sequentially("lantern")
        expect(v.page.locator("header [role=status]")).to_have_text(re.compile(r"\d+ results"), timeout=PATIENCE)


# ---- keys and history

@test
def arrows_walk_and_escape_returns():
    with Visit("/?q=lanterns") as v:
        v.page.evaluate("document.activeElement.blur()")
        v.page.keyboard.press("/")
        expect(v.field).to_be_focused()
        v.page.keyboard.press("ArrowDown")
        expect(v.hits.nth(0)).to_be_focused()
        v.page.keyboard.press("ArrowDown")
        expect(v.hits.nth(1)).to_be_focused()
        v.page.keyboard.press("ArrowUp")
        v.page.keyboard.press("ArrowUp")
        expect(v.field).to_be_focused()
        v.page.keyboard.press("ArrowDown")
        v.page.keyboard.press("Escape")
        expect(v.field).to_be_focused()
        assert v.field.input_value() == "lanterns"
        target = v.hits.first.get_attribute("href")
        v.page.keyboard.press("Enter")
        v.page.wait_for_url("**" + target)
        back = v.page.locator(".way a").first
        expect(back).to_contain_text("lanterns")
        back.click()
        v.first("Volume")


@test
def down_goes_to_the_first_hit_of_a_page_that_a_link_opened():
    with Visit("/?q=lanterns") as v:
        assert v.page.evaluate("document.activeElement === document.body")
        v.page.keyboard.press("ArrowDown")
        expect(v.hits.nth(0)).to_be_focused()


@test
def hits_are_turned_from_one_to_the_next():
    for scripts in (True, False):
        with Visit("/?q=lanterns&domain=shelf", java_script_enabled=scripts) as v:
            names = v.hits.all_text_contents()
            v.hits.nth(2).click()
            expect(v.page.locator("h1")).to_have_text(names[2])
            v.page.locator("a[rel=next]").click()
            v.page.locator("a[rel=prev]").click()
            expect(v.page.locator("h1")).to_have_text(names[2])
            v.page.locator(".way a").first.click()
            expect(v.hits.first).to_be_visible()


@test
def a_saved_search_shows_its_conditions_and_each_is_taken_away():
    with Visit("/?q=%40novels") as v:
        chips = v.page.locator(".bar .chip bdi")
        expect(chips).to_have_text(["The shelf", "Kind: novel", "Year ≥ 1910"])
        assert v.field.input_value() == "@novels"
        v.page.locator(".bar .chip").nth(1).click()
        expect(chips).to_have_text(["The shelf", "Year ≥ 1910"])
        expect(v.page.locator(".beside")).to_contain_text("atlas")
        assert v.words().strip() == "lanterns"


@test
def a_name_that_is_still_typed_is_no_page_within_the_page():
    # A refusal is told on the console as well, by the browser itself.
    with Visit(quiet=True) as v:
        v.field.press_sequentially("@nov")
        expect(v.page.locator("#results h1")).to_have_text("This cannot be asked")
        assert v.page.locator("header").count() == 1
        v.field.press_sequentially("els")
        expect(v.page.locator(".bar .chip bdi").first).to_have_text("The shelf")


@test
def years_narrow_as_ranges():
    with Visit("/?q=lanterns&domain=shelf") as v:
        range_ = v.page.locator(".beside a").filter(has_text=re.compile("^19[0-9]{2}–19[0-9]{2}")).first
        text = range_.locator("bdi").text_content()
        range_.click()
        expect(v.page.locator(".bar .chip bdi").last).to_have_text("Year: " + text)


@test
def typing_is_one_entry_of_the_history_and_facets_are_others():
    with Visit() as v:
        v.field.press_sequentially("lanterns")
        v.first("Volume")
        v.page.locator(".beside a").filter(has_text=re.compile("^atlas")).first.click()
        v.until(lambda: "atlas" in v.page.url, "the facet is in the address")
        v.field.press("End")
        v.field.press_sequentially(" volume")
        v.until(lambda: v.words() == "lanterns volume" and "atlas" in v.page.url, "typing keeps the facet")
        v.page.go_back()
        v.until(lambda: "atlas" not in v.page.url and v.words() == "lanterns", "Back takes the facet away")
        assert v.field.input_value() == "lanterns"
        v.page.go_back()
        expect(v.page.locator(".domains")).to_be_visible()
        assert v.field.input_value() == ""


@test
def typing_on_the_page_of_an_item_searches():
    with Visit("/shelf/cjk") as v:
        expect(v.page.locator("h1")).to_have_text("進撃の巨人")
        v.page.keyboard.press("/")
        v.page.keyboard.type("lanterns")
        v.first("Volume")
        v.page.go_back()
        expect(v.page.locator("h1")).to_have_text("進撃の巨人")


# ---- completions and stars

@test
def completions_are_walked_without_leaving_the_field():
    with Visit() as v:
        options = v.page.get_by_role("option")
        expect(v.page.get_by_role("combobox")).to_have_attribute("aria-expanded", "false")
        v.field.press_sequentially("vol")
        expect(options).to_have_count(0)
        v.field.press("Alt+ArrowDown")
        expect(options.first).to_contain_text("Volume")
        expect(v.field).to_have_attribute("aria-expanded", "true")
        chosen = lambda: v.page.evaluate("document.getElementById(q.getAttribute('aria-activedescendant'))?.querySelector('bdi').textContent")
        count = options.count()
        v.field.press("ArrowUp")
        expect(options.nth(count - 1)).to_have_attribute("aria-selected", "true")
        v.field.press("ArrowDown")
        assert chosen() is None
        v.field.press("ArrowDown")
        expect(options.first).to_have_attribute("aria-selected", "true")
        first = chosen()
        assert first and first.startswith("Volume"), first
        expect(v.field).to_be_focused()
        found = Axe().run(v.page).response["violations"]
        assert not found, [(f["id"], f["nodes"][0]["html"][:120]) for f in found]
        v.field.press("Enter")
        v.until(lambda: v.words() == first, "Enter takes the completion")
        expect(options).to_have_count(0)
        v.first(re.escape(first))
        v.page.get_by_role("button", name="Completions").click()
        expect(options.first).to_be_visible()
        v.field.press("Escape")
        expect(options).to_have_count(0)
        expect(v.field).to_be_focused()
        assert v.field.input_value() == first, "Escape closes and clears nothing"
        v.field.fill("vol")
        v.page.get_by_role("button", name="Completions").click()
        text = options.nth(1).locator("bdi").text_content()
        options.nth(1).click()
        v.until(lambda: v.words() == text, "a click takes the completion")
        v.field.fill("hazard")
        v.page.get_by_role("button", name="Completions").click()
        v.page.wait_for_timeout(200)
        assert v.page.locator("#completions img").count() == 0


@test
def a_star_is_set_and_taken_back_with_and_without_scripts():
    for scripts in (True, False):
        with Visit("/shelf/b7", java_script_enabled=scripts) as v:
            v.page.get_by_role("button", name="Star").click()
            expect(v.page.get_by_role("button", name="Starred")).to_be_visible()
            v.page.goto(site.address + "/")
            expect(v.page.locator("section").filter(has_text="Starred").locator("a").first).to_have_text("Volume 7 of lanterns")
            v.page.goto(site.address + "/shelf/b7")
            v.page.get_by_role("button", name="Starred").click()
            expect(v.page.get_by_role("button", name="Starred")).to_have_count(0)


# ---- without scripts, for everybody, on any screen

@test
def everything_works_without_scripts():
    with Visit(java_script_enabled=False) as v:
        v.field.fill("lanterns")
        v.field.press("Enter")
        v.page.wait_for_url("**q=lanterns*")
        v.first("Volume")
        v.page.goto(site.address + "/?q=lanterns&domain=shelf")
        v.page.locator("a[rel=next]").click()
        v.page.wait_for_url("**offset=10*")
        v.page.goto(site.address + "/shelf")
        expect(v.hits.first).to_be_visible()
        v.hits.first.click()
        expect(v.page.locator("article h1")).to_be_visible()


@test
def hostile_text_does_nothing():
    for path in ("/?q=hazard", "/shelf/markup", "/shelf/rtl", "/?q=%3Cimg%20src=x%20onerror=document.title='HACKED'%3E"):
        with Visit(path) as v:
            assert v.page.locator("img[src=x]").count() == 0


PLACES = ("/", "/?q=lanterns", "/?q=hazard&filter=kind:odd", "/?q=xyzzyqqq", "/shelf", "/shelf/b1?q=lanterns",
          "/shelf/structure?q=ann+night", "/api", "/status", "/no.such", "/?q=%40novels", "/history", "/changes",
          "/?q=a&filter=nothing:x", "/sign-in")


@test
def axe_finds_nothing_in_light_and_dark():
    for scheme in ("light", "dark"):
        for path in PLACES:
            with Visit(path, color_scheme=scheme, quiet=True) as v:
                found = Axe().run(v.page).response["violations"]
                told = [(f["id"], f["nodes"][0]["html"][:120]) for f in found]
                assert not told, (scheme, path, told)


@test
def no_screen_is_too_narrow():
    for size, text in (((360, 640), "100%"), ((320, 568), "100%"), ((1000, 700), "200%")):
        for path in (*PLACES, "/?q=wideunbroken", "/shelf/wide"):
            with Visit(path, viewport={"width": size[0], "height": size[1]}, quiet=True) as v:
                v.page.evaluate("size => document.documentElement.style.setProperty('font-size', size)", text)
                over = v.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert over <= 1, (size, text, path, over)


@test
def the_field_never_moves():
    places = set()
    # The start page is made of it.
    for path in PLACES[1:]:
        with Visit(path, quiet=True) as v:
            box = v.field.bounding_box()
            places.add((box["x"], box["y"], box["width"]))
    assert len(places) == 1, places


@test
def all_that_a_page_holds_stands_on_one_edge_in_the_middle():
    edges = """() => [...document.querySelectorAll("header form, main > :not(.beside):not(.unseen):not(script), .hits > li, article > :not(.beside), footer > :first-child")]
        .filter((one) => one.getBoundingClientRect().width && getComputedStyle(one).position !== "sticky")
        .map((one) => [one.tagName + "." + one.className, Math.round(one.getBoundingClientRect().left)])"""
    for width in (390, 768, 1280, 1920):
        lefts = {}
        for path in PLACES:
            with Visit(path, viewport={"width": width, "height": 900}, quiet=True) as v:
                for name, left in v.page.evaluate(edges):
                    lefts.setdefault(left, []).append((path, name))
                frame = v.page.evaluate("((one, all) => [one.left - all.left, all.right - one.right])(...['header', 'html'].map((name) => document.querySelector(name).getBoundingClientRect()))")
                assert abs(frame[0] - frame[1]) <= 1, (width, path, frame)
        assert len(lefts) == 1, (width, {left: found[:3] for left, found in lefts.items()})


@test
def a_key_that_writes_goes_into_the_field_from_anywhere():
    with Visit("/shelf/b7") as v:
        v.page.locator("article").click()
        v.page.keyboard.press("v")
        expect(v.field).to_be_focused()
        v.page.keyboard.type("olume 3")
        expect(v.field).to_have_value("volume 3")


@test
def a_hit_that_was_opened_has_the_focus_after_back():
    with Visit("/?q=lanterns") as v:
        link = v.page.locator(".hits [data-hit]").nth(2)
        name = link.get_attribute("data-hit")
        link.focus()
        v.page.keyboard.press("Enter")
        v.page.wait_for_url(re.compile(r"/(shelf|other)/b"))
        v.page.go_back()
        expect(v.page.locator(f".hits [data-hit='{name}']")).to_be_focused()


@test
def marks_of_a_text_are_walked():
    with Visit("/shelf/b7?q=lanterns") as v:
        v.page.get_by_role("button", name="Next match").click()
        expect(v.page.locator(".body mark.now")).to_have_count(1)
        expect(v.page.locator(".matches span")).to_have_text(re.compile("^1 / [0-9]+$"))


@test
def a_text_in_Markdown_has_its_structure():
    with Visit("/shelf/structure?q=ann+night") as v:
        body = v.page.locator(".body")
        expect(body.locator("h2")).to_have_text("Keepers")
        expect(body.locator("td strong mark")).to_have_text("night")
        expect(body.locator("li a")).to_have_attribute("href", "https://example.org/")
        expect(body.locator("pre code")).to_have_text("code  <b>")
        expect(body.locator("blockquote")).to_have_text("quoted")
        assert body.locator("a[href^=javascript]").count() == 0
        v.page.get_by_role("button", name="Next match").click()
        expect(body.locator("mark.now")).to_have_text("Ann")


@test
def hits_are_ordered_by_title_from_the_menu():
    with Visit("/shelf") as v:
        v.page.locator(".order summary").click()
        v.page.get_by_role("link", name="Z to A").click()
        v.page.wait_for_url("**sort=-title*")
        expect(v.hits.first).to_contain_text("進撃")


@test
def the_client_for_browsers_asks_as_a_program_does():
    script = (Path(__file__).resolve().parent.parent.parent / "Clients/footlight.js").read_text()
    with Visit("/", quiet=True) as v:
        # The page allows scripts of its own server alone; the client is handed over as the driver's own code.
        body = script.replace("export class", "class") + """
            const footlight = new Footlight(address);
            const found = await footlight.search("volume 3", { limit: 2, fields: ["title"] });
            const many = await footlight.searchMany(["lanterns ", { limit: "many" }]);
            let refused = null;
            try { await footlight.search("x", { limt: 3 }); } catch (error) { refused = [error.name, error.status, error.remedy]; }
            return { title: found.hits[0].title, total: many[0].total, place: many[1].error.place, refused, names: (await footlight.domains()).map((d) => d.domain) };"""
        told = v.page.evaluate("async (address) => {" + body + "}", v.page.evaluate("location.origin"))
        assert told["title"] == "Volume 3 of lanterns" and told["total"] >= 40, told
        assert told["place"] == "queries[1].limit" and told["refused"] == ["FootlightError", 400, "did you mean 'limit'?"], told
        assert "shelf" in told["names"], told


failed = 0
with Site() as site, sync_playwright() as play:
    browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    for run in TESTS:
        if sys.argv[3:] and not any(word in run.__name__ for word in sys.argv[3:]):
            continue
        try:
            run()
            print(f"ok      {run.__name__.replace('_', ' ')}", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAILED  {run.__name__.replace('_', ' ')}: {type(error).__name__}: {str(error)[:600]}", flush=True)
    browser.close()
print(f"{failed} failed" if failed else "all passed")
sys.exit(1 if failed else 0)
