import FootlightPlatform

// A hot file: every row passes through here; benchmark `readers`.

/// Why a row cannot be read.
enum CSVFault: RecordFault {
  case textAfterQuote
  case cells(Int, of: Int)
  case encoding
  case zeroByte

  var code: DiagnosticCode {
    if case .encoding = self { .recordEncoding } else { .recordUnreadable }
  }

  var message: String {
    switch self {
    case .textAfterQuote: "text follows the quote that closes a cell"
    case .cells(let found, let wanted):
      "the row has \(found) cell\(found == 1 ? "" : "s"), but \(wanted) columns are named"
    case .encoding: "the text is not valid UTF-8"
    case .zeroByte: "the row holds a zero byte"
    }
  }

  var remedy: String {
    switch self {
    case .textAfterQuote: "double every quote within the cell, or set `quote: none`"
    case .cells: "check its delimiters and quotes, and `delimiter:` in the declaration"
    case .encoding: "convert the file to UTF-8"
    case .zeroByte: "check that the file is text, and convert it to UTF-8"
    }
  }
}

/// Takes rows apart.
struct CSVDecoder: RecordDecoding, ~Copyable {
  let dialect: CSVDialect
  let columns: ColumnSlots
  var values: [FieldValue] = []
  /// Cells with doubled quotes.
  var decoded = ByteArena()
  /// Where `decoded` will begin in the batch's bytes.
  var decodedStart = 0
  /// The place of a mistake.
  var at = 0
  /// Whether a zero byte is anywhere in the batch.
  var hasZeros = false
  /// The columns that are wanted in the order of their slots, and the ends of their cells.
  let wanted: [ColumnSlots.Wanted]
  var stops: CSVStops

  /// Begins with a batch whose text has `count` bytes.
  init(_ dialect: CSVDialect, _ columns: ColumnSlots, count: Int) {
    self.dialect = dialect
    self.columns = columns
    wanted = columns.inOrderOfSlots
    stops = CSVStops(dialect, count: count, width: columns.count)
  }

  /// Reads any row cell by cell; its values are appended.
  ///
  /// After an error `at` is the place of the mistake.
  mutating func record(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(CSVFault) {
    if hasZeros {
      at = bytes.first(0, from: raw.lowerBound, to: raw.upperBound)
      if at < raw.upperBound { throw .zeroByte }
    }
    var row = CSVRow(dialect, at: raw.lowerBound, end: raw.upperBound)
    var column = 0
    // Cells beyond the last column may be there when they are empty.
    var filled = 0
    repeat {
      guard let cell = row.next(bytes) else {
        at = row.at
        throw .textAfterQuote
      }
      if column < columns.count {
        let firstSlot = columns.firstSlots[column]
        let lastSlot = columns.firstSlots[column &+ 1]
        if firstSlot < lastSlot {
          let range = try checked(bytes, cell)
          for index in Int(firstSlot)..<Int(lastSlot) {
            values.append(FieldValue(slot: columns.slots[index], kind: .text, bytes: range))
          }
        }
        filled = column &+ 1
      } else if cell.end > cell.start {
        filled = column &+ 1
      }
      column &+= 1
    } while !row.isAtEnd
    // A row that ends early has nothing in the columns after its last cell.
    if filled > columns.count {
      at = raw.lowerBound
      throw .cells(column, of: columns.count)
    }
  }

  /// The text of a cell, checked.
  @inline(__always)
  private mutating func checked(
    _ bytes: Span<UInt8>, _ cell: CSVRow.Cell
  ) throws(CSVFault) -> ByteRange {
    if !bytes.isASCII(from: cell.start, to: cell.end),
      let place = bytes.firstInvalidUTF8(from: cell.start, to: cell.end)
    {
      at = place
      throw .encoding
    }
    return text(bytes, cell)
  }
}

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
