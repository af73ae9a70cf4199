package import FootlightPlatform

/// The documents of one segment that match a part of a query, ascending, and what each scores.
///
/// Nodes are made of others, as scorers of other engines are: a node moves its parts, and only what gains by it knows
/// more than the next document (block maxima, windows, postings out of order). This one matches nothing.
package class Matches {
  /// The document at hand; `UInt32.max` at the end.
  package final var document: UInt32 = .max
  /// The most that a document scores.
  var highest: Int { 0 }
  /// About how many postings are read to meet all documents.
  var cost: Int { 0 }
  /// How far the document at hand is from the query: a ``TypoLevel``.
  var level: Int { 0 }
  /// Orders the document at hand within its tier; nil where its rung does.
  package var key: Int? { nil }
  /// Whether the document at hand lacks words, though its rung stands among those with all.
  package var isPartial: Bool { false }

  /// Moves to the first document from `target` on; those that score no more than `least` may be passed over.
  @discardableResult
  func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 { .max }

  /// Moves to the first document from `target` on that matches.
  @discardableResult
  package final func next(_ target: UInt32) throws(Failure) -> UInt32 {
    try next(target, above: -1)
  }

  /// Whether a document matches, which is not below the one asked about before.
  package func holds(_ target: UInt32) throws(Failure) -> Bool {
    let there = document < target ? try next(target, above: -1) : document
    return there == target
  }

  /// The score of the document at hand.
  package func score() throws(Failure) -> Int { 0 }

  /// An upper bound of the scores from a document on, and the last document it holds for.
  func bound(_ document: UInt32) -> (score: Int, last: UInt32) { (highest, .max) }

  /// Calls `body` with the parts of the score of the document at hand.
  package func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {}

  /// Adds all documents to a set, from the first one on.
  func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    while document != .max {
      try pace.step()
      found.insert(Int(document))
      try next(document + 1, above: -1)
    }
  }

  /// Puts the best documents among the hits of a segment.
  ///
  /// - Parameters:
  ///   - bar: what they must reach to be among those of the domain.
  ///   - meetsAll: whether each is met, so that they are counted.
  func collect(
    into hits: SegmentHits, _ rung: Rung, _ bar: TierBar?, meetsAll: Bool
  ) throws(Failure) {
    var pace = SearchPace(hits.query.plan.request)
    var target: UInt32 = 0
    while true {
      try pace.step()
      let threshold = hits.threshold(rung, bar, from: target)
      if threshold == .max, !meetsAll { return }
      let least = meetsAll ? -1 : hits.query.hopeless(threshold)
      let there = document < target || least >= 0 ? try next(target, above: least) : document
      guard there != .max else { return }
      if let hidden = hits.hidden, hidden[Int(there)] {
        target = hidden.firstAbsent(from: there)
        continue
      }
      target = there + 1
      try hits.take(there, self, rung, above: threshold, meetsAll: meetsAll)
    }
  }
}

/// A word's part of a document's score.
package struct ScorePart {
  /// The word that was asked for, and the one that is there: places in the plan.
  package var asked: Int
  package var word: Int
  package var typos: Int
  package var value: Int
  /// Whether it is what the exact form adds to the stem.
  package var isExact: Bool
}

/// The words that a list stands for.
struct ListedWord {
  var asked: Int
  var word: Int
  var typos = 0
  var isExact = false

  init(_ word: Int, _ plan: SearchPlan) {
    asked = plan.asked(word)
    self.word = word
  }

  func part(_ value: Int) -> ScorePart {
    ScorePart(asked: asked, word: word, typos: typos, value: value, isExact: isExact)
  }
}

/// The documents of a posting list.
final class ListMatches: Matches {
  let list: ListCursor
  var word: ListedWord
  /// Up to which document the list's blocks are known to exceed a score.
  private var promising: (last: Int64, least: Int) = (-1, -1)

  init(_ list: ListCursor, _ word: ListedWord) {
    self.list = list
    self.word = word
    super.init()
    document = list.document
  }

  override var highest: Int { list.highest }
  override var cost: Int { list.count }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    var there = try list.advance(to: target)
    while least >= 0, there != .max {
      if least != promising.least || Int64(there) > promising.last {
        let bound = list.bound(there)
        guard bound.contribution > least else {
          there = bound.last == .max ? .max : try list.advance(to: bound.last + 1)
          continue
        }
        promising = (Int64(bound.last), least)
      }
      guard list.contribution <= least else { break }
      there = try list.advance()
    }
    document = there
    return there
  }

  override func score() throws(Failure) -> Int { list.contribution }

  override func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    let bound = list.bound(document)
    return (bound.contribution, bound.last)
  }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    body(word.part(list.contribution))
  }

  override func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    try pace.step(by: list.count)
    try list.forEach { document, _ in
      found.insert(Int(document))
      return true
    }
    document = .max
  }
}

/// The documents of a set; they score nothing.
final class SetMatches: Matches {
  private let documents: Bitmap

  init(_ documents: Bitmap) {
    self.documents = documents
    super.init()
    document = documents.firstPresent(from: 0)
  }

  override var cost: Int { documents.size / 64 }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    document = least >= 0 ? .max : documents.firstPresent(from: target)
    return document
  }

  override func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    found.formUnion(documents)
    document = .max
  }
}

/// A few documents with what orders them and their scores, ascending.
final class ListedMatches: Matches {
  /// A document that was found by itself.
  struct Entry {
    var document: UInt32
    var score: Int
    var key: Int
    var isPartial = false
  }

  private let entries: [Entry]
  private let parts: () throws(Failure) -> [Matches]
  private var place = 0

  /// - Parameter parts: the words that make the scores, for explanations.
  init(_ entries: [Entry], parts: @escaping () throws(Failure) -> [Matches] = { [] }) {
    self.entries = entries
    self.parts = parts
    super.init()
    document = entries.first?.document ?? .max
  }

  override var highest: Int { entries.reduce(0) { max($0, $1.score) } }
  override var cost: Int { entries.count }
  package override var key: Int? { place < entries.count ? entries[place].key : nil }
  package override var isPartial: Bool { place < entries.count && entries[place].isPartial }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    place = (place..<entries.count).gallopingPartitionPoint { entries[$0].document < target }
    document = place < entries.count ? entries[place].document : .max
    return document
  }

  override func score() throws(Failure) -> Int { entries[place].score }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    for part in try parts() where try part.holds(document) { try part.forEachPart(body) }
  }
}

/// The documents of some matches, each scored by the words of a list that it holds.
final class ScoredMatches: Matches {
  private let documents: Matches
  private let adding: [Matches]

  init(_ documents: Matches, by adding: [Matches]) {
    self.documents = documents
    self.adding = adding
    super.init()
    document = documents.document
  }

  override var highest: Int { adding.reduce(0) { $0 + $1.highest } }
  override var cost: Int { documents.cost }
  override var level: Int { documents.level }
  package override var key: Int? { documents.key }

  @discardableResult
  override func next(_ target: UInt32, above least: Int) throws(Failure) -> UInt32 {
    document =
      least >= 0 && highest <= least
      ? .max
      : documents.document < target ? try documents.next(target, above: -1) : documents.document
    return document
  }

  override func holds(_ target: UInt32) throws(Failure) -> Bool {
    guard document < target else { return document == target }
    guard try documents.holds(target) else { return false }
    document = target
    return true
  }

  override func score() throws(Failure) -> Int {
    var sum = 0
    for one in adding where try one.holds(document) { sum += try one.score() }
    return sum
  }

  override func forEachPart(_ body: (ScorePart) -> Void) throws(Failure) {
    for one in adding where try one.holds(document) { try one.forEachPart(body) }
  }

  override func fill(_ found: inout Bitmap, _ pace: inout SearchPace) throws(Failure) {
    try documents.fill(&found, &pace)
    document = .max
  }
}

/// The documents that some matches lack: a check alone, which is never walked.
final class LackedMatches: Matches {
  private let excluded: Matches

  init(_ excluded: Matches) { self.excluded = excluded }

  override func holds(_ target: UInt32) throws(Failure) -> Bool { try !excluded.holds(target) }
}

/// The documents of which a look tells whether they match: a check alone, which is never walked.
final class VerifiedMatches: Matches {
  private let verify: (UInt32) throws(Failure) -> Bool

  init(_ verify: @escaping (UInt32) throws(Failure) -> Bool) { self.verify = verify }

  override func holds(_ target: UInt32) throws(Failure) -> Bool { try verify(target) }
}

extension Bitmap {
  /// The first number from one on that is in the set; `UInt32.max` where there is none.
  func firstPresent(from number: UInt32) -> UInt32 {
    var word = Int(number >> 6)
    guard word < words.count else { return .max }
    var rest = words[word] & UInt64.max << UInt64(number & 63)
    while rest == 0 {
      word += 1
      guard word < words.count else { return .max }
      rest = words[word]
    }
    return UInt32(truncatingIfNeeded: word << 6 + rest.trailingZeroBitCount)
  }
}
