#!/usr/bin/env python3
"""The desktop's service on a bus of its own, and the picker in a terminal of its own.

    desktop.py FOOTLIGHT [--set places|FILE.jsonl] [--records N]

How long a call takes, warm; how long the first answer takes when the bus has to start the service; the
memory of the idle service that is its own; and how long a key takes to be drawn by the picker.
"""
import argparse
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from fcntl import ioctl
from pathlib import Path

from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection

from engines import Footlight
from queries import query_mix
from records import write_lines

NAME, PATH = "io.github.footlight.Search", "/io/github/footlight/Search"


def call(bus, address, method, signature, *body):
    reply = bus.send_and_get_reply(new_method_call(address, method, signature, body), timeout=20)
    return reply.body


def private_memory(process):
    """Memory in MB that the process shares with nobody."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(n) for n in re.findall(r"^Private_(?:Clean|Dirty):\s+(\d+)", text, re.M)) / 1024


def anonymous_memory(process):
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.search(r"^Anonymous:\s+(\d+)", text, re.M)[1]) / 1024


def bus_figures(footlight, texts):
    subprocess.run([footlight.tool, "desktop", "install"], cwd=footlight.work, check=True, stdout=subprocess.DEVNULL)
    bus = open_dbus_connection("SESSION")
    daemon = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    gnome = DBusAddress(PATH, NAME, "org.gnome.Shell.SearchProvider2")
    first = []
    for _ in range(7):
        # Asked to go, and gone: the next call starts it.
        while call(bus, daemon, "NameHasOwner", "s", NAME)[0]:
            process = call(bus, daemon, "GetConnectionUnixProcessID", "s", NAME)[0]
            os.kill(process, signal.SIGTERM)
            time.sleep(0.2)
        began = time.perf_counter()
        call(bus, gnome, "GetInitialResultSet", "as", texts[0].split())
        first.append((time.perf_counter() - began) * 1e3)
    print(f"activation to first answer: median {statistics.median(first):.1f} ms, worst {max(first):.1f} ms", flush=True)
    times = []
    for turn in range(3):
        for text in texts:
            began = time.perf_counter()
            call(bus, gnome, "GetInitialResultSet", "as", text.split())
            if turn: times.append((time.perf_counter() - began) * 1e3)
    times.sort()
    print(f"a search over the bus, warm: p50 {statistics.median(times):.2f} ms, p99 {times[int(len(times) * 0.99)]:.2f} ms", flush=True)
    process = call(bus, daemon, "GetConnectionUnixProcessID", "s", NAME)[0]
    print(f"memory of the service: {private_memory(process):.1f} MB private, of which {anonymous_memory(process):.1f} MB belong to no file", flush=True)


def picker_figures(footlight, texts):
    """From a key to the last byte drawn for it, each text typed letter by letter."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(footlight.work)
        os.environ["TERM"] = "xterm-256color"
        os.execv(footlight.tool, [footlight.tool, "pick"])
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    time.sleep(1)

    def drawn(quiet):
        """Reads until nothing has come for a while; when the last of it came."""
        last = None
        while select.select([terminal], [], [], quiet)[0]:
            os.read(terminal, 65536)
            last = time.perf_counter()
        return last

    drawn(0.5)
    times = []
    for text in texts:
        for letter in text:
            began = time.perf_counter()
            os.write(terminal, letter.encode())
            last = drawn(0.06)
            if last: times.append((last - began) * 1e3)
        os.write(terminal, b"\x15")
        drawn(0.1)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    times.sort()
    print(f"key to drawn, {len(times)} keys: p50 {statistics.median(times):.1f} ms, p99 {times[int(len(times) * 0.99)]:.1f} ms", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("footlight")
    options.add_argument("--set", default="places")
    options.add_argument("--records", type=int, default=10**9)
    asked = options.parse_args()
    if "DESKTOP_BENCH" not in os.environ:
        with tempfile.TemporaryDirectory(prefix="desktop-") as folder:
            home = {"HOME": folder, "DESKTOP_BENCH": folder, "XDG_RUNTIME_DIR": folder}
            for name in ("DATA", "STATE", "CONFIG", "CACHE"): home[f"XDG_{name}_HOME"] = f"{folder}/{name.lower()}"
            sys.exit(subprocess.run(["dbus-run-session", "--", sys.executable, *sys.argv], env=os.environ | home).returncode)
    work = Path(os.environ["DESKTOP_BENCH"])
    lines = work / "items.jsonl"
    print(f"{asked.set}: {write_lines(asked.set, lines, asked.records):,} items", flush=True)
    footlight = Footlight(asked.footlight, work)
    footlight.build(lines)
    texts = [text for all in query_mix(lines, 20).values() for text in all]
    bus_figures(footlight, texts)
    picker_figures(footlight, [text for text in texts if len(text) > 2][:40])


main()
