import SegmentFiles
import FootlightPlatform
import Synchronization
import TextAnalysis

/// A run that takes no more items, with the orders of its terms and of its documents: what is merged with
/// others, from memory or from a spill.
///
/// - Complexity: sorting n documents and m terms takes O(n log n + m log m); mostly numbers are compared.
final class SortedRun: Sendable {
  /// The run; its documents are in the order of the index now.
  let run: Run
  /// How many terms it has.
  let termCount: Int
  /// The terms in byte order, until they have been merged.
  private let terms: Mutex<[TermKey]>
  /// For each document the hash of its address and of the key of its source (0 for none), the digest
  /// of its record, and when it expires; empty when none has one or does.
  let addresses: [UInt64]
  let sourceKeys: [UInt64]
  let digests: [UInt64]
  let expiries: [Int64]
  /// For each document the size of its record; empty unless it was asked for.
  let sizes: [UInt32]
  /// The texts of the attributes in their order.
  let values: SortedValues

  /// Sorts a run; `keepsSizes` where its records will be copied.
  init(_ open: consuming Run, keepsSizes: Bool = false) {
    open.freeScratch()
    termCount = open.terms.count
    terms = Mutex(open.sortedTerms())
    values = SortedValues(open.values)
    let order = open.sortedDocuments()
    var addresses: [UInt64] = []
    var sourceKeys: [UInt64] = []
    var expiries: [Int64] = []
    if !open.addresses.isEmpty || !open.sourceKeys.isEmpty || !open.expiring.isEmpty {
      var places = [UInt32](repeating: 0, count: order.count)
      for (place, local) in order.enumerated() {
        places[Int(local)] = UInt32(truncatingIfNeeded: place)
      }
      if !open.addresses.isEmpty { addresses = [UInt64](repeating: 0, count: order.count) }
      for entry in open.addresses { addresses[Int(places[Int(entry.local)])] = entry.hash }
      if !open.sourceKeys.isEmpty { sourceKeys = [UInt64](repeating: 0, count: order.count) }
      for entry in open.sourceKeys { sourceKeys[Int(places[Int(entry.local)])] = entry.hash }
      if !open.expiring.isEmpty { expiries = [Int64](repeating: .max, count: order.count) }
      for entry in open.expiring { expiries[Int(places[Int(entry.local)])] = entry.expires }
    }
    self.addresses = addresses
    self.sourceKeys = sourceKeys
    digests = open.digests.isEmpty ? [] : order.map { open.digests[Int($0)] }
    self.expiries = expiries
    sizes = keepsSizes ? open.sizes(order) : []
    open.documents = order.map { open.documents[Int($0)] }
    run = open
  }

  /// The terms in byte order; they are here no longer afterwards.
  func takeTerms() -> [TermKey] {
    terms.withLock { terms in
      var taken: [TermKey] = []
      swap(&taken, &terms)
      return taken
    }
  }
}

/// The sort key of a term, and its number in its run.
struct TermKey: BitwiseCopyable, Sendable {
  /// The first eight bytes, as a number that orders like them.
  var first: UInt64
  var number: UInt32
  /// The size in bytes.
  var length: UInt32
}
