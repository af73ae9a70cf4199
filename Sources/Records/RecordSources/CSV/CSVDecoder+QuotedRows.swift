import FootlightPlatform

// A hot file: in tables that are quoted throughout, every row passes here; the benchmark `readers`
// in Benchmarks/Micro justifies walking the list of places without a check for each of them.

extension CSVDecoder {
  /// Rewrites the places of a row with quotes so that the n-th one ends the n-th cell, quotes and
  /// all, as in a row without; returns the number of the first place after them.
  ///
  /// Nil when the row cannot be read so. A place at or after the row's end must be known.
  func leaveOutQuotes(_ bytes: Span<UInt8>, _ raw: ByteRange, from first: Int) -> Int? {
    guard let quote = dialect.quote else { return nil }
    let list = unsafe stops.list
    let end = raw.upperBound
    let behind = first &+ columns.count
    var next = first
    var written = first
    var cell = raw.lowerBound
    while written < behind {
      var stop: Int
      if cell < end, bytes[cell] == quote {
        next &+= 1
        while true {
          stop = unsafe Int(list[next])
          if stop >= end { return nil }
          next &+= 1
          if bytes[stop] != quote { continue }
          if stop &+ 1 >= end || bytes[stop &+ 1] != quote { break }
          next &+= 1
        }
        stop &+= 1
        if stop < end, bytes[stop] != dialect.delimiter { return nil }
      } else {
        // A quote in the middle of a cell is text.
        stop = unsafe Int(list[next])
        while stop < end, bytes[stop] != dialect.delimiter {
          next &+= 1
          stop = unsafe Int(list[next])
        }
        stop = min(stop, end)
      }
      // Every cell has passed a place at least: nothing is overwritten that is still to be read.
      unsafe list[written] = Int32(truncatingIfNeeded: stop)
      written &+= 1
      if stop == end { break }
      next &+= 1
      cell = stop &+ 1
    }
    guard written == behind, unsafe Int(list[behind &- 1]) == end else { return nil }
    return max(next, behind)
  }

  /// Writes the cells of a row that are wanted, some of them quoted, in the order of their slots.
  mutating func writeQuoted(
    _ bytes: Span<UInt8>, _ place: UnsafeMutablePointer<Int32>,
    to values: UnsafeMutablePointer<FieldValue>
  ) {
    for number in wanted.indices {
      let column = Int(wanted[number].column)
      var cell = unsafe CSVRow.Cell(
        start: Int(place[column &- 1]) &+ 1, end: Int(place[column]), hasDoubledQuotes: false)
      if cell.start < cell.end, let quote = dialect.quote, bytes[cell.start] == quote {
        cell.start &+= 1
        cell.end &-= 1
        cell.hasDoubledQuotes = bytes.first(quote, from: cell.start, to: cell.end) < cell.end
      }
      unsafe (values + number).initialize(
        to: FieldValue(slot: wanted[number].slot, kind: .text, bytes: text(bytes, cell)))
    }
  }

  /// Where the text of a cell is.
  @inline(__always)
  mutating func text(_ bytes: Span<UInt8>, _ cell: CSVRow.Cell) -> ByteRange {
    guard cell.hasDoubledQuotes else {
      return ByteRange(start: cell.start, count: cell.end &- cell.start)
    }
    let first = decoded.count
    cell.append(bytes, to: &decoded, quote: dialect.quote)
    return ByteRange(start: decodedStart &+ first, count: decoded.count &- first)
  }
}
