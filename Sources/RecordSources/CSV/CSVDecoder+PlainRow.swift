import FootlightPlatform

// A hot file: most rows hold no quotes and pass through here; benchmark `readers`.

extension CSVDecoder {
  /// Reads a row in which no quote stands and that has as many cells as there are columns; false,
  /// with nothing done, for any other row.
  @inline(__always)
  mutating func plainRow(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(CSVFault) -> Bool {
    if hasZeros || singleSlots.isEmpty { return false }
    let first = values.count
    guard
      let isASCII = CSVDecoder.split(
        bytes, raw, dialect, singleSlots, wanted: columns.wanted.count, into: &values)
    else {
      values.removeSubrange(first...)
      return false
    }
    if isASCII { return true }
    for place in first..<values.count {
      let cell = values[place].bytes
      if let bad = bytes.firstInvalidUTF8(from: cell.lowerBound, to: cell.upperBound) {
        at = bad
        throw .encoding
      }
    }
    return true
  }

  /// Cuts a row at its delimiters and appends the cells that have a slot; tells whether the row is
  /// ASCII, or nil when it is none without quotes or has another number of cells.
  @inline(__always)
  private static func split(
    _ bytes: Span<UInt8>, _ raw: ByteRange, _ dialect: CSVDialect, _ slots: [UInt16],
    wanted: Int, into values: inout [FieldValue]
  ) -> Bool? {
    let highBit: UInt64 = 0x8080_8080_8080_8080
    let delimiter = blockOf(dialect.delimiter)
    // Without a quote nothing is looked for: there are no zeros in the row.
    let quote = blockOf(dialect.quote ?? 0)
    let end = raw.upperBound
    let last = slots.count &- 1
    var column = 0
    var beyondASCII: UInt64 = 0
    var isPlain = false
    values.append(addingCapacity: wanted) { out in
      var at = raw.lowerBound
      var cell = at
      while at < end {
        let block = bytes.block(at)
        let found = BlockMatches(block .== delimiter)
        let quotes = BlockMatches(block .== quote)
        var low = highBit
        var high = highBit
        if end &- at < 16 { (low, high) = lanes(end &- at) }
        beyondASCII |= (bytes.word(at) & low) | (bytes.word(at &+ 8) & high)
        if (quotes.low & low) | (quotes.high & high) != 0 { return }
        low &= found.low
        high &= found.high
        while low != 0 {
          let stop = at &+ low.trailingZeroBitCount &>> 3
          guard column < last else { return }
          let slot = slots[column]
          if slot != unused {
            out.append(
              FieldValue(
                slot: slot, kind: .text, bytes: ByteRange(start: cell, count: stop &- cell)))
          }
          cell = stop &+ 1
          column &+= 1
          low &= low &- 1
        }
        while high != 0 {
          let stop = at &+ 8 &+ high.trailingZeroBitCount &>> 3
          guard column < last else { return }
          let slot = slots[column]
          if slot != unused {
            out.append(
              FieldValue(
                slot: slot, kind: .text, bytes: ByteRange(start: cell, count: stop &- cell)))
          }
          cell = stop &+ 1
          column &+= 1
          high &= high &- 1
        }
        at &+= 16
      }
      guard column == last else { return }
      isPlain = true
      if slots[last] != unused {
        out.append(
          FieldValue(
            slot: slots[last], kind: .text, bytes: ByteRange(start: cell, count: end &- cell)))
      }
    }
    return isPlain ? beyondASCII & highBit == 0 : nil
  }

  /// The slot of a column that nobody wants.
  static var unused: UInt16 { UInt16.max }

  /// The high bits of the first lanes, fewer than sixteen.
  @inline(__always)
  private static func lanes(_ count: Int) -> (low: UInt64, high: UInt64) {
    let highBit: UInt64 = 0x8080_8080_8080_8080
    let mask = (1 &<< UInt64(truncatingIfNeeded: (count & 7) &* 8)) &- 1 as UInt64
    return count < 8 ? (highBit & mask, 0) : (highBit, highBit & mask)
  }
}
