import FootlightPlatform

/// The documents of a word as it is or as one of its expansions: of a document those with the fewest typos count, and
/// what all of them with as many typos add is summed up.
final class FuzzyWord: Matches {
  private let lists: () throws(Failure) -> [[Matches]]
  /// The lists by ``TypoLevel``; those that are walked and those that are asked.
  private let walked: [[Matches]]
  private let asked: [[Matches]]
  private var at = 0
  private var found = 0
  /// All documents in their order, where they are few enough to be sorted, and the one at hand.
  private var sorted: [Sorted]?
  private var place = 0
  override var highest: Int { bounds }
  override var cost: Int { size }
  override var level: Int { at }
  private let bounds: Int
  private let size: Int

  /// A document with its level and its score.
  private struct Sorted {
    var document: UInt32
    var level: Int
    var score: Int
  }

  /// So many postings are sorted, which takes a third of the steps of walking the lists side by side.
  private static let mostSorted = 1 << 16

  /// - Parameters:
  ///   - isWalked: whether its documents are walked; else it is a check.
  ///   - lists: opens the lists of each level.
  init(
    isWalked: Bool, _ request: SearchRequest,
    _ lists: @escaping () throws(Failure) -> [[Matches]]
  ) throws(Failure) {
    self.lists = lists
    let opened = try lists()
    walked = isWalked ? opened : []
    asked = isWalked ? [] : opened
    bounds = opened.reduce(0) { max($0, $1.reduce(0) { $0 + $1.highest }) }
    size = opened.joined().reduce(0) { $0 + $1.cost }
    super.init()
    guard isWalked else { return }
    if size <= FuzzyWord.mostSorted { try sort(request) }
    try next(0, above: -1)
  }

  /// Reads the lists one after the other and sorts what they hold.
  private func sort(_ request: SearchRequest) throws(Failure) {
    // A posting is a document, its level, and what the list adds: less than 2²¹ (``Scoring``).
    var postings: [UInt64] = []
    var spare: [UInt64] = []
    postings.reserveCapacity(size)
    var pace = SearchPace(request)
    for (level, lists) in walked.enumerated() {
      for list in lists {
        while list.document != .max {
          try pace.step()
          postings.append(
            UInt64(list.document) << 32 | UInt64(level) << 24 | UInt64(try list.score()))
          try list.next(list.document + 1, above: -1)
        }
      }
    }
    RadixSort.sort(&postings, &spare) { $0 >> 24 }
    var sorted: [Sorted] = []
    sorted.reserveCapacity(postings.count)
    for posting in postings {
      let document = UInt32(truncatingIfNeeded: posting >> 32)
      let level = Int(posting >> 24 & 0xFF)
      let score = Int(posting & 0xFF_FFFF)
      if let last = sorted.last, last.document == document {
        if last.level == level { sorted[sorted.count - 1].score += score }
      } else {
        sorted.append(Sorted(document: document, level: level, score: score))
      }
    }
    self.sorted = sorted
  }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    if let sorted {
      place = (place..<sorted.count).gallopingPartitionPoint { sorted[$0].document < target }
      guard place < sorted.count else {
        document = .max
        return .max
      }
      (document, at, found) = (sorted[place].document, sorted[place].level, sorted[place].score)
      return document
    }
    var first = UInt32.max
    for list in walked.joined() {
      first = min(first, list.document < target ? try list.next(target, above: -1) : list.document)
    }
    document = first
    if first != .max { _ = try find(first, walked) }
    return first
  }

  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    guard asked.isEmpty else { return try find(target, asked) }
    return try super.holds(target)
  }

  /// Finds the lists of the fewest typos that hold a document.
  private func find(_ target: UInt32, _ levels: [[Matches]]) throws(Failure) -> Bool {
    for (level, lists) in levels.enumerated() {
      var isHeld = false
      var sum = 0
      for list in lists where try list.holds(target) {
        isHeld = true
        sum += try list.score()
      }
      guard isHeld else { continue }
      document = target
      (at, found) = (level, sum)
      return true
    }
    return false
  }

  override func score() throws(Failure) -> Int { found }

  override func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    guard sorted == nil, asked.isEmpty else { return (highest, .max) }
    var score = 0
    var last = UInt32.max
    for lists in walked {
      var sum = 0
      for list in lists {
        let bound = list.bound(document)
        sum += bound.score
        last = min(last, bound.last)
      }
      score = max(score, sum)
    }
    return (score, last)
  }

  /// The lists may have been read: explanations, which ask about few documents, open them again.
  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    for list in try lists()[at] where try list.holds(document) { try list.forEachPart(body) }
  }
}

/// The documents that match with typos, each as the best that it is.
final class FuzzyMatches: Matches {
  /// The documents whose names begin with the query written right, each with the best key, ascending.
  private let names: [(document: UInt32, key: Int)]
  private let inNames: Matches?
  private let found: Matches?
  private var place = 0
  private var best = (key: 0, score: 0)
  private var bestMatches: Matches?
  private var pace: SearchPace

  init(
    names: [(document: UInt32, key: Int)], inNames: Matches?, found: Matches?,
    _ request: SearchRequest
  ) throws(Failure) {
    self.names = names
    self.inNames = inNames
    self.found = found
    pace = SearchPace(request)
    super.init()
    try next(0, above: -1)
  }

  override var cost: Int { names.count + (inNames?.cost ?? 0) + (found?.cost ?? 0) }
  package override var key: Int? { best.key }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    var target = target
    while true {
      try pace.step()
      place = (place..<names.count).gallopingPartitionPoint { names[$0].document < target }
      var first = place < names.count ? names[place].document : .max
      for part in [inNames, found] {
        guard let part else { continue }
        if part.document < target { try part.next(target, above: -1) }
        first = min(first, part.document)
      }
      document = first
      guard first != .max else { return .max }
      if try choose(first) { return first }
      target = first + 1
    }
  }

  /// Chooses what makes a document the best; false where it needs no typos.
  private func choose(_ first: UInt32) throws(Failure) -> Bool {
    best = (.max, 0)
    bestMatches = nil
    for part in [inNames, found] {
      if let part, part.document == first, part.level == 0 { return false }
    }
    if place < names.count, names[place].document == first { best.key = names[place].key }
    for (step, part) in [(2, inNames), (3, found)] {
      guard let part, part.document == first else { continue }
      let key = 4 * part.level + step
      if key < best.key {
        best = (key, try part.score())
        bestMatches = part
      }
    }
    return best.key < .max
  }

  override func score() throws(Failure) -> Int { best.score }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    try bestMatches?.forEachPart(body)
  }
}

/// The documents that some matches find with just so many typos.
final class LevelMatches: Matches {
  private let matches: Matches
  private let wanted: Int
  private var pace: SearchPace

  init(_ matches: Matches, level: Int, _ request: SearchRequest) throws(Failure) {
    self.matches = matches
    wanted = level
    pace = SearchPace(request)
    super.init()
    try next(0, above: -1)
  }

  override var highest: Int { matches.highest }
  override var cost: Int { matches.cost }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    var there =
      matches.document < target || least >= 0
      ? try matches.next(target, above: least) : matches.document
    while there != .max, matches.level != wanted {
      try pace.step()
      there = try matches.next(there + 1, above: least)
    }
    document = there
    return there
  }

  override func score() throws(Failure) -> Int { try matches.score() }
  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    try matches.forEachPart(body)
  }
}

/// The documents with some names.
final class NameMatches: Matches {
  private let index: NameIndex
  private let names: [NamedDocuments]
  private let others: [UInt32]
  private let test: ((UInt32) throws(Failure) -> Bool)?
  private var sorted: [UInt32]?

  /// - Parameters:
  ///   - others: documents that count as if they had such a name.
  ///   - test: tells of one document whether it has.
  init(
    _ index: NameIndex, _ names: [NamedDocuments], and others: [UInt32] = [],
    test: ((UInt32) throws(Failure) -> Bool)? = nil
  ) {
    self.index = index
    self.names = names
    self.others = others
    self.test = test
  }

  override var cost: Int { names.reduce(others.count) { $0 + $1.count } }

  override func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    for document in others { found.insert(Int(document)) }
    for those in names {
      try pace.step(by: those.count)
      var set = Bitmap(size: found.size)
      try index.forEachDocument(those) { set.insert(Int($0)) }
      found.formUnion(set)
    }
  }

  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    if let test {
      document = target
      return try test(target)
    }
    if sorted == nil {
      var found: [UInt32] = others
      for those in names { try index.forEachDocument(those) { found.append($0) } }
      sorted = found.sorted()
    }
    guard sorted?.contains(sorted: target) ?? false else { return false }
    document = target
    return true
  }

  override func collect(
    into hits: SegmentHits, _ rung: Rung, _ bar: TierBar?, meetsAll: Bool
  ) throws(Failure) {
    guard !meetsAll else {
      var all = Bitmap(size: hits.query.stored.header.items)
      var pace = SearchPace(hits.query.plan.request)
      try fill(&all, &pace)
      return try SetMatches(all).collect(into: hits, rung, bar, meetsAll: true)
    }
    for document in others { hits.put(document, weightedScore: 0, rung) }
    for those in names where hits.threshold(rung, bar, from: 0) != .max {
      let best = SmallestDocuments(limit: hits.wanted, excluding: hits.documents)
      for document in try index.smallest(best, in: those) {
        hits.put(document, weightedScore: 0, rung)
      }
    }
  }
}
