#!/usr/bin/env python3
"""Compares the house with its budget, Scripts/budget.txt: lines of Swift of each storey, files, targets and traits.

    Scripts/budget.py             ends with 1 where something is above its budget
    Scripts/budget.py --lower     writes what there is where that is less

The budget only shrinks. Who must raise a number lowers another one, or says why in the file, behind the number.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "Scripts/budget.txt"


def counted():
    """What there is, by the names of the budget."""
    found = {}
    files = 0
    for storey in sorted(path for path in (ROOT / "Sources").iterdir() if path.is_dir()):
        texts = [path.read_text() for path in storey.rglob("*.swift")]
        files += len(texts)
        if texts:
            found[storey.name] = sum(text.count("\n") for text in texts)
    manifest = re.sub(r"//[^\n]*", "", (ROOT / "Package.swift").read_text())
    listed = manifest[manifest.index("  targets: ["):]
    found["lines"] = sum(found.values())
    found["files"] = files
    found["targets"] = len(re.findall(
        r"^    (?:\w+\.(?:target|program|wrapped|embedded|tests)|\.(?:target|executableTarget))\(", listed, re.M))
    found["traits"] = len(re.findall(r"\.trait\(", manifest))
    return found


LINE = re.compile(r"^(\w+) +([0-9_]+)(.*)$")
found, breaches, lines, known = counted(), [], [], set()
for line in FILE.read_text().splitlines():
    entry = LINE.match(line)
    if entry:
        name, most = entry[1], int(entry[2])
        known.add(name)
        if name not in found:
            breaches.append(f"there is no {name}")
        elif found[name] > most:
            breaches.append(f"{name}: {found[name]}, and {most} is the most; make something smaller, or say why it grew")
        elif "--lower" in sys.argv:
            line = f"{name:<9} {found[name]}{entry[3]}"
    lines.append(line)
breaches += [f"{name} has no budget" for name in found if name not in known]
if "--lower" in sys.argv:
    FILE.write_text("\n".join(lines) + "\n")
for breach in breaches:
    print(f"budget: {breach}")
if not breaches:
    print(f"budget: {found['lines']} lines in {found['files']} files and {found['targets']} targets")
sys.exit(1 if breaches else 0)
