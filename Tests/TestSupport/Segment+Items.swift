package import FootlightPlatform
package import SearchEngine

extension Segment {
  /// Calls `body` with every item in the order of the index.
  package func forEachItem(_ body: (StoredItem) throws(Failure) -> Void) throws(Failure) {
    for document in 0..<summary.items {
      try body(try item(UInt32(truncatingIfNeeded: document)))
    }
  }
}
