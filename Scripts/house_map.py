#!/usr/bin/env python3
"""Draws the map at the head of ARCHITECTURE.md from Package.swift, and finds edges that nobody uses.

    Scripts/house_map.py           writes the map
    Scripts/house_map.py --check   compares it, and ends with 1 where it differs, where a target lists one that
                                   none of its files imports, or where a storey imports a higher one
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "<!-- map: written by Scripts/house_map.py -->\n", "<!-- end of the map -->\n"
WIDTH = 100


def manifest():
    """The targets of the manifest: name, storey, dependencies, folder; and what is said of each storey."""
    text = (ROOT / "Package.swift").read_text()
    text = text[text.index("  targets: ["):]
    told = dict(re.findall(r"// MARK: (\w+): (.*)", text))
    text = re.sub(r"//[^\n]*", "", text)
    heads = list(re.finditer(
        r"^    (?:(\w+)\.(room|program|wrapped|embedded|tests)\(\s*|\.\w+\(\s*name: )\"(\w+)\"", text, re.M))
    targets = []
    for head, following in zip(heads, heads[1:] + [None]):
        body = text[head.end():following.start() if following else len(text)]
        storey, kind, name = head.groups()
        path = re.search(r'path: "([^"]+)"', body)
        folder = path.group(1) if path else "/".join(
            part for part in ("Tests" if kind == "tests" else "Sources",
                              storey.capitalize() if storey != "house" else None, name) if part)
        body = re.sub(r'(path|pkgConfig|providers|exclude|files|with): (\[.*\]|"[^"]*")', "", body)
        targets.append((name, storey.capitalize() if kind in ("room", "program", "wrapped", "embedded") else None,
                        set(re.findall(r"\b[A-Z]\w+", body)), ROOT / folder))
    return targets, told


def imports(folder):
    found = set()
    for path in folder.rglob("*.swift"):
        found |= set(re.findall(r"^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:(?:struct|enum|func|class)\s+)?(\w+)",
                                path.read_text(), re.M))
    return found


def drawn(targets, told):
    storeys = {}
    for name, storey, _, _ in targets:
        if storey:
            storeys.setdefault(storey, []).append(name)
    lines = ["```"]
    for storey, names in storeys.items():
        lines.append(f"{storey:<9} {told.get(storey, '')}".rstrip())
        line = " " * 9
        for name in names:
            if len(line) + len(name) + 1 > WIDTH:
                lines.append(line)
                line = " " * 9
            line += " " + name
        lines.append(line)
    return BEGIN + "\n".join(lines + ["```"]) + "\n" + END


def wrong(targets):
    order = list(dict.fromkeys(storey for _, storey, _, _ in targets if storey))
    floor = {name: order.index(storey) for name, storey, _, _ in targets if storey}
    for name, storey, dependencies, folder in targets:
        # A test target may list programs that it starts; nobody imports those.
        used = imports(folder)
        if not folder.is_dir():
            yield f"{name}: there is no folder {folder.relative_to(ROOT)}"
        for other in sorted(dependencies & {each[0] for each in targets}):
            started = storey is None and (floor.get(other) == order.index("Programs") or other.endswith("Example"))
            if other not in used and not started:
                yield f"{name} lists {other}, which none of its files imports"
            if storey and floor.get(other, 0) > floor[name]:
                yield f"{name} ({storey}) imports {other} of a higher storey"


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
