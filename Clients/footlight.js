// A small client of Footlight's HTTP interface for browsers and other programs with fetch; one file, no dependencies.
//
//   import { Footlight } from "./footlight.js";
//   const footlight = new Footlight("http://127.0.0.1:8420/");
//   for (const hit of (await footlight.search("rule 12", { limit: 3 })).hits) console.log(hit.title);
//
// A page of another origin may ask when the server was started with --cors ORIGIN.

/** An answer that says what is wrong: its status, its stable code, and what to do about it. */
export class FootlightError extends Error {
  constructor(status, error) {
    super(`${error.code ?? ""}: ${error.message ?? ""}` + (error.remedy ? ` (${error.remedy})` : ""));
    this.name = "FootlightError";
    this.status = status;
    this.code = error.code;
    this.remedy = error.remedy;
    this.place = error.place;
  }
}

/** The API of one server. Every method resolves to the JSON of its answer, or rejects with a FootlightError. */
export class Footlight {
  constructor(address, { key, fetch = globalThis.fetch.bind(globalThis) } = {}) {
    this.address = address.replace(/\/+$/, "") + "/";
    this.key = key;
    this.fetch = fetch;
  }

  /** Searches; offsets of highlights count units of UTF-16, as strings here do. Another signal aborts it. */
  search(q, parameters = {}, { signal } = {}) {
    return this.#ask("GET", "search", { q, offsets: "utf16", ...parameters }, undefined, signal);
  }

  /** Answers up to 50 queries from one state; a wrong one has an `error` in place of its answer. */
  async searchMany(queries) {
    const all = queries.map((query) => (typeof query === "string" ? { q: query } : query));
    return (await this.#ask("POST", "search", {}, JSON.stringify({ queries: all }))).answers;
  }

  suggest(q, parameters = {}, { signal } = {}) {
    return this.#ask("GET", "suggest", { q, ...parameters }, undefined, signal);
  }

  item(domain, id) { return this.#ask("GET", this.#path("items", domain, id)); }
  async domains() { return (await this.#ask("GET", "domains")).domains; }
  domain(name) { return this.#ask("GET", this.#path("domains", name)); }
  async facets(domain, parameters = {}) { return (await this.#ask("GET", this.#path("domains", domain, "facets"), parameters)).facets; }

  /** Indexes records, all of them or none; needs a key with the action `push`. */
  push(domain, records, parameters = {}) {
    return this.#ask("POST", this.#path("domains", domain, "records"), parameters, records.map((record) => JSON.stringify(record) + "\n").join(""));
  }

  delete(domain, ...ids) { return this.#ask("POST", this.#path("domains", domain, "delete"), {}, JSON.stringify({ ids })); }

  #path(...parts) { return parts.map(encodeURIComponent).join("/"); }

  async #ask(method, path, parameters = {}, body, signal) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined || value === null) continue;
      for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
    }
    const headers = this.key ? { Authorization: "Bearer " + this.key } : {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const text = query.toString();
    const answer = await this.fetch(this.address + "api/v1/" + path + (text ? "?" + text : ""), { method, headers, body, signal });
    const written = await answer.text();
    let json = null;
    try { json = written ? JSON.parse(written) : null; } catch { /* What lies between may answer without JSON. */ }
    if (!answer.ok) throw new FootlightError(answer.status, json?.error ?? { message: answer.statusText });
    return json;
  }
}
