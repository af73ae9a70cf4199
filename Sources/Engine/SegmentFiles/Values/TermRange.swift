/// A place between terms, and how many documents the terms before it have.
package struct TermBound: Sendable {
  package var number: UInt32
  package var documents: UInt64
  package var inNames: UInt64
  /// Whether the term after it is the text that was looked for; of the end of a range it is not told.
  package var isText = false
}

/// Neighbouring terms.
package struct TermRange: Sendable {
  package var low: TermBound
  package var high: TermBound

  package var count: Int { Int(high.number) - Int(low.number) }
  /// The sum of documents over the terms, and of documents in names.
  package var documents: Int { max(0, Int(truncatingIfNeeded: high.documents &- low.documents)) }
  package var inNames: Int { max(0, Int(truncatingIfNeeded: high.inNames &- low.inNames)) }
}

/// The dictionary's entry of a term: its number, and how many documents hold it.
package struct TermEntry: Sendable {
  /// Its place in byte order.
  package var number: UInt32
  /// How many documents hold it, and how many of them in a name.
  package var documents: Int
  package var inNames: Int
  /// Where its lists begin in `post`; the same when there is only one.
  package var start: Int
  package var nameStart: Int

  /// The one of two that fewer documents hold.
  package func rarer(than other: TermEntry?) -> TermEntry {
    guard let other, other.documents <= documents else { return self }
    return other
  }
}
