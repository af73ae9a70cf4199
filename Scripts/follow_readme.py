#!/usr/bin/env python3
"""Does what README.md tells a newcomer to do, literally, in a throw-away folder.

Usage: follow_readme.py TOOL

The section "Your own domain in five minutes" is followed step by step: a shell block is run, the
block behind a sentence that names a file becomes that file. Every command must succeed, and the last
query must find something. Queries of the section before it are asked in the bundled workspace.
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


def run(line, folder, tool, **environment):
    path = f"{Path(tool).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", line], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PATH": path, **environment},
    )
    print(f"$ {line}")
    if done.returncode:
        sys.exit(f"README.md: {line}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def follow(text, folder, tool):
    at = 0
    for block in BLOCK.finditer(text):
        kind, content = block.groups()
        if kind == "sh":
            for line in content.strip().split("\n"):
                if line.startswith("cd "):
                    folder = folder / line.removeprefix("cd ")
                else:
                    said = run(line, folder, tool)
        else:
            name = re.findall(r"`(domains/[\w/.-]+)`", text[at : block.start()])[-1]
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content)
        at = block.end()
    return said


def main():
    tool = str(Path(sys.argv[1]).resolve())
    text = (ROOT / "README.md").read_text()
    folder = Path(tempfile.mkdtemp(prefix="footlight-readme-"))
    try:
        said = follow(section(text, "Your own domain in five minutes"), folder, tool)
        assert "Ramsons" in said, said
        index = str(folder / "bundled")
        run("footlight sync", ROOT, tool, FOOTLIGHT_INDEX=index)
        for line in re.findall(r"^footlight .*", section(text, "See it"), re.M):
            assert run(line, ROOT, tool, FOOTLIGHT_INDEX=index).strip(), line
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("README.md: every command works")


main()
