public import FootlightPlatform

/// The kind of a field's value.
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
  /// The ``SourceKey`` by which the source tells the record from others; empty when it names none.
  public var sourceKey: ByteRange

  /// Makes an entry.
  @inlinable
  public init(
    firstValue: UInt32, valueCount: UInt32, number: UInt32, raw: ByteRange,
    sourceKey: ByteRange = ByteRange()
  ) {
    self.firstValue = firstValue
    self.valueCount = valueCount
    self.number = number
    self.raw = raw
    self.sourceKey = sourceKey
  }
}

extension RecordEntry {
  /// A record that has not been taken apart, from one offset to another.
  @inline(__always)
  package init(number: UInt32, from start: Int, to end: Int) {
    self.init(
      firstValue: 0, valueCount: 0, number: number,
      raw: ByteRange(start: start, count: end &- start))
  }

  /// Where its values lie in ``RecordBatch/values``.
  @inline(__always)
  package var valueRange: Range<Int> {
    get { Int(firstValue)..<Int(firstValue) + Int(valueCount) }
    set {
      firstValue = UInt32(truncatingIfNeeded: newValue.lowerBound)
      valueCount = UInt32(truncatingIfNeeded: newValue.count)
    }
  }
}
