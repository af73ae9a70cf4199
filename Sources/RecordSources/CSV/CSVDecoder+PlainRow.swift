import FootlightPlatform

// A hot file: most rows hold no quotes and pass through here; benchmark `readers`.

extension CSVDecoder {
  /// Reads a row in which no quote stands and that has as many cells as there are columns; false,
  /// with nothing done, for any other row.
  ///
  /// All delimiters are found first, then only the cells that are wanted are looked at.
  @inline(__always)
  mutating func plainRow(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(CSVFault) -> Bool {
    if hasZeros { return false }
    let start = raw.lowerBound
    let end = raw.upperBound
    guard let (count, isASCII) = findDelimiters(bytes, start, end), count &+ 1 == columns.count
    else { return false }
    delimiters[count] = end
    for column in columns.wanted {
      let from = column == 0 ? start : delimiters[column &- 1] &+ 1
      let to = delimiters[column]
      if !isASCII, let place = bytes.firstInvalidUTF8(from: from, to: to) {
        at = place
        throw .encoding
      }
      let range = ByteRange(start: from, count: to &- from)
      for place in Int(columns.firstSlots[column])..<Int(columns.firstSlots[column &+ 1]) {
        values.append(FieldValue(slot: columns.slots[place], kind: .text, bytes: range))
      }
    }
    return true
  }

  /// Finds the delimiters of a row and whether it is ASCII; nil when a quote stands in it or when
  /// there are as many delimiters as columns.
  @inline(__always)
  private mutating func findDelimiters(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> (count: Int, isASCII: Bool)? {
    let delimiter = blockOf(dialect.delimiter)
    let quote = blockOf(dialect.quote ?? dialect.delimiter)
    let hasQuotes = dialect.quote != nil
    let highBit: UInt64 = 0x8080_8080_8080_8080
    var count = 0
    var beyondASCII: UInt64 = 0
    var at = start
    while at < end {
      let block = bytes.block(at)
      let found = BlockMatches(block .== delimiter)
      let quotes = BlockMatches(block .== quote)
      // The lanes behind the end of the row do not count.
      let rest = end &- at
      let lowLanes = rest >= 8 ? highBit : lanes(rest)
      let highLanes = rest >= 16 ? highBit : (rest <= 8 ? 0 : lanes(rest &- 8))
      if hasQuotes, (quotes.low & lowLanes) | (quotes.high & highLanes) != 0 { return nil }
      beyondASCII |= (bytes.word(at) & lowLanes) | (bytes.word(at &+ 8) & highLanes)
      var low = found.low & lowLanes
      var high = found.high & highLanes
      while low != 0 {
        guard count < delimiters.count else { return nil }
        delimiters[count] = at &+ low.trailingZeroBitCount &>> 3
        count &+= 1
        low &= low &- 1
      }
      while high != 0 {
        guard count < delimiters.count else { return nil }
        delimiters[count] = at &+ 8 &+ high.trailingZeroBitCount &>> 3
        count &+= 1
        high &= high &- 1
      }
      at &+= 16
    }
    return count < delimiters.count ? (count, beyondASCII == 0) : nil
  }

  /// The high bits of the first lanes, fewer than eight.
  @inline(__always)
  private func lanes(_ count: Int) -> UInt64 {
    0x8080_8080_8080_8080 & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
  }
}
