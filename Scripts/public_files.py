#!/usr/bin/env python3
"""Adds the public files of docs/public-files.md, one after the other, and tells what was found, left out and said.

Usage: public_files.py TOOL FOLDER [--write | WORD]

FOLDER holds the repositories, as owner/repository. Each file or folder is added in a workspace of its own, and a row
printed; with --write the rows of the page are replaced. With WORD only what has it in its name is added, and each
declaration is printed whole with the first items, to be judged.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs/public-files.md"
ROW = re.compile(r"^\| `([^`@]*)@(\w+)` `([^`]*)` \|.*$", re.M)


def add(tool, path, is_shown):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "domains").mkdir()
        environment = os.environ | {"XDG_STATE_HOME": f"{folder}/state"}

        def run(*words):
            return subprocess.run(
                [tool, *words, "--workspace", folder], capture_output=True, text=True, errors="replace",
                env=environment, stdin=subprocess.DEVNULL, timeout=600)

        # No program is run for lists of literature: nobody is there to agree.
        done = run("add", "--yes", "--json", "--name", "it", str(path))
        declared = Path(folder) / "domains/it.yaml"
        declaration = declared.read_text() if declared.exists() else ""
        if is_shown:
            print(f"{declaration}\n{done.stderr}\n{done.stdout}")
            if declaration:
                print("\n".join(line[:600] for line in run("dump", "it").stdout.split("\n")[:3]))
    return row(done, declaration)


def row(done, declaration):
    """What an addition comes to: numbers of what was built, roles of the declaration, and what was said first."""
    built = next((json.loads(line) for line in done.stdout.splitlines() if '"items"' in line), {})
    notes = re.findall(r"worth a look: (.*)", done.stderr)
    refused = re.search(r"error\[([^\]]*)\]: (.*)", done.stderr)
    said = notes if declaration or not refused else [f"{refused[1]}: {refused[2]}"]
    more = f" (and {len(said) - 1} more)" if len(said) > 1 else ""
    roles = [role for role in ("place", "date") if f"type: {role}" in declaration]
    title = re.search(r'^  title: "?(.*?)"?(  +#.*)?$', declaration, re.M)
    kind = re.search(r"^  kind: (\S+)", declaration, re.M)
    return [
        kind[1] if kind else "", built.get("items", ""), built.get("bad_records", ""), title[1] if title else "",
        ", ".join(roles), shortened(said[0]) + more if said else ""]


def shortened(text):
    return text if len(text) <= 160 else text[:160].rsplit(" ", 1)[0] + " …"


def main():
    tool, folder = sys.argv[1:3]
    word = sys.argv[3] if len(sys.argv) > 3 else ""
    page = PAGE.read_text()
    for repository, commit, path in ROW.findall(page):
        if word != "--write" and word not in f"{repository} {path}":
            continue
        cells = add(tool, Path(folder) / repository / path, word not in ("", "--write"))
        written = " | ".join(str(each).replace("|", "\\|") for each in cells)
        line = f"| `{repository}@{commit}` `{path}` | {written} |"
        print(line, flush=True)
        old = re.compile(rf"^\| `{re.escape(repository)}@{commit}` `{re.escape(path)}` \|.*$", re.M)
        page = old.sub(lambda _: line, page)
    if word == "--write":
        PAGE.write_text(page)


main()
