import FootlightPlatform

extension NameIndex {
  /// The smallest documents of a range of names, as many as `best` wants.
  ///
  /// Of 32 names in a row the smallest document is known. The smallest of these tell how small all others
  /// must be, so hardly more rows are read than documents are wanted.
  func smallest(
    _ best: SmallestDocuments, in range: Range<Int>
  ) throws(Failure) -> [UInt32] {
    var best = best
    guard !range.isEmpty, best.bound > 0 else { return [] }
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

  /// The smallest documents with a name that begins with some terms, as many as `best` wants.
  ///
  /// Where these names begin and end is not looked up: of the rows at both ends only the few names are read
  /// whose documents are small enough.
  func smallest(
    _ best: SmallestDocuments, beginningWith terms: NameQueryTerms
  ) throws(Failure) -> [UInt32] {
    if try query.stored.residentDictionary() != nil {
      return try smallest(best, in: names(beginningWith: terms).all)
    }
    var best = best
    guard best.bound > 0 else { return [] }
    let bounds = (terms.first + [terms.last.lowerBound], terms.first + [terms.last.upperBound])
    let low = try firstRow(notBelow: bounds.0)
    let high = try firstRow(notBelow: bounds.1)
    // The row before the first that is not below holds names on both sides, if any.
    if low + 1 < high { try take(rows: low..<high - 1, into: &best) }
    if low > 0 {
      try take(row: low - 1, terms, from: bounds.0, to: low == high ? bounds.1 : nil, into: &best)
    }
    if high > low { try take(row: high - 1, terms, from: nil, to: bounds.1, into: &best) }
    return best.documents
  }

  /// Takes the documents of a row that are small enough and have the name that stands there begin with
  /// a query: from one bound on, before another, where these lie in the row.
  private func take(
    row: Int, _ terms: NameQueryTerms, from low: [UInt32]?, to high: [UInt32]?,
    into best: inout SmallestDocuments
  ) throws(Failure) {
    let entry = SegmentFormat.sparseEntry
    let smallest: UInt32 = try query.chunks.view(.nsparse, row * entry).load(16)
    guard smallest < best.bound else { return }
    let size = SegmentFormat.namesPerSparse
    let names = row * size..<min((row + 1) * size, query.stored.header.names)
    guard best.isFull else {
      // All of them count: looking for the bounds reads fewer names than comparing each.
      let start = try low.map { (key) throws(Failure) in try firstName(notBelow: key, in: names) }
      let end = try high.map { (key) throws(Failure) in try firstName(notBelow: key, in: names) }
      let first = start ?? names.lowerBound
      return try take(first..<max(first, end ?? names.upperBound), into: &best)
    }
    let packed = query.nameRows
    let view = try query.chunks.view(.names, packed.rows.offset(ofRow: row))
    for place in names.indices {
      let entry = packed.rows.number(place - names.lowerBound, in: view)
      let document = packed.document(entry)
      guard best.canTake(document), !query.isHidden(document) else { continue }
      let name = try query.forward.name(document, packed.ordinal(entry))
      if terms.match(name) != .none { best.take(document) }
    }
  }

  /// Takes the documents of whole rows that are small enough.
  private func take(rows: Range<Int>, into best: inout SmallestDocuments) throws(Failure) {
    let size = SegmentFormat.namesPerSparse
    for row in try smallRows(rows, &best) where row.smallest < best.bound {
      try take(row.number * size..<(row.number + 1) * size, into: &best)
    }
  }

  /// Takes the smallest document of each row of names; returns the rows that may hold others as small.
  private func smallRows(
    _ rows: Range<Int>, _ best: inout SmallestDocuments
  ) throws(Failure) -> [(number: Int, smallest: UInt32)] {
    var small: [(number: Int, smallest: UInt32)] = []
    let entry = SegmentFormat.sparseEntry
    var pace = SearchPace(query.plan.request)
    var row = rows.lowerBound
    while row < rows.upperBound {
      try pace.step()
      let view = try query.chunks.view(.nsparse, row * entry)
      let most = min(view.count / entry, rows.upperBound - row)
      guard most > 0 else { throw query.stored.chunks.damaged(.nsparse) }
      var passed = 0
      while passed < most {
        let bound = best.bound
        while passed < most, view.load(passed &* entry &+ 16, as: UInt32.self) >= bound {
          passed &+= 1
        }
        guard passed < most else { break }
        let smallest: UInt32 = view.load(passed &* entry &+ 16)
        small.append((row + passed, smallest))
        if !query.isHidden(smallest) { best.take(smallest) }
        passed += 1
      }
      row += most
    }
    return small
  }

  /// Takes the documents of some names that are small enough.
  private func take(_ names: Range<Int>, into best: inout SmallestDocuments) throws(Failure) {
    try forEachName(names) { document in
      if best.canTake(document), !query.isHidden(document) { best.take(document) }
    }
  }
}
