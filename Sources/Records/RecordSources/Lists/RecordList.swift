public import FootlightPlatform

/// A source of records that a program holds in memory.
///
///     let notes = RecordList("notes", [["id": 1, "title": "Buy milk"]])
///     try library.register(definition, source: notes)
///
/// For records that are read or computed one by one, write a ``RecordSource`` that returns a
/// ``RecordEnumeration``.
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
