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
  /// After an error `at` is the place of the mistake and no value of the row is left.
  mutating func record(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(CSVFault) {
    let first = values.count
    do throws(CSVFault) {
      try cells(bytes, raw)
    } catch {
      values.removeSubrange(first...)
      throw error
    }
  }

  private mutating func cells(_ bytes: Span<UInt8>, _ raw: ByteRange) throws(CSVFault) {
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
          for place in Int(firstSlot)..<Int(lastSlot) {
            values.append(FieldValue(slot: columns.slots[place], kind: .text, bytes: range))
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
