"""Records to measure with: made from a seed, bundled with Footlight, or anybody's own.

Every record is (id, title, aliases, body), for Footlight and its peers alike.
"""
import csv
import json
import random
from itertools import accumulate, count, islice
from pathlib import Path

BUNDLED = Path(__file__).resolve().parent.parent / "domains" / "data"
SETS = ("places", "statutes", "shows", "growth")
COUNTRIES = ["AT", "AU", "BR", "CA", "CH", "DE", "ES", "FR", "GB", "IN", "IT", "JP", "MX", "PL", "PT", "US"]
csv.field_size_limit(1 << 30)


def records(name, limit=10**9):
    """Yields the records of a set, or of a file of JSON lines with id, title, aliases and body."""
    source = {"places": _places, "statutes": _statutes, "shows": _shows, "growth": _growth}.get(name)
    yield from islice(source() if source else _lines(name), limit)


def _places(count=1_200_000, seed=11):
    """Places with postal codes, as in the gazetteers of many countries: names of one to three words
    whose frequencies fall off as Zipf's law says, a region, a code with its country."""
    draw = random.Random(seed)
    syllable = _syllables(draw)
    words = list({"".join(syllable() for _ in range(draw.randint(1, 3))).capitalize() for _ in range(90_000)})
    words.sort()
    draw.shuffle(words)
    ranks = _zipf(len(words), 20)
    regions = [f"{syllable().capitalize()}{syllable()}" for _ in range(400)]
    for number in range(count):
        name = " ".join(draw.choices(words, cum_weights=ranks, k=draw.choice((1, 1, 1, 2, 2, 3))))
        country = draw.choice(COUNTRIES)
        code = f"{draw.randrange(100_000):05}"
        yield str(number), f"{name} {code}", [f"{country} {code}"], f"{draw.choice(regions)} {draw.choice(regions)}"


def _growth(vocabulary=400_000, seed=36):
    """Items without end: titles of one to four words, a code as the alias, a line of text. Of 400,000 words the
    short ones are the frequent ones, as in languages, and the first stands in a sixth of all items."""
    draw = random.Random(seed)
    syllable = _syllables(draw)
    known = set()
    while len(known) < vocabulary:
        known.add("".join(syllable() for _ in range(draw.choice((1, 2, 2, 3, 3)))))
    words = sorted(known)
    draw.shuffle(words)
    words.sort(key=len)
    # How often a word stands is 1 / (place + 5): the sum of these is turned round, since looking it up is slower.
    shift, spread, drawn = 5, vocabulary / 5 + 1, draw.random
    for number in count():
        wanted = draw.choice((1, 2, 2, 3, 3, 4))
        text = [words[int(shift * spread ** drawn() - shift)] for _ in range(wanted + 14)]
        title = " ".join(text[:wanted]).title()
        code = f"{draw.choice(COUNTRIES)} {draw.randrange(1_000_000):06}"
        yield str(number), title, [code], " ".join(text[wanted:])


def _syllables(draw):
    """A function that draws a syllable."""
    onsets = ["b", "br", "d", "f", "g", "gr", "h", "k", "kl", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w", "z"]
    middles = ["a", "e", "i", "o", "u", "au", "ei", "ou", "á", "ö"]
    endings = ["", "", "n", "r", "l", "s", "nd", "rg", "rt", "ck"]
    return lambda: draw.choice(onsets) + draw.choice(middles) + draw.choice(endings)


def _zipf(words, shift):
    """Sums of the frequencies of words that fall off as 1 / (rank + shift)."""
    return list(accumulate(1 / (rank + shift) for rank in range(1, words + 1)))


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
