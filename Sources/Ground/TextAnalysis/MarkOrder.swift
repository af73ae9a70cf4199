import FootlightPlatform

/// The canonical order of marks: the same marks typed in another order are the same text.
enum MarkOrder {
  /// How many marks are put in order, as UAX #15 has it for streams: no writing needs more, and
  /// thousands of them would be moved past one another.
  private static let most = 30

  /// Moves the last character of the arena in front of those marks before it that sort after it.
  @inline(never)
  static func sink(
    _ bytes: inout ByteArena, markAt start: Int, from first: Int, _ mark: UInt32
  ) {
    let size = bytes.count - start
    var index = start
    var passed = 0
    while index > first {
      var before = index - 1
      while before > first, bytes[before] & 0xC0 == 0x80 { before -= 1 }
      let record = FoldingTable.record(bytes, before, index)
      guard record.kind == .mark, record.combiningClass > mark else { break }
      passed += 1
      guard passed < most else { return }
      index = before
    }
    guard index < start else { return }
    bytes.append(own: ByteRange(start: index, count: start - index))
    for offset in 0..<size { bytes[index + offset] = bytes[start + offset] }
    for offset in 0..<start - index { bytes[index + size + offset] = bytes[start + size + offset] }
    bytes.truncate(to: start + size)
  }
}
