/// Documents of several segments.
struct DocumentSets: Sendable {
  private(set) var documents: [Int: Set<UInt32>] = [:]
  private(set) var count = 0

  /// Adds a document; false when it is there already.
  mutating func insert(_ document: UInt32, in segment: Int) -> Bool {
    guard documents[segment, default: []].insert(document).inserted else { return false }
    count += 1
    return true
  }

  func contains(_ document: UInt32, in segment: Int) -> Bool {
    documents[segment]?.contains(document) == true
  }

  mutating func subtract(_ other: DocumentSets) {
    for (segment, those) in other.documents { documents[segment]?.subtract(those) }
    count = documents.values.reduce(0) { $0 + $1.count }
  }

  mutating func formUnion(_ other: DocumentSets) {
    for (segment, those) in other.documents { documents[segment, default: []].formUnion(those) }
    count = documents.values.reduce(0) { $0 + $1.count }
  }
}
