#!/usr/bin/env python3
"""From a key to shown results, in Chromium, over the pages of the server.

    Scripts/with_chromium Benchmarks/keys.py FOOTLIGHT [--set places|FILE.jsonl] [--words N]

Types words letter by letter as people do, and tells the milliseconds from the event of a key to the frame in which
the list has changed.
"""
import argparse
import os
import random
import statistics
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from engines import Footlight
from queries import query_mix
from records import write_lines
from server import running

# The first change of the list behind the newest key, and the frame behind it.
WATCH = """() => {
  let pressed = null; window.times = [];
  document.addEventListener("input", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (pressed === null) return;
    const began = pressed; pressed = null;
    requestAnimationFrame(() => { const now = new MessageChannel();
      now.port1.onmessage = () => window.times.push(performance.now() - began); now.port2.postMessage(0); });
  }).observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true });
}"""


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("footlight")
    options.add_argument("--set", default="places")
    options.add_argument("--words", type=int, default=60)
    options.add_argument("chromium")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="keys-") as folder:
        work = Path(folder)
        lines = work / "items.jsonl"
        count = write_lines(asked.set, lines, 10**9)
        footlight = Footlight(asked.footlight, work)
        footlight.build(lines)
        mix = query_mix(lines, asked.words)
        texts = [text for row in ("common word", "rare word", "two common words", "alias", "typo") for text in mix[row]]
        random.Random(7).shuffle(texts)
        environment = os.environ | {"HOME": folder, "XDG_STATE_HOME": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config"}
        serve = [footlight.tool, "serve", "--port", "0"]
        with running(serve, cwd=footlight.work, env=environment, stdout=subprocess.PIPE, text=True) as (_, address), \
                sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=asked.chromium, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(address + "/")
            page.evaluate(WATCH)
            field = page.locator("input[name=q]")
            field.focus()
            for text in texts[:asked.words]:
                field.fill("")
                page.wait_for_timeout(150)
                page.keyboard.type(text[:12], delay=120)
                page.wait_for_timeout(150)
            times = sorted(page.evaluate("window.times"))
            browser.close()
        cuts = statistics.quantiles(times, n=100)
        print(f"{asked.set}, {count:,} items: {len(times):,} keys, p50 {statistics.median(times):.0f} ms, "
              f"p95 {cuts[94]:.0f} ms, p99 {cuts[98]:.0f} ms")


if __name__ == "__main__":
    main()
