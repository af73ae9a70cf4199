#!/usr/bin/env python3
"""Items that somebody knows, asked for as people ask: how often the item is first, and within five.

    known_items.py FOOTLIGHT [WORKSPACE] [--seed N] [--count N] [--way NAME] [--misses] [--json FILE]

WORKSPACE holds the bundled domains (this repository when not said). They are built anew in a folder of their own,
beside small domains of scripts and kinds that they lack. Each question is made from the name of an item that was
drawn, so what is right is known: the item, or another of the same title. Questions are sent as Enter, a script or a
link sends them, without a space behind them, all in one process. Where Python's tantivy is installed, BM25 is asked
the same: one of the words is enough, in any of three fields. A seed gives the same questions on every machine.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

from known_ways import WAYS, named, pools, questions, sources


def footlight(tool, work, asked):
    listed = "".join(question + "\n" for question in asked)
    done = subprocess.run([tool, "query", "--batch", "-", "--json", "--limit", "5"], cwd=work, input=listed,
                          capture_output=True, text=True)
    answers = [json.loads(line)["hits"] for line in done.stdout.splitlines()]
    if len(answers) != len(asked):
        sys.exit(f"{len(asked)} questions had {len(answers)} answers: {done.stderr[-600:]}")
    return answers


def bm25(items, asked):
    """The five best of tantivy for each question, or none where it is not installed."""
    try:
        import tantivy
    except ImportError:
        return None
    schema, fields = tantivy.SchemaBuilder(), ["title", "aliases", "body"]
    schema.add_unsigned_field("place", stored=True)
    for field in fields:
        schema.add_text_field(field)
    index = tantivy.Index(schema.build())
    writer = index.writer(heap_size=100_000_000, num_threads=1)
    for place, item in enumerate(items):
        body = " ".join([item["description"], *item["keywords"], item["body"]])
        writer.add_document(tantivy.Document(place=place, title=item["title"], aliases=item["aliases"], body=body))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher, answers = index.searcher(), []
    for question in asked:
        said = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in question.lower())
        query, _ = index.parse_query_lenient(said, fields)
        best = searcher.search(query, 5, count=False).hits if said.strip() else []
        answers.append([items[searcher.doc(address)["place"][0]] for _, address in best])
    return answers


def build(tool, domains, work):
    """The bundled domains and the small ones, built in a folder of their own; the items as they were understood."""
    shutil.copytree(domains, work / "domains", ignore=shutil.ignore_patterns("ready"))
    for domain, (language, listed) in sources().items():
        lines = (json.dumps({"title": title, "aliases": aliases}) + "\n" for title, aliases, _ in listed)
        (work / "domains/data" / f"{domain}.jsonl").write_text("".join(dict.fromkeys(lines)))
        (work / "domains" / f"{domain}.yaml").write_text(
            f"domain: {domain}\nversion: 1\nsource: {{ kind: jsonl, path: data/{domain}.jsonl }}\n"
            'item: { id: "{title}", title: "{title}", aliases: ["{aliases[]}"] }\n'
            + (f"analysis: {{ language: {language} }}\n" if language else ""))
    subprocess.run([tool, "sync"], cwd=work, check=True, stdout=subprocess.DEVNULL)
    said = subprocess.run([tool, "dump"], cwd=work, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def right(known, hit, names):
    """Whether a hit is the item, or another that has the name which was asked for or the item's title."""
    if isinstance(known.extra, list):
        return hit["id"] in known.extra
    return (hit["domain"], hit["id"]) in names[named(known.name)] | names[named(known.item["title"])]


def place(known, hits, names):
    return next((place for place, hit in enumerate(hits) if right(known, hit, names)), None)


def shares(made, answers, names):
    """How many of a hundred are first, and within five."""
    places = [place(known, hits, names) for (_, known), hits in zip(made, answers)]
    return [100 * sum(place is not None and place < most for place in places) / len(places) for most in (1, 5)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("footlight")
    arguments.add_argument("workspace", nargs="?", default=Path(__file__).resolve().parent.parent)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=150, help="questions a way, at most")
    arguments.add_argument("--way", action="append", help="only ways whose name holds this")
    arguments.add_argument("--misses", action="store_true", help="print the first misses of each way")
    arguments.add_argument("--json", help="write every question and its answer to this file")
    options = arguments.parse_args()
    tool = str(Path(options.footlight).resolve())
    with tempfile.TemporaryDirectory(prefix="known-items-") as work:
        os.environ["XDG_STATE_HOME"] = f"{work}/state"  # what somebody uses must not order these hits
        items = build(tool, Path(options.workspace) / "domains", Path(work))
        (found, names), made = pools(items), {}
        for way in (way for ways in WAYS.values() for way in ways):
            if not options.way or any(part.lower() in way[0].lower() for part in options.way):
                if asked := questions(way, found[way[1]], options.seed, options.count):
                    made[way[0]] = asked
        asked = [question for listed in made.values() for question, _ in listed]
        if not asked:
            sys.exit("no way has such a name")
        engines = {"footlight": footlight(tool, work, asked), "BM25": bm25(items, asked)}
    engines = {name: answers for name, answers in engines.items() if answers}
    print(f"{'way':<36}{'n':>4}" + "".join(f"{name + ' first':>16}{'five':>7}" for name in engines))
    rows, told, begin = {}, [], 0
    for name, listed in made.items():
        answers = {engine: hits[begin:begin + len(listed)] for engine, hits in engines.items()}
        begin += len(listed)
        rows[name] = {engine: shares(listed, hits, names) for engine, hits in answers.items()}
        print(f"{name:<36}{len(listed):>4}" + "".join(f"{one:16.1f}{five:7.1f}" for one, five in rows[name].values()))
        missed = 0
        for (question, known), hits in zip(listed, answers["footlight"]):
            got = hits[0]["title"] if hits else None
            told.append({"way": name, "question": question, "id": known.item["id"], "wanted": known.item["title"],
                         "place": place(known, hits, names), "got": got})
            if options.misses and told[-1]["place"] != 0 and (missed := missed + 1) <= 5:
                print(f"    {question!r}: wanted {known.item['title'][:80]!r}, got {got and got[:80]!r}")
    for kind, said in [*((kind, [way[0] for way in ways]) for kind, ways in WAYS.items()), ("all", list(rows))]:
        if listed := [name for name in said if name in rows]:
            mean = [sum(rows[name][engine][k] for name in listed) / len(listed) for engine in engines for k in (0, 1)]
            print(f"{'mean: ' + kind:<36}{len(listed):>4}"
                  + "".join(f"{share:{16 - 9 * (k % 2)}.1f}" for k, share in enumerate(mean)))
    if "BM25" in engines:
        ahead = [name for name, row in rows.items() if row["BM25"][0] > row["footlight"][0] + 2]
        print(f"BM25 is ahead by more than two points in {len(ahead)} of {len(rows)}: {', '.join(ahead) or 'none'}")
    if options.json:
        said = json.dumps({"ways": rows, "questions": told}, ensure_ascii=False, indent=1)
        Path(options.json).write_text(said)


main()
