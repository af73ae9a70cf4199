/// The best `limit` candidates of a segment: a heap with the worst of them on top.
struct TopHits {
  let limit: Int
  private(set) var heap: [Candidate] = []

  init(limit: Int) {
    self.limit = limit
    heap.reserveCapacity(min(limit, 1_024))
  }

  var count: Int { heap.count }
  var isFull: Bool { heap.count >= limit }

  /// The score that a candidate of a tier must exceed to be taken, if its document stands after all that are there; −1 when
  /// any is taken, `Int.max` when none is.
  private func threshold(tier: Int, key: Int) -> Int {
    guard isFull, let worst = heap.first else { return limit == 0 ? .max : -1 }
    if worst.tier != tier { return worst.tier < tier ? .max : -1 }
    if worst.key != key { return worst.key < key ? .max : -1 }
    return worst.score
  }

  /// The score that a candidate must exceed at least, whose document is not below `document`, wherever those stand that
  /// are there: of equal scores the smaller document is the better one.
  @inline(__always)
  func threshold(tier: Int, key: Int, from document: UInt32) -> Int {
    let behind = threshold(tier: tier, key: key)
    guard behind >= 0, behind != .max, let worst = heap.first, document < worst.document else {
      return behind
    }
    return behind - 1
  }

  /// Takes a candidate if it is better than the worst.
  mutating func push(_ candidate: Candidate) { heap.take(candidate, atMost: limit) }

  /// Takes documents as others say that they are, and drops what was known of them; there may be more
  /// than the limit then, and nothing is to be pushed any more.
  mutating func adopt(_ others: [Candidate]) {
    guard !others.isEmpty else { return }
    let known = Set(others.map(\.document))
    heap.removeAll { known.contains($0.document) }
    heap += others
  }

  /// The candidates, best first.
  func sorted() -> [Candidate] {
    heap.sorted { $0.precedes($1) }
  }
}
