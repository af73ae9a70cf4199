import FootlightPlatform

// A hot file: most rows hold no quotes and pass through here; benchmark `readers`.

extension CSVDecoder {
  /// Reads a row in which no quote stands and that has as many cells as there are columns; false,
  /// with nothing done, for any other row.
  @inline(__always)
  mutating func plainRow(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(CSVFault) -> Bool {
    if hasZeros || singleSlots.isEmpty { return false }
    let first = values.count
    // Beside `values` in place, `singleSlots` would have to be retained for every row.
    var row: [FieldValue] = []
    swap(&row, &values)
    let kind = CSVDecoder.split(
      bytes, raw, dialect, singleSlots.span, wanted: columns.wanted.count, into: &row)
    swap(&row, &values)
    if kind == .ascii { return true }
    if kind == .other {
      values.removeSubrange(first...)
      return false
    }
    // Delimiters are ASCII, so a row is valid when its cells are; cells that nobody wants may not be.
    if bytes.firstInvalidUTF8(from: raw.lowerBound, to: raw.upperBound) == nil { return true }
    for place in first..<values.count {
      let cell = values[place].bytes
      if let bad = bytes.firstInvalidUTF8(from: cell.lowerBound, to: cell.upperBound) {
        at = bad
        throw .encoding
      }
    }
    return true
  }

  private enum Plainness {
    case ascii, beyondASCII
    /// With quotes, or with another number of cells.
    case other
  }

  /// Cuts a row at its delimiters and appends the cells that have a slot.
  ///
  /// The delimiters of 64 bytes are gathered as bits first: a loop over them is guessed wrong by
  /// the processor once, not once in every block.
  @inline(__always)
  private static func split(
    _ bytes: Span<UInt8>, _ raw: ByteRange, _ dialect: CSVDialect, _ slots: Span<UInt16>,
    wanted: Int, into values: inout [FieldValue]
  ) -> Plainness {
    let delimiter = blockOf(dialect.delimiter)
    // Without a quote nothing is looked for: there are no zeros in the row.
    let quote = blockOf(dialect.quote ?? 0)
    let end = raw.upperBound
    let last = slots.count &- 1
    var column = 0
    var seen = SIMD16<UInt8>()
    var plainness = Plainness.other
    values.append(addingCapacity: wanted) { out in
      var at = raw.lowerBound
      var cell = at
      while at < end {
        var stops: UInt64 = 0
        var quotes: UInt64 = 0
        var offset = 0
        repeat {
          let block = bytes.block(at &+ offset)
          stops |= BlockMatches(block .== delimiter).bits &<< UInt64(truncatingIfNeeded: offset)
          quotes |= BlockMatches(block .== quote).bits &<< UInt64(truncatingIfNeeded: offset)
          seen |= block
          offset &+= 16
        } while offset < 64 && at &+ offset < end
        if end &- at < 64 {
          let inRow = (1 &<< UInt64(truncatingIfNeeded: end &- at)) &- 1 as UInt64
          stops &= inRow
          quotes &= inRow
        }
        if quotes != 0 || column &+ stops.nonzeroBitCount > last { return }
        while stops != 0 {
          let stop = at &+ stops.trailingZeroBitCount
          let slot = slots[column]
          if slot != unused {
            out.append(
              FieldValue(
                slot: slot, kind: .text, bytes: ByteRange(start: cell, count: stop &- cell)))
          }
          cell = stop &+ 1
          column &+= 1
          stops &= stops &- 1
        }
        at &+= 64
      }
      guard column == last else { return }
      // Bytes behind the row count, too: then it is looked at more closely for nothing.
      plainness = BlockMatches(seen .>= blockOf(0x80)).isEmpty ? .ascii : .beyondASCII
      if slots[last] != unused {
        out.append(
          FieldValue(
            slot: slots[last], kind: .text, bytes: ByteRange(start: cell, count: end &- cell)))
      }
    }
    return plainness
  }

  /// The slot of a column that nobody wants.
  static var unused: UInt16 { UInt16.max }
}
