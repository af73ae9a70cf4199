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
      let isSpace = record.kind == .space || record.size == 1 && text[offset] <= 0x20
      if !isSpace, record.kind != .ignored, record.size > 1 || text[offset] < 0x7F {
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

  /// A name of more punctuation is cut.
  private static let longestPunctuation = 64
}
