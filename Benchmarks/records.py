"""Records to measure with: made from a seed, bundled with Footlight, or anybody's own.

Every record is (id, title, aliases, body), for Footlight and its peers alike.
"""
import csv
import json
import random
from pathlib import Path

BUNDLED = Path(__file__).resolve().parent.parent / "domains" / "data"
SETS = ("places", "statutes", "shows")
csv.field_size_limit(1 << 30)


def records(name, limit=10**9):
    """Yields the records of a set, or of a file of JSON lines with id, title, aliases and body."""
    source = {"places": _places, "statutes": _statutes, "shows": _shows}.get(name)
    for number, record in enumerate(source() if source else _lines(name)):
        if number >= limit:
            return
        yield record


def _places(count=1_200_000, seed=11):
    """Places with postal codes, as in the gazetteers of many countries: names of one to three words
    whose frequencies fall off as Zipf's law says, a region, a code with its country."""
    draw = random.Random(seed)
    onsets = ["b", "br", "d", "f", "g", "gr", "h", "k", "kl", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w", "z"]
    middles = ["a", "e", "i", "o", "u", "au", "ei", "ou", "á", "ö"]
    endings = ["", "", "n", "r", "l", "s", "nd", "rg", "rt", "ck"]
    syllable = lambda: draw.choice(onsets) + draw.choice(middles) + draw.choice(endings)
    words = list({"".join(syllable() for _ in range(draw.randint(1, 3))).capitalize() for _ in range(90_000)})
    words.sort()
    draw.shuffle(words)
    # Zipf's law with exponent 1: the n-th word is n times rarer than the first.
    ranks, total = [], 0.0
    for rank in range(1, len(words) + 1):
        total += 1 / (rank + 20)
        ranks.append(total)
    regions = [f"{syllable().capitalize()}{syllable()}" for _ in range(400)]
    countries = ["AT", "AU", "BR", "CA", "CH", "DE", "ES", "FR", "GB", "IN", "IT", "JP", "MX", "PL", "PT", "US"]
    for number in range(count):
        name = " ".join(draw.choices(words, cum_weights=ranks, k=draw.choice((1, 1, 1, 2, 2, 3))))
        country = draw.choice(countries)
        code = f"{draw.randrange(100_000):05}"
        yield str(number), f"{name} {code}", [f"{country} {code}"], f"{draw.choice(regions)} {draw.choice(regions)}"


def _statutes():
    with open(BUNDLED / "us-code-titles-17-28-35.jsonl", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            section = json.loads(line)
            cited = f"{section['title']} USC {section['section']}"
            yield f"{cited} {number}", section["heading"] or section["section"], [cited], section["text"]


def _shows():
    with open(BUNDLED / "netflix_titles.csv", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            yield row["show_id"], row["title"], [], f"{row['description']} {row['listed_in']}"


def _lines(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["id"], record["title"], record["aliases"], record["body"]


def write_lines(name, path, limit=10**9):
    """Writes the records of a set as JSON lines; returns how many there are."""
    count = 0
    with open(path, "w", encoding="utf-8") as lines:
        for id, title, aliases, body in records(name, limit):
            record = {"id": id, "title": title, "aliases": aliases, "body": body}
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
            count += 1
    return count
