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
      let first = bytes.afterSpace(start, end)
      if first < end {
        if isAtStart, bytes[first] == UInt8(ascii: "[") {
          throw CutDamage(
            offset: first, message: "the file holds a JSON array, not an object a line",
            remedy: "use kind json")
        }
        isAtStart = false
        records.append(from: start, to: end)
      }
      start = end &+ 1
      if end < count { lineFeeds &+= 1 }
    }
    records.lineFeeds = lineFeeds
    return min(start, count)
  }
}
