import FootlightPlatform

// A hot file: most rows hold no quotes and pass through here; the benchmark `readers` in
// Benchmarks/Micro justifies values that are written without a check for each of them.

extension CSVDecoder {
  /// Reads rows in one go until one comes that holds a zero byte, is not valid UTF-8, has another
  /// number of cells than there are columns, or quotes where none may be.
  mutating func records(
    _ bytes: Span<UInt8>, _ entries: inout [RecordEntry], from next: Int, to kept: Int
  ) -> Int {
    let width = columns.count
    guard width > 0 else { return 0 }
    // A row has a byte for each cell at least: many short ones reserve no memory.
    let start = entries[next].raw.lowerBound
    let most = min(entries.count &- next, (bytes.count &- start) / width &+ 1)
    // Beside `values` in place, it would have to be looked for other owners in every row.
    var row: [FieldValue] = []
    swap(&row, &values)
    let before = row.count
    var taken = 0
    row.append(addingCapacity: most &* wanted.count) { out in
      var entries = entries.mutableSpan
      // Safe: `most` rows have room.
      unsafe out.withUnsafeMutableBufferPointer { buffer, filled in
        var needed = width
        while taken < most, needed > 0 {
          let start = entries[next &+ taken].raw.lowerBound
          guard stops.move(to: start, width: needed, bytes) else { break }
          let rows = unsafe knownRows(
            bytes, &entries, from: next &+ taken, to: kept &+ taken, most: most &- taken,
            firstValue: before &+ filled, into: buffer.extracting(filled...), &needed)
          taken &+= rows
          filled &+= rows &* wanted.count
        }
      }
    }
    swap(&row, &values)
    return taken
  }

  /// Reads the rows whose ends are known and returns how many there are, and how many places are
  /// needed for the next row; 0 when it must be read in another way.
  @inline(__always)
  private mutating func knownRows(
    _ bytes: Span<UInt8>, _ entries: inout MutableSpan<RecordEntry>, from next: Int, to kept: Int,
    most: Int, firstValue: Int, into values: UnsafeMutableBufferPointer<FieldValue>,
    _ needed: inout Int
  ) -> Int {
    let width = columns.count
    let size = wanted.count
    let list = unsafe stops.list
    let known = stops.known
    let isClear = !stops.hasQuotes && !stops.hasInvalidText && !hasZeros
    var first = stops.next
    var taken = 0
    needed = width
    while taken < most {
      let raw = entries[next &+ taken].raw
      let start = Int32(truncatingIfNeeded: raw.start)
      let end = raw.upperBound
      // Those of a header, of blank lines and of rows that are read in another way.
      while first < known, unsafe list[first] < start { first &+= 1 }
      if first &+ width > known { break }
      let place = unsafe list + first
      let base = unsafe values.baseAddress.map { unsafe $0 + taken &* size }
      // With one cell, the place before it is that of an earlier row.
      if unsafe Int(place[width &- 1]) >= end, unsafe Int(place[width &- 2]) < end,
        unsafe isClear || isPlain(bytes, raw, place, width)
      {
        unsafe place[-1] = start &- 1
        // A carriage return may stand before the line feed.
        unsafe place[width &- 1] = Int32(truncatingIfNeeded: end)
        if let base = unsafe base { unsafe write(place, to: base) }
        first &+= width
      } else {
        if stops.hasQuotes, unsafe Int(list[known &- 1]) < end {
          needed = known &- first &+ 1
          break
        }
        guard stops.hasQuotes, !stops.hasInvalidText, !hasZeros,
          let behind = leaveOutQuotes(bytes, raw, from: first)
        else {
          needed = 0
          break
        }
        unsafe place[-1] = start &- 1
        if let base = unsafe base { unsafe writeQuoted(bytes, place, to: base) }
        first = behind
      }
      if kept < next { entries[kept &+ taken] = entries[next &+ taken] }
      entries[kept &+ taken].firstValue = UInt32(truncatingIfNeeded: firstValue &+ taken &* size)
      entries[kept &+ taken].valueCount = UInt32(truncatingIfNeeded: size)
      taken &+= 1
    }
    stops.pass(to: first)
    return taken
  }

  /// Whether none of what was met in the batch is in this row.
  @inline(never)
  private func isPlain(
    _ bytes: Span<UInt8>, _ raw: ByteRange, _ place: UnsafeMutablePointer<Int32>, _ width: Int
  ) -> Bool {
    if stops.hasQuotes {
      for cell in 0..<(width &- 1) where unsafe bytes[Int(place[cell])] == dialect.quote {
        return false
      }
    }
    let end = raw.upperBound
    if hasZeros, bytes.first(0, from: raw.lowerBound, to: end) < end { return false }
    if stops.hasInvalidText, !bytes.isASCII(from: raw.lowerBound, to: end) {
      return bytes.firstInvalidUTF8(from: raw.lowerBound, to: end) == nil
    }
    return true
  }

  /// Writes the cells of a row that are wanted, in the order of their slots.
  @inline(__always)
  private func write(
    _ place: UnsafeMutablePointer<Int32>, to values: UnsafeMutablePointer<FieldValue>
  ) {
    let wanted = wanted.span
    for number in wanted.indices {
      let cell = wanted[number]
      let start = unsafe place[Int(cell.column) &- 1] &+ 1
      let count = unsafe place[Int(cell.column)] &- start
      unsafe (values + number).initialize(
        to: FieldValue(
          slot: cell.slot, kind: .text,
          bytes: ByteRange(
            start: Int(start), count: Int(count))))
    }
  }
}
