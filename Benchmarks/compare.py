#!/usr/bin/env python3
"""Footlight beside tantivy and SQLite's FTS5, on the same records and queries, by turns in one run.

    compare.py FOOTLIGHT [--set places|statutes|shows|FILE.jsonl] [--records N] [--rounds N]

Builds are whole processes. Each round asks every engine all queries of a row, in one warm process;
printed are the medians over the rounds of p50 and p99. Only ratios of one run mean anything.
"""
import argparse
import random
import statistics
import tempfile
from pathlib import Path

from engines import FTS5, Footlight, Tantivy
from queries import query_mix
from records import write_lines


def spread(times):
    times = sorted(times)
    return {part: times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.95, 0.99)}


def engines(asked, work):
    found = [Footlight(asked.footlight, work)]
    if "tantivy" in asked.peers:
        try:
            import tantivy  # noqa: F401

            found.append(Tantivy(work))
        except ImportError:
            print("tantivy: left out, it is not installed (pip install tantivy)")
    if "fts5" in asked.peers:
        found.append(FTS5(work))
    return found


def compare_builds(found, lines, count):
    print(f"\n| build of {count:,} items | wall s | CPU s | items/s | peak MB | disk / JSON lines |\n| --- | --- | --- | --- | --- | --- |")
    for engine in found:
        took = engine.build(lines)
        ratio = took["bytes"] / lines.stat().st_size
        print(f"| {engine.name} | {took['wall']:.2f} | {took['cpu']:.2f} | {count / took['wall']:,.0f} | {took['peak']:.0f} | {ratio:.3f} |", flush=True)


def compare_queries(found, mix, rounds):
    print("\n| query, µs | " + " | ".join(f"{engine.name} p50 | p99" for engine in found) + " |")
    print("| --- |" + " --- | --- |" * len(found))
    for row, texts in mix.items():
        figures = {engine.name: [] for engine in found}
        for turn in range(rounds):
            for engine in found if turn % 2 == 0 else found[::-1]:
                engine.search(texts[:10])
                figures[engine.name].append(spread(engine.search(texts)))
        middle = lambda name, part: statistics.median(figure[part] for figure in figures[name])
        print(f"| {row} | " + " | ".join(f"{middle(e.name, 0.5):.0f} | {middle(e.name, 0.99):.0f}" for e in found) + " |", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("footlight")
    options.add_argument("--set", default="places", help="a set, or a file of JSON lines with id, title, aliases, body")
    options.add_argument("--records", type=int, default=10**9)
    options.add_argument("--peers", default="tantivy,fts5")
    options.add_argument("--queries", type=int, default=60)
    options.add_argument("--rounds", type=int, default=5)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="compare-") as work:
        lines = Path(work) / "items.jsonl"
        count = write_lines(asked.set, lines, asked.records)
        print(f"{asked.set}: {count:,} items, {lines.stat().st_size / 1e6:.0f} MB of JSON lines")
        found = engines(asked, work)
        compare_builds(found, lines, count)
        mix = query_mix(lines, asked.queries)
        again = found[0].again()
        texts = random.Random(3).sample([text for texts in mix.values() for text in texts], 40)
        cold = spread([found[0].cold(text) for text in texts])
        print(f"\nSync with nothing to do {again['wall'] * 1e3:.1f} ms; cold query, whole process, p50 {cold[0.5] / 1e3:.1f} ms, p95 {cold[0.95] / 1e3:.1f} ms.")
        compare_queries(found, mix, asked.rounds)


if __name__ == "__main__":
    main()
