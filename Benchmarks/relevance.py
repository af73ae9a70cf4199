#!/usr/bin/env python3
"""Ranking quality on a collection with judgements: nDCG@10 and recall@10.

    relevance.py FOOTLIGHT FOLDER [LANGUAGE]

FOLDER holds corpus.jsonl (id, title, text), queries.tsv (id, text) and qrels.txt (query 0 document
grade), as BEIR's collections do once their names are changed. LANGUAGE is english if not given.
"""
import json
import math
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

DECLARATION = """
domain: corpus
version: 1
source: { kind: jsonl, path: data/corpus.jsonl }
item: { id: "{id}", title: "{title | default: 'untitled'}", body: "{text}" }
analysis: { language: %s }
"""


def judgements(folder):
    relevant = defaultdict(dict)
    for line in open(folder / "qrels.txt"):
        query, _, document, grade = line.split()
        if int(grade) > 0:
            relevant[query][document] = int(grade)
    return relevant


def gain(grades):
    return sum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool, folder = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
    language = sys.argv[3] if len(sys.argv) > 3 else "english"
    relevant = judgements(folder)
    queries = [line.rstrip("\n").split("\t", 1) for line in open(folder / "queries.tsv")]
    queries = [(query, text) for query, text in queries if query in relevant]
    with tempfile.TemporaryDirectory(prefix="relevance-") as work:
        work = Path(work)
        (work / "domains/data").mkdir(parents=True)
        shutil.copy(folder / "corpus.jsonl", work / "domains/data")
        (work / "domains/corpus.yaml").write_text(DECLARATION % language)
        subprocess.run([tool, "sync"], cwd=work, check=True, stdout=subprocess.DEVNULL)
        (work / "queries.txt").write_text("".join(" ".join(text.split()) + " \n" for _, text in queries))
        words = [tool, "query", "--batch", "queries.txt", "--match", "any", "--limit", "10", "--json"]
        done = subprocess.run(words, cwd=work, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(queries):
        sys.exit(f"{len(queries)} queries had {len(answers)} answers: {done.stderr[-600:]}")
    ndcg, recall = [], []
    for (query, _), answer in zip(queries, answers):
        found, wanted = [hit["id"] for hit in answer["hits"]], relevant[query]
        best = sorted(wanted.values(), reverse=True)[:10]
        ndcg.append(gain([wanted.get(document, 0) for document in found]) / gain(best))
        recall.append(sum(document in wanted for document in found) / len(wanted))
    print(f"{len(queries)} queries: nDCG@10 {sum(ndcg) / len(ndcg):.4f}, recall@10 {sum(recall) / len(recall):.4f}")


main()
