"""The table of all diagnostic codes: what each means and what to do stand in the comments of their
declarations, in whichever file these stand."""
import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "Sources"
DECLARED = re.compile(
    r"((?:^ *///.*\n)*)^ *(?:public |package )?static let \w+ = DiagnosticCode\(\s*\"([^\"]+)\",\s*\.(\w+)\)", re.M)
EXITS = {"caller": 2, "machine": 3, "interrupted": 130}


def table():
    rows, incomplete = [], []
    for path in sorted(SOURCES.rglob("*.swift")):
        for comment, code, side in DECLARED.findall(path.read_text()):
            text = " ".join(line.strip().removeprefix("///").strip() for line in comment.strip().split("\n"))
            meaning, _, remedy = text.partition("Remedy: ")
            if not meaning.strip() or not remedy:
                incomplete.append(f"{path.name}: {code}: the comment of a code says what it means, and "
                                  "in a last paragraph `/// Remedy: what to do.`")
            rows.append((code, EXITS[side], meaning.strip(), remedy.strip()))
    if incomplete:
        sys.exit("\n".join(incomplete))
    lines = ["| code | exit | means | what to do |", "| --- | --- | --- | --- |"]
    for code, leads_to, meaning, remedy in sorted(rows):
        cells = [f"`{code}`", str(leads_to), meaning, remedy]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)
