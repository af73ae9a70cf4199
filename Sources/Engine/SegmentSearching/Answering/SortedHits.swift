import FootlightPlatform

/// The hits of all segments in the order of attributes or titles: those without a value last, equals in the order of
/// the index.
struct SortedHits {
  /// A hit in its place.
  struct Entry {
    var segment: Int
    var document: UInt32
    var values: [OrderReader.Value]
    var order: UInt64
  }

  private let request: SearchRequest
  private let segments: [SegmentHits]
  /// The first hits in their order.
  private(set) var entries: [Entry] = []

  init(
    _ request: SearchRequest, _ segments: [SegmentHits], _ documents: [Bitmap]
  ) throws(Failure) {
    self.request = request
    self.segments = segments
    let ties = TieKeys(segments.map(\.query))
    for (segment, found) in documents.enumerated() {
      let stored = segments[segment].query.stored
      var first = try FirstRows(
        request.sort, of: segment, stored, limit: request.offset + request.limit, ties)
      var found = found
      if let order = request.sort.first, let origin = order.origin, !order.isDescending {
        found = try found.nearest(
          to: origin, try stored.placeColumns(order.name), of: stored,
          count: request.offset + request.limit, request.bounds)
      }
      try first.add(found, request.bounds)
      for row in try first.sorted() {
        var entry = Entry(segment: segment, document: row.document, values: [], order: 0)
        // The rows of one segment are in order; values are compared between segments alone.
        if documents.count > 1 {
          for (reader, key) in zip(first.readers, row.keys) {
            entry.values.append(try reader.value(key))
          }
          entry.order = try stored.order(row.document)
        }
        entries.append(entry)
      }
    }
    guard documents.count > 1 else { return }
    entries.sort { SortedHits.precedes($0, $1, request.sort, ties) }
    if let failure = ties.failure { throw failure }
  }

  private static func precedes(
    _ a: Entry, _ b: Entry, _ orders: [AttributeOrder], _ ties: TieKeys
  ) -> Bool {
    let places = ((a.segment, a.document), (b.segment, b.document))
    for (order, (one, other)) in zip(orders, zip(a.values, b.values)) {
      switch (one, other) {
      case (.missing, .missing): break
      case (.missing, _): return false
      case (_, .missing): return true
      case (.number(let one), .number(let two)):
        if one != two { return (one < two) != order.isDescending }
      case (.distance(let one), .distance(let two)):
        if one != two { return one < two }
      case (.text(let one), .text(let two)):
        if one != two { return one.lexicographicallyPrecedes(two) != order.isDescending }
      case (.title(let one), .title(let two)):
        // The beginnings are numbers of which the lower comes first, whichever way the order goes.
        if one != two { return one < two }
        let compared = ties.compareTitles(places.0, places.1)
        if compared != 0 { return (compared < 0) != order.isDescending }
      case (.number, _), (.title, _), (.distance, _): return !order.isDescending
      case (.text, _): return order.isDescending
      }
    }
    if a.order != b.order { return a.order < b.order }
    if a.segment == b.segment { return a.document < b.document }
    return ties.precedes(places.0, places.1)
  }

  /// The hits from offset on, with their tiers, scores and stored fields.
  func page() throws(Failure) -> [RankedHit] {
    try SortedHits.hits(
      request.page(of: entries, domain: { segments[$0.segment].query.domain }), segments,
      takesBodies: request.takesBodies)
  }

  /// The hits of a page, with their tiers, scores and stored fields.
  static func hits(
    _ page: ArraySlice<Entry>, _ segments: [SegmentHits], takesBodies: Bool
  ) throws(Failure) -> [RankedHit] {
    var known: [[UInt32: Candidate]] = segments.map { _ in [:] }
    for (segment, hits) in segments.enumerated() {
      let documents = page.filter { $0.segment == segment }.map(\.document).sorted()
      for candidate in try hits.candidates(documents) {
        known[segment][candidate.document] = candidate
      }
    }
    var hits: [RankedHit] = []
    var matchers = segments.map { HitMatcher($0.ladder) }
    for entry in page {
      guard let candidate = known[entry.segment][entry.document] else { continue }
      let query = segments[entry.segment].query
      let (item, hasBody) = try query.stored.shownItem(
        entry.document, takesBody: takesBodies, &query.scratch.buffers.stored)
      hits.append(
        try matchers[entry.segment].hit(candidate, item, hasBody: hasBody, of: entry.segment))
    }
    return hits
  }
}

extension SegmentHits {
  /// Documents that the rungs find, ascending, with their tiers and scores.
  func candidates(_ documents: [UInt32]) throws(Failure) -> [Candidate] {
    guard !documents.isEmpty else { return [] }
    let preferred = try query.segment.preferred(query.plan.request, query.domain)
    var found: [Candidate] = []
    var left = documents
    for rung in ladder.rungs where !left.isEmpty {
      guard let matches = try ladder.matches(of: rung) else { continue }
      var rest: [UInt32] = []
      for document in left {
        guard try matches.holds(document) else {
          rest.append(document)
          continue
        }
        found.append(try candidate(matches, rung, preferred[document]))
      }
      left = rest
    }
    return found
  }
}
