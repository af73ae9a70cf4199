#!/usr/bin/env python3
"""What changes cost: changes.py FOOTLIGHT PEERS-SCRIPT [--rounds N] [--work FOLDER].

The postal codes as an SQLite table with triggers, whole and the first 12,000. In each round 1,000 rows, chosen at
random, get another text, and `footlight sync` is timed as a whole process, in both tables by turns. Before the
first round and after the eighth, queries of the mix are timed in one process, the best of five for each; printed is
the median of each row. The records and the queries come from the script that compares Footlight with its peers.
"""
import argparse, json, random, sqlite3, statistics, subprocess, sys, tempfile, time, types
from pathlib import Path

arguments = argparse.ArgumentParser()
arguments.add_argument("footlight")
arguments.add_argument("peers")
arguments.add_argument("--rounds", type=int, default=12)
arguments.add_argument("--work", help="keep the tables and indexes here, and use them again")
asked = arguments.parse_args()
tool = str(Path(asked.footlight).resolve())
# The script compares as soon as it is read: only what stands before that is wanted.
path = Path(asked.peers).resolve()
peers = types.ModuleType("peers")
peers.__file__ = str(path)
exec(compile(path.read_text().split("\ndef spread")[0], path, "exec"), peers.__dict__)

DECLARATION = """
domain: bench
version: 1
source: { kind: sqlite, path: data/items.sqlite, table: item, key: id, changes: triggers }
item: { id: "{id}", title: "{title}", aliases: ["{alias}"], body: "{body}" }
"""


class Table:
    def __init__(self, folder, limit):
        self.folder = folder
        (folder / "domains/data").mkdir(parents=True, exist_ok=True)
        (folder / "domains/bench.yaml").write_text(DECLARATION)
        path = folder / "domains/data/items.sqlite"
        is_there = path.exists()
        self.database = sqlite3.connect(path, isolation_level=None)
        if not is_there:
            self.database.execute("begin")
            self.database.execute("create table item(id integer primary key, title text, alias text, body text)")
            rows = ((int(i), t, a[0], b) for i, t, a, b in peers.records("postal", limit))
            self.database.executemany("insert into item values (?, ?, ?, ?)", rows)
            self.database.execute("commit")
        self.run("allow", "bench")
        self.run("source", "install", "bench")
        self.count = self.database.execute("select max(id) from item").fetchone()[0] + 1
        # The newest look at the source, and no delta.
        self.run("sync")
        self.run("rebuild", "bench")

    def run(self, *words):
        done = subprocess.run([tool, *words], cwd=self.folder, capture_output=True, text=True)
        if done.returncode: sys.exit(f"{words}: {done.stderr}")
        return done.stdout

    def change(self, turn):
        self.database.execute("begin")
        ids = [(f" turn{turn}", i) for i in random.sample(range(self.count), 1000)]
        self.database.executemany("update item set body = body || ? where id = ?", ids)
        self.database.execute("commit")
        began = time.perf_counter()
        row = json.loads(self.run("sync", "--json"))
        took = (time.perf_counter() - began) * 1000
        assert row["changes"]["updated"] == 1000, row
        return took

    def segments(self):
        return json.loads(self.run("status", "--json"))["segments"]

    def median(self, queries):
        file = self.folder / "queries"
        file.write_text("".join(q + "\n" for q in queries))
        best = [float("inf")] * len(queries)
        for _ in range(5):
            done = subprocess.run([tool, "query", "--batch", str(file), "--json", "--limit", "10"], cwd=self.folder, capture_output=True, text=True)
            for place, line in enumerate(done.stdout.splitlines()): best[place] = min(best[place], json.loads(line)["took_us"])
        return statistics.median(best)


def main():
    random.seed(7)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(asked.work or temporary)
        large, small = Table(work / "all", 10**9), Table(work / "few", 12_000)
        lines = work / "items.jsonl"
        with open(lines, "w") as out:
            for i, t, a, b in peers.records("postal", 10**9): out.write(json.dumps({"title": t, "aliases": a, "body": b}) + "\n")
        mix = peers.query_mix(lines, 60)
        none = {row: large.median(queries) for row, queries in mix.items()}
        print("| round | deltas | 1.2 M items, ms | 12,000 items, ms |\n| --- | --- | --- | --- |")
        for turn in range(1, asked.rounds + 1):
            took = large.change(turn), small.change(turn)
            print(f"| {turn} | {large.segments() - 1} | {took[0]:.0f} | {took[1]:.0f} |", flush=True)
            if turn == 8: eight = {row: large.median(queries) for row, queries in mix.items()}
        print("\n| query, µs | no delta | 8 deltas | more |\n| --- | --- | --- | --- |")
        for row in mix: print(f"| {row} | {none[row]:.0f} | {eight[row]:.0f} | {eight[row] - none[row]:.0f} |")


main()
