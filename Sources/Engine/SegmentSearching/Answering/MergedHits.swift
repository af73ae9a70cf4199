package import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

/// The hits of all segments in one order: what decides which of two hits stands first, where they are of
/// different segments.
package struct MergedHits {
  /// A hit in its place.
  struct Entry {
    var segment: Int
    var candidate: Candidate
  }

  /// Of so many hits at most what is shown is fetched ahead: more would not stay in the cache.
  private static let mostFetched = 32

  /// The hits of each segment, the best first, and what tells why they are.
  private let lists: [[Candidate]]
  private let matchers: [HitMatcher]
  private let queries: [SegmentQuery]

  package init(_ segments: [SegmentHits], _ expression: PlannedExpression? = nil) {
    lists = segments.map { $0.top.sorted() }
    matchers = segments.map { HitMatcher($0, expression) }
    queries = segments.map(\.query)
  }

  /// The best hits of some matches without those documents of each segment.
  init(
    _ matches: [SegmentMatches], without hidden: [Bitmap], atMost wanted: Int,
    _ statistics: Statistics
  ) throws(Failure) {
    var lists: [[Candidate]] = []
    for (found, hidden) in zip(matches, hidden) {
      lists.append(try found.best(without: hidden, atMost: wanted, statistics))
    }
    self.lists = lists
    matchers = matches.map { HitMatcher($0.hits, $0.expression) }
    queries = matches.map(\.query)
  }

  /// The best of all in their order, at most so many.
  func entries(
    atMost wanted: Int, _ request: SearchRequest, _ keys: TieKeys
  ) throws(Failure) -> [Entry] {
    Array(
      try near(try merged(atMost: max(wanted, Nearness.window), keys), request).prefix(wanted))
  }

  /// The best of all in their order where the first hits of all are left out: nearness has ordered these alone.
  func furtherEntries(atMost wanted: Int, _ keys: TieKeys) throws(Failure) -> [Entry] {
    try merged(atMost: wanted, keys)
  }

  /// The best of all, at most so many; no more is read than comparing them needs.
  ///
  /// The longest list comes first. Of another one, mostly of a delta, the best hit hardly ever precedes the
  /// last that is wanted: then that is the only comparison.
  private func merged(atMost limit: Int, _ keys: TieKeys) throws(Failure) -> [Entry] {
    let order = lists.indices.sorted {
      lists[$0].count != lists[$1].count ? lists[$0].count > lists[$1].count : $0 < $1
    }
    var merged: [Entry] = []
    for segment in order where !lists[segment].isEmpty {
      let entries = lists[segment].prefix(limit).map { Entry(segment: segment, candidate: $0) }
      merged = try merge(merged, entries, atMost: limit, keys)
    }
    return merged
  }

  /// Puts the hits of one segment among those of others.
  private func merge(
    _ there: [Entry], _ entries: [Entry], atMost limit: Int, _ keys: TieKeys
  ) throws(Failure) -> [Entry] {
    guard !there.isEmpty else { return entries }
    var merged: [Entry] = []
    var rest = there[...]
    for entry in entries {
      // Of as many as are wanted the last one decides whether any precedes.
      if merged.isEmpty, there.count >= limit, let last = there.last,
        try !precedes(entry, last, keys)
      {
        return there
      }
      // The first that it precedes is mostly one of the next.
      let low = try rest.indices.gallopingPartitionPoint { (place) throws(Failure) in
        try !precedes(entry, rest[place], keys)
      }
      merged += rest[..<low]
      rest = rest[low...]
      guard merged.count < limit else { break }
      merged.append(entry)
    }
    merged += rest.prefix(max(0, limit - merged.count))
    return merged.count > limit ? Array(merged.prefix(limit)) : merged
  }

  private func precedes(_ a: Entry, _ b: Entry, _ keys: TieKeys) throws(Failure) -> Bool {
    if let outranks = a.candidate.outranks(b.candidate) { return outranks }
    let one = try queries[a.segment].stored.order(a.candidate.document)
    let other = try queries[b.segment].stored.order(b.candidate.document)
    if one != other { return one < other }
    let precedes = keys.precedes(
      (a.segment, a.candidate.document), (b.segment, b.candidate.document))
    if let failure = keys.failure { throw failure }
    return precedes
  }

  /// The hits with the first ones of tier 4 in the order of their scores with nearness.
  private func near(_ merged: [Entry], _ request: SearchRequest) throws(Failure) -> [Entry] {
    guard Nearness.counts(in: request) else { return merged }
    let those = merged.indices.prefix(Nearness.window).filter {
      merged[$0].candidate.tier == 4 && merged[$0].candidate.typos == 0
        && merged[$0].candidate.picked == 0
    }
    guard let first = those.first else { return merged }
    var known: [Int: Nearness] = [:]
    var raised: [Entry] = []
    for place in those {
      var entry = merged[place]
      let nearness = known[entry.segment] ?? Nearness(queries[entry.segment])
      known[entry.segment] = nearness
      entry.candidate.score = try nearness.raised(
        entry.candidate.score, entry.candidate.document)
      raised.append(entry)
    }
    // A stable order: of equals the one that stood first stays so.
    let order = raised.indices.sorted { one, other in
      raised[one].candidate.outranks(raised[other].candidate) ?? (one < other)
    }
    var merged = merged
    merged.replaceSubrange(first..<first + those.count, with: order.map { raised[$0] })
    return merged
  }

  /// Fetches what will be read of some hits, of all at once.
  private func prefetch(_ page: ArraySlice<Entry>) {
    guard page.count > 1 else { return }
    for entry in page {
      queries[entry.segment].stored.prefetchPlace(of: entry.candidate.document)
    }
    for entry in page {
      queries[entry.segment].stored.prefetchRow(of: entry.candidate.document)
    }
    for entry in page {
      queries[entry.segment].stored.prefetchStored(of: entry.candidate.document)
    }
  }

  /// The hits from offset on, with their stored fields.
  package func page(_ request: SearchRequest) throws(Failure) -> [RankedHit] {
    // Where each domain has its share, how many of the best are needed is known only at the end.
    let wanted = request.perDomain == nil ? request.offset + request.limit : .max
    let keys = TieKeys(queries, takesBodies: request.takesBodies)
    let merged = try near(try merged(atMost: max(wanted, Nearness.window), keys), request)
    return try hits(request.page(of: merged, domain: { queries[$0.segment].domain }), keys)
  }

  /// The hits of a page, with their stored fields.
  func hits(_ page: ArraySlice<Entry>, _ keys: TieKeys) throws(Failure) -> [RankedHit] {
    var hits: [RankedHit] = []
    var matchers = matchers
    prefetch(page.prefix(MergedHits.mostFetched))
    for entry in page {
      let (item, hasBody) = try keys.shownItem(entry.segment, entry.candidate.document)
      hits.append(
        RankedHit(
          place: entry.segment, document: entry.candidate.document, tier: entry.candidate.tier,
          score: entry.candidate.hasScore ? entry.candidate.score : nil, item: item,
          hasBody: hasBody, matched: try matchers[entry.segment].match(entry.candidate, item)))
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
