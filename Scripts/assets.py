#!/usr/bin/env python3
"""Lists the declarations of domains/ready for the programs that carry them: Sources/C/CEmbedded/ready_declarations.h.

Style, script and icon of the pages are named in texts.c beside it, and must stay small together.

With --check it only compares, and ends with 1 where the list is older than the folder.
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "Sources/Doors/WebPages/Assets"
READY = ROOT / "domains/ready"
LIST = ROOT / "Sources/C/CEmbedded/ready_declarations.h"
# Together, so that a first visit is quick on any line.
MOST = 40_000

total = sum(file.stat().st_size for file in PAGES.iterdir())
if total > MOST:
    sys.exit(f"script, style and icon are {total} bytes; {MOST} is the most")
listed = "// Written by Scripts/assets.py: the files of domains/ready, each with a zero byte behind it.\n" + "".join(
    f'#embed "../../../{file.relative_to(ROOT)}" suffix(, 0,)\n' for file in sorted(READY.glob("*.yaml")))
if "--check" not in sys.argv:
    LIST.write_text(listed)
elif LIST.read_text() != listed:
    sys.exit(f"{LIST.relative_to(ROOT)} is older than domains/ready: run python3 Scripts/assets.py")
else:
    print("assets: as their sources")
