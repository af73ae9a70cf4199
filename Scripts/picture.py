#!/usr/bin/env python3
"""Makes the pictures of the page in README.md: picture.py FOOTLIGHT CHROMIUM

Builds the bundled domains in a folder of its own, serves them, and photographs a search, light and dark.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
TOOL, CHROMIUM = str(Path(sys.argv[1]).resolve()), sys.argv[2]
WORDS = "rule 12"

with tempfile.TemporaryDirectory(prefix="footlight-picture-") as folder:
    work = Path(folder)
    shutil.copytree(ROOT / "domains", work / "domains")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("FOOTLIGHT_")} | {
        "HOME": folder, "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config", "XDG_DATA_HOME": folder + "/data"}
    subprocess.run([TOOL, "sync"], cwd=work, env=environment, check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(
        [TOOL, "serve", "--port", "0"], cwd=work, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"https?://\S+", server.stdout.readline())[0]
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for scheme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": 1040, "height": 640}, device_scale_factor=1.25, color_scheme=scheme)
                page.goto(address)
                page.locator("#q").press_sequentially(WORDS)
                page.locator(".hits li").first.wait_for()
                page.wait_for_url("**q=rule+12")
                page.wait_for_timeout(800)
                target = ROOT / f"docs/pictures/page-{scheme}.png"
                target.parent.mkdir(exist_ok=True)
                page.screenshot(path=str(target))
                print(target.relative_to(ROOT))
            browser.close()
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)
