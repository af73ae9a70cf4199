public import FootlightDiagnostics
public import FootlightPlatform

/// What kind of value a field holds.
public enum FieldKind: UInt8, Sendable, Hashable {
  case null = 0
  case no = 1
  case yes = 2
  /// A number; its bytes are what the source holds.
  case number = 3
  /// Decoded UTF-8.
  case text = 4
  /// A list that a path names as a whole; its bytes are the elements as JSON.
  case list = 5
  /// An object that a path names as a whole; its bytes are JSON.
  case object = 6
}

/// One value of one record: which path of the plan it answers, its kind, and its bytes.
@frozen
public struct FieldValue: Sendable, Hashable {
  /// The index of the path in the ``FieldPlan``.
  public var slot: UInt16
  /// Its kind.
  public var kind: FieldKind
  /// Where its bytes lie in ``RecordBatch/bytes``.
  public var bytes: ByteRange

  /// Makes a value.
  @inlinable
  public init(slot: UInt16, kind: FieldKind, bytes: ByteRange) {
    self.slot = slot
    self.kind = kind
    self.bytes = bytes
  }
}

/// One record: its values, sorted by slot (several of one slot are the elements of a list, in
/// their order), and its number.
@frozen
public struct RecordEntry: Sendable, Hashable {
  /// Its first value in ``RecordBatch/values``.
  public var firstValue: UInt32
  /// How many values it has.
  public var valueCount: UInt32
  /// The record's number over the whole source, from 1.
  public var number: UInt32
  /// The record as the source holds it, for digests.
  public var raw: ByteRange

  /// Makes an entry.
  @inlinable
  public init(firstValue: UInt32, valueCount: UInt32, number: UInt32, raw: ByteRange) {
    self.firstValue = firstValue
    self.valueCount = valueCount
    self.number = number
    self.raw = raw
  }
}

/// About 1 MB of whole records: raw bytes, decoded values behind them, and the table of records.
///
/// A worker owns one and reuses it; nothing in it is a String.
public struct RecordBatch: ~Copyable, Sendable {
  /// The raw bytes of the source, and behind them the values that had to be decoded.
  public var bytes: ByteArena
  /// The values of all records.
  public var values: [FieldValue]
  /// The records in the order of the source.
  public var records: [RecordEntry]
  /// Records that could not be read, with their place.
  public var problems: [Diagnostic]
  /// The number of this batch within the source, from 0: batches are handed out in order.
  public var ordinal: Int
  /// The number of the first record, from 1.
  public var firstRecord: UInt32
  /// For the reader's own use: which file the bytes are from and where they begin.
  public var file: Int
  /// For the reader's own use: the offset of the bytes in the file.
  public var offset: Int
  /// For the reader's own use: the line on which the bytes begin, from 1.
  public var line: Int

  /// An empty batch.
  public init() {
    bytes = ByteArena(capacity: 1 << 20)
    values = []
    records = []
    problems = []
    ordinal = 0
    firstRecord = 1
    file = 0
    offset = 0
    line = 1
  }

  /// Forgets the contents; the memory stays.
  public mutating func removeAll() {
    bytes.removeAll()
    values.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    problems.removeAll()
  }
}
