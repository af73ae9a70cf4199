import SegmentFiles
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
}

/// What a bar asks of the candidates of one tier.
struct TierBar {
  /// The score that those before ``firstBehind`` must exceed, and those from there on; `Int.max` when none
  /// is taken.
  fileprivate let before: Int
  fileprivate let behind: Int
  /// The first document that stands behind the bar's.
  fileprivate let firstBehind: UInt32

  /// The score that must be exceeded from a document on.
  @inline(__always)
  fileprivate func least(from document: UInt32) -> Int {
    document < firstBehind ? before : behind
  }
}

extension SegmentSearch {
  /// The bar for the next segment of the domain.
  func nextBar() throws(Failure) -> SearchBar? {
    guard top.isFull, let worst = top.heap.first else { return bar }
    if let bar, !worst.precedes(bar.candidate) { return bar }
    return SearchBar(candidate: worst, order: try generation.order(worst.document))
  }

  /// Whether no candidate of a tier would be taken.
  func isClosed(_ tier: Int) -> Bool {
    top.threshold(tier: tier) == .max || bar.map { $0.candidate.tier < tier } ?? false
  }

  /// What the bar asks of a tier's candidates; nil when any are good enough for it.
  ///
  /// Whoever passes candidates over because of it says so (``isBarred``).
  func tierBar(_ tier: Int) throws(Failure) -> TierBar? {
    guard let bar, bar.candidate.tier <= tier else { return nil }
    guard bar.candidate.tier == tier else {
      return TierBar(before: .max, behind: .max, firstBehind: 0)
    }
    // Documents are numbered in their order.
    var low: UInt32 = 0
    var high = UInt32(truncatingIfNeeded: generation.header.items)
    while low < high {
      let middle = low + (high - low) / 2
      if try generation.order(middle) > bar.order { high = middle } else { low = middle + 1 }
    }
    return TierBar(
      before: bar.candidate.score - 1, behind: bar.candidate.score, firstBehind: low)
  }

  /// The score that a candidate of tier 3, 4 or 6 must exceed to be taken, if its document is not below
  /// `document`; −1 when any is taken, `Int.max` when none is.
  @inline(__always)
  func threshold(tier: Int, _ bar: TierBar?, from document: UInt32) -> Int {
    let own = top.threshold(tier: tier, from: document)
    guard let bar else { return own }
    return max(own, bar.least(from: document))
  }

  /// Whether `top` is sure to hold all that the tiers hold which were searched so far.
  var isComplete: Bool { !top.isFull && !isBarred }
}
