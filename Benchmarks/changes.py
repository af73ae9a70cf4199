#!/usr/bin/env python3
"""What changes cost, and queries beside them.

    changes.py FOOTLIGHT [--set places] [--rounds N] [--work FOLDER]

The records as an SQLite table with triggers, whole and the first 12,000. In each round 1,000 rows,
chosen at random, get another text, and `footlight sync` is timed as a whole process, in both tables by
turns. Before the first round and after the eighth, queries of the mix are timed in one process, the
best of five for each; printed is the median of each row.
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

from queries import query_mix
from records import records, write_lines

DECLARATION = """
domain: bench
version: 1
source: { kind: sqlite, path: data/items.sqlite, table: item, key: id, changes: triggers }
item: { id: "{id}", title: "{title}", aliases: ["{alias}"], body: "{body}" }
"""


class Table:
    def __init__(self, tool, folder, rows):
        self.tool, self.folder = tool, folder
        (folder / "domains/data").mkdir(parents=True, exist_ok=True)
        (folder / "domains/bench.yaml").write_text(DECLARATION)
        path = folder / "domains/data/items.sqlite"
        is_there = path.exists()
        self.database = sqlite3.connect(path, isolation_level=None)
        if not is_there:
            self.database.execute("begin")
            self.database.execute("create table item(id integer primary key, title text, alias text, body text)")
            self.database.executemany("insert into item values (?, ?, ?, ?)", rows)
            self.database.execute("commit")
        self.run("allow", "bench")
        self.run("source", "install", "bench")
        self.count = self.database.execute("select max(id) from item").fetchone()[0] + 1
        # The newest look at the source, and no delta.
        self.run("sync")
        self.run("rebuild", "bench")

    def run(self, *words):
        done = subprocess.run([self.tool, *words], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{words}: {done.stderr}")
        return done.stdout

    def change(self, turn):
        """Changes 1,000 rows and returns how long the sync took, in milliseconds."""
        self.database.execute("begin")
        rows = [(f" turn{turn}", row) for row in random.sample(range(self.count), 1000)]
        self.database.executemany("update item set body = body || ? where id = ?", rows)
        self.database.execute("commit")
        began = time.perf_counter()
        done = json.loads(self.run("sync", "--json"))
        took = (time.perf_counter() - began) * 1000
        if done["changes"]["updated"] != 1000:
            sys.exit(f"1,000 rows were changed, and sync told of {done['changes']}")
        return took

    def deltas(self):
        return json.loads(self.run("status", "--json"))["segments"] - 1

    def median(self, queries):
        file = self.folder / "queries"
        file.write_text("".join(f"{query}\n" for query in queries), encoding="utf-8")
        words = [self.tool, "query", "--batch", str(file), "--json", "--limit", "10"]
        best = [float("inf")] * len(queries)
        for _ in range(5):
            done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
            for place, line in enumerate(done.stdout.splitlines()):
                best[place] = min(best[place], json.loads(line)["took_us"])
        return statistics.median(best)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("footlight")
    options.add_argument("--set", default="places")
    options.add_argument("--rounds", type=int, default=12)
    options.add_argument("--work", help="keep the tables and indexes here, and use them again")
    asked = options.parse_args()
    tool = str(Path(asked.footlight).resolve())
    random.seed(7)

    def rows(limit):
        for number, (_, title, aliases, body) in enumerate(records(asked.set, limit)):
            yield number, title, (aliases or [""])[0], body

    with tempfile.TemporaryDirectory(prefix="changes-") as temporary:
        work = Path(asked.work or temporary)
        large, small = Table(tool, work / "all", rows(10**9)), Table(tool, work / "few", rows(12_000))
        lines = work / "items.jsonl"
        write_lines(asked.set, lines)
        mix = query_mix(lines, 60)
        none = {row: large.median(queries) for row, queries in mix.items()}
        eight = {}
        print(f"| round | deltas | {large.count:,} items, ms | {small.count:,} items, ms |\n| --- | --- | --- | --- |")
        for turn in range(1, asked.rounds + 1):
            took = large.change(turn), small.change(turn)
            print(f"| {turn} | {large.deltas()} | {took[0]:.0f} | {took[1]:.0f} |", flush=True)
            if turn == 8:
                eight = {row: large.median(queries) for row, queries in mix.items()}
        if eight:
            print("\n| query, µs | no delta | 8 batches of changes | more |\n| --- | --- | --- | --- |")
            for row in mix:
                print(f"| {row} | {none[row]:.0f} | {eight[row]:.0f} | {eight[row] - none[row]:.0f} |")


main()
