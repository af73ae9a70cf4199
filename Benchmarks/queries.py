"""The mix of queries: what people type, letter by letter and whole, drawn from the records."""
import json
import random
import re
from collections import Counter

WORD = re.compile(r"[^\W_]+")


def query_mix(path, count, seed=5):
    """Queries by the name of their row. A query that ends in a blank has no unfinished word."""
    draw = random.Random(seed)
    titles, frequency = [], Counter()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            words = [word.lower() for word in WORD.findall(record["title"])]
            frequency.update(set(words))
            if words and draw.random() < 0.2:
                titles.append((words, record["aliases"]))
    common = [word for word, _ in frequency.most_common(200) if len(word) > 2] or list(frequency)
    rare = [word for word, held in frequency.items() if held <= 3 and len(word) > 4] or list(frequency)
    long = [word for word in frequency if len(word) >= 6 and word.isascii() and word.isalpha()]
    pairs = [words for words, _ in titles if len(words) >= 2]
    aliases = [alias for _, held in titles for alias in held]

    def some(values, make):
        return [make(draw.choice(values)) for _ in range(count)] if values else []

    def swap(word):
        place = draw.randrange(1, len(word) - 1)
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]

    mix = {}
    for letters in (1, 2, 3, 4):
        mix[f"prefix {letters}"] = some(titles, lambda title: draw.choice(title[0])[:letters])
    mix["common word"] = some(common, lambda word: f"{word} ")
    mix["rare word"] = some(rare, lambda word: f"{word} ")
    mix["word + prefix 1"] = some(pairs, lambda words: f"{words[0]} {words[1][:1]}")
    mix["word + prefix 3"] = some(pairs, lambda words: f"{words[0]} {words[1][:3]}")
    mix["two common words"] = some(common, lambda word: f"{word} {draw.choice(common)} ")
    mix["whole title"] = some(titles, lambda title: f"{' '.join(title[0])} ")
    mix["alias"] = some(aliases, lambda alias: f"{alias} ")
    mix["typo"] = some(long, lambda word: f"{swap(word)} ")
    mix["miss"] = some(rare, lambda word: f"qxzv{word} ")
    return {row: texts for row, texts in mix.items() if texts}
