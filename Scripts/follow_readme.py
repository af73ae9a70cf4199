#!/usr/bin/env python3
"""Does what README.md and the pages of docs/guide tell a newcomer to do, literally, in throw-away folders.

Usage: follow_readme.py TOOL

README.md: the section "Your own domain in five minutes" is followed step by step, and the queries of
the section before it are asked in the bundled workspace. A page of the guide is followed from its
beginning to its end. A shell block is run line by line; the block behind a sentence that names a file
becomes that file; each line of a text block must stand in what the commands before it said. A command
must succeed, unless `# exit N` behind it says how it ends. A console block is only shown.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.S)


def section(text, heading):
    return text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


def run(page, line, folder, tool, **environment):
    command, _, expected = line.partition(" # exit ")
    path = f"{Path(tool).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PATH": path, **environment},
    )
    print(f"$ {line}")
    if done.returncode != int(expected or 0):
        sys.exit(f"{page}: {command}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def follow(page, text, folder, tool):
    at, said, lacking = 0, "", False
    for block in BLOCK.finditer(text):
        kind, content = block.groups()
        if kind == "console":
            pass  # what needs a machine of its own is shown, not run
        elif kind == "sh":
            said, lacking = "", False
            for line in content.strip().split("\n"):
                if line.startswith("cd "):
                    folder = folder / line.removeprefix("cd ")
                elif absent := [p for p in ("jq", "sqlite3") if p in line and not shutil.which(p)]:
                    print(f"(skipped, there is no {absent[0]} here) {line}")
                    lacking = True
                else:
                    said += run(page, line, folder, tool)
        elif kind == "text":
            for line in [] if lacking else content.strip("\n").split("\n"):
                if line not in said:
                    sys.exit(f"{page}: nobody said {line!r}, but:\n{said}")
        else:
            # Settings of other programs are behind no file of the workspace: they are only shown.
            for name in re.findall(
                r"`(domains/[\w/.-]+|footlight\.yaml)`", text[at : block.start()]
            )[-1:]:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(content)
        at = block.end()
    return said


def main():
    tool = str(Path(sys.argv[1]).resolve())
    text = (ROOT / "README.md").read_text()
    folder = Path(tempfile.mkdtemp(prefix="footlight-readme-"))
    try:
        said = follow("README.md", section(text, "Your own domain in five minutes"), folder, tool)
        assert "Ramsons" in said, said
        index = str(folder / "bundled")
        run("README.md", "footlight sync", ROOT, tool, FOOTLIGHT_INDEX=index)
        for line in re.findall(r"^footlight .*", section(text, "See it"), re.M):
            assert run("README.md", line, ROOT, tool, FOOTLIGHT_INDEX=index).strip(), line
        for page in sorted((ROOT / "docs" / "guide").glob("*.md")):
            place = folder / page.stem
            place.mkdir()
            follow(str(page.relative_to(ROOT)), page.read_text(), place, tool)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("README.md and docs/guide: every command works")


main()
