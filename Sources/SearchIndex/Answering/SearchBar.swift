import FootlightDiagnostics

/// What the hits of a segment must reach at least: the worst of those that earlier segments of the
/// domain have found, where these are as many as are wanted.
///
/// A delta holds a few hits of nearly every query, and hardly ever one of the best; its own hits alone
/// would not tell that the rest need not be looked for.
struct SearchBar {
  let candidate: Candidate
  /// The worst hit's rank and the beginning of its title.
  let order: UInt64
  /// The first document that stands behind the worst hit.
  var firstBehind: UInt32 = .max
}

extension SegmentSearch {
  /// The bar for the next segment of the domain.
  func nextBar() throws(Failure) -> SearchBar? {
    guard top.isFull, let worst = top.heap.first else { return bar }
    if let bar, !worst.precedes(bar.candidate) { return bar }
    return SearchBar(candidate: worst, order: try generation.order(worst.document))
  }

  /// Sets the bar that the segments before this one leave.
  func set(_ bar: SearchBar?) throws(Failure) {
    guard var bar else { return }
    // Documents are numbered in their order.
    var low: UInt32 = 0
    var high = UInt32(truncatingIfNeeded: generation.header.items)
    while low < high {
      let middle = low + (high - low) / 2
      if try generation.order(middle) > bar.order { high = middle } else { low = middle + 1 }
    }
    bar.firstBehind = low
    self.bar = bar
  }

  /// The score that a candidate of tier 3, 4 or 6 must exceed to be taken, if its document stands behind all
  /// that are there and is not below `document`; −1 when any is taken, `Int.max` when none is.
  func threshold(tier: Int, from document: UInt32 = 0) -> Int {
    let own = top.threshold(tier: tier)
    guard let bar, bar.candidate.tier <= tier else { return own }
    var least = Int.max
    if bar.candidate.tier == tier {
      least = document < bar.firstBehind ? bar.candidate.score - 1 : bar.candidate.score
    }
    guard least > own else { return own }
    isBarred = true
    return least
  }

  /// Whether `top` is sure to hold all that the tiers hold which were searched so far.
  var isComplete: Bool { !top.isFull && !isBarred }
}
