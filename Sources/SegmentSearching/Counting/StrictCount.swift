import SegmentFiles
import FootlightDiagnostics
import QueryLanguage

/// How many documents there are, or at least are.
struct WordCount {
  var count = 0
  var isAtLeast = false
}

extension SegmentSearch {
  /// How many postings are read for a count; beyond that it is a lower bound.
  static let countLimit = 65_536
  /// How many are read when it is a lower bound anyway.
  static let sampleLimit = 8_192
  /// What opening a list costs, in postings: a prefix may have very many lists of one posting.
  static let listCost = 32

  /// How many documents the tiers 1 to 4 hold, or the match mode instead of 3 and 4.
  func countStrict() throws(Failure) -> WordCount {
    switch plan.request.match {
    case .none: return WordCount(count: absent, isAtLeast: false)
    case .any:
      if let countedApart { return countedApart }
      return try countAny(foundWords)
    case .tiers, .all:
      // Whoever found fewer than were wanted has found all.
      if isComplete { return WordCount(count: top.count) }
      if let counted { return WordCount(count: counted) }
      if let count = try countByWideRange() { return count }
      return try countTogether(foundWords)
    }
  }

  private var limit: Int {
    plan.request.countsExactly ? .max : SegmentSearch.countLimit
  }

  /// Whether the names that begin with the query are sure to be among the documents of its words:
  /// when each of the words is one of the name's, as it is.
  private var namesAreFound: Bool {
    guard let name = plan.request.query.name, let last = name.tokens.last, nameTerms != nil else {
      return true
    }
    return foundWords.allSatisfy { word in
      let planned = plan.words[word]
      guard planned.sequence.isEmpty, planned.atoms.count == 1 else { return false }
      if planned.text == last { return planned.isPrefix || name.lastIsComplete }
      return name.tokens.dropLast().contains(planned.text)
    }
  }

  /// What the list of the only word says, hidden documents included: nil when it does not say it, or
  /// when documents are hidden for other reasons than that they were replaced or deleted.
  func countByList() throws(Failure) -> Int? {
    guard plan.request.match == .tiers || plan.request.match == .all, foundWords.count == 1,
      hiddenCount != nil, namesAreFound, let only = single(foundWords[0])
    else { return nil }
    return only + (try identifiedBeside(foundWords[0]))
  }

  /// Whether the lists of some words may all be read.
  private func fits(_ words: [Int]) -> Bool {
    limit == .max || words.reduce(0) { $0 + min(cost($1, onlyNames: false), limit) } <= limit
  }

  /// Whether the best are looked for in a walk that counts as well: not where nobody asks for the count, nor
  /// where a deadline could stop a long one before the best are met.
  var countsWhileFinding: Bool {
    !plan.request.needsAllMatches
      && (!plan.request.countsExactly || plan.request.bounds?.deadline == nil)
  }

  /// Whether the documents that hold some words are all that tiers 1 to 4 find, beside the one whose
  /// id is the query, and may all be read.
  func canBeCounted(_ words: [Int]) -> Bool { namesAreFound && fits(words) }

  /// What is known of the only word, when it is a wide prefix and nothing is hidden.
  private func countByWideRange() throws(Failure) -> WordCount? {
    guard hidden == nil, let (range, inNames) = onlyRange,
      let wide = try generation.wideRange(range, inNames: inNames)
    else { return nil }
    return WordCount(count: try wide.count + identifiedBeside(range, inNames: inNames))
  }

  /// The only word, when it is a prefix of several terms and the names that begin with it are among
  /// what it finds.
  private var onlyRange: (range: TermRange, inNames: Bool)? {
    guard foundWords.count == 1, namesAreFound else { return nil }
    let planned = plan.words[foundWords[0]]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, case .range(let range) = atoms[atom], range.count > 1 else {
      return nil
    }
    return (range, plan.atoms[atom].onlyNames)
  }

  /// 1 when the item with the query's id holds none of some terms, else 0.
  private func identifiedBeside(_ range: TermRange, inNames: Bool) throws(Failure) -> Int {
    guard let identified else { return 0 }
    let probe = PrefixProbe(generation, range, onlyNames: inNames, weight: inNames ? 0 : 1)
    return try probe.contribution(identified) == nil ? 1 : 0
  }

  /// How many documents hold the prefix that the only word is, hidden ones included: nil when that
  /// is not known and would take long to count, or when documents are hidden for other reasons than
  /// that they were replaced or deleted.
  func countByRange() throws(Failure) -> Int? {
    guard plan.request.match == .tiers || plan.request.match == .all, let hiddenCount else {
      return nil
    }
    // Who found fewer than were wanted has found all.
    if hiddenCount == 0, isComplete { return top.count }
    guard let (range, inNames) = onlyRange else { return try countByList() }
    let beside = try identifiedBeside(range, inNames: inNames)
    if let wide = try generation.wideRange(range, inNames: inNames) { return wide.count + beside }
    guard (inNames ? range.inNames : range.documents) <= WideRange.leastPostings else { return nil }
    buffers.seen.removeAll()
    var seen = DocumentSet(size: 0)
    swap(&seen, &buffers.seen)
    defer { swap(&seen, &buffers.seen) }
    try forEachPosting(range, inNames: inNames) { document, _ in
      seen.insert(document)
      return true
    }
    return seen.count + beside
  }

  /// How many of the items that are hidden in the whole domain hold the prefix that the only word is:
  /// nil when it is none, or that is not known, or none are hidden.
  func hiddenInRange() throws(Failure) -> Int? {
    guard foundWords.count == 1, namesAreFound else { return nil }
    let planned = plan.words[foundWords[0]]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, plan.atoms[atom].isPrefix else { return nil }
    return try hiddenHolding(prefix: atom, inNames: plan.atoms[atom].onlyNames)
  }

  private func countTogether(_ words: [Int]) throws(Failure) -> WordCount {
    buffers.seen.removeAll()
    var result = WordCount()
    let sizes = words.map { size($0, onlyNames: false) }
    let fits = fits(words)
    if fits && namesAreFound {
      if let identified { buffers.seen.insert(identified) }
    } else {
      try countNames(&result)
    }
    guard let least = sizes.min(), least > 0 else { return finish(result) }
    if words.count == 1, case .range(let range) = atoms[plan.words[words[0]].atoms.lowerBound] {
      let names = plan.atoms[plan.words[words[0]].atoms.lowerBound].onlyNames
      try countUnion(range, onlyNames: names, &result)
      return finish(result)
    }
    guard
      let together = try conjunction(
        words, onlyNames: false, Statistics.counting(plan),
        for: fits ? .count : .boundedCount)
    else { return finish(result) }
    // What cannot be exact should at least be quick.
    if together.isPartial { result.isAtLeast = true }
    let most = together.isPartial ? SegmentSearch.sampleLimit : limit
    let lead = together.lead
    var read = 0
    var pace = SearchPace(plan.request)
    while lead.document != .max {
      try pace.step()
      guard read < most else {
        result.isAtLeast = true
        break
      }
      read += 1
      let document = lead.document
      if try together.score(document) != nil {
        if !isHidden(document) { buffers.seen.insert(document) }
        try lead.advance()
      } else {
        try lead.advance(to: max(document &+ 1, together.next))
      }
    }
    // The looks may have got dearer than a count may be.
    if together.isPartial { result.isAtLeast = true }
    return finish(result)
  }

  /// The number of documents of a word that has a list of its own.
  private func single(_ word: Int) -> Int? {
    let planned = plan.words[word]
    guard planned.atoms.count == 1, planned.sequence.isEmpty else { return nil }
    let atom = planned.atoms.lowerBound
    switch atoms[atom] {
    case .none: return 0
    case .term(let entry): return entry.documents
    case .group: return nil
    case .range(let range):
      guard range.count == 1 else { return nil }
      return plan.atoms[atom].onlyNames ? range.inNames : range.documents
    }
  }

  /// 1 when the item with the query's id does not hold the word, else 0.
  private func identifiedBeside(_ word: Int) throws(Failure) -> Int {
    guard let identified else { return 0 }
    let list = try walked(word, onlyNames: false, Statistics.counting(plan))
    try list.advance(to: identified)
    return list.document == identified ? 0 : 1
  }

  private func finish(_ result: WordCount) -> WordCount {
    WordCount(count: buffers.seen.count, isAtLeast: result.isAtLeast)
  }

  private func countNames(_ result: inout WordCount) throws(Failure) {
    if let identified { buffers.seen.insert(identified) }
    for document in named { buffers.seen.insert(document) }
    guard let nameTerms, named.count >= plan.wanted || !top.isFull else { return }
    let names = try nameRange(nameTerms)
    // It is a lower bound anyway: some of them tell many from very many.
    let isTooMany = names.all.count > limit
    let end =
      isTooMany ? names.all.lowerBound + SegmentSearch.sampleLimit : names.all.upperBound
    if isTooMany { result.isAtLeast = true }
    var seen = DocumentSet(size: 0)
    swap(&seen, &buffers.seen)
    defer { swap(&seen, &buffers.seen) }
    let hidden = hidden
    try forEachName(names.all.lowerBound..<end) { document in
      if hidden?[Int(document)] != true { seen.insert(document) }
    }
  }

  private func countUnion(
    _ range: TermRange, onlyNames: Bool, _ result: inout WordCount
  ) throws(Failure) {
    let postings = onlyNames ? range.inNames : range.documents
    var left = limit - (postings + range.count * SegmentSearch.listCost)
    // A local set: a closure that reaches into an object asks for access at every posting.
    var seen = DocumentSet(size: 0)
    swap(&seen, &buffers.seen)
    defer { swap(&seen, &buffers.seen) }
    let hidden = hidden
    if plan.request.countsExactly || left >= 0 {
      try forEachPosting(range, inNames: onlyNames) { document, _ in
        if hidden?[Int(document)] != true { seen.insert(document) }
        return true
      }
      return
    }
    // It is a lower bound anyway: read some of the lists, to tell many from very many.
    result.isAtLeast = true
    left = SegmentSearch.sampleLimit
    var sample = range
    let lists = UInt32(SegmentSearch.sampleLimit / SegmentSearch.listCost)
    let most = range.high.number &- range.low.number
    sample.high.number = range.low.number &+ min(most, lists)
    try forEachPosting(sample, inNames: onlyNames, while: { left > 0 }) { document, _ in
      left -= 1
      if hidden?[Int(document)] != true { seen.insert(document) }
      return true
    }
  }

  private func countAny(_ words: [Int]) throws(Failure) -> WordCount {
    buffers.seen.removeAll()
    var result = WordCount()
    try countNames(&result)
    guard fits(words) else {
      result.isAtLeast = true
      return finish(result)
    }
    for word in words {
      let list = try walked(word, onlyNames: false, Statistics.counting(plan))
      var pace = SearchPace(plan.request)
      while list.document != .max {
        try pace.step()
        if !isHidden(list.document) { buffers.seen.insert(list.document) }
        try list.advance()
      }
    }
    return finish(result)
  }
}
