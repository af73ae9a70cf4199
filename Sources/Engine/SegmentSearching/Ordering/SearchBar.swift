import FootlightPlatform

/// The bar for the hits of a segment: the worst of the best that all segments of the domain have so far, where these are as
/// many as are wanted.
///
/// A delta or a shard holds a few hits of nearly every query, and hardly ever all of the best; its own hits alone
/// would not tell that the rest need not be looked for.
struct SearchBar {
  let candidate: Candidate
  /// The worst hit's rank and the beginning of its title.
  let order: UInt64

  /// The bar for a tier's candidates in another segment; nil when any are good enough.
  func asked(of tier: Int, _ stored: Segment) throws(Failure) -> TierBar? {
    guard candidate.tier <= tier else { return nil }
    guard candidate.tier == tier else {
      return TierBar(before: .max, behind: .max, firstBehind: 0)
    }
    // Documents are numbered in their order.
    let items = UInt32(truncatingIfNeeded: stored.header.items)
    let first = try (0..<items).partitionPoint { (document) throws(Failure) in
      try stored.order(document) <= order
    }
    return TierBar(before: candidate.score - 1, behind: candidate.score, firstBehind: first)
  }
}

/// The bar for the candidates of one tier.
struct TierBar {
  /// The score that those before ``firstBehind`` must exceed, and those from there on; `Int.max` when none
  /// is taken.
  fileprivate let before: Int
  fileprivate let behind: Int
  /// The first document that stands after the bar's.
  fileprivate let firstBehind: UInt32

  /// The first document from which on none is taken that has no score.
  var end: UInt32 { behind < 0 ? .max : before < 0 ? firstBehind : 0 }

  /// The score that must be exceeded from a document on.
  @inline(__always)
  fileprivate func least(from document: UInt32) -> Int {
    document < firstBehind ? before : behind
  }
}

extension TopHits {
  /// The score that a candidate of a tier must exceed to be taken, if its document is not below `document`; −1 when any
  /// is taken, `Int.max` when none is.
  @inline(__always)
  func threshold(tier: Int, key: Int, _ bar: TierBar?, from document: UInt32) -> Int {
    let own = threshold(tier: tier, key: key, from: document)
    guard let bar else { return own }
    return max(own, bar.least(from: document))
  }
}

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
