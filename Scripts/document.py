#!/usr/bin/env python3
"""Writes what the tool says about itself into docs/command-line.md, between two marks.

Usage: document.py TOOL [--check]     with --check nothing is written; ends with 1 if the page is old
"""
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"
BEGIN, END = "<!-- begin: written by `make docs` -->", "<!-- end -->"


def said(tool, *words):
    return subprocess.run([tool, *words], capture_output=True, text=True, check=True).stdout


def commands(overview):
    block = overview.split("Commands:", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^  ([a-z]+)", block, re.M)


def reference(tool):
    overview = said(tool, "--help")
    everywhere = overview.split("Options of every command:", 1)[1].split("\n\n", 1)[0].rstrip()
    parts = [f"Every command takes:\n\n```text{everywhere}\n```"]
    shared = set(everywhere.strip("\n").split("\n"))
    for name in commands(overview):
        first, rest = said(tool, name, "--help").split("\n", 1)
        summary = first.split(": ", 1)[1]
        lines = [line for line in rest.strip("\n").split("\n") if signature(line) not in
                 {signature(one) for one in shared} or not signature(line)]
        text = re.sub(r"\n\w+ options:\n(?=\n|$)", "\n", "\n".join(lines) + "\n")
        text = re.sub(r"\n{3,}", "\n\n", text).strip("\n")
        parts.append(f"### {name}\n\n{summary[0].upper()}{summary[1:]}\n\n```text\n{text}\n```")
    return "\n\n".join(parts)


def signature(line):
    """The option that a line of help describes, or nothing."""
    found = re.match(r"\s+(?:-\w, )?(--[a-z-]+)", line)
    return found.group(1) if found else ""


def main():
    tool = str(Path(sys.argv[1]).resolve())
    page = PAGE.read_text()
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    wanted = f"{before}{BEGIN}\n\n{reference(tool)}\n\n{END}{after}"
    if "--check" in sys.argv:
        if wanted != page:
            sys.exit("docs/command-line.md is not what the tool says: run `make docs`")
    elif wanted != page:
        PAGE.write_text(wanted)
        print("wrote docs/command-line.md")


main()
