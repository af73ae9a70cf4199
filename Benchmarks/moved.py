#!/usr/bin/env python3
"""What a change of a few random records moves: the bytes of new files and of new deltas, which are what a shared store
and each of its readers get.

    moved.py FOOTLIGHT [--items N] [--shards N] [--share 0.02] [--changes N] [--memory SIZE]

Each change gives other bodies to a share of the records, chosen at random, and is synced by a whole process.
"""
import argparse
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DECLARATION = """
domain: bench
version: 1
source: {{ kind: jsonl, path: data/bench.jsonl }}
{shards}
item: {{ id: "{{id}}", title: "{{title}}", body: "{{body}}" }}
"""
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "ol")]


def words(count, of=40_000):
    """Some words, common ones more often."""
    places = (int(of * random.random() ** 3) for _ in range(count))
    return " ".join("".join(SYLLABLES[place // len(SYLLABLES) ** power % len(SYLLABLES)] for power in range(3))
                    for place in places)


def contents(folder):
    """The size of each file and of each delta."""
    sizes = {path.name: path.stat().st_size for path in folder.glob("bench.*.sqlite")}
    with sqlite3.connect(f"file:{folder}/catalog.sqlite?mode=ro", uri=True) as catalog:
        sizes |= dict(catalog.execute("select number, bytes from delta"))
    return sizes


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("footlight")
    options.add_argument("--items", type=int, default=1_000_000)
    options.add_argument("--shards", type=int, default=16)
    options.add_argument("--share", type=float, default=0.02)
    options.add_argument("--changes", type=int, default=10)
    options.add_argument("--memory", default="256M")
    asked = options.parse_args()
    tool = str(Path(asked.footlight).resolve())
    random.seed(7)
    with tempfile.TemporaryDirectory(prefix="moved-") as temporary:
        work = Path(temporary)
        (work / "domains/data").mkdir(parents=True)
        shards = f"shards: {asked.shards}" if asked.shards > 1 else ""
        (work / "domains/bench.yaml").write_text(DECLARATION.format(shards=shards))
        lines = [json.dumps({"id": number, "title": words(2), "body": words(6)}) for number in range(asked.items)]

        def sync():
            (work / "domains/data/bench.jsonl").write_text("\n".join(lines))
            began = time.perf_counter()
            done = subprocess.run([tool, "sync", "--memory", asked.memory], cwd=work, capture_output=True, text=True)
            if done.returncode:
                sys.exit(done.stdout + done.stderr)
            return time.perf_counter() - began, contents(work / ".footlight")

        took, before = sync()
        print(f"built in {took:.1f} s: {sum(before.values()) / 1e6:.1f} MB\n")
        print("| change | s | new files, MB | new deltas, MB | deltas |\n| --- | --- | --- | --- | --- |")
        moved = []
        for change in range(1, asked.changes + 1):
            for number in random.sample(range(asked.items), int(asked.items * asked.share)):
                lines[number] = json.dumps({**json.loads(lines[number]), "body": words(6)})
            took, after = sync()
            come = {name: size for name, size in after.items() if name not in before}
            files = sum(size for name, size in come.items() if isinstance(name, str)) / 1e6
            deltas = sum(size for name, size in come.items() if isinstance(name, int)) / 1e6
            standing = sum(isinstance(name, int) for name in after)
            print(f"| {change} | {took:.1f} | {files:.1f} | {deltas:.1f} | {standing} |", flush=True)
            moved.append(files + deltas)
            before = after
        print(f"\nmoved on average: {statistics.mean(moved):.1f} MB a change")


main()
