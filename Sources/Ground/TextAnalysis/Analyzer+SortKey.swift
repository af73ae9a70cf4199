package import FootlightPlatform

extension Analyzer {
  /// Appends a key whose byte order is the order of titles: folded, numbers by value.
  ///
  /// The words stand one space apart; a run of digits is written as `0`, one byte for its length
  /// without leading zeros, and its digits without leading zeros.
  package func appendSortKey(
    of text: borrowing ByteArena, _ range: ByteRange, into key: inout ByteArena
  ) {
    var buffer = TokenBuffer()
    analyze(text, range, as: .field, into: &buffer)
    appendSortKey(of: buffer, from: 0, into: &key)
  }

  /// Appends the sort key of a title that was analysed before: its tokens start at `first`.
  package func appendSortKey(
    of analysed: borrowing TokenBuffer, from first: Int, into key: inout ByteArena
  ) {
    var hasWord = false
    for index in first..<analysed.tokens.count {
      if analysed.tokens[index].traits.isDisjoint(with: [.derived, .symbol]) {
        hasWord = true
        break
      }
    }
    var isFirst = true
    for index in first..<analysed.tokens.count {
      let token = analysed.tokens[index]
      if token.traits.contains(.derived) || (hasWord && token.traits.contains(.symbol)) { continue }
      if !isFirst { key.append(0x20) }
      isFirst = false
      Analyzer.appendNumbersByValue(analysed.bytes, token.text, into: &key)
    }
  }

  private static func appendNumbersByValue(
    _ bytes: borrowing ByteArena, _ range: ByteRange, into key: inout ByteArena
  ) {
    var offset = range.lowerBound
    let end = range.upperBound
    while offset < end {
      let byte = bytes[offset]
      guard byte &- 0x30 < 10 else {
        key.append(byte)
        offset += 1
        continue
      }
      while offset < end, bytes[offset] == 0x30 { offset += 1 }
      let start = offset
      while offset < end, bytes[offset] &- 0x30 < 10 { offset += 1 }
      let count = min(offset - start, 255)
      key.append(0x30)
      key.append(UInt8(count))
      key.append(bytes, ByteRange(start: start, count: count))
    }
  }
}
