#!/usr/bin/env python3
"""Queries of a kept comparison, several rounds by turns: rounds.py FOOTLIGHT PEERS-SCRIPT FOLDER [--rounds N].

FOLDER is what `peers.py … --keep FOLDER` left. Each round asks both programs all queries of a row, each in a process
or reader of its own; the p99 of sixty queries is the slowest one, which a pause of the machine may be, so what is
printed is the median over the rounds of p50 and p99, and the least p99.
"""
import argparse, statistics, types
from pathlib import Path

arguments = argparse.ArgumentParser()
arguments.add_argument("footlight")
arguments.add_argument("peers")
arguments.add_argument("folder")
arguments.add_argument("--rounds", type=int, default=7)
arguments.add_argument("--queries", type=int, default=60)
asked = arguments.parse_args()
# The script compares as soon as it is run: only its parts are wanted.
path = Path(asked.peers).resolve()
peers = types.ModuleType("peers")
peers.__file__ = str(path)
source = path.read_text().rstrip()
assert source.endswith("\nmain()"), "the script does not end as it did"
exec(compile(source.removesuffix("\nmain()"), path, "exec"), peers.__dict__)

work = Path(asked.folder)
engines = [peers.Footlight(str(Path(asked.footlight).resolve()), work), peers.Tantivy(work)]
print(f"{'query (µs)':18s}{'footlight p50':>16s}{'p99':>8s}{'least':>8s}{'tantivy p50':>16s}{'p99':>8s}{'least':>8s}")
for row, texts in peers.query_mix(work / "items.jsonl", asked.queries).items():
    figures = [[], []]
    for turn in range(asked.rounds):
        for place in (0, 1) if turn % 2 == 0 else (1, 0):
            engines[place].search(texts[:10])
            figures[place].append(peers.spread(engines[place].search(texts)))
    print(f"{row:18s}" + "".join(f"{statistics.median(f['p50'] for f in found):16.0f}{statistics.median(f['p99'] for f in found):8.0f}{min(f['p99'] for f in found):8.0f}" for found in figures), flush=True)
