public import FootlightPlatform

/// About 1 MB of whole records: raw bytes, decoded values after them, and the table of records.
///
/// A worker owns one and reuses it; nothing in it is a String.
public struct RecordBatch: ~Copyable, Sendable {
  /// The raw bytes of the source, and after them the values that had to be decoded.
  public var bytes = ByteArena(capacity: 1 << 20)
  /// The values of all records.
  public var values: [FieldValue] = []
  /// The records in the order of the source.
  public var records: [RecordEntry] = []
  /// Records that could not be read, with their place; the first thousand of a batch.
  public var problems: [Diagnostic] = []
  /// How many more there are that are counted without being listed; see ``badRecords``.
  public var unlistedProblems = 0
  /// The number of this batch within the source, from 0: batches are handed out in order.
  public var ordinal = 0
  /// The number of the first record, from 1.
  public var firstRecord: UInt32 = 1
  /// The number of the first record of the file, from which `{number}` counts.
  public var firstOfFile: UInt32 = 1
  /// Whether a record's place in its file decides its values, too.
  public var countsPlaces = false
  /// For the reader's own use: which file the bytes are from and where they begin.
  public var file = 0
  /// For the reader's own use: the offset of the bytes in the file.
  public var offset = 0
  /// For the reader's own use: the line on which the bytes begin, from 1.
  public var line = 1
  /// For the reader's own use: the column on which the bytes begin, from 1.
  public var column = 1
  /// For the reader's own use: what `next` tells `decode`.
  public var layout: (any Sendable)?
  /// The hash of all that decides the values of a record beside its bytes.
  ///
  /// The order of columns, for one. Readers set it in `next`; 0 when there is nothing else.
  public var digestSeed: UInt64 = 0
  /// The names of the file that the records are from, where a field asks for them.
  var names: DocumentNames?
  /// Memory that decoding uses again and again.
  var decoded = ByteArena()

  /// An empty batch.
  public init() {}

  /// Forgets the contents; the memory stays.
  public mutating func removeAll() {
    bytes.removeAll(keepingAtMost: RecordBatch.keptMemory)
    decoded.removeAll(keepingAtMost: RecordBatch.keptMemory)
    values.removeAll(
      keepingCapacity: values.capacity <= RecordBatch.keptMemory / MemoryLayout<FieldValue>.stride)
    records.removeAll(keepingCapacity: records.capacity <= RecordBatch.keptMemory / 16)
    problems.removeAll()
    unlistedProblems = 0
    layout = nil
    names = nil
    digestSeed = 0
    firstOfFile = 1
    countsPlaces = false
  }

  /// The memory that a batch keeps from use to use; a giant record does not stay for ever.
  private static var keptMemory: Int { 4 << 20 }

  /// How many records could not be read, also those that are not listed.
  public var badRecords: Int { problems.count &+ unlistedProblems }

  /// Adds a record that cannot be read; from the thousandth on they are only counted.
  public mutating func report(_ problem: @autoclosure () -> Diagnostic) {
    if problems.count < 1000 {
      problems.append(problem())
    } else {
      unlistedProblems &+= 1
    }
  }

  /// A digest of a record: equal for equal records, in every run and on every machine.
  ///
  /// It covers what the source holds and what decides its values beside that, so that a record
  /// with a known digest yields the same item under the same plan and mapping. Known before the
  /// batch is decoded. Two different records have one digest with a probability of 2⁻⁶⁴; nobody is
  /// kept from making two such records on purpose. O(bytes).
  public func digest(of record: RecordEntry) -> UInt64 {
    // The length counts once more: in the hash, a record of no byte and one of a single 1 are one.
    var kind = digestSeed &+ UInt64(record.raw.count)
    if countsPlaces {
      kind ^= UInt64(record.number &- firstOfFile &+ 1) &* 0xA076_1D64_78BD_642F
    }
    return ByteArena.mix(
      bytes.hash(record.raw) ^ 0x9E37_79B9_7F4A_7C15, kind ^ 0xD1B5_4A32_D192_ED03)
  }

  /// Drops records before they are decoded; returns how many.
  ///
  /// For looks at a source that has changed here and there: a reader finds and hashes records ten
  /// times as fast as it takes them apart. What is dropped is not missed by `decode`, which keeps
  /// numbers and places of the others.
  ///
  /// - Parameter isKnown: Is told each record's digest.
  @discardableResult
  public mutating func removeRecords(
    where isKnown: (_ record: RecordEntry, _ digest: UInt64) -> Bool
  ) -> Int {
    var kept = 0
    for index in records.indices {
      let record = records[index]
      if isKnown(record, digest(of: record)) { continue }
      records[kept] = record
      kept &+= 1
    }
    let dropped = records.count &- kept
    records.removeSubrange(kept...)
    return dropped
  }

  /// The key by which the source tells a record from others; nil when it names none.
  public func sourceKey(of record: RecordEntry) -> SourceKey? {
    SourceKey(bytes.bytes(record.sourceKey))
  }
}
