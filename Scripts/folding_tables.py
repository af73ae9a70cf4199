#!/usr/bin/env python3
"""Writes the table of character classes and foldings that TextAnalysis reads.

Usage: Scripts/folding_tables.py [FOLDER OF THE UNICODE CHARACTER DATABASE]

The data is Unicode 15.0 (Debian 12: package unicode-data). The output is three files of little-endian numbers,
Sources/C/CEmbedded/Tables/folding-*.bin, which programs carry with them; the same data gives the same files.
"""

import pathlib
import re
import sys

DATABASE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode")
OUTPUT = pathlib.Path(__file__).parent.parent / "Sources/C/CEmbedded/Tables"
LIMIT = 0x30000  # characters above are marks to ignore or Han, which code decides
BLOCK = 64

# The numbers of CharacterClass.swift.
(SEPARATOR, LETTER, DIGIT, HANGUL, JAMO_TAIL, MARK, IGNORED, UNSPACED, VOICING, SYMBOL, JOINER, PLUS,
 LINK, POINT, COMMA, APOSTROPHE, QUOTE, SPACE, ISLAND, REGIONAL, SLASH) = range(21)


def rows(name):
    for line in (DATABASE / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [field.strip() for field in line.split(";")]


def span(text):
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def properties(name):
    return {point: fields[1] for fields in rows(name) for point in span(fields[0])}


category, decomposition, combining, named = {}, {}, {}, {}
first = None
for fields in rows("UnicodeData.txt"):
    point = int(fields[0], 16)
    points = [point]
    if fields[1].endswith(", First>"):
        first = point
        continue
    if fields[1].endswith(", Last>"):
        points = range(first, point + 1)
    for each in points:
        category[each] = fields[2]
        combining[each] = int(fields[3])
        named[each] = fields[1]
    if fields[5]:
        kind, _, rest = fields[5].rpartition(">")
        decomposition[point] = (kind.lstrip("<"), [int(part, 16) for part in rest.split()])

script = properties("Scripts.txt")
line_break = properties("LineBreak.txt")
ignorable = {p for f in rows("DerivedCoreProperties.txt") if f[1] == "Default_Ignorable_Code_Point" for p in span(f[0])}
digit_value = {int(f[0], 16): int(f[6]) for f in rows("UnicodeData.txt") if f[2] == "Nd" and f[6]}
case = {}
for fields in rows("CaseFolding.txt"):
    if fields[1] in "CF" and fields[0] not in ("0149", "0345"):  # one in LETTERS, one a mark
        case[int(fields[0], 16)] = [int(part, 16) for part in fields[2].split()]

UNSPACED_SCRIPTS = {"Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"}
# Marks of these scripts, and those of no script, go; the marks of all others are letters' parts.
DROPPED_MARKS = {"Inherited", "Common", "Latin", "Greek", "Cyrillic", "Hebrew", "Arabic"}
KEPT_MARKS = {0x0951, 0x0952, *range(0x1CD0, 0x1D00)}  # Indic accents that stand as Inherited
# Hiragana is written as katakana: one sound, 0x60 apart (JIS X 4061 orders them alike).
HIRAGANA = {*range(0x3041, 0x3097), 0x309D, 0x309E}
KANA_DOUBLES = {0x30FC, 0xFF70}  # the long-vowel marks belong to both kana

# Letters that no decomposition takes apart. "X WITH Y" is found by its name below.
LETTERS = {
    0xE6: "ae", 0x153: "oe", 0xF0: "d", 0xFE: "th", 0x131: "i", 0x237: "j", 0x14B: "n", 0x138: "k",
    0x1DD: "e", 0x259: "e", 0xA733: "aa", 0xA735: "ao", 0xA737: "au", 0xA739: "av", 0xA73D: "ay",
    0xA74F: "oo", 0xA761: "vy", 0x1E9F: "d", 0x1D7A: "th", 0x13F: "l", 0x140: "l",
    0x149: "n",
    # Forms of one letter that keyboards of Arabic, Persian and Urdu write (Lucene's normalizers of Arabic and Persian;
    # Kashefi and others, "Towards automatic Persian spell checking", 2010): yeh, kaf, heh, teh marbuta.
    0x649: "\u064a", 0x6CC: "\u064a", 0x6D2: "\u064a", 0x6A9: "\u0643", 0x6AA: "\u0643",
    0x629: "\u0647", 0x6C1: "\u0647", 0x6BE: "\u0647", 0x6D5: "\u0647", 0x6C3: "\u0647",
}
# Marks of one sound in Devanagari: chandrabindu is written as anusvara, and dots below are left out (Lucene's
# normalizer of Hindi; Larkey and others, "Hindi CLIR in thirty days", 2003).
NUKTAS = {0x93C, 0x9BC, 0xA3C, 0xABC, 0xB3C, 0xCBC}
MARKS = {0x901: 0x902}
# Signs with a class of their own, and what they are written as.
SIGNS = {}


def sign(kind, text, *points):
    for each in points:
        SIGNS[each] = (kind, text)


sign(SPACE, " ", 0x09, 0x85, 0x2028, 0x2029, *(p for p, c in category.items() if c == "Zs"))
sign(APOSTROPHE, "'", 0x27, 0x60, 0xB4, 0x2BB, 0x2BC, 0x55A, 0x2018, 0x2019, 0x201B, 0xFF07, 0xA78C)
sign(QUOTE, '"', 0x22, 0x5F4, 0xFF02)
sign(LINK, "-", 0x2D, 0x2010, 0x2011, 0x58A, 0x5BE, 0xFE63, 0xFF0D)
sign(LINK, "_", 0x5F, 0x203F, 0x2040, 0x2054, 0xFE33, 0xFE34, 0xFE4D, 0xFE4E, 0xFE4F, 0xFF3F)
sign(LINK, "\u00b7", 0xB7, 0x387, 0x2027)
sign(POINT, ".", 0x2E, 0x2024, 0xFE52, 0xFF0E)
sign(COMMA, ",", 0x2C, 0xFE50, 0xFF0C, 0x66C)
sign(JOINER, "&", 0x26, 0xFE60, 0xFF06)
sign(JOINER, "@", 0x40, 0xFE6B, 0xFF20)
sign(JOINER, "*", 0x2A, 0xFE61, 0xFF0A)
sign(PLUS, "+", 0x2B, 0xFE62, 0xFF0B, 0xFB29)
sign(PLUS, "#", 0x23, 0xFE5F, 0xFF03)
sign(SYMBOL, "%", 0x25, 0xFE6A, 0xFF05, 0x66A)
sign(SYMBOL, "\u00a7", 0xA7)
sign(SYMBOL, "\u00b6", 0xB6)
sign(SLASH, "/", 0x2F, 0xFF0F)
sign(SEPARATOR, "", 0x2044, 0x200B, 0xFFFD)
sign(IGNORED, "", 0x640, 0x5F3, 0x2B9, 0x2BA, 0x2BD, 0x2BE, 0x2BF, 0x2CA, 0x2CB, 0x2C8, 0x2CC,
     *range(0x1F3FB, 0x1F400))
sign(VOICING, "\u3099", 0x3099, 0xFF9E)
sign(VOICING, "\u309a", 0x309A, 0xFF9F)


def is_mark(point):
    return category.get(point, "Cn")[0] == "M"


def is_dropped(point):
    if point in SIGNS:
        return SIGNS[point][0] == IGNORED
    if point in NUKTAS:
        return True
    if is_mark(point):
        return script.get(point, "Inherited") in DROPPED_MARKS and point not in KEPT_MARKS
    return category.get(point) == "Cf" or point in ignorable


def is_unspaced(point):
    if point in KANA_DOUBLES:
        return True
    if category.get(point, "Cn")[0] not in "LN" or category.get(point) == "Nd":
        return False
    return script.get(point) in UNSPACED_SCRIPTS or line_break.get(point) == "SA"


def decomposed(point):
    """One step of decomposition; none where it would take a character of a kept script apart."""
    if point in LETTERS:
        return [point]
    kind, parts = decomposition.get(point, ("", None))
    if parts is None or (kind and is_unspaced(point) and line_break.get(point) == "SA"):
        return [point]
    return parts


VOICED = {tuple(parts): p for p, (kind, parts) in decomposition.items()
          if not kind and len(parts) == 2 and parts[1] in (0x3099, 0x309A)}


def compose_kana(points):
    result = []
    for each in points:
        if result and (result[-1], each) in VOICED:
            result[-1] = VOICED[(result[-1], each)]
        else:
            result.append(each)
    return result


def order_marks(points):
    result = list(points)
    for end in range(1, len(result)):
        place = end
        while place and 0 < combining.get(result[place], 0) < combining.get(result[place - 1], 0):
            result[place - 1], result[place] = result[place], result[place - 1]
            place -= 1
    return result


def letter(point):
    if point in MARKS:
        return [MARKS[point]]
    if point in LETTERS:
        return [ord(each) for each in LETTERS[point]]
    if point in HIRAGANA:
        return [point + 0x60]
    name = named.get(point, "")
    found = name.startswith("LATIN") and re.match(r"LATIN SMALL LETTER ([A-Z]) WITH ", name)
    if found and point not in decomposition:
        return [ord(found.group(1).lower())]
    if point in digit_value:
        return [0x30 + digit_value[point]]
    return [point]


def fold(point):
    points = [point]
    for _ in range(10):
        before = points
        points = [q for p in points for q in decomposed(p)]
        points = [q for p in points for q in case.get(p, [p])]
        points = [q for p in points for q in letter(p)]
        if points == before:
            break
    points = order_marks(points)
    points = compose_kana(points)
    return [p for p in points if p == point or not is_dropped(p)]


def single_class(point):
    """The class of a character that folds to itself."""
    if point in SIGNS:
        return SIGNS[point][0]
    kind = category.get(point, "Cn")
    if is_dropped(point):
        return IGNORED
    if kind[0] == "M":
        return MARK
    if kind in ("Cn", "Co", "Cs", "Cc"):
        return SEPARATOR
    if is_unspaced(point):
        return UNSPACED
    if kind == "Nd":
        return DIGIT
    if 0x1160 <= point <= 0x11FF:
        return JAMO_TAIL
    if kind[0] == "L" and script.get(point) == "Hangul":
        return HANGUL
    if kind[0] in "LN":
        return LETTER
    if 0x1F1E6 <= point <= 0x1F1FF:
        return REGIONAL
    if kind in ("Sc", "Sm", "So"):
        return SYMBOL
    return SEPARATOR


WORDS = {LETTER, DIGIT, HANGUL, JAMO_TAIL, MARK}


def entry(point):
    """The class of a character, and what it is written as (None: as itself)."""
    if point in SIGNS:
        kind, text = SIGNS[point]
        return kind, text
    kind = category.get(point, "Cn")
    folded = fold(point)
    text = "".join(map(chr, folded))
    if folded == [point]:
        return single_class(point), None
    if not folded:
        return (IGNORED if kind[0] in "MCL" else SEPARATOR), ""
    if kind[0] not in "LNSM":
        return SEPARATOR, ""
    classes = {single_class(each) for each in folded}
    form = decomposition.get(point, ("", None))[0]
    enclosed = kind == "So" or form in ("circle", "square", "fraction") or (kind == "No" and form == "compat")
    if len(folded) == 1:
        if folded[0] in SIGNS:
            return SIGNS[folded[0]]
        only = classes.pop()
        if only in WORDS and enclosed:
            return ISLAND, text
        if only == SEPARATOR:
            return SEPARATOR, ""
        if only in (IGNORED, SPACE):
            return only, ""
        return only, text
    if folded[0] == 0x20:  # a spacing mark
        return SEPARATOR, ""
    if single_class(folded[0]) == UNSPACED and all(map(is_mark, folded[1:])):
        return UNSPACED, text
    if classes <= WORDS and not enclosed:
        if JAMO_TAIL in classes or HANGUL in classes:
            return ISLAND, text
        return (MARK if kind[0] == "M" else LETTER), text
    return ISLAND, text


pool = bytearray()
places = {}


def pooled(data):
    if data not in places:
        found = bytes(pool).find(data)
        if found < 0:
            found = len(pool)
            pool.extend(data)
        places[data] = found
    return places[data]


def record(point):
    """32 bits: class in 5, form in 3 (0 itself, 1-3 so many bytes, 7 in the pool), payload in 24."""
    kind, text = entry(point)
    if kind in (SEPARATOR, IGNORED, SPACE):
        return kind
    if kind == MARK and text is None:
        return kind | combining[point] << 8
    if text is None or text == chr(point):
        return kind
    data = text.encode("utf-8")
    if len(data) <= 3:
        return kind | len(data) << 5 | int.from_bytes(data, "little") << 8
    assert len(data) < 256
    place = pooled(data)
    assert place < 1 << 16
    return kind | 7 << 5 | place << 8 | len(data) << 24


# ASCII letters and digits too, so that one look-up serves every character.
blocks, index = {}, []
order = []
for start in range(0, LIMIT, BLOCK):
    block = tuple(record(point) for point in range(start, start + BLOCK))
    if block not in blocks:
        blocks[block] = len(order)
        order.append(block)
    index.append(blocks[block])
assert index[0] == 0 and index[1] == 1, "ASCII lies first"
assert len(order) < 1 << 16


def write(name, numbers, size):
    (OUTPUT / f"folding-{name}.bin").write_bytes(b"".join(number.to_bytes(size, "little") for number in numbers))


write("blocks", index, 2)
write("records", [value for block in order for value in block], 4)
write("pool", pool, 1)
print(f"{len(order)} blocks, {len(index)} index entries, {len(pool)} bytes of pool, "
      f"{len(order) * BLOCK * 4 + len(index) * 2 + len(pool)} bytes in all", file=sys.stderr)
