package import DeclaredRecords
package import FootlightPlatform

/// Some records of a source with all their fields: for a look at what there is, before anybody has
/// said which fields matter.
package struct RecordSample: Sendable {
  /// How much is looked at.
  package struct Bounds: Sendable, Hashable {
    /// How many records are taken from the beginning.
    package var first = 10_000
    /// How many are taken from each megabyte after them.
    package var later = 40
    /// How many bytes are read at most.
    package var bytes = 160 << 20
    /// How many bytes of records are taken apart at most; one record is always.
    package var parsed = 12 << 20

    package init() {}
  }

  /// The fields that every record has beside its own.
  package struct Identity: Sendable, Hashable {
    /// Its place in its file, as `{number}`.
    package var number = ""
    /// The hash of its content, as `{hash}`.
    package var hash = ""
    /// Its `{name}`, which is that of its file where it has none itself.
    package var name = ""
  }

  /// The records that were taken.
  package var records: [Record] = []
  /// Their given fields, in the same order.
  package var identities: [Identity] = []
  /// How many records were passed by, these included.
  package var seen = 0
  /// Whether the source holds no others.
  package var isWhole = true
  /// The problems of records that could not be taken.
  package var problems: [Diagnostic] = []

  /// Looks at a source of one of the kinds that come with the library.
  ///
  /// `columns` are the columns of csv, tsv and sqlite; records of other kinds name their fields, and
  /// those that are no objects are taken with the column `value`.
  package init(
    _ definition: SourceDefinition, columns: [String] = [], bounds: Bounds = Bounds(),
    system: SystemServices = .system
  ) throws(Failure) {
    // Beside the columns what every record has.
    let paths = (columns + ["number", "hash"] + (definition.kind == "json" ? ["name"] : [])).map {
      FieldPath([.key($0)])
    }
    let before = columns.count
    let plan = FieldPlan(paths, optional: Set(paths.indices))
    let source = try SourceKind.builtIn.source(for: definition, system: system)
    let reader = try source.open(plan)
    // Formats that are read more slowly are read less far.
    let limit =
      switch definition.kind {
      case "yaml": min(bounds.bytes, 12 << 20)
      case "xml", "html", "mail", "feed", "documents", "sheet", "calendar", "contacts":
        min(bounds.bytes, 24 << 20)
      default: bounds.bytes
      }
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
      try take(&batch, of: definition, columns, reader, before)
      if read > limit {
        isWhole = false
        break
      }
    }
    if ["csv", "tsv", "sqlite"].contains(definition.kind) { openColumns() }
    // Records within records are records themselves, and no part of the one around them.
    if let nested = definition["nested"]?.text {
      for index in records.indices { records[index][nested] = nil }
    }
  }

  /// Opens the columns of rows whose texts are all JSON: where one is none, paths would not reach it.
  private mutating func openColumns() {
    var areOpen: [String: Bool] = [:]
    for field in records.lazy.flatMap(\.fields) {
      guard case .text(let text) = field.value, areOpen[field.name] ?? true else { continue }
      areOpen[field.name] = RecordValue(document: text) != nil
    }
    for index in records.indices {
      for place in records[index].fields.indices {
        let field = records[index].fields[place]
        guard areOpen[field.name] == true, case .text(let text) = field.value,
          let value = RecordValue(document: text)
        else { continue }
        records[index].fields[place].value = value
      }
    }
  }

  private mutating func take(
    _ batch: inout RecordBatch, of definition: SourceDefinition, _ columns: [String],
    _ reader: any RecordReader, _ before: Int
  ) throws(Failure) {
    switch definition.kind {
    case "csv", "tsv", "sqlite":
      try reader.decode(&batch)
      for entry in batch.records {
        records.append(batch.row(entry, columns))
        identities.append(batch.identity(entry, after: before))
      }
    case "markdown", "text":
      let raw = batch.records
      problems += batch.problems
      try reader.decode(&batch)
      var decoded: [UInt32: RecordEntry] = [:]
      for entry in batch.records { decoded[entry.number] = entry }
      for entry in raw {
        do throws(Failure) {
          records.append(
            try batch.document(
              entry, readsFrontMatter: definition.kind == "markdown",
              rootName: Path.name(of: definition.folder)))
          let decoded = decoded[entry.number]
          identities.append(decoded.map { batch.identity($0, after: before) } ?? Identity())
        } catch {
          problems += error.diagnostics
        }
      }
      return
    default:
      try batch.wholeRecords(reader, before, into: &records, &identities)
    }
    problems += batch.problems
  }
}

extension RecordBatch {
  /// The given fields of a decoded record, in the slots after so many others.
  fileprivate func identity(_ entry: RecordEntry, after slots: Int) -> RecordSample.Identity {
    var identity = RecordSample.Identity()
    for value in values[entry.valueRange] {
      switch Int(value.slot) - slots {
      case 0: identity.number = bytes.text(value.bytes)
      case 1: identity.hash = bytes.text(value.bytes)
      case 2: identity.name = bytes.text(value.bytes)
      default: break
      }
    }
    return identity
  }

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
    for value in values[entry.valueRange] where value.slot < columns.count {
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
    _ reader: any RecordReader, _ slots: Int, into taken: inout [Record],
    _ identities: inout [RecordSample.Identity]
  ) throws(Failure) {
    let isKeyed = layout as? Bool ?? false
    // Decoding sets those aside that cannot be read, in the words that a build would use.
    try reader.decode(&self)
    let entries = records
    var kept: [RecordEntry] = []
    var scanner = JSONScanner(decodedStart: bytes.count)
    bytes.withSpan(bytes.all) { span in
      for entry in entries {
        scanner.begin(entry.raw)
        guard let record = try? scanner.record(span, isKeyed: isKeyed, takesValues: true) else {
          continue
        }
        taken.append(record)
        kept.append(entry)
      }
    }
    for entry in kept { identities.append(identity(entry, after: slots)) }
  }
}
