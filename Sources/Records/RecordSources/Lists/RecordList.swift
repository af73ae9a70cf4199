public import FootlightPlatform

/// A source of records that a program holds in memory.
///
/// For records that are read or computed one by one, write a ``RecordSource`` that returns a
/// ``RecordEnumeration``.
///
/// ```swift
/// let notes = RecordList("notes", [["id": 1, "title": "Buy milk", "tags": ["home", "shop"]]])
/// try library.register(definition, source: notes)
/// ```
public struct RecordList: RecordSource {
  /// How messages call the source.
  public let name: String
  /// The records.
  public let records: [Record]

  /// Holds records.
  public init(_ name: String, _ records: [Record]) {
    self.name = name
    self.records = records
  }

  /// A hash of all records: equal records, equal stamp, in every run and on every machine.
  public func stamp() throws(Failure) -> SourceStamp {
    var bytes = ByteArena()
    var first: UInt64 = 0
    var second: UInt64 = 1
    for record in records {
      bytes.removeAll()
      bytes.append(json: record)
      let hash = bytes.hash(bytes.all)
      first = ByteArena.mix(first ^ hash, 0xA076_1D64_78BD_642F)
      second = ByteArena.mix(second &+ hash, 0xE703_7ED1_A0B4_28DB)
    }
    return SourceStamp(text: "\(records.count):\(first):\(second)")
  }

  /// Opens a complete read.
  public func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try RecordEnumeration(plan, name: name, records: records)
  }
}

/// A complete read of records that come one by one from Swift: what ``RecordSource/open(_:)`` of
/// a source written in Swift returns.
///
/// Records are asked for by one thread at a time and taken apart by several.
public final class RecordEnumeration: RecordReader {
  private let lines: JSONLineReader

  /// Reads what `next` yields until it yields nil; `name` is how messages call the source.
  public init(
    _ plan: FieldPlan, name: String, next: sending @escaping () throws(Failure) -> Record?
  ) throws(Failure) {
    // Half a megabyte of text: what comes from a program is often slow to come.
    lines = JSONLineReader(try JSONLinesFormat(plan), name: name, block: 1 << 19) {
      (arena) throws(Failure) in
      guard let record = try next() else { return false }
      arena.append(json: record)
      arena.append(0x0A)
      return true
    }
  }

  /// Reads the records of a sequence.
  public convenience init(
    _ plan: FieldPlan, name: String, records: some Sequence<Record> & Sendable
  ) throws(Failure) {
    var iterator = records.makeIterator()
    try self.init(plan, name: name, next: { iterator.next() })
  }

  /// Asks for the records of the next batch.
  public func next(_ batch: inout RecordBatch) throws(Failure) -> Bool { try lines.next(&batch) }

  /// Takes the records of a batch apart.
  public func decode(_ batch: inout RecordBatch) throws(Failure) { try lines.decode(&batch) }

  /// The name of the source and the record's number as its line.
  public func location(ofRecord number: UInt32) -> SourceLocation {
    lines.location(ofRecord: number)
  }
}
