import FootlightPlatform
import SegmentFiles

/// The hits of an answer whose hits are put together, and what counts their groups.
struct GroupedAnswer {
  let hits: [RankedHit]
  /// The number of groups; nil where items are counted.
  let total: Int?
  let isAtLeast: Bool
  fileprivate var counts: GroupCounts

  /// How many groups each segment adds to those of its domain; nil where items are counted.
  func bySegments(_ matches: [SegmentMatches]) -> [Int]? {
    total == nil ? nil : counts.bySegments(domains: matches.map(\.query.domain))
  }

  /// Of how many groups some item has each value; nil where items are counted.
  mutating func facet(_ name: String, _ matches: [SegmentMatches]) throws(Failure) -> Facet? {
    total == nil ? nil : try counts.facet(name, matches.map(\.query))
  }
}

extension AllMatches {
  /// The page of the best hits of each group; nil where hits are not put together.
  func groupedAnswer(_ documents: [Bitmap]) throws(Failure) -> GroupedAnswer? {
    guard !request.distinct.isEmpty else { return nil }
    let queries = matches.map(\.query)
    var groups = try GroupedHits(request, queries, documents)
    var hits =
      request.sort.isEmpty
      ? try bestOfGroups(&groups, queries) : try firstOfGroups(&groups, queries, documents)
    var columns = groups.columns
    var counts = GroupCounts(request, columns, documents)
    var keys: [GroupKey] = []
    for hit in hits { keys.append(try columns.key(hit.place, hit.document)) }
    let items = try counts.items(of: keys)
    for (place, key) in keys.enumerated() { hits[place].group = (key, items[key] ?? 1) }
    let total = request.countsGroups ? try counts.groups() : nil
    return GroupedAnswer(hits: hits, total: total, isAtLeast: counts.isAtLeast, counts: counts)
  }

  private func bestOfGroups(
    _ groups: inout GroupedHits, _ queries: [SegmentQuery]
  ) throws(Failure) -> [RankedHit] {
    let keys = TieKeys(queries)
    let all = MergedHits(matches.map(\.hits), matches.first?.expression)
    func page(_ entries: [MergedHits.Entry]) -> ArraySlice<MergedHits.Entry> {
      request.page(of: entries, domain: { queries[$0.segment].domain })
    }
    var isFirst = true
    let found = try groups.find(place: { ($0.segment, $0.candidate.document) }, page: page) {
      (hidden, wanted) throws(Failure) in
      defer { isFirst = false }
      if isFirst { return try all.entries(atMost: wanted, request, keys) }
      return try MergedHits(matches, without: hidden, atMost: wanted, statistics)
        .furtherEntries(atMost: wanted, keys)
    }
    return try all.hits(page(found), takesBodies: request.takesBodies)
  }

  private func firstOfGroups(
    _ groups: inout GroupedHits, _ queries: [SegmentQuery], _ documents: [Bitmap]
  ) throws(Failure) -> [RankedHit] {
    func page(_ entries: [SortedHits.Entry]) -> ArraySlice<SortedHits.Entry> {
      request.page(of: entries, domain: { queries[$0.segment].domain })
    }
    let found = try groups.find(place: { ($0.segment, $0.document) }, page: page) {
      (hidden, wanted) throws(Failure) in
      var rest = documents
      for place in rest.indices { rest[place].subtract(hidden[place]) }
      var first = request
      (first.offset, first.limit) = (0, wanted)
      return Array(try SortedHits(first, matches, rest).entries.prefix(wanted))
    }
    return try SortedHits.hits(
      page(found), matches, takesBodies: request.takesBodies, statistics)
  }
}
