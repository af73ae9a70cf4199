#!/usr/bin/env python3
"""How everything grows with the number of items: Footlight beside tantivy and, where it is installed, Lucene.

    growth.py FOOTLIGHT [--sizes 0.1,1,10] [--queries N] [--rounds N] [--work FOLDER]

Sizes are millions of items, made from a seed. Builds are whole processes, one after the other. Each round asks every
engine all queries of a row, in one warm process, by turns; printed are the medians over the rounds of p50 and p99.
The largest size decides the disk space: some 8 GB for ten million items.
"""
import argparse
import random
import statistics
import tempfile
from pathlib import Path

from compare import spread
from engines import Footlight, Lucene, Tantivy
from queries import query_mix
from records import write_lines


def engines(tool, folder):
    found = [Footlight(tool, folder)]
    try:
        import tantivy  # noqa: F401

        found.append(Tantivy(folder))
    except ImportError:
        print("tantivy: left out, it is not installed (pip install tantivy)")
    if Lucene.jars():
        found.append(Lucene(folder))
    else:
        print("lucene: left out, it is not installed (apt-get install liblucene8-java default-jdk-headless)")
    return found


def measure(tool, folder, count, queries, rounds):
    """Everything about one size: builds, sizes, cold starts and rows by the engine's name."""
    lines = folder / "items.jsonl"
    write_lines("growth", lines, count)
    mix = query_mix(lines, queries)
    found = engines(tool, folder)
    builds = {}
    for engine in found:
        took = engine.build(lines)
        builds[engine.name] = f"{took['wall']:.1f} s · {took['private']:.0f} MB · {took['bytes'] / lines.stat().st_size:.2f}"
        print(f"{count:,} items: {engine.name} {builds[engine.name]}", flush=True)
    lines.unlink()
    texts = random.Random(3).sample([text for texts in mix.values() for text in texts], 40)
    cold = spread([found[0].cold(text) for text in texts])
    for engine in found:
        for texts in mix.values():
            engine.search(texts)
    rows = {row: times(found, texts, rounds) for row, texts in mix.items()}
    for engine in found:
        engine.close()
    return {"builds": builds, "cold": f"{cold[0.5] / 1e3:.1f} · {cold[0.95] / 1e3:.1f}", "rows": rows}


def times(found, texts, rounds):
    """p50 · p99 of a row in µs by the engine's name."""
    figures = {engine.name: [] for engine in found}
    for turn in range(rounds):
        for engine in found if turn % 2 == 0 else found[::-1]:
            engine.search(texts[:10])
            figures[engine.name].append(spread(engine.search(texts)))
    middle = lambda name, part: statistics.median(figure[part] for figure in figures[name])
    return {engine.name: f"{middle(engine.name, 0.5):.0f} · {middle(engine.name, 0.99):.0f}" for engine in found}


def table(head, rows):
    print("\n| " + " | ".join(head) + " |\n|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("footlight")
    options.add_argument("--sizes", default="0.1,1,10", help="millions of items")
    options.add_argument("--queries", type=int, default=60)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--work", help="where the data and the indexes lie meanwhile")
    asked = options.parse_args()
    figures = {}
    for size in asked.sizes.replace(",", " ").split():
        with tempfile.TemporaryDirectory(prefix="growth-", dir=asked.work) as work:
            count = round(float(size) * 1e6)
            figures[f"{size} M"] = measure(asked.footlight, Path(work), count, asked.queries, asked.rounds)
    names = list(next(iter(figures.values()))["builds"])
    table(["build · private peak · disk / JSON lines", *names],
          [[size, *(figure["builds"][name] for name in names)] for size, figure in figures.items()])
    table(["cold query, whole process, p50 · p95 ms", *figures], [[names[0], *(f["cold"] for f in figures.values())]])
    table(["query, p50 · p99 µs", *(f"{name} {size}" for size in figures for name in names)],
          [[row, *(figures[size]["rows"].get(row, {}).get(name, "") for size in figures for name in names)]
           for row in list(figures.values())[-1]["rows"]])


if __name__ == "__main__":
    main()
