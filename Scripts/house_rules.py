#!/usr/bin/env python3
"""Checks the rules of the house that neither the compiler nor the formatter knows.

Prints every breach with its place and ends with 1 when there is one.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
breaches = []

# Where `unsafe` may stand: the wrappers, the platform, and hot files of these rooms that justify
# it with a benchmark in the comment at their head.
UNSAFE_ROOMS = {"FootlightPlatform", "PackedFiles", "TextEncodings", "SQLiteHandles", "YAMLNodes", "BusHandles", "XMLRecords",
                "HTMLRecords", "ArchiveMembers", "PDFPages", "CalendarRecords", "MailRecords", "HTTPRecords", "HTTPListener", "SecureDigests", "PostgresHandles"}
# The one file that wraps a C library in a room of another purpose.
WRAPPERS = {"Sources/Ground/TextAnalysis/Stemmer.swift"}
HOT_ROOMS = {"TextAnalysis", "RecordSources", "SegmentFiles", "SegmentWriting", "SegmentSearching",
             "HitExplaining"}
LONGEST, LOOK_AGAIN = 500, 300
VAGUE_NAMES = re.compile(r"(utils?|core|manager|help(?:er)s?|misc|new|common)$", re.I)


def breach(path, line, what):
    place = f"{path.relative_to(ROOT)}:{line}" if line else str(path.relative_to(ROOT))
    breaches.append(f"{place}: {what}")


def tracked(pattern):
    """The files that git knows or would add, so that build products never count."""
    said = subprocess.run(
        # A clone that another user owns, as in a container, is read all the same.
        ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard", "--", pattern],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    return sorted(ROOT / name for name in set(said) if (ROOT / name).is_file())


def code_lines(text):
    """The lines of a Swift file with texts and comments blotted out."""
    text = re.sub(r'"""(?:.|\n)*?"""', lambda m: '""' + "\n" * m.group().count("\n"), text)
    for number, line in enumerate(text.split("\n"), 1):
        line = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
        yield number, line.split("//")[0]


def promise_is_explained(text, number):
    """Whether the comment that ends above a declaration says why it is safe."""
    lines = text.split("\n")[: number - 1]
    while lines and lines[-1].lstrip().startswith(("@", "///", "//")):
        if lines.pop().lstrip().startswith("//"):
            return True
    return False


def place_is_named(text, number):
    """Whether the compiler was told a name for this line, so that it does not take the path."""
    before = re.findall(r"#sourceLocation\((.*?)\)", "\n".join(text.split("\n")[: number - 1]))
    return bool(before and before[-1])


def is_table(text):
    return re.search(r"^// (Generated|Written) by Scripts/", text[:400], re.M) is not None


def check_swift():
    for path in tracked("*.swift"):
        parts = path.relative_to(ROOT).parts
        room = parts[2] if parts[0] == "Sources" and len(parts) > 2 else None
        text = path.read_text()
        length = text.count("\n")
        if length > LONGEST and not is_table(text) and path.name != "Package.swift":
            breach(path, None, f"{length} lines; {LONGEST} is the most, one concept a file")
        if VAGUE_NAMES.search(path.stem.split("+")[0]):
            breach(path, None, "the name says nothing; name the concept")
        first_unsafe = None
        for number, line in code_lines(text):
            if re.search(r"\bimport\s+(\w+\s+)?Foundation\b", line):
                breach(path, number, "no Foundation: it costs 50 MB and doubles the start-up time")
            if room is None:
                continue
            if re.search(r"\b(fatalError|try!|as!)(?!\w)", line):
                breach(path, number, "input never traps: throw a Failure")
            if re.search(r"@unchecked\s+Sendable|nonisolated\(unsafe\)", line):
                if room not in UNSAFE_ROOMS | HOT_ROOMS or not promise_is_explained(text, number):
                    breach(path, number, "an unchecked promise without its proof in the comment above")
            if "withoutActuallyEscaping(" in line and not place_is_named(text, number):
                breach(path, number, "it writes the checkout's path into the program: name the place, or escape")
            if first_unsafe is None and re.search(r"(?<![\w.])unsafe(?![\w(])", line):
                first_unsafe = number
        if first_unsafe and room and room not in UNSAFE_ROOMS and str(path.relative_to(ROOT)) not in WRAPPERS:
            if room not in HOT_ROOMS:
                breach(path, first_unsafe, f"`unsafe` has no place in {room}")
            elif not re.search(r"^//.*(Hot:|Measured|[Bb]enchmark)", text[:3000], re.M):
                breach(path, first_unsafe, "`unsafe` needs its reason at the head: `Hot:` and what was measured")


def check_architecture():
    manifest = (ROOT / "Package.swift").read_text()
    told = (ROOT / "ARCHITECTURE.md").read_text()
    names = re.findall(r'(?:program|wrapped|embedded|target)\(\s*(?:name:\s*)?"(\w+)"', manifest)
    for name in names:
        if f"`{name}`" not in told:
            breach(ROOT / "ARCHITECTURE.md", None, f"does not name the target `{name}`")


    for name in set(re.findall(r"`([A-Za-z+]+\.swift)`", told)) - {"Package.swift"}:
        if not any((ROOT / "Sources").rglob(name)):
            breach(ROOT / "ARCHITECTURE.md", None, f"names the file {name}, which is not there")


def check_readme():
    path = ROOT / "README.md"
    text = path.read_text()
    words = len(re.findall(r"\S+", text))
    if words >= 600:
        breach(path, None, f"{words} words; it stays under 600")
    goals = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.M))
    tool = next((t for t in (".build/release/footlight", ".build/debug/footlight")
                 if (ROOT / t).exists()), None)
    commands = known_commands(tool) if tool else None
    for number, line in enumerate(text.split("\n"), 1):
        for goal in re.findall(r"^\s*make ([a-z-]+)", line):
            if goal not in goals:
                breach(path, number, f"the Makefile has no `{goal}`")
        for command in re.findall(r"(?:^\s*|`)footlight ([a-z-]+)", line):
            if commands is not None and command not in commands:
                breach(path, number, f"the tool has no command `{command}`")


def known_commands(tool):
    said = subprocess.run([ROOT / tool, "help", "--all"], capture_output=True, text=True).stdout
    return set(re.findall(r"^\s+([a-z][a-z-]*)", said, re.M))


def check_links():
    for path in tracked("*.md"):
        parts = path.relative_to(ROOT).parts
        if "data" in parts or (parts[0] == "Tests" and parts[1] in ("Cases", "Additions") and len(parts) > 3):
            continue
        for number, line in enumerate(path.read_text().split("\n"), 1):
            line = re.sub(r"`[^`]*`", "", line)
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if "://" not in target and not (path.parent / target).exists():
                    breach(path, number, f"links to {target}, which is not there")


def check_notes():
    for path in tracked("*.swift"):
        length = path.read_text().count("\n")
        if LOOK_AGAIN < length <= LONGEST and path.relative_to(ROOT).parts[0] == "Sources":
            print(f"note: {path.relative_to(ROOT)}: {length} lines, worth a second look")


check_swift()
check_architecture()
check_readme()
check_links()
check_notes()
for text in breaches:
    print(text)
print(f"house rules: {len(breaches)} breaches" if breaches else "house rules: all hold")
sys.exit(1 if breaches else 0)
