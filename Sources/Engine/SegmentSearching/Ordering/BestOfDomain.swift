import FootlightPlatform
import SegmentFiles

/// The best hits of all segments of a domain so far, as far as they can be compared without reading titles.
struct BestOfDomain {
  /// A hit with its rank and the beginning of its title.
  private struct Placed: Ranked {
    var candidate: Candidate
    var order: UInt64

    func precedes(_ other: Placed) -> Bool {
      candidate.outranks(other.candidate) ?? (order < other.order)
    }
  }

  private let limit: Int
  private var heap: [Placed] = []

  /// - Parameter limit: how many hits are wanted.
  init(limit: Int) {
    self.limit = limit
  }

  /// Adds hits of a segment that were not added before.
  mutating func add(_ found: some Sequence<Candidate>, of stored: Segment) throws(Failure) {
    for candidate in found {
      if heap.count >= limit, let worst = heap.first,
        worst.candidate.outranks(candidate) == true
      {
        continue
      }
      heap.take(
        Placed(candidate: candidate, order: try stored.order(candidate.document)), atMost: limit)
    }
  }

  /// The bar for further hits; nil as long as there are fewer than are wanted.
  var bar: SearchBar? {
    guard heap.count >= limit, let worst = heap.first else { return nil }
    return SearchBar(candidate: worst.candidate, order: worst.order)
  }
}
