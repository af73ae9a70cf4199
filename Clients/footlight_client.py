"""A small client of Footlight's HTTP interface; the standard library is all that it needs.

    from footlight_client import Footlight
    footlight = Footlight("http://127.0.0.1:8420/")
    for hit in footlight.search("rule 12", limit=3)["hits"]:
        print(hit["title"])
"""
import json
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Footlight", "FootlightError"]


class FootlightError(Exception):
    """An answer that says what is wrong: its status, its stable code, and what to do about it."""

    def __init__(self, status, error):
        self.status = status
        self.code = error.get("code", "")
        self.message = error.get("message", "")
        self.remedy = error.get("remedy")
        self.place = error.get("place")
        super().__init__(f"{self.code}: {self.message}" + (f" ({self.remedy})" if self.remedy else ""))


class Footlight:
    """The API of one server. Every method returns the JSON of its answer, and raises FootlightError."""

    def __init__(self, address, key=None, timeout=30):
        self.address = address.rstrip("/") + "/"
        self.key = key
        self.timeout = timeout

    def search(self, q=None, **parameters):
        """Searches. Lists repeat a parameter: domain=["law", "tv"]; filter="year>=2010"."""
        return self._get("search", {"q": q} | parameters)

    def search_many(self, queries):
        """Answers up to 50 queries from one state. A wrong one has an `error` in place of its answer."""
        queries = [{"q": query} if isinstance(query, str) else query for query in queries]
        return self._send("POST", "search", {}, json.dumps({"queries": queries}).encode())["answers"]

    def suggest(self, q, **parameters):
        return self._get("suggest", {"q": q} | parameters)

    def item(self, domain, id):
        return self._get(self._path("items", domain, id), {})

    def explain(self, domain, id, q, **parameters):
        return self._get(self._path("items", domain, id, "explain"), {"q": q} | parameters)

    def domains(self):
        return self._get("domains", {})["domains"]

    def domain(self, name):
        return self._get(self._path("domains", name), {})

    def facets(self, domain, **parameters):
        return self._get(self._path("domains", domain, "facets"), parameters)["facets"]

    def items(self, domain, limit=1000):
        """Yields all items of a domain, a page at a time."""
        cursor = None
        while True:
            lines, headers = self._ask("GET", self._path("domains", domain, "items"), {"limit": limit, "cursor": cursor})
            for line in lines.splitlines():
                yield json.loads(line)
            cursor = headers.get("Footlight-Next")
            if not cursor:
                return

    def push(self, domain, records, merge=None, batch=None, state=None, expected=None):
        """Indexes records, all of them or none; needs a key with the action `push`."""
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
        parameters = {"merge": merge, "batch": batch, "state": state, "expected": expected}
        return self._send("POST", self._path("domains", domain, "records"), parameters, lines)

    def batch_state(self, domain, batch):
        """The state that was stored with the last records of a batch; None for none."""
        try:
            return self._get(self._path("domains", domain, "batches", batch), {})["state"]
        except FootlightError as error:
            if error.status == 404 and error.code == "item.unknown":
                return None
            raise

    def delete(self, domain, *ids):
        return self._send("POST", self._path("domains", domain, "delete"), {}, json.dumps({"ids": ids}).encode())

    def visit(self, domain, id, q=None):
        self._send("POST", self._path("items", domain, id, "visit"), {"q": q}, b"")

    def star(self, domain, id, starred=True):
        self._send("PUT" if starred else "DELETE", self._path("items", domain, id, "star"), {}, b"" if starred else None)

    @staticmethod
    def _path(*parts):
        return "/".join(urllib.parse.quote(part, safe="") for part in parts)

    def _get(self, path, parameters):
        return self._send("GET", path, parameters, None)

    def _send(self, method, path, parameters, body):
        text, _ = self._ask(method, path, parameters, body)
        return json.loads(text) if text else None

    def _ask(self, method, path, parameters, body=None):
        pairs = []
        for name, value in parameters.items():
            if value is None:
                continue
            for one in value if isinstance(value, (list, tuple)) else [value]:
                pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
        target = self.address + "api/v1/" + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        request = urllib.request.Request(target, data=body, method=method)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.key:
            request.add_header("Authorization", "Bearer " + self.key)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                return answer.read().decode(), answer.headers
        except urllib.error.HTTPError as problem:
            try:
                error = json.loads(problem.read())["error"]
            except (ValueError, KeyError):
                error = {"message": problem.reason}
            raise FootlightError(problem.code, error) from None
