"""What is known and the ways in which it is asked for: the questions of `known_items.py`."""
import html
import random
import re
import unicodedata
from collections import defaultdict

from known_names import (ARABIC, CAMEL_PARTS, FINNISH, FRENCH, GREEK, KOREAN, LAW_QUESTIONS, NUMBERED, RULE_QUESTIONS,
                         RUSSIAN, SERIES, THAI, TRADITIONAL)

words = re.compile(r"[^\W_]+(?:['’][^\W_]+)*").findall
ARTICLES = {"the", "a", "an"}
WRITTEN = "zero one two three four five six seven eight nine ten eleven twelve".split()
ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()
ROMAN = ". . ii iii iv v vi vii viii ix x xi xii".split()
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
SITES = ("Netflix Official Site", "Wikipedia", "Rotten Tomatoes", "IMDb", "Watch Online")
SETS = {  # as a citation names each set: shorter, longer, and the name in full
    "FRAP": ("Fed. Rules App. Proc.", "appellate procedure"),
    "FRBP": ("Fed. Rules Bankr. Proc.", "bankruptcy procedure"),
    "FRCP": ("Fed. Rules Civ. Proc.", "civil procedure"),
    "FRCrP": ("Fed. Rules Crim. Proc.", "criminal procedure"),
    "FRE": ("Fed. Rules Evid.", "evidence"),
}


# MARK: What is drawn from

def sources():
    """The small domains, by name: what is declared beside their items, and the items."""
    draw = random.Random(1)
    isbn = ["978" + "".join(draw.choice("0123456789") for _ in range(10)) for _ in range(60)]
    phone = [f"555{draw.randrange(10**7):07}" for _ in range(60)]
    count = [f"{draw.randrange(10**6, 10**8):,}" for _ in range(60)]
    version = [f"{draw.randrange(1, 4)}.{draw.randrange(5)}.{draw.randrange(1, 40)}" for _ in range(150)]
    camel = {"".join(map(draw.choice, CAMEL_PARTS)) for _ in range(150)}
    inflected = {"finnish": FINNISH, "russian": RUSSIAN, "greek": GREEK}
    return {
        **{language: (language, [(name, [], asked) for name, asked in pairs]) for language, pairs in inflected.items()},
        "korean": (None, [(name, [], None) for name in KOREAN]),
        "thai": (None, [(name, [], None) for name in THAI]),
        "arabic": ("arabic", [(name, [], None) for name in ARABIC]),
        "french": ("french", [(name, [], asked) for name, asked in FRENCH]),
        "books": (None, [(f"{SERIES[k % 20]}, volume {k}", [number], number) for k, number in enumerate(isbn)]),
        "people": (None, [(f"{SERIES[k % 20]}, caller {k}", [number], number) for k, number in enumerate(phone)]),
        "counts": (None, [(f"Census of {n}", [], n) for n in count]),
        "releases": (None, [(f"Release {n}", [], n) for n in sorted(set(version))]),
        "classes": (None, [(name, [], None) for name in sorted(camel)]),
        "seasons": ("english", [(f"{name} Season {n}", [], (name, n)) for name in SERIES for n in (1, 2, 3, 4, 12)]),
        "numbered": ("english", [(name, [], asked) for name, asked in NUMBERED]),
    }


def named(text):
    """A name as names are compared: without case and punctuation."""
    return " ".join(words(text.casefold())) or text


class Known:
    """An item by the name that is asked for, and what a way may need besides."""

    def __init__(self, name, item, extra=None):
        self.name, self.item, self.extra = name, item, extra


def pools(items):
    """What each way draws from, by name; and the items of each name, since several may have the same."""
    found, script = defaultdict(list), re.compile(r"[一-鿿ぁ-ヿ]")
    extras = {domain: {name: extra for name, _, extra in listed} for domain, (_, listed) in sources().items()}
    for item in items:
        domain, title = item["domain"], item["title"]
        if domain == "tv-shows":
            found["shows"].append(Known(title, item, (item.get("attributes") or {}).get("year")))
        elif domain == "anime":
            found["anime" if script.search(title) else "latin"].append(Known(title, item))
            for alias in item["aliases"]:
                if re.fullmatch(r"[ -~]+", alias):
                    found["latin"].append(Known(alias, item))
                elif re.fullmatch(r"[一-鿿 ]+", alias) and alias != title:
                    found["chinese"].append(Known(alias, item))
        elif domain == "law.rules":
            name, number = item["id"].rsplit(" ", 1)
            if name in SETS and re.fullmatch(r"[\d.]+", number):
                cite = next(alias for alias in item["aliases"] if alias.startswith("Fed. R. "))
                found["rules"].append(Known(cite, item, (name, number, title.split(": ", 1)[-1])))
        elif domain == "law.statutes" and (said := re.fullmatch(r"(\d+) USC (\w+)", item["id"])):
            found["statutes"].append(Known(item["id"], item, (*said.groups(), title.split(". ", 1)[-1].rstrip("."))))
        elif domain in extras:
            found[domain].append(Known(title, item, extras[domain][title]))
    found["headings"] = [Known(known.extra[2], known.item) for known in found["rules"] + found["statutes"]]
    by_id = {item["id"]: item for item in items}
    for pool, asked in (("rule questions", RULE_QUESTIONS), ("law questions", LAW_QUESTIONS)):
        found[pool] = [Known(question, by_id[ids[0]], ids) for question, ids in asked]
    shows = {named(known.name) for known in found["shows"]}
    for known in found["shows"]:
        said = words(known.name.lower())
        if len(said) >= 4 and any(" ".join(said[:n]) in shows for n in range(1, len(said))):
            found["longer"].append(known)
    names = defaultdict(set)
    for item in items:
        for name in [item["title"], *item["aliases"]]:
            names[named(name)].add((item["domain"], item["id"]))
    for known in (known for listed in found.values() for known in listed):
        names[named(known.name)].add((known.item["domain"], known.item["id"]))
    return found, names


# MARK: What is done to a name

def slip(word, draw, first=1):
    """A word with one letter left out, put in, changed or swapped, never its first."""
    if len(word) < first + 2:
        return None
    place, kind = draw.randrange(first, len(word)), draw.choice("dicx")
    if kind == "d":
        return word[:place] + word[place + 1:]
    if kind == "i":
        return word[:place] + draw.choice("aeiorstln") + word[place:]
    if kind == "x" and place + 1 < len(word) and word[place] != word[place + 1]:
        return word[:place] + word[place + 1] + word[place] + word[place + 2:]
    return word[:place] + draw.choice([c for c in "aeiorstln" if c != word[place]]) + word[place + 1:]


def neighbour(letter, draw):
    """A key beside the one of a letter, in the same row."""
    for row in ROWS:
        if letter in row:
            place = row.index(letter)
            return draw.choice(row[max(0, place - 1):place] + row[place + 1:place + 2])


def one_word(fits, change):
    """A way that changes one of the words that fit."""
    def way(known, draw, _):
        said = words(known.name.lower())
        places = [place for place, word in enumerate(said) if fits(word)]
        if not places:
            return None
        place = draw.choice(places)
        said[place] = change(said[place], draw)
        return " ".join(said) if said[place] else None
    return way


def last_word(fits, change):
    def way(known, draw, _):
        said = words(known.name.lower())
        return " ".join(said[:-1] + [change(said[-1])]) if said and fits(said[-1]) else None
    return way


def plain(length):
    return lambda word: len(word) >= length and word.isascii() and word.isalpha()


def two_slips(word, draw):
    half = len(word) // 2
    return (slip(word[:half], draw) or "") + (slip(word[half:], draw) or "")


def plural(word):
    if word[-1] == "y" and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word[-1] in "xh" else "s")


def two_words_slip(known, draw, _):
    said = words(known.name.lower())
    places = [place for place, word in enumerate(said) if plain(5)(word)]
    if len(places) < 2:
        return None
    for place in draw.sample(places, 2):
        said[place] = slip(said[place], draw)
    return " ".join(said)


def joined(count):
    def way(known, draw, _):
        said = words(known.name.lower())
        if len(said) < count or sum(map(len, said[:count])) < 6:
            return None
        place = draw.randrange(len(said) - count + 1)
        return " ".join(said[:place] + ["".join(said[place:place + count])] + said[place + count:])
    return way


def space_off(known, draw, _):
    said = words(known.name.lower())
    places = [place for place in range(len(said) - 1) if len(said[place]) > 2 and len(said[place + 1]) > 2]
    if not places:
        return None
    place = draw.choice(places)
    one, two = said[place:place + 2]
    said[place:place + 2] = [one + two[0], two[1:]] if draw.random() < 0.5 else [one[:-1], one[-1] + two]
    return " ".join(said)


def parted(count):
    """One of the words stands in so many parts of two letters and more."""
    def part(word, draw):
        cuts = sorted(draw.sample(range(2, len(word) - 1, 2), count - 1))
        return " ".join(word[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(word)]))
    return one_word(plain(4 + 2 * count), part)


def word_wrong(known, draw, pool):
    """One word of four or more is another one, which stands in another name."""
    said = words(known.name.lower())
    places = [place for place, word in enumerate(said) if len(word) > 3]
    others = [word for word in words(draw.choice(pool).name.lower()) if len(word) > 3 and word not in said]
    if len(said) < 4 or not places or not others:
        return None
    said[draw.choice(places)] = draw.choice(others)
    return " ".join(said)


def word_missing(known, draw, _):
    said = words(known.name.lower())
    if len(said) < 4:
        return None
    del said[draw.randrange(len(said))]
    return " ".join(said)


def all_begun(known, draw, _):
    """Every word is cut short, as on a telephone."""
    said = words(known.name.lower())
    if len(said) < 2 or not any(plain(5)(word) for word in said):
        return None
    return " ".join(word[:-draw.randrange(1, 3)] if plain(5)(word) else word for word in said)


def replaced(pattern, by, name=lambda text: text):
    """The name with what a pattern finds said otherwise; none where nothing changes."""
    def way(known, draw, _):
        text = name(known.name)
        asked = re.sub(pattern, by, text, flags=re.I)
        return asked if asked != text else None
    return way


def number_as(of, to):
    """A number from two to ten, but as the last or second word, from one writing into another."""
    def way(known, draw, _):
        said = words(known.name.lower())
        for place, word in enumerate(said):
            if (place or len(said) > 1) and word in of[2:11] and (of is not ROMAN or place) and word not in ("v", "x"):
                said[place] = to[of.index(word)]
                return " ".join(said)
        return None
    return way


DIGITS = [str(number) for number in range(13)]
SUFFIXED = ["0th", "1st", "2nd", "3rd"] + [f"{number}th" for number in range(4, 13)]


def article_before(known, draw, _):
    said = words(known.name.lower())
    return f"the {known.name}" if said and said[0] not in ARTICLES else None


def hashtag(least, most):
    def way(known, draw, _):
        said = words(known.name)
        return "#" + "".join(word[:1].upper() + word[1:] for word in said) if least <= len(said) <= most else None
    return way


def entities(known, draw, _):
    asked = html.escape(known.name, quote=True).replace("&#x27;", "&#39;").replace("’", "&rsquo;")
    return asked if asked != known.name else None


def within(made):
    """A character put into the middle of a word."""
    def way(known, draw, _):
        said = words(known.name)
        places = [place for place, word in enumerate(said) if plain(5)(word)]
        if not places:
            return None
        place = draw.choice(places)
        cut = draw.randrange(2, len(said[place]) - 1)
        said[place] = said[place][:cut] + made + said[place][cut:]
        return " ".join(said)
    return way


def page(form):
    return lambda known, draw, _: form.format(known.name, site=draw.choice(SITES))


def framed(known, draw, _):
    form = draw.choice(("what does the law say about {}", "where do I find something on {}", "is there a rule for {}",
                        "explain {} to me please"))
    return form.format(known.name.lower().rstrip(".")) if len(words(known.name)) >= 2 else None


def section(form):
    return lambda known, draw, _: form.format(title=known.extra[0], section=known.extra[1], heading=known.extra[2])


def rule(form):
    def way(known, draw, _):
        name, number, heading = known.extra
        return form.format(set=name, low=name.lower(), number=number, heading=heading, cite=known.name,
                           glued=re.sub(r"[ .]", "", known.name[:-len(number)]) + number, spaced=" ".join(name.upper()),
                           pointed=".".join(name.upper()) + ".", proc=SETS[name][0], full=SETS[name][1],
                           of="" if name == "FRE" else "of ")
    return way


# Names without spaces, and those of other scripts.

def letters(text):
    return [place for place, character in enumerate(text) if character.isalpha()]


def character_wrong(known, draw, pool):
    places, other = letters(known.name), draw.choice(pool).name
    if len(places) < 4 or not letters(other):
        return None
    place = draw.choice(places[1:])
    by = draw.choice([other[k] for k in letters(other)])
    return known.name[:place] + by + known.name[place + 1:] if by != known.name[place] else None


def character_missing(known, draw, _):
    places = letters(known.name)
    if len(places) < 4:
        return None
    place = draw.choice(places[1:])
    return known.name[:place] + known.name[place + 1:]


def begun(known, draw, _):
    """Two thirds of a name, and at least three characters."""
    cut = max(3, round(len(known.name) * 0.66))
    return known.name[:cut].strip() if cut < len(known.name) else None


def piece(known, draw, _):
    """From the second or third character on, without the last one."""
    return known.name[draw.choice((1, 2)):-1].strip() if len(known.name) >= 7 else None


def syllable_typed(known, draw, _):
    """The last syllable of Hangul without its last letter, or with its first one alone."""
    code = ord(known.name[-1]) - 0xAC00
    if not 0 <= code < 11172 or len(known.name) < 3:
        return None
    if code % 28:
        return known.name[:-1] + chr(0xAC00 + code - code % 28)
    return known.name[:-1] + "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"[code // 588]


def as_hiragana(known, draw, _):
    if sum("ァ" <= character <= "ヶ" for character in known.name) < 3:
        return None
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in known.name)


def as_traditional(known, draw, _):
    asked = known.name.translate(TRADITIONAL)
    return asked if asked != known.name else None


def without_marks(known, draw, _):
    """Without tone marks, or accents of letters."""
    parts = unicodedata.normalize("NFD", known.name)
    marks = [c for c in parts if unicodedata.category(c) == "Mn" and (c < "\u0e00" or "\u0e47" <= c <= "\u0e4e")]
    asked = "".join(c for c in parts if c not in marks)
    return unicodedata.normalize("NFC", asked) if asked != parts else None


def extra(form="{0.extra}"):
    return lambda known, draw, _: form.format(known) if known.extra else None


def digits(*groups, by="-"):
    """The digits of a number in groups of so many."""
    def way(known, draw, _):
        ends = [sum(groups[:place + 1]) for place in range(len(groups))]
        return by.join(known.extra[end - length:end] for end, length in zip(ends, groups))
    return way


def camel_parted(known, draw, _):
    return " ".join(re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z][a-z]+|[A-Z]+", known.name)).lower()


def season(form):
    return lambda known, draw, _: form.format(known.extra[0], number=known.extra[1], ordinal=SUFFIXED[known.extra[1]],
                                              written=WRITTEN[known.extra[1]]).lower()


# MARK: The ways

WAYS = {  # by kind: name, what is drawn from, how the question is made
    "as they are": [
        ("as it is named", "shows", page("{}")),
        ("title and year", "shows", extra("{0.name} {0.extra}")),
        ("a word missing", "shows", word_missing),
    ],
    "the last word": [
        ("last word plural, film", "shows", last_word(lambda w: plain(4)(w) and w[-1] != "s", plural)),
        ("last word plural, heading", "headings", last_word(lambda w: plain(4)(w) and w[-1] != "s", plural)),
        ("last word singular", "shows", last_word(lambda w: re.fullmatch("[a-z]{3,}[^siu]s", w), lambda w: w[:-1])),
        ("short last word", "shows", last_word(lambda w: len(w) <= 2, lambda w: w)),
        ("frcp rule 12", "rules", rule("{low} rule {number}")),
        ("Fed. Rules Civ. Proc. 12", "rules", rule("{proc} {number}")),
        ("Finnish, in a place", "finnish", extra()),
        ("Russian, in a case", "russian", extra()),
        ("Greek, in a case", "greek", extra()),
    ],
    "titles of pages, words begun": [
        ("Title | Site", "shows", page("{} | {site}")),
        ("Title - Site", "shows", page("{} - {site}")),
        ("Watch Title Full Movie", "shows", page("Watch {} Full Movie | {site}")),
        ("Title (year) - IMDb", "shows", extra("{0.name} ({0.extra}) - IMDb")),
        ("anime's English title | site", "latin", page("{} | MyAnimeList.net")),
        ("title of a page on a section", "statutes", section("{title} U.S. Code § {section} - {heading} | US Law")),
        ("title of a page on a rule", "rules", rule("Rule {number}. {heading} | Federal Rules of {full} | US Law")),
        ("every word begun", "shows", all_begun),
    ],
    "a word wrong, a name in a name": [
        ("a word of four wrong", "shows", word_wrong),
        ("a word wrong, name in name", "longer", word_wrong),
        ("a word wrong, heading", "headings", word_wrong),
        ("a word missing, name in name", "longer", word_missing),
    ],
    "sentences": [
        ("question about the rules", "rule questions", page("{}")),
        ("question about the law", "law questions", page("{}")),
        ("sentence around a heading", "headings", framed),
    ],
    "citations": [
        ("17 usc 106", "statutes", section("{title} usc {section}")),
        ("see also 17 USC 102; but cf.", "statutes", section("see also {title} USC {section}; but cf. Smith v. Jones")),
        ("citation in a sentence", "statutes", section("under {title} U.S.C. § {section} the court must decide")),
        ("rule in a sentence", "rules", rule("as {cite} requires, the motion is denied")),
        ("17USC106", "statutes", section("{title}USC{section}")),
        ("FRCP12", "rules", rule("{set}{number}")),
        ("FedRCivP12", "rules", rule("{glued}")),
        ("FRCP12b6", "rules", rule("{set}{number}(b)(6)")),
        ("rule 12(b)(6) frcp", "rules", rule("rule {number}(b)(6) {low}")),
        ("17 U.S. Code § 106", "statutes", section("{title} U.S. Code § {section}")),
        ("17 U. S. C. 106", "statutes", section("{title} U. S. C. {section}")),
        ("17 usc sec. 106(a)", "statutes", section("{title} usc sec. {section}(a)")),
        ("section 25 of title 35", "statutes", section("section {section} of title {title}")),
        ("federal rule of … 12(b)(6)", "rules", rule("federal rule of {full} {number}(b)(6)")),
        ("rule 12 of the federal rules", "rules", rule("rule {number} of the federal rules of {full}")),
        ("F R C P 12", "rules", rule("{spaced} {number}")),
        ("F.R.C.P. 12", "rules", rule("{pointed} {number}")),
    ],
    "slips and spaces": [
        ("a slip", "shows", one_word(plain(5), slip)),
        ("a slip in a short word", "shows", one_word(lambda w: plain(4)(w) and len(w) == 4, slip)),
        ("a slip in each of two words", "shows", two_words_slip),
        ("first letter a key beside", "shows", one_word(plain(5), lambda w, draw: neighbour(w[0], draw) + w[1:])),
        ("two slips in a long word", "shows", one_word(plain(8), two_slips)),
        ("space a letter off", "shows", space_off),
        ("two joined", "shows", joined(2)),
        ("three joined", "shows", joined(3)),
        ("a word parted", "shows", parted(2)),
        ("a word in three parts", "shows", parted(3)),
        ("number joined", "shows", replaced(r" (\d+)$", r"\1")),
    ],
    "written otherwise": [
        ("& as and", "shows", replaced(r" & ", " and ")),
        ("and as &", "shows", replaced(r" and ", " & ")),
        ("without its article", "shows", replaced(r"^(the|an?) ", "")),
        ("with an article", "shows", article_before),
        ("2 as II", "shows", number_as(DIGITS, ROMAN)),
        ("II as 2", "shows", number_as(ROMAN, DIGITS)),
        ("2 as two", "shows", number_as(DIGITS, WRITTEN)),
        ("two as 2", "shows", number_as(WRITTEN, DIGITS)),
        ("second as 2nd", "shows", number_as(ORDINALS, SUFFIXED)),
        ("numbers of all writings", "numbered", extra()),
        ("Season 2 as S2", "seasons", season("{} s{number}")),
        ("Season 2 as 2nd season", "seasons", season("{} {ordinal} season")),
        ("Season 2 as season two", "seasons", season("{} season {written}")),
        ("#HashTag", "shows", hashtag(2, 4)),
        ("#HashTagOfFiveWordsAndMore", "shows", hashtag(5, 9)),
        ("entities of HTML", "shows", entities),
    ],
    "other scripts and languages": [
        ("Japanese, a character wrong", "anime", character_wrong),
        ("Japanese, a character missing", "anime", character_missing),
        ("Japanese, ー left out", "anime", replaced("ー", "")),
        ("Japanese, spaces left out", "anime", replaced("[ ・　]", "")),
        ("Japanese, being typed", "anime", begun),
        ("Japanese, a piece", "anime", piece),
        ("Japanese, hiragana for katakana", "anime", as_hiragana),
        ("Chinese, a character wrong", "chinese", character_wrong),
        ("Chinese, a character missing", "chinese", character_missing),
        ("Chinese, being typed", "chinese", begun),
        ("Chinese, traditional for simplified", "chinese", as_traditional),
        ("Korean, a syllable wrong", "korean", character_wrong),
        ("Korean, a syllable missing", "korean", character_missing),
        ("Korean, spaces left out", "korean", replaced(" ", "")),
        ("Korean, a syllable being typed", "korean", syllable_typed),
        ("Thai, a character wrong", "thai", character_wrong),
        ("Thai, a character missing", "thai", character_missing),
        ("Thai, tone marks left out", "thai", without_marks),
        ("Thai, being typed", "thai", begun),
        ("Thai, a piece", "thai", piece),
        ("Arabic, a letter wrong", "arabic", character_wrong),
        ("Arabic, without al-", "arabic", replaced(r"\bال", "")),
        ("Arabic, with bi-", "arabic", lambda known, draw, _: "ب" + known.name),
        ("Finnish, a letter wrong", "finnish", character_wrong),
        ("Russian, a letter missing", "russian", character_missing),
        ("Greek, a letter wrong", "greek", character_wrong),
        ("Greek, accents left out", "greek", without_marks),
        ("French elision", "french", extra()),
    ],
    "digits, within words": [
        ("978-0-441-01359-3", "books", digits(3, 1, 3, 5, 1)),
        ("978 0441 013593", "books", digits(3, 4, 6, by=" ")),
        ("(555) 010 9999", "people", lambda known, draw, _: re.sub(r"(...)(...)(.*)", r"(\1) \2 \3", known.extra)),
        ("555-010-9999", "people", digits(3, 3, 4)),
        ("1.234.567", "counts", lambda known, draw, _: known.extra.replace(",", ".")),
        ("1234567", "counts", lambda known, draw, _: known.extra.replace(",", "")),
        ("1.2.3 beside 1.2.30", "releases", extra()),
        ("http request for HTTPRequest", "classes", camel_parted),
        ("httprequest", "classes", lambda known, draw, _: known.name.lower()),
        ("zero-width space in a word", "shows", within("\u200b")),
        ("soft hyphen in a word", "shows", within("\u00ad")),
    ],
}


def questions(way, pool, seed, count):
    """Up to so many questions of a way, each with what it was made from; sentences are asked once each."""
    name, _, make = way
    draw, made = random.Random(f"{seed} {name}"), {}
    for _ in range(20 if pool and len(pool) < count else 1):
        for known in draw.sample(pool, len(pool)):
            if len(made) == count:
                return list(made.items())
            if asked := make(known, draw, pool):
                made.setdefault(" ".join(asked.split()), known)
    return list(made.items())
