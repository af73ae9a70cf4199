import FootlightPlatform

/// A prefix and where it is looked for, as the name of its table.
struct PrefixTableKey: Hashable {
  var atom: Int
  var inNames: Bool
}

/// The terms of a prefix and where they are looked for, as the name of their postings.
struct PrefixPostingsKey: Hashable {
  var low: UInt32
  var high: UInt32
  var inNames: Bool
}

/// The contribution of a prefix to each document: a byte a document, 0 for none; or where these are few, a list.
final class ContributionTable {
  private var impacts: SparseZeros<UInt8>
  private let list: PrefixPostings?

  init(impacts: consuming SparseZeros<UInt8>) {
    self.impacts = impacts
    list = nil
  }

  init(_ list: PrefixPostings) {
    impacts = SparseZeros(count: 0)
    self.list = list
  }

  /// Whether it has a byte for each document.
  var hasBytes: Bool { list == nil }

  /// The highest impact of a document, or nil.
  @inline(__always)
  func impact(_ document: UInt32) -> Int? {
    if let list { return list.impact(document) }
    let impact = impacts[Int(document)]
    return impact == 0 ? nil : Int(impact)
  }

  /// All documents with their impacts.
  ///
  /// - Parameter most: how many there are at most.
  func postings(most: Int) -> PrefixPostings {
    if let list { return list }
    let postings = PrefixPostings(capacity: most)
    impacts.forEachSmall { document, impact in
      postings.append(UInt32(truncatingIfNeeded: document), UInt32(impact))
    }
    return postings
  }

  /// The table with all entries zero, for the next one; this one is empty afterwards.
  func clear() -> SparseZeros<UInt8> {
    var taken = SparseZeros<UInt8>(count: 0)
    swap(&taken, &impacts)
    taken.clear()
    return taken
  }
}
