import FootlightPlatform

/// Reads records and adds what the tables of lookups hold for them.
///
/// That is done as soon as a batch is read, on the thread that asked for it: digests are taken before
/// records are taken apart, and have to cover what was found.
final class JoinedReader: RecordReader {
  /// A lookup in memory.
  struct Table: Sendable {
    var rows: LookupTable
    /// Yields what is looked for, as an id.
    var by: ItemMapper
    var isMany: Bool
    /// How it is called, and where it is declared.
    var name: String
    var location: SourceLocation?
  }

  /// The most bytes that lookups may find for the records of a batch, of which there is about a megabyte.
  private static let limit = 1 << 28

  private let records: any RecordReader
  private let tables: [Table]
  private let lookupRemarks: [Diagnostic]

  init(_ records: any RecordReader, _ tables: [Table], remarks: [Diagnostic]) {
    self.records = records
    self.tables = tables
    lookupRemarks = remarks
  }

  func next(_ batch: inout RecordBatch) throws(Failure) -> Bool {
    guard try records.next(&batch) else { return false }
    try records.decode(&batch)
    var found = [[FieldValue]](repeating: [], count: batch.records.count)
    var raw = [[UInt8]](repeating: [], count: batch.records.count)
    var item = ItemBuffer()
    for table in tables {
      var worker = table.by.worker()
      for index in batch.records.indices {
        guard case .item = worker.identify(batch, batch.records[index], into: &item) else {
          continue
        }
        let rows = table.rows.rows(item.bytes.bytes(item.id))
        for row in table.isMany ? rows[...] : rows.prefix(1) {
          raw[index] += row
          append(row, to: &found[index], &batch)
          guard batch.bytes.count <= JoinedReader.limit else {
            throw Failure(
              .lookupTooLarge,
              "the lookup `\(table.name)` finds more than \(JoinedReader.limit >> 20) MB for a "
                + "megabyte of records", at: table.location,
              remedy: "look for a key that fewer of its records have")
          }
        }
      }
    }
    for index in batch.records.indices {
      var record = batch.records[index]
      extend(&record, with: raw[index], of: &batch)
      batch.records[index] = record
    }
    complete(&batch, with: found)
    return true
  }

  /// Unpacks the values of a row.
  private func append(
    _ row: ArraySlice<UInt8>, to values: inout [FieldValue], _ batch: inout RecordBatch
  ) {
    var at = row.startIndex
    while at + 7 <= row.endIndex {
      let slot = UInt16(row[at]) | UInt16(row[at + 1]) << 8
      let kind = FieldKind(rawValue: row[at + 2]) ?? .null
      var count = 0
      for byte in 0..<4 { count |= Int(row[at + 3 + byte]) << (byte * 8) }
      at += 7
      let start = batch.bytes.count
      batch.bytes.append(Array(row[at..<at + count]))
      values.append(
        FieldValue(slot: slot, kind: kind, bytes: ByteRange(start: start, count: count)))
      at += count
    }
  }

  /// Adds the records that were found to the bytes that the source gave.
  private func extend(
    _ record: inout RecordEntry, with found: [UInt8], of batch: inout RecordBatch
  ) {
    guard !found.isEmpty else { return }
    let start = batch.bytes.count
    batch.bytes.append(own: record.raw)
    batch.bytes.append(found)
    record.raw = ByteRange(start: start, count: batch.bytes.count - start)
  }

  /// Puts what was found among the values, in the order of the slots.
  private func complete(_ batch: inout RecordBatch, with found: [[FieldValue]]) {
    var values: [FieldValue] = []
    values.reserveCapacity(batch.values.count)
    for index in batch.records.indices {
      let entry = batch.records[index]
      let first = values.count
      // Rows one after the other: of a slot in several rows the first row comes first.
      let more = found[index].enumerated().sorted {
        ($0.element.slot, $0.offset) < ($1.element.slot, $1.offset)
      }.map(\.element)
      var next = 0
      for value in batch.values[entry.valueRange] {
        while next < more.count, more[next].slot < value.slot {
          values.append(more[next])
          next += 1
        }
        values.append(value)
      }
      values += more[next...]
      batch.records[index].valueRange = first..<values.count
    }
    batch.values = values
  }

  /// Nothing is left to do.
  func decode(_ batch: inout RecordBatch) throws(Failure) {}

  func location(ofRecord number: UInt32) -> SourceLocation { records.location(ofRecord: number) }

  func remarks() -> [Diagnostic] { records.remarks() + lookupRemarks }
}
