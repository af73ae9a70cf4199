import FootlightPlatform

/// Neighbouring entries of the stream `names` that begin with the query; those whose name is the
/// query stand first among the names of their last term.
struct NameRange {
  /// All names that begin with the query.
  var all: Range<Int>
  /// The names that are the query.
  var exact: Range<Int>
}

/// Finds names among all those of a segment, which stand in the order of their terms.
struct NameIndex {
  let query: SegmentQuery

  init(_ query: SegmentQuery) {
    self.query = query
  }

  /// Where the names stand that are some terms.
  func exactNames(_ terms: NameQueryTerms) throws(Failure) -> Range<Int> {
    guard let whole = terms.whole else { return 0..<0 }
    let start = try firstName(notBelow: terms.first + [whole])
    return start..<(try firstName(notBelow: terms.first + [whole, 0], from: start))
  }

  /// Where the names stand that begin with some terms.
  func names(beginningWith terms: NameQueryTerms) throws(Failure) -> NameRange {
    let exact = try exactNames(terms)
    if let whole = terms.whole, terms.last == whole..<whole + 1 {
      let end = try firstName(notBelow: terms.first + [whole + 1], from: exact.upperBound)
      return NameRange(all: exact.lowerBound..<end, exact: exact)
    }
    let start = try firstName(notBelow: terms.first + [terms.last.lowerBound])
    let end = try firstName(notBelow: terms.first + [terms.last.upperBound], from: start)
    return NameRange(all: start..<end, exact: exact)
  }

  /// Whether some name begins with some terms.
  func holdsBeginning(_ terms: [UInt32]) throws(Failure) -> Bool {
    let start = try firstName(notBelow: terms)
    guard start < query.stored.header.names else { return false }
    let name = try name(at: start)
    return name.count >= terms.count && terms.indices.allSatisfy { name[$0] == terms[$0] }
  }

  /// Calls `body` with the document of every name of a range.
  func forEachName(_ range: Range<Int>, _ body: (UInt32) -> Void) throws(Failure) {
    let packed = query.nameRows
    let bounds = query.plan.request.bounds
    var index = range.lowerBound
    while index < range.upperBound {
      try bounds?.check()
      let row = index / PackedRows.perRow
      let view = try query.chunks.view(.names, packed.rows.offset(ofRow: row))
      let first = index % PackedRows.perRow
      let there = min(
        packed.rows.rowsInChunk(from: row) * PackedRows.perRow - first, range.upperBound - index)
      for place in first..<first + there {
        body(packed.document(packed.rows.number(place, in: view)))
      }
      index += there
    }
  }

  /// The first entry of `names` whose terms are not below `key`; a name that another begins with
  /// stands before it.
  func firstName(notBelow key: [UInt32]) throws(Failure) -> Int {
    // In a delta's table names are found by their first term, and hardly any is read.
    if let first = key.first, let those = try query.stored.residentNames()?.names(from: first) {
      return try firstName(notBelow: key, among: those, from: 0)
    }
    let low = try firstRow(notBelow: key)
    guard low > 0 else { return 0 }
    // The sample before is below, this one is not: the place is between them.
    let first = (low - 1) * SegmentFormat.namesPerSparse + 1
    let end = min(low * SegmentFormat.namesPerSparse, query.stored.header.names)
    return try firstName(notBelow: key, in: first..<max(first, end))
  }

  /// The same from one on: mostly it is one of the next.
  private func firstName(notBelow key: [UInt32], from start: Int) throws(Failure) -> Int {
    if let first = key.first, let those = try query.stored.residentNames()?.names(from: first) {
      return try firstName(notBelow: key, among: those, from: start)
    }
    let names = query.stored.header.names
    let next = min(start + 2, names)
    for index in start..<max(start, next) where try !nameIsBelow(index, key) { return index }
    return next == names ? max(start, next) : max(start, try firstName(notBelow: key))
  }

  /// The same from one on, where those are known whose first term is the key's.
  private func firstName(
    notBelow key: [UInt32], among those: Range<Int>, from start: Int
  ) throws(Failure) -> Int {
    let low = max(start, those.lowerBound)
    guard key.count > 1, low < those.upperBound else { return low }
    return try firstName(notBelow: key, in: low..<those.upperBound)
  }

  /// The first of some entries whose terms are not below `key`, or else where they end.
  func firstName(notBelow key: [UInt32], in range: Range<Int>) throws(Failure) -> Int {
    try range.partitionPoint { (index) throws(Failure) in try nameIsBelow(index, key) }
  }

  /// The first row of names whose first one is not below `key`, as far as samples say.
  func firstRow(notBelow key: [UInt32]) throws(Failure) -> Int {
    let size = SegmentFormat.namesPerSparse
    let samples = (query.stored.header.names + size - 1) / size
    let kept = query.stored.header.nameSamples
    let perChunk = SegmentFormat.chunk / SegmentFormat.sparseEntry
    var rows = 0..<samples
    if kept.count > 4 {
      let first = (0..<kept.count / 4).partitionPoint {
        NameIndex.isBelow(kept, $0 * 4, key) ?? false
      }
      // The chunk before the first that is not below holds the place, or it begins this one. Names that agree
      // in four terms may run over chunks: then all of them are looked at.
      let low = max(0, (first - 1) * perChunk)
      rows = low..<max(low, key.count > 4 ? samples : min(samples, first * perChunk + 1))
    }
    return try rows.partitionPoint { (row) throws(Failure) in try sampleIsBelow(row, key) }
  }

  /// Whether four terms (plus one) are below a key; nil when they agree as far as they go.
  private static func isBelow(_ terms: [UInt32], _ start: Int, _ key: [UInt32]) -> Bool? {
    for index in 0..<min(4, key.count) where terms[start + index] != key[index] + 1 {
      return terms[start + index] < key[index] + 1
    }
    return nil
  }

  private func sampleIsBelow(_ sample: Int, _ key: [UInt32]) throws(Failure) -> Bool {
    let view = try query.chunks.view(.nsparse, sample * SegmentFormat.sparseEntry)
    for index in 0..<min(4, key.count) {
      let term: UInt32 = view.load(index * 4)
      if term != key[index] + 1 { return term < key[index] + 1 }
    }
    guard key.count > 4 else { return false }
    return try nameIsBelow(sample * SegmentFormat.namesPerSparse, key)
  }

  /// The terms of an entry of `names`.
  private func name(at index: Int) throws(Failure) -> NameTerms { try entry(at: index).name }

  /// The terms of an entry of `names`, and its document.
  func entry(at index: Int) throws(Failure) -> (name: NameTerms, document: UInt32) {
    let rows = query.nameRows
    let row = index / PackedRows.perRow
    let view = try query.chunks.view(.names, rows.rows.offset(ofRow: row))
    let entry = rows.rows.number(index % PackedRows.perRow, in: view)
    let document = rows.document(entry)
    return (try query.forward.name(document, rows.ordinal(entry)), document)
  }

  private func nameIsBelow(_ index: Int, _ key: [UInt32]) throws(Failure) -> Bool {
    let name = try name(at: index)
    for index in 0..<min(name.count, key.count) where name[index] != key[index] {
      return name[index] < key[index]
    }
    return name.count < key.count
  }
}
