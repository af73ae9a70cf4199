#!/usr/bin/env python3
"""The server under load, beside Datasette over the same records in FTS5, and nginx with a static file.

    server.py FOOTLIGHT [--set places|FILE.jsonl] [--records N] [--rounds N] [--seconds N]

wrk asks each by turns, over 1, 16 and 64 connections, the same mix of queries in the same order; nginx, which
searches nothing, is how fast a server can be. All of it stays on 127.0.0.1. Then: memory beside the mapped
index, and how long a client waits while 1,000 others never end their requests.
"""
import argparse
import contextlib
import getpass
import json
import os
import random
import re
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.parse import quote_plus

from engines import FTS5, Footlight
from queries import WORD, query_mix
from records import write_lines

# Prefixes of one and two letters take FTS5 seconds: Datasette would give them up, and look quick.
LEFT_OUT = ("prefix 1", "prefix 2", "word + prefix 1")
SQL = "select item.id, item.title from found join item on item.n = found.rowid where found match :m order by rank limit 10"
WRK = """
local all, at = {}, 0
function init()
  for line in io.lines(os.getenv("PATHS")) do all[#all + 1] = wrk.format("GET", line) end
end
function request()
  at = at % #all + 1
  return all[at]
end
function done(summary, latency)
  io.write(string.format('{"count":%d,"us":%d,"p50":%d,"p99":%d,"refused":%d,"lost":%d}\\n', summary.requests,
    summary.duration, latency:percentile(50), latency:percentile(99), summary.errors.status,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


@contextlib.contextmanager
def running(words, port=None, **options):
    """A server until the end of the block, once it answers; its own process, and where it answers."""
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, **options)
    try:
        if port is None:
            address = re.search(r"http://\S+", process.stdout.readline())[0].rstrip("/")
        else:
            address = f"http://127.0.0.1:{port}"
            for _ in range(600):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.1)
        yield process, address
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


def load(work, address, paths, connections, seconds):
    """What one run of wrk tells: requests a second, and times in milliseconds."""
    (work / "ask.lua").write_text(WRK)
    (work / "paths").write_text("".join(f"{path}\n" for path in paths))
    words = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", str(work / "ask.lua"), address]
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds + 60, env=os.environ | {"PATHS": str(work / "paths")})
    if done.returncode:
        sys.exit(f"wrk: {done.stdout[-300:]}{done.stderr[-300:]}")
    told = json.loads(done.stdout.splitlines()[-1])
    return {"rate": told["count"] * 1e6 / told["us"], "p50": told["p50"] / 1e3, "p99": told["p99"] / 1e3, "bad": told["refused"] + told["lost"]}


def memory_beside(process, folder):
    """Resident memory in MB without what is mapped from a folder."""
    total, is_index = 0, False
    for line in Path(f"/proc/{process.pid}/smaps").read_text().splitlines():
        if re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
            is_index = str(folder) in line
        elif line.startswith("Rss:") and not is_index:
            total += int(line.split()[1])
    return total / 1024


def half_open(address, path, count=1000):
    """The time of the slowest of 50 requests, in milliseconds, beside requests that never end; at rest, and so."""
    host, port = address.removeprefix("http://").split(":")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)

    def slowest():
        times = []
        for _ in range(50):
            began = time.perf_counter()
            urllib.request.urlopen(address + path, timeout=30).read()
            times.append((time.perf_counter() - began) * 1e3)
        return max(times)

    alone = slowest()
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            half = stack.enter_context(socket.create_connection((host, int(port)), 10))
            half.sendall(b"GET /results?q=a HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")
        return alone, slowest()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("footlight")
    options.add_argument("--set", default="places")
    options.add_argument("--records", type=int, default=10**9)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=int, default=3)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="server-") as folder, contextlib.ExitStack() as stack:
        work = Path(folder)
        lines = work / "items.jsonl"
        count = write_lines(asked.set, lines, asked.records)
        print(f"{asked.set}: {count:,} items", flush=True)
        footlight, fts5 = Footlight(asked.footlight, work), FTS5(work)
        footlight.build(lines)
        fts5.build(lines)
        mix = query_mix(lines, 60)
        texts = [text for row, all in mix.items() if row not in LEFT_OUT for text in all]
        random.Random(7).shuffle(texts)
        environment = os.environ | {"HOME": folder, "XDG_STATE_HOME": f"{folder}/state", "XDG_CONFIG_HOME": f"{folder}/config"}
        process, address = stack.enter_context(running(
            [footlight.tool, "serve", "--port", "0"], cwd=footlight.work, env=environment, stdout=subprocess.PIPE, text=True))
        time.sleep(2)
        print(f"idle, {memory_beside(process, footlight.work):.1f} MB beside the mapped index", flush=True)
        paths = {"footlight": [f"/api/v1/search?q={quote_plus(text)}" for text in texts]}
        addresses = {"footlight": address}

        match = lambda text: " ".join(f'"{word}"' for word in WORD.findall(text)) + ("" if text.endswith(" ") else "*")
        paths["datasette"] = [f"/{fts5.path.stem}.json?sql={quote_plus(SQL)}&_shape=array&m={quote_plus(match(text))}" for text in texts]
        port = free_port()
        _, addresses["datasette"] = stack.enter_context(running(
            [str(Path(sys.executable).parent / "datasette"), "serve", "--port", str(port), "-i", str(fts5.path), "--setting", "sql_time_limit_ms", "20000"],
            port, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

        with urllib.request.urlopen(addresses["footlight"] + paths["footlight"][0], timeout=30) as answer:
            (work / "static.json").write_bytes(answer.read())
        port = free_port()
        (work / "nginx.conf").write_text(f"""
user {getpass.getuser()}; worker_processes 2; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {folder}; }} }}
""")
        nginx = next((p for p in ("/usr/sbin/nginx", "/usr/bin/nginx") if os.path.exists(p)), "nginx")
        _, addresses["nginx"] = stack.enter_context(running([nginx, "-p", folder, "-c", f"{folder}/nginx.conf"], port))
        paths["nginx"] = ["/static.json"]

        print("\n| connections | " + " | ".join(f"{name}, requests/s · p50 · p99 ms" for name in paths) + " | × datasette | of nginx |")
        print("| --- |" + " --- |" * (len(paths) + 2))
        for connections in (1, 16, 64):
            figures = {name: [] for name in paths}
            for turn in range(asked.rounds):
                for name in list(paths)[:: 1 if turn % 2 == 0 else -1]:
                    figures[name].append(load(work, addresses[name], paths[name], connections, asked.seconds))
            middle = {name: {part: statistics.median(one[part] for one in all) for part in ("rate", "p50", "p99")} for name, all in figures.items()}
            bad = {name: sum(one["bad"] for one in all) for name, all in figures.items()}
            cells = [f"{one['rate']:,.0f} · {one['p50']:.2f} · {one['p99']:.2f}" + (f" ({bad[name]} failed)" if bad[name] else "") for name, one in middle.items()]
            rate = middle["footlight"]["rate"]
            print(f"| {connections} | " + " | ".join(cells) + f" | {rate / middle['datasette']['rate']:.0f} | {rate / middle['nginx']['rate']:.2f} |", flush=True)
        print(f"\nAfter the load, {memory_beside(process, footlight.work):.1f} MB beside the mapped index.")
        alone, beside = half_open(addresses["footlight"], paths["footlight"][0])
        print(f"The slowest of 50 requests: {alone:.1f} ms; beside 1,000 half-open connections {beside:.1f} ms.")


if __name__ == "__main__":
    main()
