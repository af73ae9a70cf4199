public import FootlightDiagnostics
import QueryLanguage
import TextAnalysis

/// What a text that is being typed may become.
public struct Suggestion: Sendable, Hashable {
  /// Where it is from.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The title of an item, or one of its aliases.
    case title, alias
    /// The text with its last word completed.
    case word
  }

  /// The completed text.
  public var text: String
  /// Where it is from.
  public var kind: Kind
  /// The index of its part; of a word that which holds it most often.
  public var part: Int
  /// The id of the item that is called so.
  public var id: String?
  /// How many items hold the word.
  public var count: Int?

  /// Makes a suggestion.
  public init(text: String, kind: Kind, part: Int, id: String? = nil, count: Int? = nil) {
    self.text = text
    self.kind = kind
    self.part = part
    self.id = id
    self.count = count
  }
}

/// Completes a text: names that begin with it, in the order of hits, then words that its last word
/// begins, the most frequent first, as far as some item holds them together with the words before.
///
/// What folds alike stands there once. Texts with syntax – phrases, OR, fields, conditions – are not
/// completed.
///
/// - Complexity: O(n / 32 + limit) for the n names that begin so, more where many have the same
///   one: the first 4,096 are looked at; for words, the dictionary blocks with the most postings are read until
///   no other can hold a more frequent word.
/// - Throws: `index.damaged`.
public func suggest(
  _ text: String, limit: Int, now: Int64, in parts: [SearchPart]
) throws(Failure) -> [Suggestion] {
  let query = Query(text)
  guard limit > 0, query.expression == nil, query.conditions.isEmpty, query.name != nil else {
    return []
  }
  var found: [Suggestion] = []
  var known: Set<[String]> = []
  func add(_ suggestion: Suggestion) {
    guard found.count < limit, known.insert(folded(suggestion.text)).inserted else { return }
    found.append(suggestion)
  }
  var request = SearchRequest(query: query, limit: min(1_000, 2 * limit + 8), now: now)
  var searches: [SegmentSearch] = []
  // Several items may have one name: then further pages are asked for.
  while request.limit > 0 {
    searches = []
    for part in parts {
      let search = try SegmentSearch(SearchPlan(request), part)
      try search.findNames()
      searches.append(search)
    }
    let page = try MergedHits(searches, parts).page(request)
    for hit in page {
      guard let kind = Suggestion.Kind(rawValue: hit.matched.field) else { continue }
      add(Suggestion(text: hit.matched.text, kind: kind, part: hit.part, id: hit.item.id))
    }
    guard found.count < limit, page.count == request.limit else { break }
    request.offset += request.limit
    request.limit = min(4 * request.limit, namesLimit - request.offset)
  }
  for word in try WordCompletion(query, searches, parts)?.words(limit: limit) ?? [] { add(word) }
  return found
}

/// How many names are looked at for different ones.
private let namesLimit = 4_096

/// What names are compared by.
private func folded(_ text: String) -> [String] {
  Analyzer().analyze(text, as: .name).map(\.text)
}
