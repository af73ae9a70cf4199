#!/usr/bin/env python3
"""Measures how foreign formats, packed files, programs and lookups are read, with data made from a seed.

Usage: foreign.py TOOL [PART…]     parts: xml html mail gz add convert lookup; all of them without

TOOL is .build/release/footlight, with footlight-read beside it. Prints the median of five rounds.
"""
import argparse
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 5
WORDS = [
    "lantern", "harbour", "copper", "meadow", "violet", "granite", "whisper", "orchard", "saddle", "thunder",
    "marble", "canyon", "feather", "puzzle", "kettle", "anchor", "blossom", "cinder", "drizzle", "ember",
]


def words(rng, count):
    return " ".join(rng.choice(WORDS) for _ in range(count))


def run(command, env=None, output=subprocess.DEVNULL):
    """Runs a program; its wall time, its time of the processor and its peak memory in MB."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, env=env)
    said = child.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command} ends with {child.returncode}: {said}")
    return time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def median(measure):
    return statistics.median(measure() for _ in range(ROUNDS))


class Desk:
    """A workspace of its own, whose index and caches go with it."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, Path(folder)
        (self.folder / "domains").mkdir()
        self.env = os.environ | {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache"),
                                 "XDG_STATE_HOME": str(self.folder / "state"), "TMPDIR": str(self.folder)}

    def declare(self, name, text):
        (self.folder / "domains" / f"{name}.yaml").write_text(f"domain: {name}\nversion: 1\n{text}")

    def __call__(self, *words):
        return run([self.tool, "--workspace", str(self.folder), *words], self.env)


def xml(desk, reader):
    rng = random.Random(1)
    file = desk.folder / "dictionary.xml"
    with file.open("w") as out:
        out.write('<?xml version="1.0"?>\n<dictionary>\n')
        for number in range(200_000):
            out.write(f"<entry>\n<seq>{number}</seq>\n<key><word>{words(rng, 1)}</word><rank>n{number % 40}</rank></key>\n")
            for _ in range(rng.randint(1, 3)):
                out.write(f'<sense><kind>noun</kind><gloss xml:lang="en">{words(rng, 4)}</gloss></sense>\n')
            out.write(f"<note>{words(rng, 6)}</note>\n</entry>\n")
        out.write("</dictionary>\n")
    size = file.stat().st_size / 1e6
    pace = median(lambda: size / run([reader, "xml", "--records=entry", str(file)])[1])
    print(f"xml: {pace:.0f} MB/s a core ({size:.0f} MB, footlight-read)")


def html(desk, reader):
    rng = random.Random(2)
    files = []
    for number in range(1_500):
        file = desk.folder / f"{number}.html"
        parts = "".join(
            f'<section><h2 id="s{part}">{words(rng, 3)}</h2>'
            + "".join(f'<p class="text">{words(rng, 60)} <a href="/{part}">{words(rng, 2)}</a> &amp; more.</p>\n'
                      for _ in range(6)) + "</section>\n" for part in range(12))
        file.write_text(f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{words(rng, 4)}</title>'
                        f"</head><body><nav><a href='/'>Home</a></nav><main>{parts}</main></body></html>")
        files.append(str(file))
    size = sum(os.path.getsize(file) for file in files) / 1e6
    for options in [[], ["--sections"]]:
        pace = median(lambda: size / run([reader, "html", *options, *files])[1])
        print(f"html {' '.join(options)}: {pace:.0f} MB/s a core ({size:.0f} MB in {len(files)} pages, footlight-read)")


def mail(desk, reader):
    rng = random.Random(3)
    file = desk.folder / "list.mbox"
    count = 60_000
    with file.open("w") as out:
        for number in range(count):
            out.write(f"From a{number}@example.org Mon Jan  2 10:00:00 2023\nFrom: =?utf-8?q?Anna_M=C3=BCller?= <a{number}@example.org>\n"
                      f"To: list@example.org\nSubject: {words(rng, 5)}\nDate: Mon, 2 Jan 2023 10:00:00 +0200\n"
                      f"Message-ID: <{number}@example.org>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n")
            for _ in range(12):
                out.write(words(rng, 10) + "\n")
            out.write("\n")
    pace = median(lambda: count / run([reader, "mail", str(file)])[1])
    print(f"mail: {pace:,.0f} mails a second a core ({file.stat().st_size / 1e6:.0f} MB, footlight-read)")


def gz(desk, reader):
    rng = random.Random(4)
    data = desk.folder / "domains" / "data"
    data.mkdir(exist_ok=True)
    lines = [json.dumps({"id": number, "title": words(rng, 4), "body": words(rng, 40)}) for number in range(150_000)]
    text = ("\n".join(lines) + "\n").encode()
    (data / "plain.jsonl").write_bytes(text)
    with gzip.GzipFile(data / "packed.jsonl.gz", "wb", mtime=0) as out:
        out.write(text)
    for name, file in [("plain", "plain.jsonl"), ("packed", "packed.jsonl.gz")]:
        desk.declare(name, f'source: {{ kind: jsonl, path: data/{file} }}\nitem: {{ id: "{{id}}", title: "{{title}}", body: "{{body}}" }}\n')
    declared = [str(desk.folder / "domains" / f"{name}.yaml") for name in ["plain", "packed"]]
    pairs = [tuple(desk("check", file)[0] for file in declared) for _ in range(ROUNDS)]
    builds = [(desk("rebuild", "plain")[0], desk("rebuild", "packed")[0]) for _ in range(ROUNDS)]
    for name, rounds in [("check", pairs), ("rebuild", builds)]:
        ratio = statistics.median(plain / packed for plain, packed in rounds)
        print(f"gz: {ratio:.0%} of the pace of the unpacked file ({name}, {len(text) / 1e6:.0f} MB)")


def add(desk, reader):
    rng = random.Random(5)
    for name in ["csv", "jsonl", "json", "xml"]:
        file = desk.folder / f"large.{name}"
        with file.open("w") as out:
            size = number = 0
            start = {"csv": "id,name,city,note\n", "json": "[\n", "xml": "<list>\n"}.get(name, "")
            out.write(start)
            while size < 150_000_000:
                row = (number, words(rng, 3), words(rng, 1), words(rng, 12))
                if name == "csv":
                    line = ",".join(map(str, row)) + "\n"
                elif name == "xml":
                    line = "<item><id>%d</id><name>%s</name><city>%s</city><note>%s</note></item>\n" % row
                else:
                    line = json.dumps(dict(zip(["id", "name", "city", "note"], row)))
                    line = (",\n" if name == "json" and number else "") + line + ("\n" if name == "jsonl" else "")
                size += out.write(line)
                number += 1
            out.write({"json": "\n]\n", "xml": "</list>\n"}.get(name, ""))
        taken = median(lambda: desk("add", "--print", str(file))[0])
        print(f"add: {taken:.2f} s for {name} ({file.stat().st_size / 1e6:.0f} MB, whole process)")
        file.unlink()


def convert(desk, reader):
    data = desk.folder / "domains" / "data" / "papers"
    data.mkdir(parents=True)
    count = 10_000
    for number in range(count):
        (data / f"{number:05}.bin").write_text(f"paper {number}")
    log = desk.folder / "runs"
    program = desk.folder / "domains" / "convert.sh"
    program.write_text(f'#!/bin/sh\necho x >> {log}\nexec cat "$1"\n')
    program.chmod(0o755)
    desk.declare("papers", 'source: { kind: text, path: "data/papers/*.bin", convert: [./convert.sh, "{path}"] }\n'
                 'item: { id: "{path}", title: "{name}", body: "{body}" }\n')
    desk("allow", "papers")

    def runs():
        log.write_text("")
        taken = desk("sync", "papers")[0]
        return taken, log.read_text().count("x")

    first = runs()
    time.sleep(3)
    # Files that are younger than two seconds when they are read are compared by what they hold.
    again = runs()
    for number in range(0, count, count // 7):
        (data / f"{number:05}.bin").write_text(f"changed {number}")
    changed = runs()
    print(f"convert: {first[1]} runs in {first[0]:.1f} s; {again[1]} in {again[0]:.2f} s when nothing has changed; "
          f"{changed[1]} in {changed[0]:.2f} s for {len(range(0, count, count // 7))} changed files")


def lookup(desk, reader):
    rng = random.Random(6)
    data = desk.folder / "domains" / "data"
    data.mkdir(exist_ok=True)
    rows = 1_000_000
    with (data / "names.csv").open("w") as out:
        out.write("key,label\n")
        for number in range(rows):
            out.write(f"n{number},{words(rng, 3)}\n")
    with (data / "things.csv").open("w") as out:
        out.write("id,key\n")
        for number in range(50_000):
            out.write(f"{number},n{rng.randrange(rows)}\n")
    desk.declare("things", 'source: { kind: csv, path: data/things.csv }\n'
                 'lookups: { label: { source: { kind: csv, path: data/names.csv }, key: "{key}", by: "{key}" } }\n'
                 'item: { id: "{id}", title: "{label.label}" }\n')
    rounds = [desk("rebuild", "things") for _ in range(ROUNDS)]
    print(f"lookup: {statistics.median(one[2] for one in rounds):.0f} MB at most for {rows:,} rows "
          f"({statistics.median(one[0] for one in rounds):.1f} s, whole process)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("part", nargs="*", metavar="PART", help=", ".join(PARTS))
    asked = parser.parse_args()
    tool = str(Path(asked.tool).resolve())
    reader = str(Path(tool).parent / "footlight-read")
    for part in asked.part or PARTS:
        with tempfile.TemporaryDirectory(prefix="footlight-foreign-") as folder:
            PARTS[part](Desk(tool, folder), reader)


PARTS = {"xml": xml, "html": html, "mail": mail, "gz": gz, "add": add, "convert": convert, "lookup": lookup}
main()
