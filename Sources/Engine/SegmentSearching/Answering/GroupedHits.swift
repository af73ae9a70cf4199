import FootlightPlatform
import SegmentFiles

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
    var wanted = SearchPlan.wanted(request)
    while true {
      let hits = try best(taken, wanted)
      var groups: [GroupKey] = []
      for hit in hits {
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
    for segment in documents.indices {
      var codes: Set<UInt64> = []
      for group in groups {
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
