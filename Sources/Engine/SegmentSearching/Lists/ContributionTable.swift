import FootlightDiagnostics

/// A prefix and where it is looked for, as the name of its table.
struct PrefixTableKey: Hashable {
  var atom: Int
  var inNames: Bool
  /// Whether only as many of the postings were read as a count may cost.
  var isPartial = false
}

/// The contribution of a prefix to each document: a byte a document, 0 for none.
///
/// Hot: a broad prefix walks over a byte of every document (`Benchmarks query`).
final class ContributionTable {
  private var impacts: [UInt8]

  init(impacts: consuming [UInt8]) {
    self.impacts = impacts
  }

  /// The highest impact of a document, or nil.
  @inline(__always)
  func impact(_ document: UInt32) -> Int? {
    guard Int(document) < impacts.count else { return nil }
    let impact = impacts[Int(document)]
    return impact == 0 ? nil : Int(impact)
  }

  /// All documents with what they add, as a list; eight documents are looked at in one step.
  func list(weight: Int) -> ListCursor {
    var documents: [UInt32] = []
    var contributions: [UInt32] = []
    unsafe impacts.withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        if index &+ 8 <= bytes.count,
          unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0
        {
          index &+= 8
          continue
        }
        for document in index..<min(index &+ 8, bytes.count) {
          let impact = unsafe bytes[document]
          guard impact != 0 else { continue }
          documents.append(UInt32(truncatingIfNeeded: document))
          contributions.append(UInt32(impact) &* UInt32(truncatingIfNeeded: weight))
        }
        index &+= 8
      }
    }
    return ListCursor(documents: documents, contributions: contributions)
  }

  /// The table with all entries zero, for the next one; this one is empty afterwards.
  func clear() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &impacts)
    unsafe taken.withUnsafeMutableBufferPointer { unsafe $0.update(repeating: 0) }
    return taken
  }
}
