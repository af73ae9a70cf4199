import FileHandles
import FootlightPlatform

/// Cuts rows, and reads the header before them.
struct CSVRowCutter: RecordCutter {
  let dialect: CSVDialect
  let header: CSVHeader
  private var columns: ColumnSlots?
  /// Whether the next row is the header.
  private var expectsHeader: Bool

  var layout: (any Sendable)? { columns }
  var unfinished: String { expectsHeader ? "the header" : "a record" }
  var digestSeed: UInt64 { columns?.digest ?? 0 }

  init(_ dialect: CSVDialect, _ header: CSVHeader) {
    self.dialect = dialect
    self.header = header
    columns = header.declaredColumns
    expectsHeader = header.isRow
  }

  mutating func cut(
    _ bytes: Span<UInt8>, _ count: Int, isLast: Bool, into records: inout RecordRanges
  ) throws(CutDamage) -> Int {
    var scan = CSVRowScan(dialect, count: count)
    if expectsHeader {
      var rows = RecordRanges(entries: [], number: 0)
      guard scan.skip(lines: header.linesAbove, bytes) else {
        guard isLast else { return 0 }
        throw CutDamage(
          code: .sourceHeader, offset: 0,
          message: "the file has no line \(header.linesAbove + 1), which should be its header",
          remedy: "correct `header:` in the source")
      }
      repeat {
        rows.entries.removeAll()
        try scan.rows(bytes, isLast: isLast, most: 1, into: &rows)
        dropComments(bytes, from: 0, of: &rows)
      } while rows.entries.isEmpty && scan.hasRowsLeft
      guard let row = rows.entries.first?.raw else {
        // The lines above the header are counted from the beginning of the file.
        guard isLast else {
          records.lineFeeds = header.linesAbove > 0 ? 0 : scan.lineFeeds
          return header.linesAbove > 0 ? 0 : scan.start
        }
        throw CutDamage(
          code: .sourceHeader, offset: 0, message: "the file has no header that names its columns",
          remedy: "add a first row with the names, or declare `columns:` in the source")
      }
      expectsHeader = false
      if columns == nil {
        columns = try header.columns(bytes, from: row.lowerBound, to: row.upperBound, dialect)
      }
    }
    let before = records.entries.count
    try scan.rows(bytes, isLast: isLast, most: Int.max, into: &records)
    dropComments(bytes, from: before, of: &records)
    records.lineFeeds = scan.lineFeeds
    return scan.start
  }

  /// Takes the lines out that begin as comments do, and numbers the others anew.
  private func dropComments(
    _ bytes: Span<UInt8>, from first: Int, of records: inout RecordRanges
  ) {
    guard let comment = dialect.comment, records.entries.count > first else { return }
    var number = records.entries[first].number
    var kept = first
    for index in first..<records.entries.count {
      var entry = records.entries[index]
      if bytes[entry.raw.lowerBound] == comment { continue }
      entry.number = number
      records.entries[kept] = entry
      number &+= 1
      kept += 1
    }
    records.entries.removeSubrange(kept...)
    records.number = number
  }
}

/// Rows of cells.
struct CSVFormat: BlockFormat {
  let dialect: CSVDialect
  let header: CSVHeader
  let identity: RecordIdentity
  private let documents: ColumnDocuments

  init(_ settings: CSVSettings, _ plan: FieldPlan) throws(Failure) {
    dialect = settings.dialect
    header = CSVHeader(plan, settings)
    identity = RecordIdentity(plan)
    documents = try ColumnDocuments(plan)
  }

  var mayEndLinesWithReturns: Bool { true }

  var rewriting: UnpackedFiles.Rewriting? {
    guard dialect.escapes != .double, let quote = dialect.quote else { return nil }
    let escapes = dialect.escapes
    return { (file, scratch) throws(Failure) in
      try BackslashedText(quote: quote, escapes: escapes).write(file, to: &scratch)
    }
  }

  func remarks(_ file: SourceFile?) -> [Diagnostic] { header.seen.remarks(file) }

  func cutter() -> CSVRowCutter { CSVRowCutter(dialect, header) }

  func decode(_ batch: inout RecordBatch, file: String) {
    // A batch without columns has no rows either.
    guard let columns = batch.layout as? ColumnSlots, !batch.records.isEmpty else { return }
    let count = batch.bytes.count - scanPadding
    var decoder = CSVDecoder(dialect, columns, count: count)
    decoder.hasZeros = batch.bytes.firstIndex(of: 0, from: 0, to: count) != nil
    let mayBeGuarded = batch.holdsGuard(to: count)
    batch.decode(with: &decoder, file: file, identity)
    if mayBeGuarded { batch.removeGuards() }
    var lines = LineCounter(line: batch.line, column: batch.column)
    documents.open(&batch, columns) { entry, batch in
      batch.bytes.withSpan(batch.bytes.all) {
        lines.location(of: entry.raw.lowerBound, $0, file: file)
      }
    }
  }
}

extension RecordBatch {
  /// Whether `="` stands somewhere before an offset.
  fileprivate func holdsGuard(to end: Int) -> Bool {
    var at = 0
    while let sign = bytes.firstIndex(of: UInt8(ascii: "="), from: at, to: end) {
      if sign + 1 < end, bytes[sign + 1] == UInt8(ascii: "\"") { return true }
      at = sign + 1
    }
    return false
  }

  /// Takes cells such as `="0049"`, by which shops and banks keep spreadsheets from reading numbers, without that guard.
  fileprivate mutating func removeGuards() {
    for index in values.indices {
      let range = values[index].bytes
      guard range.count >= 3, bytes[range.lowerBound] == UInt8(ascii: "="),
        bytes[range.lowerBound + 1] == UInt8(ascii: "\""),
        bytes[range.upperBound - 1] == UInt8(ascii: "\""),
        // A formula with several texts is no guard.
        bytes.firstIndex(of: UInt8(ascii: "\""), from: range.lowerBound + 2, to: range.upperBound)
          == range.upperBound - 1
      else { continue }
      values[index].bytes = ByteRange(start: range.lowerBound + 2, count: Int(range.count) - 3)
    }
  }
}
