import FootlightPlatform
import SegmentFiles

/// Counts the documents of tier 6 in a domain by the longest list of its words, which is so much longer than the
/// others that it says nearly all.
///
/// So the long list need not be read to its end once the best are found.
struct LongestListCount {
  /// The word with the longest list.
  let word: Int
  /// The other words of which a document must hold one.
  private let others: [Int]
  private let queries: [SegmentQuery]
  /// Of each segment the documents that were found as better, ascending.
  private let better: [[UInt32]]

  /// How many times longer than the others one list must be to be counted by its size.
  private static let shortShare = 4

  /// Nil when the other words have not much fewer postings, or when documents are hidden for other reasons than
  /// that they were replaced or deleted.
  ///
  /// - Parameter segments: the hits of the stricter tiers.
  init?(_ segments: [SegmentHits], _ statistics: Statistics) {
    let queries = segments.map(\.query)
    guard let first = queries.first, let words = OptionalWords(first, statistics)?.rarer,
      let word = words.max(by: {
        statistics.size($0, first.plan) < statistics.size($1, first.plan)
      }), queries.allSatisfy({ LongestListCount.isCounted(word, in: $0) })
    else { return nil }
    let others = words.filter { $0 != word }
    var long = 0
    var short = 0
    for query in queries {
      let lists = query.lists
      long += lists.size(word, onlyNames: false)
      for other in others {
        short += min(lists.cost(other, onlyNames: false), PostingCost.mostCounted + 1)
      }
    }
    // The documents of the other lists are gathered and sorted.
    guard short <= PostingCost.mostCounted, short * LongestListCount.shortShare <= long else {
      return nil
    }
    let read = min(short * (PostingBlock.size + 1), long + short)
    guard first.plan.request.countsExactly || read <= PostingCost.mostCounted else { return nil }
    self.word = word
    self.others = others
    self.queries = queries
    better = segments.map { $0.top.documents(and: $0.named).sorted() }
  }

  /// Whether the list of a word says how many documents hold it, here and among those that are hidden.
  private static func isCounted(_ word: Int, in query: SegmentQuery) -> Bool {
    let planned = query.plan.words[word]
    return query.hiddenCount != nil && planned.atoms.count == 1 && planned.sequence.isEmpty
      && query.isOneTerm(planned.atoms.lowerBound)
  }

  /// How many documents there are.
  ///
  /// - Complexity: the postings of the other words, and at most a block of the long list for each.
  func count() throws(Failure) -> Int {
    var count = 0
    for (query, better) in zip(queries, better) {
      count += try self.count(in: query, beside: better)
      count -= query.hiddenHolding(word)
    }
    return count
  }

  /// How many documents of a segment hold one of the words beside those that were found as better, the hidden
  /// ones of the long list among them.
  private func count(in query: SegmentQuery, beside better: [UInt32]) throws(Failure) -> Int {
    let lists = query.lists
    var count = lists.size(word, onlyNames: false)
    if better.isEmpty, others.allSatisfy({ lists.size($0, onlyNames: false) == 0 }) {
      return count
    }
    let statistics = Statistics.counting(query.plan)
    // Documents that the long list does not count; each list ascends, so that they are sorted as runs.
    var beside: [UInt32] = []
    var pace = SearchPace(query.plan.request)
    for other in others where lists.size(other, onlyNames: false) > 0 {
      let list = try lists.list(other, onlyNames: false, statistics)
      var document = list.document
      while document != .max {
        try pace.step()
        if !better.contains(sorted: document), !query.isHidden(document) {
          beside.append(document)
        }
        document = try list.advance()
      }
    }
    beside.sort()
    let counted = try lists.list(word, onlyNames: false, statistics)
    var last: UInt32?
    for document in beside where document != last {
      try pace.step()
      last = document
      if try counted.advance(to: document) != document { count += 1 }
    }
    // And those that it should not count.
    let list = try lists.list(word, onlyNames: false, statistics)
    for document in better where try list.advance(to: document) == document { count -= 1 }
    return count
  }
}
