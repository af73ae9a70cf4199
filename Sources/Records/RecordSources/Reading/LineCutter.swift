import FootlightPlatform

/// Cuts JSON lines: a record ends at every line feed; blank lines are none.
struct LineCutter: RecordCutter {
  /// Whether no record has been seen yet.
  private var isAtStart = true

  var endsWithLine: Bool { true }

  mutating func cut(
    _ bytes: Span<UInt8>, _ count: Int, isLast: Bool, into records: inout RecordRanges
  ) throws(CutDamage) -> Int {
    var start = 0
    var lineFeeds = 0
    while start < count {
      let end = bytes.first(0x0A, from: start, to: count)
      if end == count, !isLast { break }
      if bytes.afterSpace(start, end) < end {
        if isAtStart { try checkStart(bytes, start, end) }
        records.append(from: start, to: end)
      }
      start = end &+ 1
      if end < count { lineFeeds &+= 1 }
    }
    records.lineFeeds = lineFeeds
    return min(start, count)
  }

  /// Throws when the first record tells that the file is of another kind.
  private mutating func checkStart(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) throws(CutDamage) {
    isAtStart = false
    let at = bytes.afterSpace(start, end)
    if bytes[at] == UInt8(ascii: "[") {
      throw CutDamage(
        offset: at, message: "the file holds a JSON array, not an object a line",
        remedy: "use kind json")
    }
  }
}
