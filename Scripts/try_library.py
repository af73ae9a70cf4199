#!/usr/bin/env python3
"""Builds the three lines of README.md as a package of its own, against the library as another program has it, and runs them.

Usage: try_library.py

A plain build has no footlight-read: of the bundled domains those that need it are rows of the report with their names, and
the others are found.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Outside",
  dependencies: [.package(name: "footlight", path: "ROOT")],
  targets: [
    .executableTarget(name: "Outside", dependencies: [.product(name: "Footlight", package: "footlight")])
  ])
"""
PROGRAM = """import Footlight

let path = CommandLine.arguments[1]
LINES
for lack in try library.lackedPrograms() { print("lacked:", lack.message) }
for row in try library.sync(options: SyncOptions()).rows where !row.isDone {
  print("failed:", row.domain, row.failures.map { "\\($0.location?.description ?? ""): \\($0.message)" })
}
"""


def main():
    readme = (ROOT / "README.md").read_text()
    lines = re.search(r"import Footlight\n\n(let library.*?)```", readme, re.S)[1]
    build = ROOT / ".build/outside"
    with tempfile.TemporaryDirectory() as place:
        work = Path(place) / "workspace"
        shutil.copytree(ROOT / "domains", work / "domains")
        package = Path(place) / "Outside"
        (package / "Sources/Outside").mkdir(parents=True)
        (package / "Package.swift").write_text(PACKAGE.replace("ROOT", str(ROOT)))
        (package / "Sources/Outside/main.swift").write_text(PROGRAM.replace("LINES", lines))
        subprocess.run(["swift", "build", "--package-path", package, "--scratch-path", build], check=True)
        program = build / "debug/Outside"
        environment = {**os.environ, "PATH": "/usr/bin:/bin", "XDG_STATE_HOME": str(Path(place) / "state")}
        said = subprocess.run([program, work], capture_output=True, text=True, env=environment)
        print(said.stdout + said.stderr)
        if said.returncode or "FRCP 12" not in said.stdout:
            sys.exit("the three lines of README.md find nothing")
        for what in ("lacked: constellations", "failed: constellations"):
            if what not in said.stdout:
                sys.exit(f"nobody said {what!r}")
    print("a program of its own finds what README.md promises")


main()
