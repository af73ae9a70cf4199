/// The words of which tier 6 asks for some: optional terms.
struct OptionalWords {
  /// The words that some segment holds.
  let held: [Int]
  /// The rarer half of them, of which a document must hold one.
  let rarer: [Int]

  /// Nil when there is no such tier: of a single word nothing can be left out.
  init?(_ query: SegmentQuery, _ statistics: Statistics) {
    let held = query.heldWords(statistics)
    guard !held.isEmpty, held.count > 1 || query.foundWords.count > 1 else { return nil }
    let byRarity = held.sorted {
      let one = statistics.size($0, query.plan)
      let other = statistics.size($1, query.plan)
      return one != other ? one < other : $0 < $1
    }
    self.held = held
    rarer = Array(byRarity.prefix((held.count + 1) / 2))
  }
}

extension SegmentQuery {
  /// The words that tier 4 looks at, as far as some segment holds them.
  func heldWords(_ statistics: Statistics) -> [Int] {
    foundWords.filter { statistics.size($0, plan) > 0 }
  }
}
