/// How much a finished segment holds.
public struct SegmentSummary: Sendable, Hashable {
  /// The number of items.
  public var items: Int
  /// The number of distinct terms.
  public var terms: Int
  /// How many items expire some day.
  public var expiring: Int

  /// Makes a summary.
  public init(items: Int, terms: Int, expiring: Int) {
    self.items = items
    self.terms = terms
    self.expiring = expiring
  }
}

/// Two records that yielded the same id.
public struct DuplicateIdentifier: Sendable, Hashable {
  /// The id.
  public var id: String
  /// The number of the first record with it.
  public var first: UInt32
  /// The number of the later record.
  public var second: UInt32

  /// Makes a pair.
  public init(id: String, first: UInt32, second: UInt32) {
    self.id = id
    self.first = first
    self.second = second
  }
}

/// What happens to records whose id an earlier record has.
public enum DuplicateRule: Sendable, Hashable {
  /// The first record stays; the caller decides whether that is an error.
  case keepFirst
  /// The last record stays.
  case keepLast
}
