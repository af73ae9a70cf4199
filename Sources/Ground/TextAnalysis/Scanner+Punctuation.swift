import FootlightPlatform

extension Scanner {
  /// Writes a text of punctuation alone as one symbol, such as the band "!!!": it is somebody's name.
  ///
  /// - Returns: where it stands; nil where there is none either.
  static func punctuation(
    _ text: borrowing ByteArena, _ range: ByteRange, into buffer: inout TokenBuffer
  ) -> ByteRange? {
    let start = buffer.bytes.count
    var offset = range.lowerBound
    var first = range.upperBound
    var last = range.lowerBound
    while offset < range.upperBound, buffer.bytes.count &- start < longestPunctuation {
      let record = FoldingTable.record(text, offset, range.upperBound)
      let isSpace = record.kind == .space || record.kind == .ignored
      if !isSpace, !isControl(text, offset, record.size) {
        FoldingTable.append(record, at: offset, of: text, to: &buffer.bytes)
        first = min(first, offset)
        last = offset &+ record.size
      }
      offset &+= record.size
    }
    guard buffer.bytes.count > start else { return nil }
    buffer.tokens.append(
      Token(
        text: ByteRange(start: start, count: buffer.bytes.count &- start), position: 0,
        traits: .symbol))
    return ByteRange(start: first, count: last &- first)
  }

  /// Whether a control character stands at an offset, or a byte that is no UTF-8.
  private static func isControl(_ text: borrowing ByteArena, _ offset: Int, _ size: Int) -> Bool {
    if size == 1 { return text[offset] <= 0x20 || text[offset] >= 0x7F }
    // The second control set, and the space of no width.
    return text[offset] == 0xC2 && text[offset &+ 1] < 0xA0
      || size == 3 && text[offset] == 0xE2 && text[offset &+ 1] == 0x80 && text[offset &+ 2] == 0x8B
  }

  /// A name of more punctuation is cut.
  private static let longestPunctuation = 64
}
