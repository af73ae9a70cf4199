import SegmentFiles
import FootlightDiagnostics

extension SegmentSearch {
  /// Tier 6: documents that hold some of the words, at least one of the rarer half; words that no
  /// part holds do not count.
  ///
  /// Returns how many there are beyond what the stricter tiers found.
  ///
  /// - Parameter widest: where the documents have been counted, which word has the longest list.
  func findPartly(_ statistics: Statistics, widest: Int?) throws(Failure) -> WordCount {
    guard let (held, rarer) = looseWords(statistics) else { return WordCount() }
    // Of two words a document holds one here: those with both were all found as tier 4.
    let looked = held.count == 2 && foundWords.count == 2 ? rarer : held
    guard let widest else {
      return try findApart(looked, required: rarer, tier: 6, statistics)
    }
    // The documents of the rarest words first: mostly they show that the long list leads to nothing
    // better. Those that hold one of them and are not among the best need no second look.
    let others = rarer.filter { $0 != widest }
    _ = try findApart(looked, required: others, tier: 6, statistics, isCounted: true)
    let rest = looked.filter { !others.contains($0) }
    return try findApart(rest, required: [widest], tier: 6, statistics, isCounted: true)
  }

  /// The words that some part holds, and the rarer half of them; nil when there is no such tier.
  func looseWords(_ statistics: Statistics) -> (held: [Int], rarer: [Int])? {
    let held = foundWords.filter { globalSize($0, statistics) > 0 }
    guard !held.isEmpty, held.count > 1 || foundWords.count > 1 else { return nil }
    let byRarity = held.sorted {
      let one = globalSize($0, statistics)
      let other = globalSize($1, statistics)
      return one != other ? one < other : $0 < $1
    }
    return (held, Array(byRarity.prefix((held.count + 1) / 2)))
  }

  /// The documents that were found so far.
  var foundBetter: Set<UInt32> {
    var found = Set(top.heap.map(\.document))
    found.formUnion(named)
    return found
  }

  /// Whether a word can add to a score.
  private func adds(_ word: Int, _ statistics: Statistics) -> Bool {
    plan.words[word].atoms.contains { statistics.idf[$0] > 0 }
  }

  /// How many items of all parts hold a word: of a run, its rarest bigram.
  func globalSize(_ word: Int, _ statistics: Statistics) -> Int {
    plan.words[word].atoms.reduce(Int.max) { min($0, statistics.holding[$1]) }
  }

  /// Documents that hold at least one of `required`, scored by all of `words`: MaxScore (Turtle
  /// and Flood, "Query evaluation: strategies and optimizations", 1995).
  ///
  /// The lists whose maxima together cannot beat the worst hit are only looked into. Where there are not
  /// too many documents all are counted, unless that has been done.
  func findApart(
    _ words: [Int], required: [Int], tier: Int, _ statistics: Statistics, isCounted: Bool = false
  ) throws(Failure) -> WordCount {
    var leading: [ListCursor] = []
    var postings = 0
    for word in required {
      let list = try walked(word, onlyNames: false, statistics)
      postings += list.count
      if list.count > 0 { leading.append(list) }
    }
    guard !leading.isEmpty else { return WordCount() }
    var rest = words
    for word in required {
      if let place = rest.firstIndex(of: word) { rest.remove(at: place) }
    }
    var optional: [WordList] = []
    for word in rest where size(word, onlyNames: false) > 0 && adds(word, statistics) {
      optional.append(try beside(word, lead: postings, onlyNames: false, statistics, for: .score))
    }
    for word in words where stems != nil {
      if let exact = try exactList(word, onlyNames: false, statistics) {
        optional.append(.cursor(exact))
      }
    }
    let taken = foundBetter
    // A window is too much for a handful of documents, as a delta has them.
    if isCounted, postings < PostingBlock.size {
      _ = try findPruned(leading, optional, taken: taken, tier: tier)
      return WordCount()
    }
    if isCounted || plan.request.countsExactly || postings <= SegmentSearch.countLimit {
      let count = try findInWindows(
        leading, optional, taken: taken, tier: tier, isCounted: isCounted)
      return WordCount(count: isCounted ? 0 : count)
    }
    // The longest list says more than what is walked before the rest cannot matter.
    let longest = hiddenCount.map { (leading.map(\.count).max() ?? 0) - $0 } ?? 0
    let pushed = try findPruned(leading, optional, taken: taken, tier: tier)
    return WordCount(count: max(pushed, longest - taken.count), isAtLeast: true)
  }

  /// Walks the lists document by document and passes over what cannot be good enough; returns how
  /// many were.
  private func findPruned(
    _ leading: [ListCursor], _ optional: [WordList], taken: Set<UInt32>, tier: Int
  ) throws(Failure) -> Int {
    let union = Disjunction(
      leading: leading.sorted { $0.highest < $1.highest }, optional: optional)
    var pushed = 0
    // Up to which document the lists' blocks are known to beat this threshold.
    var promising: (last: Int64, threshold: Int) = (-1, -1)
    let bar = try tierBar(tier)
    if bar != nil { isBarred = true }
    var pace = SearchPace(plan.request)
    while let document = union.document {
      try pace.step()
      let threshold = threshold(tier: tier, bar, from: document)
      if threshold == .max { break }
      if threshold >= 0, threshold != promising.threshold || Int64(document) > promising.last {
        let bound = union.bound(document)
        if weighted(bound.score) <= threshold {
          guard bound.last != .max else { break }
          try union.advance(to: bound.last + 1)
          continue
        }
        promising = (Int64(bound.last), threshold)
      }
      if let score = try union.score(document, beating: threshold, weighted) {
        if !taken.contains(document), !isHidden(document) {
          pushed += 1
          top.push(Candidate(tier: tier, score: weighted(score), document: document))
        }
      }
      try union.advance(beating: threshold, weighted)
    }
    return pushed
  }
}

/// Lists of which at least one leading one must hold a document.
final class Disjunction {
  /// Ascending by their maxima.
  private let leading: [ListCursor]
  private let optional: [WordList]
  /// The sums of the maxima of the optional lists and of the first leading ones.
  private let sums: [Int]
  private var essential = 0
  /// The smallest document at hand among the essential lists; nil at the end.
  private(set) var document: UInt32?

  init(leading: [ListCursor], optional: [WordList]) {
    self.leading = leading
    self.optional = optional
    var sum = 0
    for list in optional {
      switch list {
      case .cursor(let cursor): sum += cursor.highest
      case .probe(let probe): sum += probe.highest
      }
    }
    var sums = [sum]
    for list in leading {
      sum += list.highest
      sums.append(sum)
    }
    self.sums = sums
    findDocument()
  }

  private func findDocument() {
    var least = UInt32.max
    for index in essential..<leading.count { least = min(least, leading[index].document) }
    document = least == .max ? nil : least
  }

  /// The score of a document; nil when it cannot beat `threshold`.
  func score(_ document: UInt32, beating threshold: Int, _ weighted: (Int) -> Int)
    throws(Failure) -> Int?
  {
    var sum = 0
    for index in essential..<leading.count where leading[index].document == document {
      sum += leading[index].contribution
    }
    var index = essential
    while index > 0 {
      if threshold >= 0, weighted(sum + sums[index]) <= threshold { return nil }
      index -= 1
      try leading[index].advance(to: document)
      if leading[index].document == document { sum += leading[index].contribution }
    }
    if threshold >= 0, weighted(sum + sums[0]) <= threshold { return nil }
    for list in optional {
      switch list {
      case .cursor(let cursor):
        try cursor.advance(to: document)
        if cursor.document == document { sum += cursor.contribution }
      case .probe(let probe): sum += try probe.contribution(document) ?? 0
      }
    }
    return sum
  }

  /// An upper bound of the scores from a document on, and the last document it holds for: block
  /// maxima (Ding and Suel, "Faster top-k document retrieval using block-max indexes", 2011).
  func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var score = 0
    var last = UInt32.max
    func add(_ list: ListCursor) {
      let other = list.bound(document)
      score += other.contribution
      last = min(last, other.last)
    }
    for list in leading { add(list) }
    for list in optional {
      switch list {
      case .cursor(let cursor): add(cursor)
      case .probe(let probe): score += probe.highest
      }
    }
    return (score, last)
  }

  /// Moves to the first document that is not below `target`.
  func advance(to target: UInt32) throws(Failure) {
    for index in essential..<leading.count { try leading[index].advance(to: target) }
    findDocument()
  }

  /// Moves behind the document at hand; lists that cannot beat `threshold` alone stop leading.
  func advance(beating threshold: Int, _ weighted: (Int) -> Int) throws(Failure) {
    guard let document else { return }
    for index in essential..<leading.count where leading[index].document == document {
      try leading[index].advance()
    }
    while threshold >= 0, essential < leading.count,
      weighted(sums[essential + 1]) <= threshold
    {
      essential += 1
    }
    findDocument()
  }
}
