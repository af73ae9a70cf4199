/// Cuts rows: one ends at every line feed that is not in a quoted cell; blank lines are none.
///
/// A quote opens a cell only at its beginning, and within one a doubled quote is text.
struct CSVRowCutter: RecordCutter {
  let dialect: CSVDialect
  let header: CSVHeader
  private var columns: ColumnSlots? {
    didSet { digestSeed = columns?.digest ?? 0 }
  }
  /// Whether the next row is the header.
  private var expectsHeader: Bool

  var layout: (any Sendable)? { columns }
  private(set) var digestSeed: UInt64

  init(_ dialect: CSVDialect, _ header: CSVHeader) {
    self.dialect = dialect
    self.header = header
    columns = header.declaredColumns
    digestSeed = header.declaredColumns?.digest ?? 0
    expectsHeader = header.isRow
  }

  mutating func cut(
    _ bytes: Span<UInt8>, _ count: Int, isLast: Bool, into records: inout RecordRanges
  ) throws(CutDamage) -> Int {
    var start = 0
    while start < count {
      guard let end = try endOfRow(bytes, start, count, isLast: isLast) else { break }
      var stop = end
      if stop > start, bytes[stop &- 1] == 0x0D { stop &-= 1 }
      if stop > start {
        if expectsHeader {
          expectsHeader = false
          if columns == nil { columns = try header.columns(bytes, start, stop, dialect) }
        } else {
          records.append(from: start, to: stop)
        }
      }
      start = end &+ 1
    }
    if isLast, expectsHeader {
      throw CutDamage(
        code: .sourceHeader, offset: 0, message: "the file has no header that names its columns",
        remedy: "add a first row with the names, or declare `columns:` in the source")
    }
    return min(start, count)
  }

  /// The offset of the line feed that ends the row; `count` at the end of the file; nil when the
  /// row goes on behind the block.
  @inline(__always)
  private func endOfRow(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, isLast: Bool
  ) throws(CutDamage) -> Int? {
    guard let quote = dialect.quote else {
      let end = bytes.first(0x0A, from: start, to: count)
      return end < count || isLast ? end : nil
    }
    var at = start
    while true {
      at = bytes.first(0x0A, or: quote, from: at, to: count)
      if at == count { return isLast ? count : nil }
      if bytes[at] == 0x0A { return at }
      if at == start || bytes[at &- 1] == dialect.delimiter {
        guard let close = endOfQuoted(bytes, at, count, quote, isLast: isLast) else {
          guard isLast else { return nil }
          throw CutDamage(
            offset: at, message: "the quote that opens this cell is never closed",
            remedy: "close it, and double every quote within the cell")
        }
        at = close
      } else {
        at &+= 1
      }
    }
  }

  /// The offset behind the quote that closes the cell; nil when it is not in the block.
  @inline(__always)
  private func endOfQuoted(
    _ bytes: Span<UInt8>, _ open: Int, _ count: Int, _ quote: UInt8, isLast: Bool
  ) -> Int? {
    var at = open &+ 1
    while true {
      at = bytes.first(quote, from: at, to: count) &+ 1
      // Whether another quote follows is not known at the end of a block.
      if at >= count { return at == count && isLast ? at : nil }
      if bytes[at] != quote { return at }
      at &+= 1
    }
  }
}
