#!/usr/bin/env python3
"""Generates a client from the description of the API with openapi-python-client, and uses it against a server of its own.

Usage: try_client.py TOOL

Ends with 1 where the generator warns of anything, or the client is told something else than the tool says.
The generator lies in .venv/bin (`make client` puts it there) or in PATH.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DECLARATION = """domain: shows
version: 1
source: { kind: csv, path: shows.csv }
item:
  id: "{id}"
  title: "{title}"
  attributes:
    type: "{type}"
    year: { value: "{year}", type: number }
"""
ROWS = "id,title,type,year\n1,Love story,Movie,2011\n2,Love songs,Series,2016\n3,War and love,Movie,1999\n"


def generated(document, folder):
    generator = ROOT / ".venv/bin/openapi-python-client"
    made = subprocess.run(
        [generator if generator.exists() else "openapi-python-client", "generate", "--path", document,
         "--meta", "none", "--output-path", folder / "footlight_client"],
        capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"})
    said = made.stdout + made.stderr
    if made.returncode or re.search(r"warning|error|unable", said, re.I):
        sys.exit(f"the generator is not content:\n{said}")


def use(url, tool, work):
    """What the client is told, in the environment that has its libraries."""
    from footlight_client import Client
    from footlight_client.api.search import search, suggest
    from footlight_client.models import Answer

    with Client(base_url=url) as client:
        for query, filters in (("love", []), ("love", ["year:2010..2015"]), ("love", ["type:Movie", "-year<2000"])):
            answer = search.sync(client=client, q=query, filter_=filters, facet=["type"])
            assert isinstance(answer, Answer), answer
            words = [word for one in filters for word in ("--filter", one)]
            said = subprocess.run([tool, "query", "--json", "-w", work, *words, query], capture_output=True, text=True)
            wanted = [hit["id"] for hit in json.loads(said.stdout)["hits"]]
            assert [hit.id for hit in answer.hits] == wanted, (filters, wanted, answer.hits)
            assert answer.total == len(wanted)
        found = suggest.sync(client=client, q="lov")
        assert found.suggestions[0].text.startswith("Love"), found
    print("the client is told what the tool says")


def main():
    tool = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        (work / "domains").mkdir()
        (work / "domains/shows.yaml").write_text(DECLARATION)
        (work / "domains/shows.csv").write_text(ROWS)
        os.environ["XDG_STATE_HOME"] = str(work / "state")
        subprocess.run([tool, "sync", "-w", work], check=True, capture_output=True)
        server = subprocess.Popen(
            [tool, "serve", "--port", "0", "-w", work], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            url = re.search(r"http://\S+", server.stdout.readline())[0].rstrip("/")
            document = work / "openapi.json"
            with urllib.request.urlopen(url + "/openapi.json") as answer:
                document.write_bytes(answer.read())
            generated(document, work)
            sys.path.insert(0, str(work))
            use(url, tool, work)
        finally:
            server.terminate()
            server.wait()


main()
