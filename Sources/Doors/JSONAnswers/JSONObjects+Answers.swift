import DeclaredRecords
package import Footlight
import FootlightPlatform

/// The objects of `--json`.
package enum JSONObjects {}

extension JSONObjects {
  package static let answer = JSONObject<Answer>(
    "query", "One object a query; with `--batch` one a line of the file.",
    [
      .text("query", "the query as it was given") { $0.query },
      .number(
        "took_us",
        "microseconds until the hits are in memory; marks, explanations and printing not counted"
      ) { $0.took.inMicroseconds },
      .number(
        "total",
        "how many items match, over all pages; with `--count groups` how many groups they are"
      ) { $0.total },
      .mark("at_least", "only there when the counting stopped at its bound") { $0.isAtLeast },
      .mark(
        "cut", "only there when `--timeout-ms` stopped the search: hits may be missing"
      ) { $0.isCut },
      .list("hits", "hits", "this page of hits, best first", of: hit) { $0.hits },
      JSONMember(
        "facets", "object",
        "only with `--facet`: by attribute a list of `value` and `count`, the commonest first, and "
          + "`at_least` where the counting stopped at its bound"
      ) { json, answer in
        if !answer.facets.isEmpty { json.facets(answer.facets) }
      },
      .list("notes", "notes", "what the reader should know", of: note) { $0.notes },
    ])

  package static let hit = JSONObject<Hit>(
    "a hit", "Within `hits`.",
    [
      .text("domain", "the domain") { $0.domain },
      .text("id", "the id within the domain; `--ids` prints `domain:id`") { $0.id },
      .text("title", "the title") { $0.title },
      .text("description", "the description, or an empty text") { $0.description },
      .text("url", "the address, or an empty text") { $0.url },
      .text("image", "the address or path of its picture, or an empty text") {
        $0.attributes.image
      },
      .number("tier", "1 exact, 2 starts, 3 named, 4 found, 5 close, 6 part") {
        $0.tier.rawValue
      },
      // The first two tiers know no score; programs still find a number.
      .number("score", "the score within the tier; 0 where titles and aliases decide") {
        $0.score ?? 0
      },
      JSONMember(
        "more", "number",
        "only there where hits are put together: how many more items have the same value"
      ) { json, hit in
        guard let group = hit.group else { return }
        json.member("more", group.more)
      },
      JSONMember("pinned", "boolean", "only there when the declaration puts it first: true") {
        json, hit in
        guard hit.isPinned else { return }
        json.member("pinned", true)
      },
      JSONMember(
        "matched", "object or null",
        "`field` and `text` of what matched; `named` is true where that name stands in the query among other words"
      ) { json, hit in
        json.name("matched")
        guard let matched = hit.matched else { return json.null() }
        json.object { json in
          json.member("field", matched.field.rawValue)
          json.member("text", matched.text)
          if matched.isNamed {
            json.member("named", true)
          }
        }
      },
      JSONMember(
        "highlights", "object",
        "what matched in `title`, `description`, and of `matched` in `alias` or `keyword`: lists of "
          + "`[start, end]`, half-open, in Unicode scalars"
      ) { json, hit in
        json.object("highlights") { json in
          for (field, found) in hit.highlights.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            json.name(field.rawValue)
            json.highlights(found)
          }
        }
      },
      JSONMember(
        "snippet", "object",
        "only there when description or body hold words: `field`, `text` and its `highlights`"
      ) { json, hit in
        guard let snippet = hit.snippet else { return }
        json.object("snippet") { json in
          json.member("field", snippet.field.rawValue)
          json.member("text", snippet.text)
          json.name("highlights")
          json.highlights(snippet.highlights)
        }
      },
      JSONMember("attributes", "object", "the attributes that have a value") { json, hit in
        json.attributes(hit.attributes)
      },
      JSONMember(
        "distance", "number",
        "only there where a circle or an order names a place: metres from it to the item"
      ) { json, hit in
        if let metres = hit.distance { json.member("distance", metres) }
      },
      JSONMember(
        "explanation", "object",
        "only with `--explain`: `tier`, `reason`, `score`, `factors` and `missing` as `explain` "
          + "prints them"
      ) { json, hit in
        guard let explanation = hit.explanation else { return }
        json.name("explanation")
        json.write(JSONObjects.explanation, explanation)
      },
    ])

  package static let note = JSONObject<Note>(
    "a note", "Within `notes`.",
    [
      .text("code", "a stable code") { $0.code.rawValue },
      .text("message", "one sentence") { $0.message },
      .maybeText("domain", "only there when it concerns one domain") { $0.domain },
    ])

  package static let explained = JSONObject<ItemExplanation>(
    "explain", "One object.",
    [
      .text("query", "the query as it was given") { $0.query },
      .text("domain", "the item's domain") { $0.domain },
      .text("id", "its id within the domain") { $0.id },
      .textOrNull("title", "its title; null when there is no such item") { $0.title },
      .mark(
        "cut", "only there when `--timeout-ms` stopped the search: whether it is found is not known"
      ) { $0.isCut },
    ] + explanation.members.map { member in member.of { $0.explanation } })

  /// The explanation of a hit, or of an item that is none.
  private static let explanation = JSONObject<Explanation>(
    "an explanation", "Within a hit.",
    [
      .numberOrNull("tier", "as in the answer; null for an item that is not there") {
        $0.tier?.rawValue
      },
      .text("reason", "what puts the item there, or keeps it out") { $0.reason },
      // As in a hit: the first two tiers know no score; programs still find a number.
      .numberOrNull("score", "as in the answer") { $0.tier == nil ? nil : $0.score ?? 0 },
      .list(
        "factors", "factors", "what makes the score, then what orders equals", of: factor
      ) { $0.factors },
      .texts("missing", "the words that the item lacks, as they were typed") { $0.missing },
    ])

  package static let factor = JSONObject<Explanation.Factor>(
    "a factor", "Within `factors`.",
    [
      .text("name", "a word as it was typed, or `domain weight`, `typos`, `rank`") { $0.name },
      .number("value", "its worth") { $0.value },
      .boolean("adds", "whether it is a part of the score: these sum up to it") { $0.adds },
      .text("detail", "where the worth comes from, for people") { $0.detail },
    ])

  package static let completions = JSONObject<Completions>(
    "suggest", "One object.",
    [
      .text("query", "the text as it was given") { $0.query },
      .number("took_us", "microseconds, printing not counted") { $0.took.inMicroseconds },
      .mark(
        "cut", "only there when `--timeout-ms` stopped the search: others may be missing"
      ) { $0.isCut },
      .list(
        "suggestions", "suggestions", "names that begin with it, then words", of: suggestion
      ) { $0.suggestions },
      .list("notes", "notes", "what the reader should know", of: note) { $0.notes },
    ])

  package static let suggestion = JSONObject<Completion>(
    "a suggestion", "Within `suggestions`.",
    [
      .text("text", "the completed text") { $0.text },
      .text("kind", "`title`, `alias` or `word`") { $0.kind.rawValue },
      .text("domain", "the domain; of a word the one that holds it most often") { $0.domain },
      .maybeText("id", "only there for a name: the id of the item that is called so") { $0.id },
      JSONMember("count", "number", "only there for a word: how many items hold it") {
        json, found in
        if let count = found.count { json.member("count", count) }
      },
    ])

  package static let item = JSONObject<LocatedItem>(
    "show, dump", "One object an item.",
    [.text("domain", "the domain") { $0.domain }]
      + sample.members.map { member in member.of { $0.item } })

  /// An item without its domain.
  static let sample = JSONObject<Item>(
    "an item", "Within `samples`.",
    [
      .text("id", "the id within the domain") { $0.id },
      .text("title", "the title") { $0.title },
      .text("description", "the description, or an empty text") { $0.description },
      .text("body", "the body, or an empty text") { $0.body },
      .texts("keywords", "the keywords") { $0.keywords },
      .texts("aliases", "the aliases") { $0.aliases },
      .text("url", "the address, or an empty text") { $0.url },
      .text("image", "the address or path of its picture, or an empty text") {
        $0.attributes.image
      },
      JSONMember(
        "attributes", "object",
        "by name: text, number, boolean, list of texts; a date is ISO 8601 text, a place has `lat` and `lon`"
      ) { json, item in json.attributes(item.attributes) },
      .number("rank", "0 … 1000") { $0.rank },
      .instantOrNull("expires", "the instant from which on it is not found") { $0.expires },
    ])
}
