import SegmentFiles
import FootlightDiagnostics

extension DomainSegments {
  /// Of the words that tier 6 asks for the one whose list is so much longer than the others that it says
  /// how many documents there are.
  ///
  /// So the long list need not be read to its end once the best are found. Nil when the other words have
  /// not much fewer postings, or when documents are hidden for other reasons than that they were replaced or
  /// deleted.
  func widestLooseWord(_ statistics: Statistics) -> Int? {
    guard let first = searches.first, let words = first.looseWords(statistics)?.rarer,
      let widest = words.max(by: {
        first.globalSize($0, statistics) < first.globalSize($1, statistics)
      }), searches.allSatisfy({ $0.isCountedByList(widest) })
    else { return nil }
    var long = 0
    var short = 0
    for search in searches {
      long += search.size(widest, onlyNames: false)
      for word in words where word != widest {
        short += min(search.cost(word, onlyNames: false), SegmentSearch.countLimit + 1)
      }
    }
    // What is beside the long list is gathered and sorted.
    guard short <= SegmentSearch.countLimit, short * DomainSegments.shortShare <= long else {
      return nil
    }
    let read = min(short * (PostingBlock.size + 1), long + short)
    guard first.plan.request.countsExactly || read <= SegmentSearch.countLimit else { return nil }
    return widest
  }

  /// How many documents tier 6 holds, by the list of the widest of its words.
  ///
  /// - Parameter taken: of each segment the documents that were found as better.
  /// - Complexity: the postings of the other words, and at most a block of the long list for each.
  func countPartly(
    _ widest: Int, beside taken: [Set<UInt32>], _ statistics: Statistics
  ) throws(Failure) -> Int {
    var count = 0
    for (search, taken) in zip(searches, taken) {
      let others = (search.looseWords(statistics)?.rarer ?? []).filter { $0 != widest }
      count += try search.countPartly(widest, others, beside: taken)
      count -= search.hiddenHolding(widest)
    }
    return count
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
  fileprivate func countPartly(
    _ long: Int, _ others: [Int], beside taken: Set<UInt32>
  ) throws(Failure) -> Int {
    var count = size(long, onlyNames: false)
    if taken.isEmpty, others.allSatisfy({ size($0, onlyNames: false) == 0 }) { return count }
    let statistics = Statistics.counting(plan)
    let better = taken.sorted()
    // Documents that the long list does not count; each list ascends, so that they are sorted as runs.
    var beside: [UInt32] = []
    var pace = SearchPace(plan.request)
    for word in others where size(word, onlyNames: false) > 0 {
      let other = try walked(word, onlyNames: false, statistics)
      while other.document != .max {
        try pace.step()
        if !better.contains(sorted: other.document), !isHidden(other.document) {
          beside.append(other.document)
        }
        try other.advance()
      }
    }
    beside.sort()
    let counted = try walked(long, onlyNames: false, statistics)
    var last: UInt32?
    for document in beside where document != last {
      try pace.step()
      last = document
      try counted.advance(to: document)
      if counted.document != document { count += 1 }
    }
    // And those that it should not count.
    let list = try walked(long, onlyNames: false, statistics)
    for document in better {
      try list.advance(to: document)
      if list.document == document { count -= 1 }
    }
    return count
  }
}
