#!/usr/bin/env python3
"""Writes what the tool and its sources say about themselves: the commands into
docs/command-line.md, between two marks; docs/reference.md; and domains/schema.json.

Usage: document.py TOOL [--check]     with --check nothing is written; ends with 1 if a page is old
"""
import re
import subprocess
import sys
from pathlib import Path

import error_codes

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- begin: written by `make docs` -->", "<!-- end -->"
REFERENCE = """# Reference

Written by `make docs` from the tables that drive the program; [declarations.md](declarations.md) and
[command-line.md](command-line.md) explain.

"""


def said(tool, *words):
    return subprocess.run([tool, *words], capture_output=True, text=True, check=True).stdout


def commands(overview):
    block = overview.split("Usage:", 1)[1].split("\n\n", 1)[1].split("Options of every command:", 1)[0]
    return re.findall(r"^  ([a-z-]+)", block, re.M)


def of_commands(tool):
    overview = said(tool, "help", "--all")
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


def command_line(tool, page):
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n\n{of_commands(tool)}\n\n{END}{after}"


def reference(tool, _):
    errors = f"## Errors\n\nA code is stable; the exit code follows from it.\n\n{error_codes.table()}\n"
    return REFERENCE + said(tool, "help", "--markdown") + "\n" + errors


SETTINGS = """# Settings of a workspace

`footlight.yaml`, a file beside the folder `domains`, holds what concerns all domains: written by `make docs` from the table
that reads it. A key that is not known is named with the nearest one; until it is corrected, commands that search go on with the rest
of the file and say so, and commands that index stop.

An editor checks and completes it with [footlight.schema.json](footlight.schema.json), which `footlight schema footlight.yaml` prints:
write `# yaml-language-server: $schema=FILE` into its first line.

"""


def settings(tool, _):
    text = said(tool, "help", "--markdown")
    return SETTINGS + "## Keys" + text.split("## Keys of footlight.yaml", 1)[1].split("\n## ", 1)[0].rstrip() + "\n"


PAGES = {
    "docs/command-line.md": command_line,
    "docs/reference.md": reference,
    "domains/schema.json": lambda tool, _: said(tool, "schema"),
    "docs/footlight.schema.json": lambda tool, _: said(tool, "schema", "footlight.yaml"),
    "docs/settings.md": settings,
}


def main():
    tool = str(Path(sys.argv[1]).resolve())
    for name, made in PAGES.items():
        path = ROOT / name
        page = path.read_text() if path.exists() else ""
        wanted = made(tool, page)
        if wanted == page:
            continue
        if "--check" in sys.argv:
            sys.exit(f"{name} is not what the tool says: run `make docs`")
        path.write_text(wanted)
        print(f"wrote {name}")


main()
