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

  /// Drops candidates; their order is told by ``sorted()`` alone then.
  mutating func drop(where isDropped: (Candidate) -> Bool) { heap.removeAll(where: isDropped) }

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

/// A value of which one stands before another.
protocol Ranked {
  func precedes(_ other: Self) -> Bool
}

/// The best values of many: an array as a heap with the worst of them on top.
extension Array where Element: Ranked {
  /// Takes a value, if as many as are wanted are not there yet or it is better than the worst.
  mutating func take(_ value: Element, atMost limit: Int) {
    if count < limit {
      append(value)
      var child = count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        guard self[parent].precedes(self[child]) else { break }
        swapAt(parent, child)
        child = parent
      }
    } else if limit > 0, value.precedes(self[0]) {
      self[0] = value
      sink()
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var worst = parent
      for child in 2 * parent + 1...2 * parent + 2
      where child < count && self[worst].precedes(self[child]) {
        worst = child
      }
      guard worst != parent else { return }
      swapAt(parent, worst)
      parent = worst
    }
  }
}

/// A document that matched: its tier, its score (where names decide, what orders them) and its number.
///
/// This is the order of hits, as far as it is the same in all segments: what is equal here is ordered by rank, title,
/// domain and id (``MergedHits``).
package struct Candidate: Sendable, Hashable, Ranked {
  package var tier: Int
  package var score: Int
  package var document: UInt32
  /// Orders the hits of a tier before their scores, the lower first.
  ///
  /// In tier 5: four times the ``TypoLevel``, and less one the tier that the words would have if they were written
  /// right. Below 0, in tiers 4 and 6: what a name tells that stands in the query, negated (``QuestionedNames``).
  package var key = 0
  /// How strongly it was picked for the query: it leads its tier.
  var picked = 0
  /// Whether it is within its window: it leads its equals.
  var isInWindow = false
  /// Whether it lacks words, though it stands in tier 4; it orders nothing.
  package var isPartial = false
  /// The rung that has found it; it orders nothing.
  package var rung = 0

  package init(tier: Int, score: Int, document: UInt32, key: Int = 0, rung: Int = 0) {
    self.tier = tier
    self.score = score
    self.document = document
    self.key = key
    self.rung = rung
  }

  /// Whether its name stands in the query, among other words.
  package var isNamed: Bool { key < 0 }
  /// The tier that says what it holds: of what lacks words, 6.
  package var heldTier: Int { isPartial ? 6 : tier }
  /// The tier that the corrected words would have, in tier 5; otherwise the tier itself.
  package var correctedTier: Int { tier == 5 ? key & 3 + 1 : tier }
  /// Whether it has a score: where names decide there is none.
  package var hasScore: Bool { correctedTier > 2 }

  /// Whether it stands before another one: by its tier, what was picked, key, score, and whether it matters now;
  /// nil where all of these are equal.
  @inline(__always)
  func outranks(_ other: Candidate) -> Bool? {
    if tier != other.tier { return tier < other.tier }
    if picked != other.picked { return picked > other.picked }
    if key != other.key { return key < other.key }
    if score != other.score { return score > other.score }
    if isInWindow != other.isInWindow { return isInWindow }
    return nil
  }

  /// Whether it stands before another one of the same segment, whose documents are numbered in their order.
  func precedes(_ other: Candidate) -> Bool { outranks(other) ?? (document < other.document) }
}
