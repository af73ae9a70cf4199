/// How much a finished segment holds.
package struct SegmentSummary: Sendable, Hashable {
  /// The number of items.
  package var items: Int
  /// The number of distinct terms.
  package var terms: Int
  /// How many items expire some day.
  package var expiring: Int

  /// Makes a summary.
  package init(items: Int, terms: Int, expiring: Int) {
    self.items = items
    self.terms = terms
    self.expiring = expiring
  }
}

/// Two records that yielded the same id.
package struct DuplicateIdentifier: Sendable, Hashable {
  /// The number of the first record with it.
  package var first: UInt32
  /// The number of the later record.
  package var second: UInt32

  /// Makes a pair.
  package init(first: UInt32, second: UInt32) {
    self.first = first
    self.second = second
  }
}

/// The rule for records whose id an earlier record has.
package enum DuplicateRule: Sendable, Hashable {
  /// The first record stays; the caller decides whether that is an error.
  case keepFirst
  /// The last record stays.
  case keepLast
}
