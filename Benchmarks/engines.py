"""Footlight and its peers behind one interface: build(lines) and search(texts).

Builds are whole processes. Searches are timed in one warm process, in microseconds a query, with the
titles of the ten best hits read.
"""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

from queries import WORD


def process(words, fine=(0,), **options):
    """Runs a process to its end: wall and processor time in seconds, peak memory in MB."""
    began = time.perf_counter()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, **options)
    with PrivateMemory(child.pid) as private:
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - began
    if os.waitstatus_to_exitcode(status) not in fine:
        sys.exit(f"{words[:3]} ended with {os.waitstatus_to_exitcode(status)}")
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss / 1024, "private": private.peak}


class PrivateMemory:
    """The peak of a process's own memory in MB, without the pages of files that it maps: looked at fifty times a second."""

    def __init__(self, pid):
        self.peak, self.ended = 0, threading.Event()
        self.thread = threading.Thread(target=self.watch, args=(pid,))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def watch(self, pid):
        while not self.ended.wait(0.02):
            try:
                status = Path(f"/proc/{pid}/status").read_text()
            except OSError:
                return
            if found := re.search(r"RssAnon:\s*(\d+)", status):
                self.peak = max(self.peak, int(found[1]) / 1024)


def size(folder):
    return sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())


class Engine:
    def close(self):
        """Ends what answers its queries."""


class Footlight(Engine):
    name = "footlight"
    DECLARATION = """
domain: bench
version: 1
source: { kind: jsonl, path: data/items.jsonl }
item: { id: "{id}", title: "{title}", aliases: ["{aliases[]}"], body: "{body}" }
"""

    def __init__(self, tool, work):
        self.tool, self.work = str(Path(tool).resolve()), Path(work) / self.name

    def build(self, lines):
        (self.work / "domains/data").mkdir(parents=True)
        os.link(lines, self.work / "domains/data/items.jsonl")
        (self.work / "domains/bench.yaml").write_text(self.DECLARATION)
        return process([self.tool, "sync"], cwd=self.work) | {"bytes": size(self.work / ".footlight")}

    def again(self):
        """A sync that finds nothing to do."""
        time.sleep(2.1)  # a file that changed less than two seconds before is looked at once more
        process([self.tool, "sync"], cwd=self.work)
        return process([self.tool, "sync"], cwd=self.work)

    def cold(self, text):
        """A whole process for one query; 1 says that nothing was found."""
        return process([self.tool, "query", "--json", "--", text], (0, 1), cwd=self.work)["wall"] * 1e6

    def search(self, texts):
        listed = self.work / "queries.txt"
        listed.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        words = [self.tool, "query", "--batch", str(listed), "--json", "--limit", "10"]
        done = subprocess.run(words, cwd=self.work, capture_output=True, text=True)
        return [json.loads(line)["took_us"] for line in done.stdout.splitlines()]


class Tantivy(Engine):
    """Through its Python package, which costs 10 to 30 µs a query."""

    name = "tantivy"
    BUILD = """
import json, sys, tantivy
schema = tantivy.SchemaBuilder()
schema.add_text_field("id", stored=True, tokenizer_name="raw")
for field in ("title", "aliases", "body"): schema.add_text_field(field, stored=True)
index = tantivy.Index(schema.build(), path=sys.argv[2])
writer = index.writer(heap_size=300_000_000, num_threads=2)
for line in open(sys.argv[1], encoding="utf-8"):
    r = json.loads(line)
    writer.add_document(tantivy.Document(id=r["id"], title=r["title"], aliases=r["aliases"], body=r["body"]))
writer.commit()
writer.wait_merging_threads()
"""

    def __init__(self, work):
        self.work = Path(work) / self.name

    def build(self, lines):
        self.work.mkdir()
        took = process([sys.executable, "-c", self.BUILD, str(lines), str(self.work)])
        return took | {"bytes": size(self.work)}

    def search(self, texts):
        import tantivy

        index = tantivy.Index.open(str(self.work))
        index.reload()
        searcher, schema, times = index.searcher(), index.schema, []

        def clause(word, is_prefix):
            fields = ("title", "aliases", "body")
            if is_prefix:
                made = [tantivy.Query.fuzzy_term_query(schema, f, word, distance=0, prefix=True) for f in fields]
            else:
                made = [tantivy.Query.term_query(schema, f, word) for f in fields]
            return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in made])

        for text in texts:
            began = time.perf_counter()
            words = [word.lower() for word in WORD.findall(text)]
            unfinished = len(words) - 1 if not text.endswith(" ") else -1
            if words:
                all = [(tantivy.Occur.Must, clause(word, place == unfinished)) for place, word in enumerate(words)]
                for _, address in searcher.search(tantivy.Query.boolean_query(all), 10, count=False).hits:
                    searcher.doc(address)["title"]
            times.append((time.perf_counter() - began) * 1e6)
        return times


class Lucene(Engine):
    """As a program in Java, with the jars of Debian's liblucene8-java."""

    name = "lucene"

    def __init__(self, work):
        self.work = Path(work) / self.name
        self.classes = Path(work) / "lucene-classes"
        paths = ":".join(map(str, self.jars()))
        source = Path(__file__).parent / "LuceneBench.java"
        subprocess.run(["javac", "-cp", paths, "-d", str(self.classes), str(source)], check=True)
        self.program = ["java", "-cp", f"{paths}:{self.classes}", "LuceneBench"]

    @staticmethod
    def jars():
        """The jars, where they and Java are installed; else none."""
        folder = Path("/usr/share/java")
        found = [min(folder.glob(f"lucene-{part}-8.*.jar"), default=None) for part in ("core", "analyzers-common")]
        return found if all(found) and shutil.which("javac") else []

    def build(self, lines):
        took = process(self.program + ["build", str(lines), str(self.work)])
        return took | {"bytes": size(self.work)}

    def search(self, texts):
        if not hasattr(self, "asked"):
            self.asked = subprocess.Popen(
                self.program + ["search", str(self.work)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        times = []
        for text in texts:
            print(text, file=self.asked.stdin, flush=True)
            times.append(float(self.asked.stdout.readline()))
        return times

    def close(self):
        if hasattr(self, "asked"):
            self.asked.stdin.close()
            self.asked.wait()


class FTS5(Engine):
    """SQLite's full-text search, with an index of prefixes."""

    name = "fts5"
    BUILD = """
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[2])
db.execute("pragma journal_mode=off")
db.execute("pragma synchronous=off")
db.execute("create table item(n integer primary key, id text, title text, aliases text, body text)")
db.execute("create virtual table found using fts5("
    "title, aliases, body, content='item', content_rowid='n', prefix='1 2 3')")
def rows():
    for n, line in enumerate(open(sys.argv[1], encoding="utf-8")):
        r = json.loads(line)
        yield n, r["id"], r["title"], " ".join(r["aliases"]), r["body"]
db.executemany("insert into item values (?, ?, ?, ?, ?)", rows())
db.execute("insert into found(found) values ('rebuild')")
db.commit()
"""

    def __init__(self, work):
        self.path = Path(work) / "fts5.sqlite"

    def build(self, lines):
        took = process([sys.executable, "-c", self.BUILD, str(lines), str(self.path)])
        return took | {"bytes": self.path.stat().st_size}

    def search(self, texts):
        database = sqlite3.connect(self.path)
        database.execute("pragma mmap_size = 4000000000")
        database.execute("pragma cache_size = -200000")
        ask = "select item.id, item.title from found join item on item.n = found.rowid where found match ? order by rank limit 10"
        times = []
        for text in texts:
            began = time.perf_counter()
            words = " ".join(f'"{word}"' for word in WORD.findall(text))
            if words:
                database.execute(ask, (words + ("" if text.endswith(" ") else "*"),)).fetchall()
            times.append((time.perf_counter() - began) * 1e6)
        return times
