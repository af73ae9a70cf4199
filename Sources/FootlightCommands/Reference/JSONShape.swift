/// What the objects of `--json` hold, for the reference; a test holds it against what is written.
struct JSONShape: Sendable {
  struct Member: Sendable {
    let name: String
    /// What its value is: `text`, `number`, `boolean`, a list or an object.
    let type: String
    let summary: String

    init(_ name: String, _ type: String, _ summary: String) {
      self.name = name
      self.type = type
      self.summary = summary
    }
  }

  /// What it describes: a command, or what stands within another object.
  let name: String
  /// One sentence.
  let summary: String
  let members: [Member]

  static let all =
    [
      answer, hit, note, explained, factor, completions, suggestion, item, syncRow, status, finding,
      summary, verified,
    ]
    + [activity, restored, setAside, compacted, pushed, removed, checked, accessKey]

  static let activity = JSONShape(
    name: "history", summary: "One object a thing that was used.",
    members: [
      Member("domain", "text", "the domain; `history` for pages that are no items"),
      Member("id", "text", "the id within the domain"),
      Member("title", "text", "what it is called"),
      Member("url", "text", "its url, or an empty text"),
      Member("starred", "boolean", "whether it is starred"),
      Member("last", "text or null", "when it was last used; an instant"),
    ])

  static let restored = JSONShape(
    name: "restore", summary: "One object.",
    members: [
      Member("id", "text", "the persistent id"),
      Member("type", "text", "what kind of activity it was, or an empty text"),
      Member("title", "text", "what it is called"),
      Member("url", "text", "its url, or an empty text"),
      Member("data", "object or null", "the data as it was recorded"),
      Member("item", "object or null", "`domain` and `id` of the item, where it is one"),
    ])

  static let answer = JSONShape(
    name: "query",
    summary: "One object a query; with `--batch` one a line of the file.",
    members: [
      Member("query", "text", "the query as it was given"),
      Member(
        "took_us", "number",
        "microseconds until the hits are in memory; marks, explanations and printing not counted"),
      Member("total", "number", "how many items match, over all pages"),
      Member("at_least", "true", "only there when the counting stopped at its bound"),
      Member(
        "cut", "true", "only there when `--timeout-ms` stopped the search: hits may be missing"),
      Member("hits", "list of hits", "this page of hits, best first"),
      Member(
        "facets", "object",
        "only with `--facet`: by attribute a list of `value` and `count`, the commonest first, and "
          + "`at_least` where the counting stopped at its bound"),
      Member("notes", "list of notes", "what the reader should know"),
    ])

  static let hit = JSONShape(
    name: "a hit", summary: "Within `hits`.",
    members: [
      Member("domain", "text", "the domain"),
      Member("id", "text", "the id within the domain; `--ids` prints `domain:id`"),
      Member("title", "text", "the title"),
      Member("description", "text", "the description, or an empty text"),
      Member("url", "text", "the address, or an empty text"),
      Member("image", "text", "the address or path of its picture, or an empty text"),
      Member("tier", "number", "1 exact, 2 starts, 3 named, 4 found, 5 close, 6 part"),
      Member("score", "number", "the score within the tier; 0 where titles and aliases decide"),
      Member("matched", "object or null", "`field` and `text` of what matched"),
      Member(
        "highlights", "object",
        "what matched in `title`, `description`, and of `matched` in `alias` or `keyword`: lists of "
          + "`[start, end]`, half-open, in Unicode scalars"),
      Member(
        "snippet", "object",
        "only there when description or body hold words: `field`, `text` and its `highlights`"),
      Member("attributes", "object", "the attributes that have a value"),
      Member(
        "explanation", "object",
        "only with `--explain`: `tier`, `reason`, `score`, `factors` and `missing` as `explain` "
          + "prints them"),
    ])

  static let note = JSONShape(
    name: "a note", summary: "Within `notes`.",
    members: [
      Member("code", "text", "a stable code"),
      Member("message", "text", "one sentence"),
      Member("domain", "text", "only there when it concerns one domain"),
    ])

  static let explained = JSONShape(
    name: "explain", summary: "One object.",
    members: [
      Member("query", "text", "the query as it was given"),
      Member("domain", "text", "the item's domain"),
      Member("id", "text", "its id within the domain"),
      Member("title", "text or null", "its title; null when there is no such item"),
      Member(
        "cut", "true",
        "only there when `--timeout-ms` stopped the search: whether it is found is not known"),
      Member("tier", "number or null", "as in the answer; null for an item that is not there"),
      Member("reason", "text", "what puts the item there, or keeps it out"),
      Member("score", "number or null", "as in the answer"),
      Member("factors", "list of factors", "what makes the score, then what orders equals"),
      Member("missing", "list of texts", "the words that the item lacks, as they were typed"),
    ])

  static let factor = JSONShape(
    name: "a factor", summary: "Within `factors`.",
    members: [
      Member("name", "text", "a word as it was typed, or `domain weight`, `typos`, `rank`"),
      Member("value", "number", "its worth"),
      Member("adds", "boolean", "whether it is a part of the score: these sum up to it"),
      Member("detail", "text", "where the worth comes from, for people"),
    ])

  static let completions = JSONShape(
    name: "suggest", summary: "One object.",
    members: [
      Member("query", "text", "the text as it was given"),
      Member("took_us", "number", "microseconds, printing not counted"),
      Member(
        "cut", "true", "only there when `--timeout-ms` stopped the search: others may be missing"),
      Member("suggestions", "list of suggestions", "names that begin with it, then words"),
      Member("notes", "list of notes", "what the reader should know"),
    ])

  static let suggestion = JSONShape(
    name: "a suggestion", summary: "Within `suggestions`.",
    members: [
      Member("text", "text", "the completed text"),
      Member("kind", "text", "`title`, `alias` or `word`"),
      Member("domain", "text", "the domain; of a word the one that holds it most often"),
      Member("id", "text", "only there for a name: the id of the item that is called so"),
      Member("count", "number", "only there for a word: how many items hold it"),
    ])

  static let item = JSONShape(
    name: "show, dump", summary: "One object an item.",
    members: [
      Member("domain", "text", "the domain"),
      Member("id", "text", "the id within the domain"),
      Member("title", "text", "the title"),
      Member("description", "text", "the description, or an empty text"),
      Member("body", "text", "the body, or an empty text"),
      Member("keywords", "list of texts", "the keywords"),
      Member("aliases", "list of texts", "the aliases"),
      Member("url", "text", "the address, or an empty text"),
      Member("image", "text", "the address or path of its picture, or an empty text"),
      Member(
        "attributes", "object",
        "by name: text, number, boolean, list of texts; a date is ISO 8601 text"),
      Member("rank", "number", "0 … 1000"),
      Member("expires", "text or null", "the instant from which on it is not found"),
    ])

  private static let built = [
    Member("items", "number", "how many items are stored"),
    Member("bad_records", "number", "records that became no item because they are bad"),
    Member("changes", "object", "`inserted`, `updated` and `deleted` items of the last build"),
    Member("seconds", "number", "how long the last build took"),
    Member("bytes", "number", "the size of what is stored"),
  ]

  static let syncRow = JSONShape(
    name: "sync, watch, rebuild, add",
    summary: "One object a domain; one that fails prints its diagnostics and no object.",
    members: [
      Member("domain", "text", "the domain"),
      Member("decision", "text", "`build`, `rebuild`, `apply`, `none`, `ahead` or `undeclared`"),
      Member("reason", "text", "why, for people"),
      Member("version", "number or null", "the stored version after the command"),
    ] + built)

  static let status = JSONShape(
    name: "status", summary: "One object a domain.",
    members: [
      Member("domain", "text", "the domain"),
      Member("label", "text", "its name for people"),
      Member("decision", "text", "what a sync would do"),
      Member("reason", "text", "why, for people"),
      Member("version", "number or null", "the stored version"),
      Member("declared", "number or null", "the declared version"),
      Member("generation", "number or null", "the number of the live build"),
      Member("segments", "number", "of how many segments the index consists"),
      Member("pending", "number", "changes that wait to be applied"),
      Member("oldest_pending", "text or null", "when the oldest of them was recorded"),
      Member("quarantined", "number", "changes that were set aside after five attempts"),
      Member("last_error", "text or null", "why the change that was tried last was not applied"),
    ] + built + [
      Member("built", "text or null", "when the last build or change was published"),
      Member(
        "pulled", "text or null",
        "when it was compared with the shared store that it is a copy of"),
      Member("findings", "list of findings", "only with `--check`"),
    ])

  static let finding = JSONShape(
    name: "a finding", summary: "Within `findings`.",
    members: [
      Member("code", "text", "a stable code: see the errors below"),
      Member("severity", "text", "`error`, `warning` or `note`"),
      Member("message", "text", "one sentence"),
      Member("place", "text or null", "`file:line:column`, or the file"),
      Member("remedy", "text or null", "what to do"),
    ])

  static let summary = JSONShape(
    name: "domains", summary: "One object a domain.",
    members: [
      Member("domain", "text", "the domain"),
      Member("label", "text", "its name for people"),
      Member("version", "number or null", "the stored version"),
      Member("items", "number", "how many items are stored"),
    ])

  static let verified = JSONShape(
    name: "verify", summary: "One object an item that differs.",
    members: [
      Member("domain", "text", "the domain"),
      Member("id", "text", "the id within the domain"),
      Member(
        "difference", "text",
        "`different`, `missing` in the index, or `surplus` there"),
    ])

  static let compacted = JSONShape(
    name: "compact", summary: "One object a domain.",
    members: [
      Member("domain", "text", "the domain"),
      Member("segments", "number", "of how many segments its index consists now"),
      Member("deleted_files", "number", "how many files were deleted"),
      Member("freed_bytes", "number", "how much room they took"),
    ])

  static let setAside = JSONShape(
    name: "quarantine", summary: "One object a change that was set aside.",
    members: [
      Member("domain", "text", "the domain"),
      Member("id", "text", "the key of the record in its source"),
      Member("attempts", "number", "how often it was tried"),
      Member("last_error", "text", "why the last attempt failed"),
    ])

  static let pushed = JSONShape(
    name: "index, delete", summary: "One object.",
    members: [
      Member("domain", "text or null", "the domain; null with `delete`"),
      Member("records", "number", "records that were taken, or ids to delete"),
      Member("ignored", "number", "partial records whose id no record has"),
      Member("changes", "object", "`inserted`, `updated` and `deleted` items"),
      Member("items", "number", "how many items the touched domains have now"),
      Member(
        "waits", "boolean", "whether it is stored and could not be brought into the index yet"),
    ])

  static let removed = JSONShape(
    name: "remove", summary: "One object a domain.",
    members: [
      Member("domain", "text", "the domain"),
      Member("items", "number", "how many items it held"),
      Member("deleted_declaration", "text or null", "the file that was deleted"),
      Member("remaining_declaration", "text or null", "the file that is still there"),
    ])

  static let checked = JSONShape(
    name: "check", summary: "One object a declaration that can be read.",
    members: [
      Member("domain", "text", "the domain"),
      Member("file", "text", "the declaration"),
      Member("records", "number", "how many records the source holds"),
      Member("items", "number", "how many of them become items"),
      Member("skipped", "number", "how many are left out on purpose"),
      Member("bad_records", "number", "how many are bad"),
      Member("samples", "list of items", "the first items, as `show` without `domain`"),
    ])

  static let accessKey = JSONShape(
    name: "key", summary: "One object a key; `key create` prints `name` and `key` alone.",
    members: [
      Member("name", "text", "the name of the key"),
      Member("actions", "list of text", "what it allows"),
      Member("domains", "list of text", "the domains and groups that it reaches; all when empty"),
      Member("expires", "text or null", "when it ends"),
      Member("created", "text", "when it was made"),
    ])
}
