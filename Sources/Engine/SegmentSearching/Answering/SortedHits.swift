import SegmentFiles
import FootlightDiagnostics

/// The hits of all segments in the order of an attribute: those without it last, equals in the order of
/// the index.
struct SortedHits {
  /// A value that hits are ordered by.
  private enum Value {
    case missing
    case number(Double)
    case text([UInt8])
  }

  private struct Entry {
    var segment: Int
    var document: UInt32
    var value: Value
    var order: UInt64
  }

  private let request: SearchRequest
  private let matches: [SegmentMatches]
  private var entries: [Entry] = []

  init(
    _ sort: AttributeOrder, _ request: SearchRequest, _ matches: [SegmentMatches],
    _ documents: [Bitmap]
  ) throws(Failure) {
    self.request = request
    self.matches = matches
    for (segment, found) in documents.enumerated() {
      let stored = matches[segment].query.stored
      let column = try stored.column(sort.name)
      var first = FirstKeys(limit: request.offset + request.limit)
      try SortedHits.forEachKey(column, found, sort.isDescending, request.bounds) {
        first.add($0, $1)
      }
      for key in first.sorted() {
        // The keys of one segment are in order; values are compared between segments alone.
        guard documents.count > 1 else {
          entries.append(Entry(segment: segment, document: key.document, value: .missing, order: 0))
          continue
        }
        entries.append(
          Entry(
            segment: segment, document: key.document,
            value: try SortedHits.value(key.key, column, sort.isDescending),
            order: try stored.order(key.document)))
      }
    }
    guard documents.count > 1 else { return }
    let ties = TieKeys(matches.map(\.query), takesBodies: false)
    entries.sort { SortedHits.precedes($0, $1, sort.isDescending, ties) }
    if let failure = ties.failure { throw failure }
  }

  /// Calls `body` with a key and every document.
  ///
  /// The key is its code, or how far that is from the highest; `max` for documents without a value. Of
  /// a list the value counts that comes first.
  private static func forEachKey(
    _ column: Column?, _ documents: Bitmap, _ isDescending: Bool, _ bounds: SearchBounds?,
    _ body: (UInt64, UInt32) -> Void
  ) throws(Failure) {
    var missing = documents
    if let column {
      var last: (key: UInt64, document: UInt32)?
      var present = Bitmap(size: documents.size)
      try column.forEach(bounds) { document, code in
        guard documents[Int(document)] else { return true }
        let key = isDescending ? column.highest - code : code
        if let before = last, before.document == document {
          last = (min(before.key, key), document)
        } else {
          if let before = last { body(before.key, before.document) }
          last = (key, document)
          present.insert(Int(document))
        }
        return true
      }
      if let last { body(last.key, last.document) }
      missing.subtract(present)
    }
    var pace = SearchPace(bounds)
    try missing.forEach { (document) throws(Failure) in
      try pace.step()
      body(.max, document)
      return true
    }
  }

  private static func value(
    _ key: UInt64, _ column: Column?, _ isDescending: Bool
  ) throws(Failure) -> Value {
    guard let column, key != .max else { return .missing }
    let code = isDescending ? column.highest - key : key
    return column.isText
      ? .text(try column.texts.folded(code)) : .number(column.number.worth(code))
  }

  private static func precedes(
    _ a: Entry, _ b: Entry, _ isDescending: Bool, _ ties: TieKeys
  ) -> Bool {
    switch (a.value, b.value) {
    case (.missing, .missing): break
    case (.missing, _): return false
    case (_, .missing): return true
    case (.number(let one), .number(let two)):
      if one != two { return (one < two) != isDescending }
    case (.text(let one), .text(let two)):
      if one != two { return one.lexicographicallyPrecedes(two) != isDescending }
    case (.number, .text): return !isDescending
    case (.text, .number): return isDescending
    }
    if a.order != b.order { return a.order < b.order }
    if a.segment == b.segment { return a.document < b.document }
    return ties.precedes((a.segment, a.document), (b.segment, b.document))
  }

  /// The hits from offset on, with their tiers, scores and stored fields.
  func page(_ statistics: Statistics) throws(Failure) -> [RankedHit] {
    let page = request.page(of: entries, domain: { matches[$0.segment].query.domain })
    var known: [[UInt32: Candidate]] = matches.map { _ in [:] }
    for (segment, found) in matches.enumerated() {
      let documents = page.filter { $0.segment == segment }.map(\.document).sorted()
      guard !documents.isEmpty else { continue }
      for candidate in try found.candidates(documents, statistics) {
        known[segment][candidate.document] = candidate
      }
    }
    var hits: [RankedHit] = []
    var matchers = matches.map { HitMatcher($0.hits, $0.expression) }
    for entry in page {
      guard let candidate = known[entry.segment][entry.document] else { continue }
      let query = matches[entry.segment].query
      let (item, hasBody) = try query.stored.shownItem(
        entry.document, takesBody: request.takesBodies, &query.scratch.buffers.stored)
      hits.append(
        RankedHit(
          place: entry.segment, document: entry.document, tier: candidate.tier,
          score: candidate.hasScore ? candidate.score : nil, item: item,
          hasBody: hasBody, matched: try matchers[entry.segment].match(candidate, item)))
    }
    return hits
  }
}

/// The first few of many keys, equals by document.
private struct FirstKeys {
  private let limit: Int
  private var kept: [(key: UInt64, document: UInt32)] = []

  init(limit: Int) {
    self.limit = limit
  }

  mutating func add(_ key: UInt64, _ document: UInt32) {
    kept.append((key, document))
    // Twice as many are gathered before the later half is dropped: O(n log limit) altogether.
    if kept.count >= max(256, limit * 2) { shorten() }
  }

  private mutating func shorten() {
    kept.sort { $0.key != $1.key ? $0.key < $1.key : $0.document < $1.document }
    if kept.count > limit { kept.removeSubrange(limit...) }
  }

  /// The first ones in order.
  mutating func sorted() -> [(key: UInt64, document: UInt32)] {
    shorten()
    return kept
  }
}
