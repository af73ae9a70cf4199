#!/usr/bin/env python3
"""Writes docs/conformance.md: which tests hold which known case of the systems that taught Footlight.

    conformance.py [--check]

The cases are in Tests/Conformance/cases.txt; a test holds one when its name, or a comment before it in
the same file, says so ("RK-5", "TU-1…4"). With --check nothing is written; it fails where the page is
old, and where a test names a case that there is not.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "conformance.md"
SYSTEMS = {
    "RK": "RestKit's search", "RA": "An indexer of an events app", "TU": "An app of shows and articles",
    "TB": "The Blue Alliance", "MA": "An app of court rules", "CS": "Core Spotlight",
}
NAMED = re.compile(r"\b(RK|RA|TU|TB|MA|CS)-(\d+)([a-e]?)(?: ?(?:…|\.\.\.?|–| to ) ?(?:\1-)?(\d+))?")
TEST = re.compile(r"func (?:`([^`]+)`|(\w+))\s*[(<]")


def cases():
    found = {}
    for line in (ROOT / "Tests/Conformance/cases.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, fact, *unequal = line.split("\t")
            found[name] = (fact, unequal[0] if unequal else "no test yet")
    return found


def named(text):
    """The cases that a text names; a range names each of its numbers."""
    for system, first, letter, last in NAMED.findall(text):
        if last:
            yield from (f"{system}-{number}" for number in range(int(first), int(last) + 1))
        else:
            yield f"{system}-{first}{letter}"


def places():
    """Which file and tests name which case: those of names, and of comments since the last test."""
    found = defaultdict(dict)
    for path in sorted((ROOT / "Tests").rglob("*.swift")) + sorted((ROOT / "Tests/Cases").rglob("*.yaml")):
        file = path.relative_to(ROOT / "Tests").as_posix()
        waiting = []
        for line in path.read_text(encoding="utf-8").splitlines():
            test = TEST.search(line)
            if path.suffix == ".yaml" or test is None:
                waiting += named(line) if path.suffix == ".yaml" or "//" in line else []
            elif "@Test" in line or waiting or list(named(line)):
                for case in [*waiting, *named(line)]:
                    found[case].setdefault(file, test[1] or test[2])
                waiting = []
            if path.suffix == ".yaml":
                for case in waiting:
                    found[case].setdefault(file, "")
                waiting = []
        for case in waiting:
            found[case].setdefault(file, "")
    return found


def page(known, found):
    lines = [
        "# Known cases and their tests",
        "",
        "Facts about the systems that taught Footlight, and the tests that hold them. Made from",
        "`Tests/Conformance/cases.txt` and the names of tests by `Scripts/conformance.py`. Cases of things that",
        "Footlight has no equal of say so.",
    ]
    for system, title in SYSTEMS.items():
        lines += ["", f"## {title}", "", "| case | what is known | held by |", "| --- | --- | --- |"]
        for case in (case for case in known if case.startswith(system + "-")):
            fact, unequal = (text.replace("|", "\\|") for text in known[case])
            files = "; ".join(f"`{file}`" for file in sorted(found.get(case, {}))) or unequal
            lines.append(f"| {case} | {fact} | {files} |")
    held = sum(case in found for case in known)
    lines += ["", f"{held} of {len(known)} cases are held by tests.", ""]
    return "\n".join(lines)


def main():
    known, found = cases(), places()
    strangers = sorted(case for case in found if case not in known)
    for case in strangers:
        print(f"conformance: {case} is no known case: {', '.join(found[case])}", file=sys.stderr)
    text = page(known, found)
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
        print(text.splitlines()[-1])
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("conformance: docs/conformance.md is old; run Scripts/conformance.py")
    if strangers:
        sys.exit(1)


main()
