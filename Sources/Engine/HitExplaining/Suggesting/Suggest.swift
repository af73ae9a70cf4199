package import FootlightPlatform
import TextAnalysis

/// A text that is to be completed.
package struct SuggestionRequest: Sendable {
  /// The text.
  package var text: String
  /// How many suggestions there are at most.
  package var limit: Int
  /// The present, in seconds since 1970: what has expired is not suggested.
  package var now: Int64
  /// When it has to stop before it is done; nil for never.
  package var bounds: SearchBounds?
  /// Whether items are left out that only their owner sees.
  package var hidesPrivate = false

  /// Makes a request.
  package init(_ text: String, limit: Int, now: Int64, bounds: SearchBounds? = nil) {
    self.text = text
    self.limit = limit
    self.now = now
    self.bounds = bounds
  }
}

/// The completions of a text, the likeliest first.
package struct SuggestionAnswer: Sendable {
  /// The suggestions, in their order.
  package var suggestions: [Completion]
  /// Whether it was stopped by the deadline: others may be missing.
  package var isCut: Bool

  /// Makes an answer.
  package init(_ suggestions: [Completion] = [], isCut: Bool = false) {
    self.suggestions = suggestions
    self.isCut = isCut
  }
}

/// Completes a text: names that begin with it, in the order of hits, then words that its last word
/// begins, the most frequent first, as far as some item holds them together with the words before.
///
/// Texts that fold alike stand there once. Texts with syntax – phrases, OR, fields, conditions – are not completed.
///
/// - Complexity: O(n / 32 + limit) for the n names that begin so, more where many have the same
///   one: the first 4,096 are looked at; for words, the dictionary blocks with the most postings are read until
///   no other can hold a more frequent word.
/// - Throws: `index.damaged`, `cancelled`.
package func suggest(
  _ request: SuggestionRequest, in segments: [SearchedSegment]
) throws(Failure) -> SuggestionAnswer {
  let query = Query(request.text)
  guard request.limit > 0, query.expression == nil, query.conditions.isEmpty, query.name != nil
  else { return SuggestionAnswer() }
  var found = DistinctSuggestions(limit: request.limit)
  do throws(Failure) {
    try find(query, request, in: segments, &found)
  } catch {
    guard error.isCut else { throw error }
    return SuggestionAnswer(found.list, isCut: true)
  }
  return SuggestionAnswer(found.list)
}

/// Adds names, then words; what was added is good whenever it is stopped.
private func find(
  _ query: Query, _ wanted: SuggestionRequest, in segments: [SearchedSegment],
  _ found: inout DistinctSuggestions
) throws(Failure) {
  var request = SearchRequest(
    query: query, limit: min(1_000, 2 * wanted.limit + 8), now: wanted.now)
  request.bounds = wanted.bounds
  try request.bounds?.check()
  var hits: [SegmentHits] = []
  // Several items may have one name: then further pages are asked for.
  while request.limit > 0 {
    hits = []
    for segment in segments {
      let hidden = wanted.hidesPrivate ? try segment.stored.reserved().hidden : nil
      hits.append(
        try SegmentHits(
          naming: try SegmentQuery(SearchPlan(request), segment, hiding: hidden)))
    }
    let page = try MergedHits(hits).page(request)
    for hit in page {
      guard let kind = Completion.Kind(rawValue: hit.matched.field.rawValue) else { continue }
      found.add(Completion(text: hit.matched.text, kind: kind, place: hit.place, id: hit.item.id))
    }
    guard !found.isFull, page.count == request.limit else { break }
    request.offset += request.limit
    request.limit = min(4 * request.limit, namesLimit - request.offset)
  }
  guard !found.isFull, let completion = WordCompletion(query, hits.map(\.query)) else { return }
  try completion.words(limit: wanted.limit) { word in
    found.add(word)
    return !found.isFull
  }
}

/// Suggestions of which none folds like another.
private struct DistinctSuggestions {
  let limit: Int
  private(set) var list: [Completion] = []
  private var known: Set<[String]> = []

  init(limit: Int) {
    self.limit = limit
  }

  var isFull: Bool { list.count >= limit }

  mutating func add(_ suggestion: Completion) {
    guard !isFull, known.insert(folded(suggestion.text)).inserted else { return }
    list.append(suggestion)
  }
}

/// How many names are looked at for different ones.
private let namesLimit = 4_096

/// The form by which names are compared.
private func folded(_ text: String) -> [String] {
  Analyzer().analyze(text, as: .name).map(\.text)
}

/// A completion of a text that is being typed.
public struct Completion: Sendable, Hashable {
  /// Where it is from.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The title of an item, or one of its aliases.
    case title, alias
    /// The text with its last word completed.
    case word
    /// A query that was asked before and found something (`log: true`).
    case query
  }

  /// The completed text.
  public var text: String
  /// Where it is from.
  public var kind: Kind
  /// The domain; of a word the one that holds it most often, of a query none.
  public var domain: String
  /// The id of the item that is called so; nil for a word.
  public var id: String?
  /// How many items hold the word, or how often the query was asked; nil for a name.
  public var count: Int?
  /// The place of its segment in the request, or of its domain, until the domain has its name.
  package var place = 0

  /// Makes a completion.
  package init(text: String, kind: Kind, domain: String, id: String? = nil, count: Int? = nil) {
    self.text = text
    self.kind = kind
    self.domain = domain
    self.id = id
    self.count = count
  }

  /// Makes a completion by the place of its segment.
  package init(text: String, kind: Kind, place: Int, id: String? = nil, count: Int? = nil) {
    self.init(text: text, kind: kind, domain: "", id: id, count: count)
    self.place = place
  }

  /// The same completion with the name of its domain in the place of a number.
  package func named(_ domains: [String]) -> Completion {
    Completion(text: text, kind: kind, domain: domains[place], id: id, count: count)
  }
}
