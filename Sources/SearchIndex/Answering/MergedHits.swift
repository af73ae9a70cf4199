import FootlightDiagnostics

/// The hits of all parts in one order.
struct MergedHits {
  private struct Entry {
    var part: Int
    var candidate: Candidate
    var order: UInt64 = 0
  }

  /// The hits of each part, the best first.
  private let lists: [[Candidate]]
  private let searches: [SegmentSearch]
  private let parts: [SearchPart]

  init(_ searches: [SegmentSearch], _ parts: [SearchPart]) {
    self.searches = searches
    self.parts = parts
    lists = searches.map { $0.top.sorted() }
  }

  /// The best of all, at most so many; no more is read than comparing them needs.
  private func merged(atMost limit: Int, _ keys: TieKeys) throws(Failure) -> [Entry] {
    if lists.count == 1 { return lists[0].prefix(limit).map { Entry(part: 0, candidate: $0) } }
    var heads: [Entry?] = []
    for part in lists.indices { heads.append(try entry(part, at: 0)) }
    var taken = [Int](repeating: 0, count: lists.count)
    var merged: [Entry] = []
    while merged.count < limit {
      var best: Entry?
      for case let head? in heads {
        if let known = best, !MergedHits.precedes(head, known, keys) { continue }
        best = head
      }
      if let failure = keys.failure { throw failure }
      guard let best else { break }
      merged.append(best)
      taken[best.part] += 1
      heads[best.part] = try entry(best.part, at: taken[best.part])
    }
    return merged
  }

  /// The n-th hit of a part; nil when it has fewer.
  private func entry(_ part: Int, at place: Int) throws(Failure) -> Entry? {
    guard place < lists[part].count else { return nil }
    let candidate = lists[part][place]
    return Entry(
      part: part, candidate: candidate,
      order: try searches[part].generation.order(candidate.document))
  }

  private static func precedes(_ a: Entry, _ b: Entry, _ keys: TieKeys) -> Bool {
    if a.candidate.tier != b.candidate.tier { return a.candidate.tier < b.candidate.tier }
    if a.candidate.typos != b.candidate.typos { return a.candidate.typos < b.candidate.typos }
    if a.candidate.score != b.candidate.score { return a.candidate.score > b.candidate.score }
    if a.order != b.order { return a.order < b.order }
    return keys.precedes((a.part, a.candidate.document), (b.part, b.candidate.document))
  }

  /// The hits from offset on, with their stored fields.
  func page(_ request: SearchRequest) throws(Failure) -> [RankedHit] {
    // Where each domain has its share, how many of the best are needed is known only at the end.
    let wanted = request.perDomain == nil ? request.offset + request.limit : .max
    let keys = TieKeys(searches, parts, takesBodies: request.takesBodies)
    let merged = try merged(atMost: wanted, keys)
    var hits: [RankedHit] = []
    for entry in request.page(of: merged, domain: { parts[$0.part].domain }) {
      let search = searches[entry.part]
      let (item, hasBody) = try keys.shownItem(entry.part, entry.candidate.document)
      hits.append(
        RankedHit(
          part: entry.part, document: entry.candidate.document, tier: entry.candidate.tier,
          score: entry.candidate.hasScore ? entry.candidate.score : nil, item: item,
          hasBody: hasBody, matched: try search.match(entry.candidate, item)))
    }
    return hits
  }
}

extension SearchRequest {
  /// The hits that it asks for, of all in order: of each domain the best as far as it wants them.
  func page<Entry>(of entries: [Entry], domain: (Entry) -> String) -> ArraySlice<Entry> {
    var kept = entries[...]
    if let perDomain {
      var counts: [String: Int] = [:]
      kept =
        entries.filter { entry in
          counts[domain(entry), default: 0] += 1
          return counts[domain(entry), default: 0] <= perDomain
        }[...]
    }
    return kept.dropFirst(offset).prefix(limit)
  }
}
