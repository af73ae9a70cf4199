#!/usr/bin/env python3
"""Writes the table of stop words, Sources/Ground/TextAnalysis/Tables/StopWordLists.swift.

Usage: stop_words.py [FOLDER]

FOLDER holds the lists that the Snowball project published (https://snowballstem.org, BSD licence) as
PostgreSQL ships them, a word a line: /usr/share/postgresql/15/tsearch_data of Debian 12 by default.
"""
import sys, textwrap
from pathlib import Path

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/postgresql/15/tsearch_data")
target = Path(__file__).resolve().parent.parent / "Sources/Ground/TextAnalysis/Tables/StopWordLists.swift"

out = ["""// Written by Scripts/stop_words.py; do not edit.
//
// The stop words that the Snowball project published for its algorithms (https://snowballstem.org),
// as PostgreSQL 15 ships them.
// Copyright (c) 2001, Dr Martin Porter; (c) 2002, Richard Boulton. BSD-3-Clause: docs/licences.md.

extension Language {
  /// The published list of the language, words separated by white space; nil where there is none.
  var stopWordList: String? {
    switch self {"""]
for path in sorted(folder.glob("*.stop")):
    words = list(dict.fromkeys(path.read_text(encoding="utf-8").split()))
    assert words and not any(c in word for word in words for c in '"\\'), path
    out.append(f"    case .{path.stem}:\n      \"\"\"")
    out += ["      " + line for line in textwrap.wrap(" ".join(words), 92, break_long_words=False, break_on_hyphens=False)]
    out.append('      """')
out.append("    default: nil\n    }\n  }\n}")
target.write_text("\n".join(out) + "\n", encoding="utf-8")
print(target, len(out), "lines")
