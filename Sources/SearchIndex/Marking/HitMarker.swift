public import FootlightDiagnostics
import FootlightPlatform
import QueryLanguage
public import TextAnalysis

/// Finds in hits what made them hits, for those who are shown them.
///
/// Work is bounded: of a text the first ``bodyLimit`` bytes are looked through, of keywords as many over
/// all of them, and of keywords and bodies fewer when one, or a piece, holds all words.
public struct HitMarker: Sendable {
  private let match: MatchMode
  /// For tiers 1 and 2, for tier 3, and for those below.
  private let named: TextMarker
  private let words: TextMarker
  private let telling: TextMarker
  /// For tier 5: with the words that were taken for mistyped ones.
  private let close: TextMarker

  /// How many bytes of a text are looked through.
  public static let bodyLimit = 1 << 17
  /// How many are analysed at once.
  static let pieceSize = 1 << 13

  /// Prepares the words of a request for the hits of one domain, whose analyzer is given.
  public init(
    _ request: SearchRequest, _ answer: SearchAnswer, analyzer: Analyzer,
    synonyms: Synonyms = Synonyms()
  ) {
    match = request.match
    func patterns(
      _ synonyms: Synonyms, _ others: (QueryWord) -> Set<[UInt8]> = { _ in [] }
    ) -> [TextPattern] {
      TextPattern.patterns(
        of: request.query, allPrefixes: request.match == .all, analyzer, synonyms: synonyms, others)
    }
    func spoken(_ patterns: [TextPattern]) -> [TextPattern] {
      let spoken = patterns.filter { !$0.isSymbol }
      return spoken.isEmpty ? patterns : spoken
    }
    func telling(_ patterns: [TextPattern]) -> [TextPattern] {
      let telling = patterns.filter { !$0.isStopWord }
      return telling.isEmpty ? patterns : telling
    }
    let name = request.query.name.map { TextPattern.patterns(of: $0) } ?? []
    let exact = patterns(Synonyms())
    named = TextMarker(exact + name, analyzer)
    let found = spoken(patterns(synonyms))
    words = TextMarker(found, analyzer)
    self.telling = TextMarker(telling(found), analyzer)
    close = TextMarker(
      telling(spoken(patterns(synonyms) { answer.spellings[$0] ?? [] })),
      analyzer)
  }

  /// What matched in a hit; `body` is asked for when it may hold more words than the description.
  public func marks(
    _ hit: RankedHit, body: () throws(Failure) -> String
  ) throws(Failure) -> HitMarks {
    var marks = HitMarks(matched: hit.matched)
    guard match != .none else { return marks }
    let marker: TextMarker
    switch hit.tier {
    case ...2: marker = named
    case 3: marker = words
    case 5: marker = close
    default: marker = telling
    }
    let title = TextMarker.scalarRanges(marker, hit.item.title, .title)
    if !title.isEmpty { marks.highlights[.title] = title }
    let description = ByteArena(hit.item.description)
    let found = marker.marks(in: description, .description)
    if !found.isEmpty {
      marks.highlights[.description] = scalars(TextMarker.joined(found), in: description)
    }
    if hit.matched.field == QueryField.alias.rawValue {
      let alias = TextMarker.scalarRanges(marker, hit.matched.text, .alias)
      if !alias.isEmpty { marks.highlights[.alias] = alias }
    }
    if hit.matched.field == QueryField.keyword.rawValue {
      markKeyword(hit.item, marker, &marks)
    }
    let inDescription = SnippetWindow(found)
    let all = marker.patterns.count { $0.concerns(.body) }
    if inDescription.distinct < all {
      let bytes = ByteArena(try body())
      let inBody = SnippetWindow(in: bytes, marker, all: all)
      if inBody.distinct > inDescription.distinct {
        marks.snippet = inBody.snippet(of: bytes, .body)
      }
    }
    if marks.snippet == nil, inDescription.distinct > 0 {
      marks.snippet = inDescription.snippet(of: description, .description)
    }
    if marks.matched.text.isEmpty, let snippet = marks.snippet,
      snippet.field.rawValue == marks.matched.field
    {
      marks.matched.text = snippet.text
    }
    return marks
  }

  /// The first keyword that holds the most of the words.
  private func markKeyword(_ item: StoredItem, _ marker: TextMarker, _ marks: inout HitMarks) {
    var best = 0
    var looked = 0
    let all = marker.patterns.count { $0.concerns(.keyword) }
    for keyword in item.keywords where best < all && looked < HitMarker.bodyLimit {
      let text = ByteArena(keyword)
      looked += text.count
      let found = marker.marks(in: text, .keyword)
      let distinct = Set(found.map(\.pattern)).count
      guard distinct > best else { continue }
      best = distinct
      marks.matched.text = keyword
      marks.highlights[.keyword] = scalars(TextMarker.joined(found), in: text)
    }
  }
}

extension TextMarker {
  /// What matches in a short text, in scalar offsets.
  static func scalarRanges(_ marker: TextMarker, _ text: String, _ field: QueryField) -> [Range<
    Int
  >] {
    let bytes = ByteArena(text)
    return scalars(joined(marker.marks(in: bytes, field)), in: bytes)
  }
}

/// Ranges of bytes, in order, as ranges of Unicode scalars.
func scalars(_ ranges: [Range<Int>], in text: borrowing ByteArena) -> [Range<Int>] {
  var found: [Range<Int>] = []
  var offset = 0
  var count = 0
  func advance(to end: Int) -> Int {
    while offset < end {
      if text[offset] & 0xC0 != 0x80 { count += 1 }
      offset += 1
    }
    return count
  }
  for range in ranges {
    let start = advance(to: range.lowerBound)
    found.append(start..<advance(to: range.upperBound))
  }
  return found
}
