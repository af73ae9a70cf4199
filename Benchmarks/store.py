#!/usr/bin/env python3
"""The shared store, on a PostgreSQL server of its own, over 127.0.0.1.

    store.py FOLDER-OF-PROGRAMS [--set places|FILE.jsonl] [--records N] [--rounds N]

FOLDER-OF-PROGRAMS holds footlight, footlight-store and Benchmarks, built with --traits Complete,PostgresStore. Builds
alone and builds that are published take turns, so do queries of an index and of a pulled copy. When a delta was
committed is what the server says; when it is visible, what the catalog of the follower's folder says, looked at each
half millisecond. The server is as it is delivered (fsync on), but for the room of its log.
"""
import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from queries import query_mix
from records import write_lines

DECLARATION = """
domain: {name}
version: 1
source: {{ kind: jsonl, path: data/{name}.jsonl }}
item: {{ id: "{{id}}", title: "{{title}}", aliases: ["{{aliases[]}}"], body: "{{body}}" }}
"""


def programs():
    """Where the server's programs are: the newest of Debian's folders, or PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else Path(shutil.which("initdb") or sys.exit("no PostgreSQL server is installed")).parent


@contextlib.contextmanager
def server(work):
    """The address of a database, until the end of the block."""
    folder = work / "server"
    folder.mkdir(mode=0o700)
    as_user = []
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
        os.chmod(work, 0o755)
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def run(*words):
        subprocess.run([*as_user, *map(str, words)], check=True, cwd=folder, stdout=subprocess.DEVNULL)

    run(programs() / "initdb", "-D", "data", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C")
    options = f"-k {folder} -p {port} -c listen_addresses=127.0.0.1 -c max_wal_size=8GB -c track_commit_timestamp=on"
    run(programs() / "pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres?sslmode=disable"
    finally:
        run(programs() / "pg_ctl", "-D", "data", "-m", "immediate", "stop")


class Machine:
    def __init__(self, folder, tools, store=None):
        self.folder, self.tools = folder, tools
        (folder / "domains/data").mkdir(parents=True)
        if store:
            (folder / "footlight.yaml").write_text(f"store: {store}\n")

    def declare(self, name, lines):
        os.link(lines, self.folder / f"domains/data/{name}.jsonl")
        (self.folder / f"domains/{name}.yaml").write_text(DECLARATION.format(name=name))

    def run(self, program, *words, fine=(0,)):
        """Runs a whole process and returns its output and its time in seconds."""
        began = time.perf_counter()
        done = subprocess.run([self.tools / program, *words], cwd=self.folder, capture_output=True, text=True)
        took = time.perf_counter() - began
        if done.returncode not in fine:
            sys.exit(f"{program} {words}: {done.stderr}")
        return done.stdout, took

    def median(self, queries):
        """Median and 99th percentile of the best of three, in µs."""
        file = self.folder / "queries"
        file.write_text("".join(f"{query}\n" for query in queries), encoding="utf-8")
        best = [float("inf")] * len(queries)
        for _ in range(3):
            said, _ = self.run("footlight", "query", "--batch", str(file), "--json", "--limit", "10", fine=(0, 1))
            for place, line in enumerate(said.splitlines()):
                best[place] = min(best[place], json.loads(line)["took_us"])
        return statistics.median(best), sorted(best)[int(len(best) * 0.99)]


def publishing(alone, indexer, rounds):
    """Seconds of builds alone and of builds that are published, by turns, and the size of the file in MB."""
    times = {"alone": [], "published": []}
    for turn in range(rounds + 1):
        if turn % 2 == 0:
            one, other = alone.run("footlight", "rebuild", "bench")[1], indexer.run("footlight-store", "rebuild", "bench")[1]
        else:
            other, one = indexer.run("footlight-store", "rebuild", "bench")[1], alone.run("footlight", "rebuild", "bench")[1]
        if turn:
            times["alone"].append(one)
            times["published"].append(other)
    file = next((indexer.folder / ".footlight").glob("bench.*.sqlite"))
    return times, file.stat().st_size / 1e6


def pulling(work, tools, store, rounds):
    """Seconds of pulls into folders that hold nothing, whole processes; and the last of these machines."""
    times = []
    for turn in range(rounds):
        machine = Machine(work / f"pull{turn}", tools, store)
        times.append(machine.run("footlight-store", "pull")[1])
        if turn + 1 < rounds:
            shutil.rmtree(machine.folder)
    return times, machine


def following(follower, indexer, few, ask, rounds):
    """Milliseconds from a commit on the server until a reader's catalog shows the delta, and the sizes of the deltas."""
    process = subprocess.Popen([follower.tools / "footlight-store", "pull", "--follow"], cwd=follower.folder)
    times, sizes = [], []
    try:
        catalog = sqlite3.connect(f"file:{follower.folder}/.footlight/catalog.sqlite?mode=ro", uri=True)
        seen = lambda: catalog.execute("SELECT value FROM counter WHERE name = 'shared:few'").fetchone()[0]
        time.sleep(1)
        lines = few.read_text().splitlines()
        for turn in range(rounds):
            for place in range(turn * 100, turn * 100 + 100):
                record = json.loads(lines[place % len(lines)])
                record["body"] += f" turn{turn}"
                lines[place % len(lines)] = json.dumps(record, ensure_ascii=False)
            few.write_text("\n".join(lines) + "\n")
            writing = subprocess.Popen([indexer.tools / "footlight-store", "sync", "few"], cwd=indexer.folder, stdout=subprocess.DEVNULL)
            first, last = {}, None
            while last is None or seen() < last:
                first.setdefault(seen(), time.time())
                if last is None and writing.poll() is not None:
                    last = int(ask("SELECT version FROM footlight.domain WHERE name = 'few'"))
                time.sleep(0.0005)
            found = first.setdefault(last, time.time())
            committed = float(ask("SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin)) FROM footlight.domain WHERE name = 'few'"))
            times.append((found - committed) * 1e3)
            # None where the deltas were just merged into a new file.
            if size := ask("SELECT octet_length(entry) FROM footlight.delta ORDER BY number DESC LIMIT 1"):
                sizes.append(int(size))
            time.sleep(2.1)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    return times, sizes


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("programs")
    options.add_argument("--set", default="places")
    options.add_argument("--records", type=int, default=10**9)
    options.add_argument("--rounds", type=int, default=5)
    asked = options.parse_args()
    tools = Path(asked.programs).resolve()
    with tempfile.TemporaryDirectory(prefix="store-") as temporary:
        work = Path(temporary)
        lines, few = work / "items.jsonl", work / "few.jsonl"
        write_lines(asked.set, lines, asked.records)
        write_lines(asked.set, few, 12_000)
        with server(work) as store:
            ask = lambda sql: subprocess.run([programs() / "psql", "-AtXq", store, "-c", sql], check=True, capture_output=True, text=True).stdout.strip()
            alone, indexer = Machine(work / "alone", tools), Machine(work / "indexer", tools, store)
            indexer.run("footlight", "store", "init")
            for machine in (alone, indexer):
                machine.declare("bench", lines)
                machine.run("footlight", "sync")
            times, size = publishing(alone, indexer, asked.rounds)
            built, published = statistics.median(times["alone"]), statistics.median(times["published"])
            print(f"publish {size:.1f} MB: build {built:.2f} s, published {published:.2f} s, {(published - built) / size * 150:.2f} s more for 150 MB")
            indexer.run("footlight-store", "store", "sweep", "--grace", "0")
            times, reader = pulling(work, tools, store, asked.rounds)
            pulled = statistics.median(times)
            print(f"pull {size:.1f} MB into an empty folder, whole process: {pulled:.2f} s, {size / pulled:.0f} MB/s (worst {size / max(times):.0f})")
            mix = query_mix(lines, 60)
            print("| query, µs p50 · p99 | embedded | pulled |\n| --- | --- | --- |")
            for row, queries in mix.items():
                one, other = alone.median(queries), reader.median(queries)
                print(f"| {row} | {one[0]:.0f} · {one[1]:.0f} | {other[0]:.0f} · {other[1]:.0f} |", flush=True)
            indexer.declare("few", few)
            indexer.run("footlight-store", "sync", "few")
            reader.run("footlight-store", "pull")
            few_here = indexer.folder / "domains/data/few.jsonl"
            late, sizes = following(reader, indexer, few_here, ask, 3 * asked.rounds)
            print(f"{len(late)} deltas of 100 changes ({statistics.median(sizes) / 1e3:.0f} KB): visible {statistics.median(late):.0f} ms after the commit (worst {max(late):.0f})")
            done = subprocess.run([tools / "Benchmarks", "poll", store, reader.folder / ".footlight"], check=True, capture_output=True, text=True)
            print(done.stdout.strip())


main()
