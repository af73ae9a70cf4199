import FootlightDiagnostics

extension DomainSegments {
  /// How many documents tier 6 holds, as far as the list of one word says it: nil when the other words that
  /// it asks for have not much fewer postings, or when documents are hidden for other reasons than that they
  /// were replaced or deleted.
  ///
  /// So the long list need not be read to its end once the best are found.
  ///
  /// - Complexity: the postings of the other words, and at most a block of the long list for each.
  func countPartly(_ statistics: Statistics) throws(Failure) -> (count: Int, widest: Int)? {
    guard let first = searches.first, let words = first.looseWords(statistics)?.rarer,
      let widest = words.max(by: {
        first.globalSize($0, statistics) < first.globalSize($1, statistics)
      }), searches.allSatisfy({ $0.isCountedByList(widest) })
    else { return nil }
    let others = words.filter { $0 != widest }
    var long = 0
    var short = 0
    for search in searches {
      long += search.size(widest, onlyNames: false)
      for word in others { short += search.cost(word, onlyNames: false) }
    }
    guard short * DomainSegments.shortShare <= long else { return nil }
    if !first.plan.request.countsExactly {
      let (read, isMore) = short.multipliedReportingOverflow(by: PostingBlock.size + 1)
      guard !isMore, min(read, long + short) <= SegmentSearch.countLimit else { return nil }
    }
    var count = 0
    for search in searches {
      count += try search.countPartly(widest, others) - search.hiddenHolding(widest)
    }
    return (count, widest)
  }

  /// How many times longer than the others one list must be to be counted by its size.
  private static let shortShare = 4
}

extension SegmentSearch {
  /// Whether the list of a word says how many documents hold it, here and among those that are hidden.
  fileprivate func isCountedByList(_ word: Int) -> Bool {
    let planned = plan.words[word]
    let atom = planned.atoms.lowerBound
    return hiddenCount != nil && planned.atoms.count == 1 && planned.sequence.isEmpty
      && isOneTerm(atom)
  }

  /// How many documents hold one of some words beside those that were found as better, the hidden ones of
  /// the long list among them.
  fileprivate func countPartly(_ long: Int, _ others: [Int]) throws(Failure) -> Int {
    var count = size(long, onlyNames: false)
    if top.heap.isEmpty, named.isEmpty,
      others.allSatisfy({ size($0, onlyNames: false) == 0 })
    {
      return count
    }
    let statistics = Statistics.counting(plan)
    let list = try walked(long, onlyNames: false, statistics)
    var taken = Set(top.heap.map(\.document))
    taken.formUnion(named)
    // Documents that the long list does not count, and those that it should not: in one ascending walk.
    var beside: [UInt32] = []
    for word in others where size(word, onlyNames: false) > 0 {
      let other = try walked(word, onlyNames: false, statistics)
      while other.document != .max {
        if !taken.contains(other.document), !isHidden(other.document) {
          beside.append(other.document)
        }
        try other.advance()
      }
    }
    var changes = taken.map { (document: $0, change: -1) }
    changes += Set(beside).map { (document: $0, change: 1) }
    changes.sort { $0.document < $1.document }
    var pace = SearchPace(plan.request)
    for (document, change) in changes {
      try pace.step()
      try list.advance(to: document)
      let isThere = list.document == document
      if change > 0 ? !isThere : isThere { count += change }
    }
    return count
  }
}
