import FootlightPlatform

/// The hits of a search put together by a value: of each group its best hit, in the order of hits.
///
/// The best hits tell of the first groups. These are left out, and the best of the rest are looked for, until there are
/// as many groups as are wanted; each time of twice as many hits, so that few large groups take few steps, and so do
/// many small ones.
struct GroupedHits {
  /// So many hits at most are looked for at once.
  private static let mostWanted = 1 << 16

  private let request: SearchRequest
  /// All matches of each segment.
  private let documents: [Bitmap]
  private(set) var columns: GroupColumns
  /// The documents of each segment that belong to groups that were found.
  private var taken: [Bitmap]
  private var known: Set<GroupKey> = []

  init(
    _ request: SearchRequest, _ queries: [SegmentQuery], _ documents: [Bitmap]
  ) throws(Failure) {
    self.request = request
    self.documents = documents
    columns = try GroupColumns(request, queries)
    taken = documents.map { Bitmap(size: $0.size) }
  }

  /// The best hits, as many as the page of the request needs.
  ///
  /// - Parameters:
  ///   - place: the segment and the document of a hit.
  ///   - page: what a page leaves of hits in their order.
  ///   - best: the best hits in their order without those documents of each segment, at most so many.
  mutating func find<Entry>(
    place: (Entry) -> (segment: Int, document: UInt32),
    page: ([Entry]) -> ArraySlice<Entry>,
    best: ([Bitmap], Int) throws(Failure) -> [Entry]
  ) throws(Failure) -> [Entry] {
    var found: [Entry] = []
    var wanted = request.wantedHits
    var pace = SearchPace(request)
    while true {
      let hits = try best(taken, wanted)
      var groups: [GroupKey] = []
      for hit in hits {
        try pace.step()
        let (segment, document) = place(hit)
        let key = try columns.key(segment, document)
        guard known.insert(key).inserted else { continue }
        groups.append(key)
        found.append(hit)
      }
      guard hits.count >= wanted, !groups.isEmpty, page(found).count < request.limit else {
        return found
      }
      try request.bounds?.check()
      try take(groups)
      wanted = min(wanted * 2, GroupedHits.mostWanted)
    }
  }

  /// Leaves the documents of groups out.
  private mutating func take(_ groups: [GroupKey]) throws(Failure) {
    var pace = SearchPace(request)
    for segment in documents.indices {
      var codes: Set<UInt64> = []
      for group in groups {
        try pace.step()
        if case .alone(segment, let document) = group { taken[segment].insert(Int(document)) }
        if let code = try columns.code(of: group, in: segment) { codes.insert(code) }
      }
      guard !codes.isEmpty else { continue }
      var those = Bitmap(size: documents[segment].size)
      if let column = columns.column(segment), column.ends == nil,
        documents[segment].count > column.items / 16
      {
        those = try column.documents(with: Column.joined(codes.map { $0...$0 }), request.bounds)
      } else {
        try columns.forEach(segment, documents[segment]) { document, code in
          if codes.contains(code) { those.insert(Int(document)) }
        }
      }
      taken[segment].formUnion(those)
    }
  }
}

/// The hits of an answer whose hits are put together, and what counts their groups.
struct GroupedAnswer {
  let hits: [RankedHit]
  /// The number of groups; nil where items are counted.
  let total: Int?
  let isAtLeast: Bool
  private var counts: GroupCounts

  /// The page of the best hits of each group; nil where hits are not put together.
  ///
  /// - Parameter documents: all matches of each segment.
  init?(_ climb: Climb, _ documents: [Bitmap]) throws(Failure) {
    let request = climb.request
    guard !request.distinct.isEmpty else { return nil }
    var groups = try GroupedHits(request, climb.segments.map(\.query), documents)
    var hits =
      try request.sort.isEmpty
      ? GroupedAnswer.bestOfGroups(&groups, climb)
      : GroupedAnswer.firstOfGroups(&groups, climb, documents)
    var columns = groups.columns
    counts = GroupCounts(request, columns, documents)
    var keys: [GroupKey] = []
    var pace = SearchPace(request)
    for hit in hits {
      try pace.step()
      keys.append(try columns.key(hit.place, hit.document))
    }
    let items = try counts.items(of: keys)
    for (place, key) in keys.enumerated() { hits[place].group = (key, items[key] ?? 1) }
    self.hits = hits
    total = request.countsGroups ? try counts.groups() : nil
    isAtLeast = counts.isAtLeast
  }

  /// How many groups each segment adds to those of its domain; nil where items are counted.
  func bySegments(_ queries: [SegmentQuery]) -> [Int]? {
    total == nil ? nil : counts.bySegments(domains: queries.map(\.domain))
  }

  /// Of how many groups some item has each value; nil where items are counted.
  mutating func facet(_ name: String, _ queries: [SegmentQuery]) throws(Failure) -> Facet? {
    total == nil ? nil : try counts.facet(name, queries)
  }

  private static func bestOfGroups(
    _ groups: inout GroupedHits, _ climb: Climb
  ) throws(Failure) -> [RankedHit] {
    let request = climb.request
    let queries = climb.segments.map(\.query)
    let keys = TieKeys(queries)
    let all = MergedHits(climb.segments)
    func page(_ entries: [MergedHits.Entry]) -> ArraySlice<MergedHits.Entry> {
      request.page(of: entries, domain: { queries[$0.segment].domain })
    }
    var isFirst = true
    let found = try groups.find(place: { ($0.segment, $0.candidate.document) }, page: page) {
      (hidden, wanted) throws(Failure) in
      defer { isFirst = false }
      if isFirst { return try all.entries(atMost: wanted, request, keys) }
      let rest = try climb.best(without: hidden, atMost: wanted)
      return try MergedHits(rest).furtherEntries(atMost: wanted, keys)
    }
    return try all.hits(page(found), takesBodies: request.takesBodies)
  }

  private static func firstOfGroups(
    _ groups: inout GroupedHits, _ climb: Climb, _ documents: [Bitmap]
  ) throws(Failure) -> [RankedHit] {
    let request = climb.request
    func page(_ entries: [SortedHits.Entry]) -> ArraySlice<SortedHits.Entry> {
      request.page(of: entries, domain: { climb.segments[$0.segment].query.domain })
    }
    let found = try groups.find(place: { ($0.segment, $0.document) }, page: page) {
      (hidden, wanted) throws(Failure) in
      var rest = documents
      for place in rest.indices { rest[place].subtract(hidden[place]) }
      var first = request
      (first.offset, first.limit) = (0, wanted)
      return Array(try SortedHits(first, climb.segments, rest).entries.prefix(wanted))
    }
    return try SortedHits.hits(page(found), climb.segments, takesBodies: request.takesBodies)
  }
}

extension Climb {
  /// The best hits of the rungs that were climbed without some documents of each segment.
  fileprivate func best(
    without hidden: [Bitmap], atMost wanted: Int
  ) throws(Failure) -> [SegmentHits] {
    var rest: [SegmentHits] = []
    for (hits, hidden) in zip(segments, hidden) {
      let query = try SegmentQuery(hits.query, hidingAlso: hidden)
      let others = SegmentHits(Ladder(hits.ladder, query), wanted: wanted)
      for rung in others.rungsToClimb() {
        try others.collect(rung, mostMet: rung.tier == 5 ? .max : 0)
      }
      try others.prefer()
      rest.append(others)
    }
    return rest
  }
}
