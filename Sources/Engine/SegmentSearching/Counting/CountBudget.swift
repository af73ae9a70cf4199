import QueryLanguage
import SegmentFiles

/// How much is read to count, and whether the words of a query fit into it.
struct CountBudget {
  let query: SegmentQuery
  /// The query as a name.
  let name: QueriedName

  /// How many postings may be read.
  var limit: Int { query.plan.request.countsExactly ? .max : query.scratch.share.mostCounted }

  /// How many postings of the shortest list may be gone through.
  var lead: Int { query.plan.request.countsExactly ? .max : query.scratch.share.mostLed }

  /// Whether the lists of some words may all be read.
  func fits(_ words: [Int]) -> Bool {
    let limit = limit
    guard limit < .max else { return true }
    let lists = query.lists
    return words.reduce(0) { $0 + min(lists.cost($1, onlyNames: false), limit) } <= limit
  }

  /// Whether the names that begin with the query are sure to be among the documents of its words:
  /// when each of the words is one of the name's, as it is.
  var namesAreFound: Bool {
    guard let typed = query.plan.request.query.name, let last = typed.tokens.last,
      name.terms != nil
    else { return true }
    return query.foundWords.allSatisfy { word in
      let planned = query.plan.words[word]
      guard planned.sequence.isEmpty, planned.atoms.count == 1 else { return false }
      if planned.text == last { return planned.isPrefix || typed.lastIsComplete }
      return typed.tokens.dropLast().contains(planned.text)
    }
  }

  /// Whether the best are looked for in a walk that counts as well: not where nobody asks for the count, nor
  /// where a deadline could stop a long one before the best are met.
  var countsWhileFinding: Bool {
    !query.plan.request.needsAllMatches
      && (!query.plan.request.countsExactly || query.plan.request.bounds?.deadline == nil)
  }

  /// Whether the documents that hold some words are all that tiers 1 to 4 find, beside the one whose
  /// id is the query, and may all be read.
  func canCount(_ words: [Int]) -> Bool { namesAreFound && fits(words) }
}
