import FootlightPlatform
import SegmentFiles

extension DisjunctionSearch {
  /// Finds and counts the documents that hold at least one of the leading lists.
  ///
  /// Term at a time within a window: all postings of the leading lists are read, 4,096 documents at a time, whose sums stay in the
  /// processor's first cache; the optional lists are asked only about documents that can still be
  /// good enough. (Walking all lists side by side, the slowest queries took half as long again, with
  /// long lists twice as long.)
  ///
  /// Where nobody needs their number, windows that hold none that is good enough are passed over; what is
  /// returned is then how many were met.
  func findInWindows(
    _ leading: [ListCursor], _ optional: [WordSource], taken: Set<UInt32>, tier: Int,
    _ bar: TierBar?, isCounted: Bool, into top: inout TopHits
  ) throws(Failure) -> Int {
    let optional = optional.sorted { $0.highest > $1.highest }
    // The most that the optional lists from each place on can add within the window.
    var rest = [Int](repeating: 0, count: optional.count + 1)
    let highest =
      leading.reduce(0) { $0 + $1.highest } + optional.reduce(0) { $0 + $1.highest }
    let taken = taken.sorted()
    var window = DocumentWindow()
    var promising: [ScoredDocument] = []
    promising.reserveCapacity(ScoredDocument.mostTogether + DocumentWindow.stepSize)
    var count = 0
    while true {
      try query.plan.request.bounds?.check()
      var least = UInt32.max
      for list in leading { least = min(least, list.document) }
      guard least != .max else { return count }
      window.begin(at: least)
      var threshold = top.threshold(tier: tier, bar, from: window.start)
      if isCounted, highest <= query.hopeless(threshold) { return count }
      for place in optional.indices.reversed() {
        rest[place] = rest[place + 1] + optional[place].highest(in: window)
      }
      if isCounted {
        let most = leading.reduce(rest[0]) { $0 + $1.highest(in: window) }
        if most <= query.hopeless(threshold) {
          guard let next = window.next else { return count }
          for list in leading { try list.advance(to: next) }
          continue
        }
      }
      for list in leading { try list.add(to: &window) }
      for document in taken { window.remove(document) }
      if let hidden = query.hidden { window.remove(hidden) }
      var group = 0
      while group < DocumentWindow.groups {
        count += window.drain(
          from: &group, above: query.hopeless(threshold) - rest[0], into: &promising,
          upTo: ScoredDocument.mostTogether)
        let drained = UInt32(truncatingIfNeeded: group * DocumentWindow.groupSize)
        try take(&promising, optional, rest, tier: tier, above: threshold, into: &top)
        threshold = top.threshold(tier: tier, bar, from: window.start &+ drained)
      }
    }
  }

  /// Adds what optional lists say of ascending documents, and takes those that are good enough.
  private func take(
    _ promising: inout [ScoredDocument], _ optional: [WordSource], _ rest: [Int],
    tier: Int, above threshold: Int, into top: inout TopHits
  ) throws(Failure) {
    let hopeless = query.hopeless(threshold)
    for place in optional.indices where !promising.isEmpty {
      switch optional[place] {
      case .cursor(let cursor):
        try cursor.add(to: &promising, above: hopeless - rest[place + 1])
      case .probe(let probe):
        let least = hopeless - rest[place]
        promising.removeAll { $0.score <= least }
        // Looks into long fields are dear.
        try query.plan.request.bounds?.check()
        for index in promising.indices {
          promising[index].score += try probe.contribution(promising[index].document) ?? 0
        }
      }
    }
    for found in promising {
      let score = query.weighted(found.score)
      if score > threshold, score > top.threshold(tier: tier, from: found.document) {
        top.push(Candidate(tier: tier, score: score, document: found.document))
      }
    }
    promising.removeAll(keepingCapacity: true)
  }
}
