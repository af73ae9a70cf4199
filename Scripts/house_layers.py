#!/usr/bin/env python3
"""Checks that the folders of a room are layers: a file uses types of its own folder and of lower ones alone. So are
the rooms of a target, in the order in which Package.swift names them.

    Scripts/house_layers.py            prints every breach, and ends with 1 when there is one
    Scripts/house_layers.py ROOM       prints an order that fits the room's folders, or the folders that form a circle

The orders stand in ARCHITECTURE.md, one line for each room: `Room`: `Lowest` < `Next` < … The files that lie in no
folder are `.`. A room of more than twenty files must have a line. Folders and files that the page and CONTRIBUTING.md
name must be there.
"""
import re
import sys
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

LARGE = 20
NAMED_FILE = re.compile(r"`([\w+]+\.swift)`")
ROOT = Path(__file__).resolve().parent.parent
LINE = re.compile(r"^- `(\w+)`: (`[\w.]+`(?: < `[\w.]+`)+)$", re.M)
DECLARED = re.compile(r"^(?:(?!private|fileprivate|import)@?[\w()]+ )*(?:struct|enum|class|protocol|actor|typealias) (\w+)", re.M)


def code(path):
    """A file without comments and texts."""
    text = re.sub(r"//[^\n]*", "", path.read_text())
    text = re.sub(r'"""(?:.|\n)*?"""', '""', text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def uses(room):
    """Which folder of a room uses which, with the file and the type for each."""
    base = next(ROOT.glob(f"Sources/*/{room}"))
    texts = {path: code(path) for path in sorted(base.rglob("*.swift"))}
    return used_by(texts, {path: path.relative_to(base).parts[0] if path.parent != base else "." for path in texts})


def used_by(texts, folder):
    """Which folder uses which, where each file has a text and a folder."""
    homes = {name: path for path, text in texts.items() for name in DECLARED.findall(text)}
    found = defaultdict(list)
    for path, text in texts.items():
        for name in sorted(set(re.findall(r"\b[A-Z]\w+", text))):
            home = homes.get(name, path)
            if folder[home] != folder[path]:
                found[folder[path], folder[home]].append((path.relative_to(ROOT), name))
    return set(folder.values()), found


def check():
    orders = {room: re.findall(r"`([\w.]+)`", order)
              for room, order in LINE.findall((ROOT / "ARCHITECTURE.md").read_text())}
    breaches = [] if orders else ["ARCHITECTURE.md names the order of no room's folders"]
    for room in sorted(ROOT.glob("Sources/*/*")):
        if room.name not in orders and len(list(room.rglob("*.swift"))) > LARGE:
            breaches.append(f"{room.name}: a room of more than {LARGE} files has no line in ARCHITECTURE.md")
    breaches += [*misnamed((ROOT / "ARCHITECTURE.md").read_text()), *lost((ROOT / "CONTRIBUTING.md").read_text())]
    for room, order in orders.items():
        folders, found = uses(room)
        for missing in folders ^ set(order):
            breaches.append(f"{room}: `{missing}` stands in ARCHITECTURE.md or among the folders, not in both")
        height = {name: place for place, name in enumerate(order)}
        for (user, used), places in sorted(found.items()):
            if height.get(user, 0) < height.get(used, 0):
                breaches += [f"{path}: {name} lies in the higher folder {used}" for path, name in places]
    breaches += upward()
    print("\n".join(breaches), end="\n" if breaches else "")
    return 1 if breaches else 0


def upward():
    """What a room uses of rooms that its target names after it."""
    manifest = (ROOT / "Package.swift").read_text()
    for listed in re.findall(r'rooms:\s*"+([^"]+)"+', manifest[manifest.index("  targets: ["):]):
        rooms = listed.replace("\\", " ").split()
        files = {path: room for room in rooms for path in sorted(next(ROOT.glob(f"Sources/*/{room}")).rglob("*.swift"))}
        texts = {path: code(path) for path in files}
        _, found = used_by(texts, files)
        # A type within another one may have the name of a type of a later room.
        own = {room: set(re.findall(r"\b(?:struct|enum|class|typealias) (\w+)", "\n".join(
            text for path, text in texts.items() if files[path] == room))) for room in rooms}
        for (user, used), places in sorted(found.items()):
            places = [(path, name) for path, name in places if name not in own[user]]
            if rooms.index(user) < rooms.index(used):
                yield from (f"{path}: {name} lies in the later room {used}" for path, name in places)


def misnamed(text):
    """The folders and files that ARCHITECTURE.md names and nobody finds."""
    files = {path.name for path in [*ROOT.glob("Sources/**/*.swift"), *ROOT.glob("*.swift")]}
    yield from (f"ARCHITECTURE.md: there is no {name}" for name in sorted(set(NAMED_FILE.findall(text)) - files))
    room = folder = None
    for line in text.splitlines():
        heading = re.match(r"\*\*`(\w+)`\*\*", line)
        room = heading[1] if heading else room
        # A file that stands behind a folder's name lies in that folder, unless another one is told behind it.
        if not line.startswith("  "):
            folder = None
        for marker, _, name, elsewhere in re.findall(r"(\*`(\w+)`\.?\*)|`([\w+]+\.swift)`(?=( in | of )?)", line):
            if marker:
                folder = re.search(r"\w+", marker)[0]
            elif folder and not elsewhere and any(ROOT.glob(f"Sources/*/{room}/{folder}")):
                if not any(ROOT.glob(f"Sources/*/{room}/{folder}/**/{name}")):
                    yield f"ARCHITECTURE.md: {name} does not lie in {room}/{folder}"
        for name in re.findall(r"\*`(\w+)`\.?\*", line.replace("**", "")):
            if not any(ROOT.glob(f"Sources/*/{room}/{name}")):
                yield f"ARCHITECTURE.md: {room} has no folder {name}"


def lost(text):
    """The files and folders that CONTRIBUTING.md names and nobody finds."""
    paths = [str(path) for top in ("Sources", "Tests", "docs", "Scripts") for path in ROOT.glob(top + "/**/*")]
    for name in sorted(set(re.findall(r"`(?:[A-Z]\w+/)*[\w+]+\.swift`|`(?:[A-Z]\w+/)+\w+`", text)) - {"`Type+Part.swift`", "`Package.swift`"}):
        if not any(path.endswith("/" + name.strip("`")) for path in paths):
            yield f"CONTRIBUTING.md: there is no {name}"


def propose(room):
    folders, found = uses(room)
    graph = {folder: {used for user, used in found if user == folder} for folder in folders}
    try:
        print(f"- `{room}`: " + " < ".join(f"`{name}`" for name in TopologicalSorter(graph).static_order()))
        return 0
    except CycleError as error:
        print(f"{room}: the folders {' → '.join(error.args[1])} form a circle")
        return 1


if __name__ == "__main__":
    sys.exit(propose(sys.argv[1]) if len(sys.argv) > 1 else check())
