package import FootlightPlatform

/// The words of each stem: what a stemmed word of a query is in a document.
extension Segment {
  /// How many stems there are; their numbers are the highest of all terms.
  private func stems() throws(Failure) -> Int {
    guard chunks.size(.frows) > 0 else { return 0 }
    let count = Int(try chunks.view(.frows, 0).load(0, as: UInt32.self))
    let rows = (count + SegmentFormat.stemsPerRow - 1) / SegmentFormat.stemsPerRow
    guard count <= header.terms, chunks.size(.frows) == 4 * (rows + 1) else {
      throw chunks.damaged(.frows)
    }
    return count
  }

  /// The words that have a stem, ascending, by the numbers of their terms; a term that is no stem is alone.
  package func family(of term: UInt32) throws(Failure) -> [UInt32] {
    let stems = try stems()
    let place = Int(term) - (header.terms - stems)
    guard place >= 0, place < stems else { return [term] }
    let row = place / SegmentFormat.stemsPerRow
    return try families(row, through: place % SegmentFormat.stemsPerRow, of: stems)
  }

  /// The last family of a row that is read, from the first one through another one.
  private func families(
    _ row: Int, through last: Int, of stems: Int
  ) throws(Failure) -> [UInt32] {
    let start = Int(try chunks.view(.frows, 4 * row + 4).load(0, as: UInt32.self))
    let end =
      4 * row + 8 < chunks.size(.frows)
      ? Int(try chunks.view(.frows, 4 * row + 8).load(0, as: UInt32.self)) : chunks.size(.families)
    guard start <= end, end <= chunks.size(.families) else { throw chunks.damaged(.frows) }
    var bytes = ByteArena(capacity: end - start + 8)
    try chunks.copy(.families, start, count: end - start, into: &bytes)
    let words = UInt64(header.terms - stems)
    var at = 0
    var family: [UInt32] = []
    for _ in 0...last {
      let before = family.first ?? 0
      family.removeAll(keepingCapacity: true)
      // Each word takes a byte at least.
      guard let count = bytes.varint(&at), count <= UInt64(bytes.count - at) else {
        throw chunks.damaged(.families)
      }
      var word = UInt64(before)
      for place in 0..<count {
        guard let step = bytes.varint(&at) else { throw chunks.damaged(.families) }
        word &+= place > 0 ? step : step >> 1 ^ (0 &- (step & 1))
        guard word < words, place == 0 || step > 0 else { throw chunks.damaged(.families) }
        family.append(UInt32(truncatingIfNeeded: word))
      }
    }
    return family
  }

  /// Checks that all families can be read.
  func verifyFamilies() throws(Failure) {
    let stems = try stems()
    for row in 0..<(stems + SegmentFormat.stemsPerRow - 1) / SegmentFormat.stemsPerRow {
      let last = min(SegmentFormat.stemsPerRow, stems - row * SegmentFormat.stemsPerRow) - 1
      _ = try families(row, through: last, of: stems)
    }
  }
}
