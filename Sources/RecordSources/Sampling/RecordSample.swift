package import DomainDeclarations
package import FootlightDiagnostics
import FootlightPlatform

/// Some records of a source with all their fields: for a look at what there is, before anybody has
/// said which fields matter.
package struct RecordSample: Sendable {
  /// How much is looked at.
  package struct Bounds: Sendable, Hashable {
    /// How many records are taken from the beginning.
    package var first = 10_000
    /// How many are taken from each megabyte behind them.
    package var later = 40
    /// How many bytes are read at most.
    package var bytes = 160 << 20
    /// How many bytes of records are taken apart at most; one record is always.
    package var parsed = 12 << 20

    package init() {}
  }

  /// The records that were taken.
  package var records: [Record] = []
  /// How many records were passed by, these included.
  package var seen = 0
  /// Whether the source holds no others.
  package var isWhole = true
  /// What is wrong with records that could not be taken.
  package var problems: [Diagnostic] = []

  /// Looks at a source of one of the kinds that come with the library.
  ///
  /// `columns` are the columns of csv, tsv and sqlite; records of other kinds name their fields.
  package init(
    _ definition: SourceDefinition, columns: [String] = [], bounds: Bounds = Bounds()
  ) throws(Failure) {
    let plan = FieldPlan(columns.map { FieldPath([.key($0)]) }, optional: Set(columns.indices))
    let source = try SourceKind.builtIn.source(for: definition)
    let reader = try source.open(plan)
    var batch = RecordBatch()
    var read = 0
    var parsed = 0
    while try reader.next(&batch) {
      let held = batch.records.count
      seen += held + batch.badRecords
      read += batch.bytes.count
      let wanted = max(bounds.first - records.count, bounds.later)
      if held > wanted {
        isWhole = false
        batch.thin(to: wanted, fromFront: records.count < bounds.first)
      }
      parsed += batch.records.reduce(0) { $0 + Int($1.raw.count) }
      if parsed > bounds.parsed, !records.isEmpty {
        isWhole = false
        break
      }
      try take(&batch, of: definition, columns, reader)
      if read > bounds.bytes {
        isWhole = false
        break
      }
    }
  }

  private mutating func take(
    _ batch: inout RecordBatch, of definition: SourceDefinition, _ columns: [String],
    _ reader: any RecordReader
  ) throws(Failure) {
    switch definition.kind {
    case "csv", "tsv", "sqlite":
      try reader.decode(&batch)
      for entry in batch.records { records.append(batch.row(entry, columns)) }
    case "markdown", "text":
      for entry in batch.records {
        do throws(Failure) {
          records.append(
            try batch.document(
              entry, readsFrontMatter: definition.kind == "markdown",
              rootName: Path.name(of: definition.folder)))
        } catch {
          problems += error.diagnostics
        }
      }
    default:
      var taken: [Record] = []
      try batch.wholeRecords(reader, into: &taken)
      records += taken
    }
    problems += batch.problems
  }
}

extension RecordBatch {
  /// Keeps some of the records: the first ones, or ones at even distances.
  fileprivate mutating func thin(to count: Int, fromFront: Bool) {
    guard records.count > count, count > 0 else { return }
    if fromFront {
      records.removeSubrange(count...)
    } else {
      let step = records.count / count
      records = (0..<count).map { records[$0 * step] }
    }
  }

  /// A decoded row as a record.
  fileprivate func row(_ entry: RecordEntry, _ columns: [String]) -> Record {
    var record = Record()
    let first = Int(entry.firstValue)
    for value in values[first..<first + Int(entry.valueCount)] {
      let text = bytes.text(value.bytes)
      let shown: RecordValue =
        switch value.kind {
        case .number: .number(text)
        case .null: .null
        case .yes: .boolean(true)
        case .no: .boolean(false)
        case .text, .list, .object: text.isEmpty ? .null : .text(text)
        }
      record.fields.append(Record.Field(columns[Int(value.slot)], shown))
    }
    return record
  }

  /// The records of a batch whose raw bytes are JSON; the others become problems.
  fileprivate mutating func wholeRecords(
    _ reader: any RecordReader, into taken: inout [Record]
  ) throws(Failure) {
    // Decoding sets those aside that cannot be read, in the words that a build would use.
    try reader.decode(&self)
    let entries = records
    var decoder = JSONDecoder(try FieldTrie(FieldPlan([])))
    decoder.decodedStart = bytes.count
    bytes.withSpan(bytes.all) { span in
      for entry in entries {
        if let record = try? decoder.wholeRecord(span, entry.raw) { taken.append(record) }
      }
    }
  }
}
