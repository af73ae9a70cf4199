import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// Counts the documents of one segment that tiers 1 to 4 hold, or the match mode instead of 3 and 4.
struct StrictCount {
  private let query: SegmentQuery
  private let name: QueriedName
  /// The documents of tiers 1 and 2, ascending.
  private let named: [UInt32]
  /// How many hits there are, whether as many as are wanted, and whether they are sure to be all.
  private let shown: Int
  private let isFull: Bool
  private let isComplete: Bool
  /// The count that the strategies made, if they did.
  private let known: DocumentCount?
  /// How many hits hold not all words.
  private let uncounted: Int

  /// - Parameter found: what the strategies have told of the hits.
  init(_ hits: SegmentHits, _ found: TierResult) {
    query = hits.query
    name = hits.name
    named = hits.named
    shown = hits.top.count
    isFull = hits.top.isFull
    isComplete = !hits.top.isFull && !found.isBarred
    known = found.count
    uncounted = hits.uncounted
  }

  private var budget: CountBudget { CountBudget(query: query, name: name) }

  /// How many there are.
  func count() throws(Failure) -> DocumentCount {
    switch query.plan.request.match {
    case .none: return known ?? DocumentCount()
    case .any:
      if let known { return known }
      return try countAny(query.foundWords)
    case .tiers, .all:
      // Whoever found fewer than were wanted has found all.
      if isComplete { return DocumentCount(count: shown) }
      var count = known
      if count == nil { count = try countByWideRange() }
      var sum = DocumentCount()
      if let count { sum = count } else { sum = try countAll(query.foundWords) }
      sum.count += uncounted
      return sum
    }
  }

  /// Counts by the list of the only word, hidden documents included.
  ///
  /// Nil when the list does not tell, or when
  /// documents are hidden for other reasons than that they were replaced or deleted.
  func countByList() throws(Failure) -> Int? {
    guard query.plan.request.match == .tiers || query.plan.request.match == .all,
      query.foundWords.count == 1, query.hiddenCount != nil, budget.namesAreFound,
      let only = listSize(query.foundWords[0])
    else { return nil }
    return only + (try identifiedBeside(query.foundWords[0]))
  }

  /// How many documents hold the prefix that the only word is, hidden ones included: nil when that
  /// is not known and would take long to count, or when documents are hidden for other reasons than
  /// that they were replaced or deleted.
  func countByRange() throws(Failure) -> Int? {
    guard query.plan.request.match == .tiers || query.plan.request.match == .all,
      let hiddenCount = query.hiddenCount
    else { return nil }
    // Who found fewer than were wanted has found all.
    if hiddenCount == 0, isComplete { return shown - uncounted }
    guard let (range, inNames) = onlyRange else { return try countByList() }
    let beside = try identifiedBeside(range, inNames: inNames)
    if let wide = try query.stored.wideRange(range, inNames: inNames) {
      return wide.count + beside
    }
    guard (inNames ? range.inNames : range.documents) <= WideRange.leastPostings else { return nil }
    return try countSeen { (seen) throws(Failure) in
      try query.lists.forEachPosting(range, inNames: inNames) { document, _ in
        seen.insert(document)
        return true
      }
    } + beside
  }

  /// How many of the items that are hidden in the whole domain hold the prefix that the only word is:
  /// nil when it is none, or that is not known, or none are hidden, or few hits are found, who are counted as
  /// they are.
  func hiddenInRange() throws(Failure) -> Int? {
    guard isFull, query.foundWords.count == 1, budget.namesAreFound else { return nil }
    let planned = query.plan.words[query.foundWords[0]]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, query.plan.atoms[atom].isPrefix else { return nil }
    return try query.hiddenTerms.holding(prefix: atom, inNames: query.plan.atoms[atom].onlyNames)
  }

  /// Counts by the kept facts of the only word, when it is a wide prefix and nothing is hidden.
  private func countByWideRange() throws(Failure) -> DocumentCount? {
    guard query.hidden == nil, let (range, inNames) = onlyRange,
      let wide = try query.stored.wideRange(range, inNames: inNames)
    else { return nil }
    return DocumentCount(count: try wide.count + identifiedBeside(range, inNames: inNames))
  }

  /// The only word, when it is a prefix of several terms and the names that begin with it are among
  /// what it finds.
  private var onlyRange: (range: TermRange, inNames: Bool)? {
    guard query.foundWords.count == 1, budget.namesAreFound else { return nil }
    let planned = query.plan.words[query.foundWords[0]]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, case .range(let range) = query.atoms[atom], range.count > 1
    else { return nil }
    return (range, query.plan.atoms[atom].onlyNames)
  }

  /// 1 when the item with the query's id holds none of some terms, else 0.
  private func identifiedBeside(_ range: TermRange, inNames: Bool) throws(Failure) -> Int {
    guard let identified = name.identified else { return 0 }
    let probe = PrefixProbe(
      query.stored, range, onlyNames: inNames, weight: inNames ? 0 : 1)
    return try probe.contribution(identified) == nil ? 1 : 0
  }

  /// 1 when the item with the query's id does not hold the word, else 0.
  private func identifiedBeside(_ word: Int) throws(Failure) -> Int {
    guard let identified = name.identified else { return 0 }
    let list = try query.lists.list(word, onlyNames: false, Statistics.counting(query.plan))
    return try list.advance(to: identified) == identified ? 0 : 1
  }

  /// The number of documents of a word that has a list of its own.
  private func listSize(_ word: Int) -> Int? {
    let planned = query.plan.words[word]
    guard planned.atoms.count == 1, planned.sequence.isEmpty else { return nil }
    let atom = planned.atoms.lowerBound
    switch query.atoms[atom] {
    case .none: return 0
    case .term(let entry): return entry.documents
    case .group: return nil
    case .range(let range):
      guard range.count == 1 else { return nil }
      return query.plan.atoms[atom].onlyNames ? range.inNames : range.documents
    }
  }

  /// Documents that hold all of some words, and those whose names begin with the query.
  private func countAll(_ words: [Int]) throws(Failure) -> DocumentCount {
    let fits = budget.fits(words)
    var isAtLeast = false
    let count = try countSeen { (seen) throws(Failure) in
      if fits && budget.namesAreFound {
        if let identified = name.identified { seen.insert(identified) }
      } else {
        isAtLeast = try addNames(to: &seen)
      }
      let lists = query.lists
      guard words.allSatisfy({ lists.size($0, onlyNames: false) > 0 }), !words.isEmpty else {
        return
      }
      let atom = query.plan.words[words[0]].atoms.lowerBound
      if words.count == 1, case .range(let range) = query.atoms[atom] {
        if try add(range, onlyNames: query.plan.atoms[atom].onlyNames, to: &seen) {
          isAtLeast = true
        }
      } else if try addConjunction(of: words, fits: fits, to: &seen) {
        isAtLeast = true
      }
    }
    return DocumentCount(count: count, isAtLeast: isAtLeast)
  }

  /// Documents that hold one of some words, and those whose names begin with the query.
  private func countAny(_ words: [Int]) throws(Failure) -> DocumentCount {
    var isAtLeast = false
    let fits = budget.fits(words)
    let count = try countSeen { (seen) throws(Failure) in
      isAtLeast = try addNames(to: &seen)
      guard fits else {
        isAtLeast = true
        return
      }
      for word in words {
        let list = try query.lists.list(
          word, onlyNames: false, Statistics.counting(query.plan))
        var pace = SearchPace(query.plan.request)
        while list.document != .max {
          try pace.step()
          if !query.isHidden(list.document) { seen.insert(list.document) }
          try list.advance()
        }
      }
    }
    return DocumentCount(count: count, isAtLeast: isAtLeast)
  }

  /// How many documents `add` puts into a set, which is the scratch's.
  ///
  /// A local set: a closure that reaches into an object asks for access at every posting.
  @inline(__always)
  private func countSeen(
    _ add: (inout DocumentSet) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var seen = DocumentSet(size: 0)
    swap(&seen, &query.scratch.buffers.seen)
    defer { swap(&seen, &query.scratch.buffers.seen) }
    seen.removeAll()
    try add(&seen)
    return seen.count
  }

  /// Adds what holds all of some words; returns whether something may be missing.
  private func addConjunction(
    of words: [Int], fits: Bool, to seen: inout DocumentSet
  ) throws(Failure) -> Bool {
    let conjunction = try query.lists.conjunction(
      words, onlyNames: false, Statistics.counting(query.plan),
      for: fits ? .count : .boundedCount)
    guard let conjunction else { return false }
    // A count that cannot be exact should at least be quick; one whose lists may all be read goes through all of one.
    let most = conjunction.isPartial ? query.scratch.share.sample : fits ? .max : budget.lead
    let isCut = try conjunction.forEachDocument(
      atMost: most, without: query.hidden, query.plan.request
    ) { document, _ in
      seen.insert(document)
      return true
    }
    if isCut { return true }
    // The looks may have got dearer than a count may be.
    return conjunction.isPartial
  }

  /// Adds what has names that begin with the query; returns whether something is missing.
  private func addNames(to seen: inout DocumentSet) throws(Failure) -> Bool {
    if let identified = name.identified { seen.insert(identified) }
    for document in named { seen.insert(document) }
    guard let terms = name.terms, named.count >= query.plan.wanted || !isFull else { return false }
    let index = NameIndex(query)
    var names = try index.names(beginningWith: terms).all
    // It is a lower bound anyway: some of them tell many from very many.
    let isTooMany = names.count > budget.limit
    if isTooMany { names = names.prefix(query.scratch.share.sample) }
    let hidden = query.hidden
    try index.forEachName(names) { document in
      if hidden?[Int(document)] != true { seen.insert(document) }
    }
    return isTooMany
  }

  /// Adds what holds a term of a range; returns whether something is missing.
  private func add(
    _ range: TermRange, onlyNames: Bool, to seen: inout DocumentSet
  ) throws(Failure) -> Bool {
    let postings = onlyNames ? range.inNames : range.documents
    let hidden = query.hidden
    let lists = query.lists
    if query.plan.request.countsExactly
      || postings + range.count * PostingCost.list <= budget.limit
    {
      try lists.forEachPosting(range, inNames: onlyNames) { document, _ in
        if hidden?[Int(document)] != true { seen.insert(document) }
        return true
      }
      return false
    }
    // It is a lower bound anyway: read some of the lists, to tell many from very many.
    var left = query.scratch.share.sample
    var sample = range
    let most = UInt32(left / PostingCost.list)
    sample.high.number =
      range.low.number &+ min(range.high.number &- range.low.number, most)
    try lists.forEachPosting(sample, inNames: onlyNames, while: { left > 0 }) { document, _ in
      left -= 1
      if hidden?[Int(document)] != true { seen.insert(document) }
      return true
    }
    return true
  }
}
