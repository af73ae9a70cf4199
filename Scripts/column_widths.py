#!/usr/bin/env python3
"""Writes the table of how many columns of a terminal a character takes.

Usage: Scripts/column_widths.py [FOLDER OF THE UNICODE CHARACTER DATABASE]

The data is Unicode 15.0 (Debian 12: package unicode-data). The output is
Sources/Ground/TerminalText/ColumnWidths.swift; the same data gives the same file.
"""
import pathlib
import sys

DATABASE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode")
OUTPUT = pathlib.Path(__file__).parent.parent / "Sources/Ground/TerminalText/ColumnWidths.swift"


def rows(name):
    for line in (DATABASE / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [field.strip() for field in line.split(";")]


def span(text):
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def merged(points):
    """Ranges of points, in order."""
    found = []
    for point in sorted(points):
        if found and found[-1][1] + 1 == point:
            found[-1][1] = point
        else:
            found.append([point, point])
    return found


# What joins another character is never wide: marks and format characters, and the vowels and tails of Hangul.
joins = {int(f[0], 16) for f in rows("UnicodeData.txt") if f[2] in ("Mn", "Me", "Cf")} - {0xAD}
joins |= set(range(0x1160, 0x1200)) | set(range(0xE0000, 0xE0200))
wide = {p for f in rows("EastAsianWidth.txt") if f[1] in ("W", "F") for p in span(f[0])} - joins


def table(name, says, points):
    cells = [f"0x{a:X}, 0x{b:X}," for a, b in merged(points)]
    lines, line = [], "   "
    for cell in cells:
        if len(line) + 1 + len(cell) > 100:
            lines.append(line)
            line = "   "
        line += " " + cell
    return f"  /// {says}\n  private static let {name}: [UInt32] = [\n" + "\n".join([*lines, line]) + "\n  ]\n"


OUTPUT.write_text("""// Written by Scripts/column_widths.py from Unicode 15.0; do not edit.
// swift-format-ignore-file

import FootlightPlatform

/// How many columns of a terminal a character takes, by Unicode's East_Asian_Width (UAX #11).
///
/// The table holds the first and the last of its ranges by turns, in order.
enum ColumnWidths {
  /// The columns of one character: two when it is wide, 0 when it joins another one.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    joins(scalar) ? 0 : isWide(scalar.value) ? 2 : 1
  }

  /// Marks and format characters, and the vowels and tails that join a Hangul syllable; a soft hyphen is seen.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD: false
    case 0x1160...0x11FF, 0xE0000...0xE01FF: true
    default: [.nonspacingMark, .enclosingMark, .format].contains(scalar.properties.generalCategory)
    }
  }

  /// Whether a value is within one of the ranges: the number of bounds at or below it is odd, or it is
  /// the end of one.
  private static func isWide(_ value: UInt32) -> Bool {
    let below = wide.indices.partitionPoint { wide[$0] <= value }
    return below % 2 == 1 || below > 0 && wide[below - 1] == value
  }

""" + table("wide", "Wide and full-width characters.", wide) + "}\n")
