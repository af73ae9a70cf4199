import FootlightPlatform

/// Counts the documents of one segment that tiers 1 to 4 hold without meeting them, where the query is one word: its list
/// or, of a wide prefix, a kept fact tells.
struct StrictCount {
  private let query: SegmentQuery
  private let identified: UInt32?
  private let isTold: Bool

  init(_ ladder: Ladder) {
    query = ladder.query
    identified = ladder.name.identified
    isTold =
      ladder.expression == nil && ladder.tellsCount && query.hiddenCount != nil
      && ladder.namesAreFound
  }

  /// Counts by the list of the only word; nil where the list does not tell, or where documents are hidden for other
  /// reasons than that they were replaced or deleted.
  func byList() throws(Failure) -> Int? {
    guard isTold else { return nil }
    let word = query.foundWords[0]
    let planned = query.plan.words[word]
    guard planned.atoms.count == 1, planned.sequence.isEmpty else { return nil }
    let atom = planned.atoms.lowerBound
    switch query.atoms[atom] {
    case .none, .term: break
    case .group: return nil
    case .range(let range): guard range.count == 1 else { return nil }
    }
    let size = query.atoms[atom].holding(onlyNames: query.plan.atoms[atom].onlyNames)
    return size + (try beside()) - query.hiddenHolding(word)
  }

  /// Counts by what is kept of the prefix that the only word is; nil where nothing is.
  func byRange() throws(Failure) -> Int? {
    guard isTold else { return nil }
    let word = query.foundWords[0]
    let planned = query.plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, query.plan.atoms[atom].isPrefix else { return try byList() }
    let inNames = query.plan.atoms[atom].onlyNames
    guard case .range(let range) = query.atoms[atom], range.count > 1 else { return try byList() }
    var hidden = 0
    // What is hidden in the whole domain stands with one of its segments.
    if !query.hiddenTerms.isEmpty {
      guard let there = try query.hiddenTerms.holding(prefix: atom, inNames: inNames) else {
        return nil
      }
      hidden = there
    }
    let count: Int
    if let wide = try query.stored.wideRange(range, inNames: inNames) {
      count = wide.count
    } else {
      guard (inNames ? range.inNames : range.documents) <= WideRange.leastPostings else {
        return nil
      }
      var found = Bitmap(size: query.stored.header.items)
      try query.lists.forEachPosting(range, inNames: inNames) { document, _ in
        found.insert(Int(document))
        return true
      }
      count = found.count
    }
    return count - hidden + (try beside())
  }

  /// 1 when the item with the query's id does not hold the word, else 0.
  private func beside() throws(Failure) -> Int {
    guard let identified else { return 0 }
    let matches = try SegmentMatches(query, Statistics.counting(query.plan)).all(
      of: query.foundWords, onlyNames: false, isAlone: true)
    return try matches?.holds(identified) ?? false ? 0 : 1
  }
}

extension Ladder {
  /// Whether the query is one word, whose list may tell how many documents there are.
  var tellsCount: Bool {
    guard case .words = form else { return false }
    let match = query.plan.request.match
    return query.foundWords.count == 1 && (match == .tiers || match == .all) && !isWidened
  }

  /// How many documents lead tier 4 that lack words, and which nobody counts who reads lists.
  var uncounted: Int { questioned.count { $0.tier == 4 && $0.lacksWords } }

  /// Whether the names that begin with the query are sure to be among the documents of its words: when each of the words
  /// is one of the name's, as it is.
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
}

/// How many documents there are, or at least are.
struct DocumentCount {
  var count = 0
  var isAtLeast = false
}
