import FileHandles
import FootlightPlatform

/// Rows of cells.
struct CSVFormat: BlockFormat {
  let dialect: CSVDialect
  let header: CSVHeader
  let identity: RecordIdentity

  init(_ settings: CSVSettings, _ plan: FieldPlan) {
    dialect = settings.dialect
    header = CSVHeader(plan, settings)
    identity = RecordIdentity(plan)
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
    swap(&decoder.decoded, &batch.decoded)
    batch.decode(with: &decoder, file: file)
    swap(&decoder.decoded, &batch.decoded)
    identity.complete(&batch)
  }
}
