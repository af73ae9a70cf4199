import FootlightDiagnostics

/// The searches of one domain's segments, which count as one.
struct DomainSegments {
  private(set) var searches: [SegmentSearch] = []

  /// The segments of each domain, which stand together.
  static func of(_ searches: [SegmentSearch], _ parts: [SearchPart]) -> [DomainSegments] {
    var groups: [DomainSegments] = []
    for (place, search) in searches.enumerated() {
      if place == 0 || parts[place].domain != parts[place - 1].domain {
        groups.append(DomainSegments())
      }
      groups[groups.count - 1].searches.append(search)
    }
    return groups
  }

  /// How many hits were found.
  var shown: Int { searches.reduce(0) { $0 + $1.top.count } }

  /// Tiers 1 to 4, or what the match mode asks for instead of 3 and 4: of each segment as far as it may
  /// be among the best of all.
  func findStrict(_ statistics: Statistics) throws(Failure) {
    try forEach { (search) throws(Failure) in try search.findStrict(statistics) }
  }

  /// Tier 6, in the same way; returns how many there are beyond what the stricter tiers found.
  func findPartly(_ statistics: Statistics) throws(Failure) -> WordCount {
    var sum = WordCount()
    let widest = widestLooseWord(statistics)
    let taken = widest == nil ? [] : searches.map(\.foundBetter)
    try forEach { (search) throws(Failure) in
      let count = try search.findPartly(statistics, widest: widest)
      sum.count += count.count
      sum.isAtLeast = sum.isAtLeast || count.isAtLeast
    }
    guard let widest else { return sum }
    return WordCount(count: try countPartly(widest, beside: taken, statistics))
  }

  /// Calls `body` with each segment, which knows what those before it have found.
  private func forEach(_ body: (SegmentSearch) throws(Failure) -> Void) throws(Failure) {
    var bar: SearchBar?
    for (place, search) in searches.enumerated() {
      search.bar = bar
      try body(search)
      if place < searches.count - 1 { bar = try search.nextBar() }
    }
  }

  /// How many documents the tiers 1 to 4 hold, or the match mode instead of 3 and 4.
  func countStrict() throws(Failure) -> WordCount {
    if let count = try countByLists() { return WordCount(count: count) }
    if let count = try countByRanges() { return WordCount(count: count) }
    var sum = WordCount()
    for search in searches {
      let count = try search.countStrict()
      sum.count += max(count.count, search.top.count)
      sum.isAtLeast = sum.isAtLeast || count.isAtLeast
    }
    return sum
  }

  /// What the lists of one word say, less what of it is hidden: nil when they do not say it in every
  /// segment.
  private func countByLists() throws(Failure) -> Int? {
    var sum = 0
    for search in searches {
      guard let count = try search.countByList() else { return nil }
      sum += count - search.hiddenHolding(search.foundWords[0])
    }
    return sum
  }

  /// What is known of the prefix that the only word is, less what of it is hidden: nil when that is not
  /// known, or when nothing is hidden, or when few are found, who are counted as they are.
  private func countByRanges() throws(Failure) -> Int? {
    guard let base = searches.first, base.top.isFull, let hidden = try base.hiddenInRange() else {
      return nil
    }
    var sum = -hidden
    for search in searches {
      guard let count = try search.countByRange() else { return nil }
      sum += count
    }
    return sum
  }
}
