#!/usr/bin/env python3
"""Makes Swift of files that the tool carries with it.

Script, style and icon become Sources/Doors/WebPages/PageAsset+Files.swift; the declarations of domains/ready become
Sources/Records/ReadyDeclarations/ReadyDeclaration+Files.swift.

With --check it only compares, and ends with 1 where a Swift file is older than its sources.
"""
import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Sources/Doors/WebPages/Assets"
PAGES = ROOT / "Sources/Doors/WebPages/PageAsset+Files.swift"
READY = ROOT / "domains/ready"
DECLARATIONS = ROOT / "Sources/Records/ReadyDeclarations/ReadyDeclaration+Files.swift"
FILES = [
    ("style", "page.css", "text/css; charset=utf-8", "Colours, columns and letters."),
    ("script", "page.js", "text/javascript; charset=utf-8", "Typing, keys and history."),
    ("icon", "icon.svg", "image/svg+xml", "A lamp at the edge of a stage."),
]
# Together, so that a first visit is quick on any line.
MOST = 40_000


def pages():
    parts = ["// Written by Scripts/assets.py from Sources/Doors/WebPages/Assets; change those.\n// swift-format-ignore-file\n", "extension PageAsset {"]
    total = 0
    for name, file, kind, says in FILES:
        data = (FOLDER / file).read_bytes()
        total += len(data)
        text = data.decode()
        if '"""###' in text:
            sys.exit(f"{file} holds what ends a raw literal")
        stem, suffix = file.rsplit(".", 1)
        path = f"assets/{stem}-{hashlib.sha256(data).hexdigest()[:10]}.{suffix}"
        parts.append(f"  /// {says}")
        parts.append(f'  package static let {name} = PageAsset(\n    path: "{path}", contentType: "{kind}",\n    text: ###"""')
        parts.append(text.removesuffix("\n"))
        parts.append('"""###)\n')
    if total > MOST:
        sys.exit(f"script, style and icon are {total} bytes; {MOST} is the most")
    parts.append("  /// All files that pages need.")
    parts.append(f"  package static let all = [{', '.join(n for n, *_ in FILES)}]")
    return "\n".join(parts) + "\n}\n"


def declarations():
    parts = ["// Written by Scripts/assets.py from domains/ready; change those.\n// swift-format-ignore-file\n", "extension ReadyDeclaration {",
             "  /// All declarations, in the order of their names.", "  package static let all: [ReadyDeclaration] = ["]
    for file in sorted(READY.glob("*.yaml")):
        text = file.read_text()
        if '"""###' in text:
            sys.exit(f"{file.name} holds what ends a raw literal")
        parts.append(f'    ReadyDeclaration(text: ###"""\n{text}\n"""###),')
    return "\n".join(parts) + "\n  ]\n}\n"


for target, swift in [(PAGES, pages), (DECLARATIONS, declarations)]:
    if "--check" not in sys.argv:
        target.write_text(swift())
    elif not target.exists() or target.read_text() != swift():
        sys.exit(f"{target.relative_to(ROOT)} is older than its sources: run python3 Scripts/assets.py")
if "--check" in sys.argv:
    print("assets: as their sources")
