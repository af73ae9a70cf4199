#!/usr/bin/env python3
"""Writes the stop words that programs carry with them, Sources/C/CEmbedded/Tables/stop-words.txt.

Usage: stop_words.py [FOLDER]

FOLDER holds the lists that the Snowball project published (https://snowballstem.org, BSD licence) as
PostgreSQL ships them, a word a line: /usr/share/postgresql/15/tsearch_data of Debian 12 by default.
Each language becomes a line of its name and its words.
"""
import sys
from pathlib import Path

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/postgresql/15/tsearch_data")
target = Path(__file__).resolve().parent.parent / "Sources/C/CEmbedded/Tables/stop-words.txt"

lines = []
for path in sorted(folder.glob("*.stop")):
    words = list(dict.fromkeys(path.read_text(encoding="utf-8").split()))
    assert words, path
    lines.append(" ".join([path.stem, *words]) + "\n")
target.write_text("".join(lines), encoding="utf-8")
print(target, len(lines), "languages")
