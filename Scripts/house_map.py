#!/usr/bin/env python3
"""Draws the map at the head of ARCHITECTURE.md from Package.swift, and finds edges that nobody uses.

    Scripts/house_map.py           writes the map
    Scripts/house_map.py --check   compares it, and ends with 1 where it differs, where a target lists one that
                                   none of its files imports, where a storey imports a higher one, or where a
                                   folder is a room of no target
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- map: written by Scripts/house_map.py -->\n", "<!-- end of the map -->\n"
WIDTH = 100


def manifest():
    """The targets of the manifest: name, storey, dependencies, folders of its rooms; and what is said of each storey."""
    text = (ROOT / "Package.swift").read_text()
    text = text[text.index("  targets: ["):]
    told = dict(re.findall(r"// MARK: (\w+): (.*)", text))
    text = re.sub(r"//[^\n]*", "", text)
    heads = list(re.finditer(
        r"^    (?:(\w+)\.(target|program|wrapped|embedded|tests)\(\s*|\.\w+\(\s*name: )\"(\w+)\"", text, re.M))
    targets = []
    for head, following in zip(heads, heads[1:] + [None]):
        body = text[head.end():following.start() if following else len(text)]
        storey, kind, name = head.groups()
        path = re.search(r'path: "([^"]+)"', body)
        rooms = re.search(r'rooms:\s*"+([^"]+)"+', body)
        if path:
            folders = [path.group(1)]
        elif kind == "tests":
            folders = [f"Tests/{name if storey == 'house' else storey.capitalize()}"]
        else:
            folders = [f"Sources/{storey.capitalize()}/{room}"
                       for room in (rooms.group(1).replace("\\", " ").split() if rooms else [name])]
        body = body.replace(rooms.group(0), "") if rooms else body
        body = re.sub(r'(path|pkgConfig|providers|exclude|files|with): (\[.*\]|"[^"]*")', "", body)
        targets.append((name, storey.capitalize() if storey and kind != "tests" else None,
                        set(re.findall(r"\b[A-Z]\w+", body)), [ROOT / folder for folder in folders]))
    return targets, told


def imports(folders):
    found = set()
    for path in (path for folder in folders for path in folder.rglob("*.swift")):
        found |= set(re.findall(r"^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:(?:struct|enum|func|class)\s+)?(\w+)",
                                path.read_text(), re.M))
    return found


def drawn(targets, told):
    storeys = {}
    for name, storey, _, folders in targets:
        if storey:
            storeys.setdefault(storey, []).append((name, [folder.name for folder in folders]))
    lines = ["```"]
    for storey, listed in storeys.items():
        lines.append(f"{storey:<9} {told.get(storey, '')}".rstrip())
        line = " " * 9
        for name, rooms in listed:
            words = [name] if rooms == [name] else [name + ":", *rooms]
            # A target of several rooms has a line of its own.
            if len(words) > 1 and line.strip():
                lines.append(line)
                line = " " * 9
            for word in words:
                if len(line) + len(word) + 1 > WIDTH:
                    lines.append(line)
                    line = " " * (11 if len(words) > 1 else 9)
                line += " " + word
            if len(words) > 1:
                lines.append(line)
                line = " " * 9
        if line.strip():
            lines.append(line)
    return BEGIN + "\n".join(lines + ["```"]) + "\n" + END


def wrong(targets):
    order = list(dict.fromkeys(storey for _, storey, _, _ in targets if storey))
    roomed = {room for _, storey, _, folders in targets if storey and storey != "C" for room in (f.name for f in folders)}
    floor = {name: order.index(storey) for name, storey, _, _ in targets if storey}
    for name, storey, dependencies, folders in targets:
        # A test target may list programs that it starts; nobody imports those.
        used = imports(folders)
        for folder in folders:
            if not folder.is_dir():
                yield f"{name}: there is no folder {folder.relative_to(ROOT)}"
        for other in sorted(dependencies & {each[0] for each in targets}):
            started = storey is None and (floor.get(other) == order.index("Programs") or other.endswith("Example"))
            if other not in used and not started:
                yield f"{name} lists {other}, which none of its files imports"
            if storey and floor.get(other, 0) > floor[name]:
                yield f"{name} ({storey}) imports {other} of a higher storey"
    for folder in sorted(ROOT.glob("Sources/*/*")):
        if folder.parent.name != "C" and folder.is_dir() and folder.name not in roomed:
            yield f"{folder.relative_to(ROOT)} is a room of no target"


targets, told = manifest()
page = PAGE.read_text()
before, rest = page.split(BEGIN)
after = rest.split(END)[1]
fresh = before + drawn(targets, told) + after
if "--check" not in sys.argv:
    PAGE.write_text(fresh)
    sys.exit(0)
found = list(wrong(targets))
if fresh != page:
    found.append("the map of ARCHITECTURE.md is out of date: Scripts/house_map.py writes it")
for each in found:
    print(f"house map: {each}")
sys.exit(1 if found else 0)
