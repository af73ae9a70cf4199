import FootlightPlatform

/// Cuts rows, and reads the header before them.
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
    var scan = CSVRowScan(dialect, count: count)
    if expectsHeader {
      var rows = RecordRanges(entries: [], number: 0)
      try scan.rows(bytes, isLast: isLast, most: 1, into: &rows)
      guard let row = rows.entries.first?.raw else {
        guard isLast else {
          records.lineFeeds = scan.lineFeeds
          return scan.start
        }
        throw CutDamage(
          code: .sourceHeader, offset: 0, message: "the file has no header that names its columns",
          remedy: "add a first row with the names, or declare `columns:` in the source")
      }
      expectsHeader = false
      if columns == nil {
        columns = try header.columns(bytes, row.lowerBound, row.upperBound, dialect)
      }
    }
    try scan.rows(bytes, isLast: isLast, most: Int.max, into: &records)
    records.lineFeeds = scan.lineFeeds
    return scan.start
  }
}
