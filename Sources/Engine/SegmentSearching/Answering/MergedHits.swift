package import FootlightPlatform

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
  private let found: [SegmentHits]
  private let queries: [SegmentQuery]

  package init(_ segments: [SegmentHits]) {
    lists = segments.map { $0.top.sorted() }
    found = segments
    queries = segments.map(\.query)
  }

  /// The best of all in their order, at most so many.
  func entries(
    atMost wanted: Int, _ request: SearchRequest, _ keys: TieKeys
  ) throws(Failure) -> [Entry] {
    Array(
      try near(try merged(atMost: max(wanted, Nearness.window), keys), request, keys)
        .prefix(wanted))
  }

  /// The best of all in their order where the first hits of all are left out: nearness has ordered these alone.
  func furtherEntries(atMost wanted: Int, _ keys: TieKeys) throws(Failure) -> [Entry] {
    try merged(atMost: wanted, keys)
  }

  /// The first hit of a list that is not merged yet.
  private struct Head {
    var entry: Entry
    /// The hit's rank and the beginning of its title.
    var order: UInt64
    /// Where it stands in its list.
    var place: Int
  }

  /// The best of all, at most so many.
  ///
  /// The heads of all lists are looked at for each hit, since lists are few; titles are read of those alone that tie.
  private func merged(atMost limit: Int, _ keys: TieKeys) throws(Failure) -> [Entry] {
    let found = lists.indices.filter { !lists[$0].isEmpty }
    if let only = found.first, found.count == 1 {
      return lists[only].prefix(limit).map { Entry(segment: only, candidate: $0) }
    }
    var heads: [Head] = []
    for segment in found { heads.append(try head(segment, 0)) }
    var merged: [Entry] = []
    while !heads.isEmpty, merged.count < limit {
      let first = try firstOf(heads, keys)
      let head = heads[first]
      merged.append(head.entry)
      let segment = head.entry.segment
      if head.place + 1 < lists[segment].count {
        heads[first] = try self.head(segment, head.place + 1)
      } else {
        heads.remove(at: first)
      }
    }
    return merged
  }

  private func head(_ segment: Int, _ place: Int) throws(Failure) -> Head {
    let candidate = lists[segment][place]
    return Head(
      entry: Entry(segment: segment, candidate: candidate),
      order: try queries[segment].stored.order(candidate.document), place: place)
  }

  /// The place of the head that stands first.
  private func firstOf(_ heads: [Head], _ keys: TieKeys) throws(Failure) -> Int {
    var first = 0
    for place in heads.indices.dropFirst() where precedes(heads[place], heads[first], keys) {
      first = place
    }
    if let failure = keys.failure { throw failure }
    return first
  }

  /// Whether a hit stands before another one, of whatever segments they are.
  private func precedes(_ one: Head, _ other: Head, _ keys: TieKeys) -> Bool {
    if let outranks = one.entry.candidate.outranks(other.entry.candidate) { return outranks }
    if one.order != other.order { return one.order < other.order }
    return keys.precedes(
      (one.entry.segment, one.entry.candidate.document),
      (other.entry.segment, other.entry.candidate.document))
  }

  /// The hits with the first ones of tier 4 in the order of their scores with nearness.
  private func near(
    _ merged: [Entry], _ request: SearchRequest, _ keys: TieKeys
  ) throws(Failure) -> [Entry] {
    guard Nearness.counts(in: request) else { return merged }
    let those = merged.indices.prefix(Nearness.window).filter {
      merged[$0].candidate.tier == 4 && merged[$0].candidate.key == 0
        && merged[$0].candidate.picked == 0
    }
    guard let first = those.first else { return merged }
    var known: [Int: Nearness] = [:]
    var raised: [Head] = []
    for place in those {
      var entry = merged[place]
      let nearness: Nearness
      if let there = known[entry.segment] {
        nearness = there
      } else {
        nearness = try Nearness(queries[entry.segment])
      }
      known[entry.segment] = nearness
      if !entry.candidate.isPartial {
        entry.candidate.score = try nearness.raised(
          entry.candidate.score, entry.candidate.document)
      }
      let order = try queries[entry.segment].stored.order(entry.candidate.document)
      raised.append(Head(entry: entry, order: order, place: place))
    }
    // Scores that nearness made equal are equal: rank and title decide between these hits, not what they had before.
    raised.sort { precedes($0, $1, keys) }
    if let failure = keys.failure { throw failure }
    var merged = merged
    merged.replaceSubrange(first..<first + those.count, with: raised.map(\.entry))
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
    let keys = TieKeys(queries)
    let merged = try near(try merged(atMost: max(wanted, Nearness.window), keys), request, keys)
    return try hits(
      request.page(of: merged, domain: { queries[$0.segment].domain }),
      takesBodies: request.takesBodies)
  }

  /// The hits of a page, with their stored fields.
  func hits(_ page: ArraySlice<Entry>, takesBodies: Bool) throws(Failure) -> [RankedHit] {
    var hits: [RankedHit] = []
    var matchers: [Int: HitMatcher] = [:]
    prefetch(page.prefix(MergedHits.mostFetched))
    for entry in page {
      let query = queries[entry.segment]
      let (item, hasBody) = try query.stored.shownItem(
        entry.candidate.document, takesBody: takesBodies, &query.scratch.buffers.stored)
      let candidate = entry.candidate
      hits.append(
        try matchers[entry.segment, default: HitMatcher(found[entry.segment].ladder)]
          .hit(candidate, item, hasBody: hasBody, of: entry.segment))
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
