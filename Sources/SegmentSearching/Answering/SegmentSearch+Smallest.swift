import SegmentFiles
import FootlightDiagnostics

extension SegmentSearch {
  /// The smallest documents of a range of names, each once, as many as are wanted.
  ///
  /// Of 32 names in a row the smallest document is known. The smallest of these tell how small all others
  /// must be, so hardly more rows are read than documents are wanted.
  func smallest(in range: Range<Int>, excluding: [UInt32]) throws(Failure) -> [UInt32] {
    var best = SmallestDocuments(limit: plan.wanted, excluding: excluding)
    guard !range.isEmpty, plan.wanted > 0 else { return [] }
    let size = SegmentFormat.namesPerSparse
    let first = (range.lowerBound + size - 1) / size
    let end = range.upperBound / size
    guard first < end else {
      try take(range, into: &best)
      return best.documents
    }
    try take(rows: first..<end, into: &best)
    try take(range.lowerBound..<first * size, into: &best)
    try take(end * size..<range.upperBound, into: &best)
    return best.documents
  }

  /// The smallest documents with a name that begins with some terms, each once, as many as are wanted.
  ///
  /// Where these names begin and end is not looked up: of the rows at both ends only the few names are read
  /// whose documents are small enough.
  func smallest(
    beginningWith query: NameQueryTerms, excluding: [UInt32]
  ) throws(Failure) -> [UInt32] {
    if try generation.residentDictionary() != nil {
      return try smallest(in: nameRange(query).all, excluding: excluding)
    }
    var best = SmallestDocuments(limit: plan.wanted, excluding: excluding)
    guard plan.wanted > 0 else { return [] }
    let bounds = (query.first + [query.last.lowerBound], query.first + [query.last.upperBound])
    let low = try firstRow(notBelow: bounds.0)
    let high = try firstRow(notBelow: bounds.1)
    // The row before the first that is not below holds names on both sides, if any.
    if low + 1 < high { try take(rows: low..<high - 1, into: &best) }
    if low > 0 {
      try take(row: low - 1, query, from: bounds.0, to: low == high ? bounds.1 : nil, into: &best)
    }
    if high > low { try take(row: high - 1, query, from: nil, to: bounds.1, into: &best) }
    return best.documents
  }

  /// Takes the documents of a row that are small enough and have the name that stands there begin with
  /// a query: from one bound on, before another, where these lie in the row.
  private func take(
    row: Int, _ query: NameQueryTerms, from low: [UInt32]?, to high: [UInt32]?,
    into best: inout SmallestDocuments
  ) throws(Failure) {
    let entry = SegmentFormat.sparseEntry
    let smallest: UInt32 = try chunks.view(.nsparse, row * entry).load(16)
    guard smallest < best.bound else { return }
    let size = SegmentFormat.namesPerSparse
    let names = row * size..<min((row + 1) * size, generation.header.names)
    guard best.isFull else {
      // All of them count: looking for the bounds reads fewer names than comparing each.
      let start = try low.map { (key) throws(Failure) in try firstName(notBelow: key, in: names) }
      let end = try high.map { (key) throws(Failure) in try firstName(notBelow: key, in: names) }
      let first = start ?? names.lowerBound
      return try take(first..<max(first, end ?? names.upperBound), into: &best)
    }
    let packed = nameRows
    let view = try chunks.view(.names, packed.rows.offset(ofRow: row))
    for place in names.indices {
      let entry = packed.rows.number(place - names.lowerBound, in: view)
      let document = packed.document(entry)
      guard best.canTake(document), !isHidden(document) else { continue }
      let name = try forward.name(document, packed.ordinal(entry))
      if query.match(name) != .none { best.take(document) }
    }
  }

  /// Takes the documents of whole rows that are small enough.
  private func take(rows: Range<Int>, into best: inout SmallestDocuments) throws(Failure) {
    let size = SegmentFormat.namesPerSparse
    for row in try nearRows(rows, &best) where row.smallest < best.bound {
      try take(row.number * size..<(row.number + 1) * size, into: &best)
    }
  }

  /// Takes the smallest document of each row of names; returns the rows that may hold others as small.
  private func nearRows(
    _ rows: Range<Int>, _ best: inout SmallestDocuments
  ) throws(Failure) -> [(number: Int, smallest: UInt32)] {
    var near: [(number: Int, smallest: UInt32)] = []
    let entry = SegmentFormat.sparseEntry
    var pace = SearchPace(plan.request)
    var row = rows.lowerBound
    while row < rows.upperBound {
      try pace.step()
      let view = try chunks.view(.nsparse, row * entry)
      let most = min(view.count / entry, rows.upperBound - row)
      guard most > 0 else { throw generation.chunks.damaged(.nsparse) }
      var passed = 0
      while passed < most {
        let bound = best.bound
        while passed < most, view.load(passed &* entry &+ 16, as: UInt32.self) >= bound {
          passed &+= 1
        }
        guard passed < most else { break }
        let smallest: UInt32 = view.load(passed &* entry &+ 16)
        near.append((row + passed, smallest))
        if !isHidden(smallest) { best.take(smallest) }
        passed += 1
      }
      row += most
    }
    return near
  }

  /// Takes the documents of some names that are small enough.
  private func take(_ names: Range<Int>, into best: inout SmallestDocuments) throws(Failure) {
    try forEachName(names) { document in
      if best.canTake(document), !isHidden(document) { best.take(document) }
    }
  }

  /// Calls `body` with the document of every entry of a range.
  func forEachName(_ range: Range<Int>, _ body: (UInt32) -> Void) throws(Failure) {
    let packed = nameRows
    var index = range.lowerBound
    while index < range.upperBound {
      try plan.request.bounds?.check()
      let row = index / PackedRows.perRow
      let view = try chunks.view(.names, packed.rows.offset(ofRow: row))
      let first = index % PackedRows.perRow
      let there = min(
        packed.rows.rowsInChunk(from: row) * PackedRows.perRow - first, range.upperBound - index)
      for place in first..<first + there {
        body(packed.document(packed.rows.number(place, in: view)))
      }
      index += there
    }
  }
}

/// The smallest of many documents, ascending, each once.
struct SmallestDocuments {
  let limit: Int
  /// Documents that are not taken, ascending.
  private let excluding: [UInt32]
  private(set) var documents: [UInt32] = []

  init(limit: Int, excluding: [UInt32]) {
    self.limit = limit
    self.excluding = excluding
  }

  /// Below which a document must be to be taken.
  @inline(__always)
  var bound: UInt32 { documents.count >= limit ? documents.last ?? .max : .max }

  /// Whether as many are there as are wanted.
  var isFull: Bool { documents.count >= limit }

  /// Whether a document this small would be taken.
  @inline(__always)
  func canTake(_ document: UInt32) -> Bool { document < bound }

  mutating func take(_ document: UInt32) {
    if excluding.contains(sorted: document) { return }
    let place = documents.firstPlace(notBelow: document)
    if place < documents.count, documents[place] == document { return }
    documents.insert(document, at: place)
    if documents.count > limit { documents.removeLast() }
  }
}

extension [UInt32] {
  /// The first place whose number is not below; the numbers are ascending.
  func firstPlace(notBelow number: UInt32) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a number is among these ascending ones.
  func contains(sorted number: UInt32) -> Bool {
    let place = firstPlace(notBelow: number)
    return place < count && self[place] == number
  }
}
