/// A place between terms, and how many documents the terms before it have.
package struct TermBound: Sendable {
  package var number: UInt32
  package var documents: UInt64
  package var inNames: UInt64
  /// Whether the term after it is the text that was looked for; of the end of a range it is not told.
  package var isText = false

  package init(number: UInt32, documents: UInt64, inNames: UInt64, isText: Bool = false) {
    self.number = number
    self.documents = documents
    self.inNames = inNames
    self.isText = isText
  }
}

/// Neighbouring terms.
package struct TermRange: Sendable {
  package var low: TermBound
  package var high: TermBound

  package init(low: TermBound, high: TermBound) {
    self.low = low
    self.high = high
  }

  package var count: Int { Int(high.number) - Int(low.number) }
  /// The sum of documents over the terms, and of documents in names.
  package var documents: Int { max(0, Int(truncatingIfNeeded: high.documents &- low.documents)) }
  package var inNames: Int { max(0, Int(truncatingIfNeeded: high.inNames &- low.inNames)) }
}
