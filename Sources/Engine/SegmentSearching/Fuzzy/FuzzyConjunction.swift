import FootlightPlatform
import SegmentFiles

/// The lists of words that must all be there, each as it is or as one of its expansions.
///
/// Of a word the expansions with the fewest typos count that a document holds; what all of them with as many
/// typos add is summed up. The word with the fewest postings leads. Typos are told as ``TypoLevel``.
final class FuzzyConjunction {
  /// A word: its lists by the number of typos.
  private struct Word {
    var levels: [[WordSource]]

    /// The fewest and the most typos with which it is here at all.
    var least: Int { levels.firstIndex { !$0.isEmpty } ?? 0 }
    var most: Int { levels.lastIndex { !$0.isEmpty } ?? 0 }
  }

  /// The leading word's lists with their typos.
  private var leading: [(typos: Int, list: ListCursor)]
  /// The documents at hand of these lists: most of the lists are elsewhere and need not be asked.
  private var heads: [UInt32]
  /// The fewest typos that the other words have in sum.
  private let othersLeast: Int
  private let others: [Word]
  /// How many postings lead.
  let leadSize: Int
  /// The fewest and the most typos that a document can have.
  let least: Int
  let most: Int
  /// The leading document at hand; nil at the end.
  private(set) var document: UInt32?

  /// Nil when one of the words is not here in any way.
  init?(
    _ query: SegmentQuery, _ words: [Int], onlyNames: Bool, _ statistics: Statistics
  ) throws(Failure) {
    guard let lead = FuzzyConjunction.lead(query, words, onlyNames: onlyNames) else { return nil }
    let lists = query.lists
    var leading: [(typos: Int, list: ListCursor)] = []
    for (typos, level) in FuzzyConjunction.places(words[lead], query, onlyNames).enumerated() {
      for place in level {
        leading.append((typos, try lists.list(place, onlyNames: onlyNames, statistics)))
        // The stem is in every document of the exact form, so no document joins by this.
        if let exact = try lists.exactList(place, onlyNames: onlyNames, statistics) {
          leading.append((typos, exact))
        }
      }
    }
    leading.removeAll { $0.list.count == 0 }
    let size = leading.reduce(0) { $0 + $1.list.count }
    guard let first = leading.first, let last = leading.last else { return nil }
    var others: [Word] = []
    for (index, word) in words.enumerated() where index != lead {
      var levels: [[WordSource]] = []
      for level in FuzzyConjunction.places(word, query, onlyNames) {
        var sources: [WordSource] = []
        for place in level {
          sources.append(
            try lists.source(
              place, beside: size, onlyNames: onlyNames, statistics, for: .score))
          if let exact = try lists.exactList(place, onlyNames: onlyNames, statistics) {
            sources.append(.cursor(exact))
          }
        }
        levels.append(sources)
      }
      guard levels.contains(where: { !$0.isEmpty }) else { return nil }
      others.append(Word(levels: levels))
    }
    self.leading = leading
    heads = leading.map(\.list.document)
    self.others = others
    othersLeast = others.reduce(0) { TypoLevel.sum($0, $1.least) }
    leadSize = size
    least = TypoLevel.sum(first.typos, othersLeast)
    most = others.reduce(last.typos) { TypoLevel.sum($0, $1.most) }
    findDocument()
  }

  /// Which of some words has the fewest postings with those of its expansions; nil where it has none.
  private static func lead(_ query: SegmentQuery, _ words: [Int], onlyNames: Bool) -> Int? {
    let lists = query.lists
    let costs = words.map { word in
      (query.plan.expansions[word] ?? []).joined().reduce(
        lists.cost(word, onlyNames: onlyNames)
      ) { $0 + lists.size($1, onlyNames: onlyNames) }
    }
    let lead = costs.indices.min { (costs[$0], $0) < (costs[$1], $1) }
    return lead.flatMap { costs[$0] > 0 ? $0 : nil }
  }

  /// How many postings lead, before any list is opened.
  static func size(_ query: SegmentQuery, _ words: [Int], onlyNames: Bool) -> Int {
    guard let lead = lead(query, words, onlyNames: onlyNames) else { return 0 }
    return places(words[lead], query, onlyNames).joined().reduce(0) {
      $0 + query.lists.size($1, onlyNames: onlyNames)
    }
  }

  /// The places of a word and of its expansions which are here, by typos.
  static func places(
    _ word: Int, _ query: SegmentQuery, _ onlyNames: Bool
  ) -> [[Int]] {
    let lists = query.lists
    return ([[word]] + (query.plan.expansions[word] ?? [])).map { level in
      level.filter { lists.size($0, onlyNames: onlyNames) > 0 }
    }
  }

  /// Leaves out leading lists with which a document has more typos in any case.
  func limit(to typos: Int) {
    leading.removeAll { TypoLevel.sum($0.typos, othersLeast) > typos }
    heads = leading.map(\.list.document)
    findDocument()
  }

  private func findDocument() {
    var least = UInt32.max
    for head in heads { least = min(least, head) }
    document = least == .max ? nil : least
  }

  /// Moves past the document at hand.
  func advance() throws(Failure) {
    guard let document else { return }
    for place in heads.indices where heads[place] == document {
      heads[place] = try leading[place].list.advance()
    }
    findDocument()
  }

  /// Moves to the first document that is not below `target`.
  func advance(to target: UInt32) throws(Failure) {
    for place in heads.indices where heads[place] < target {
      heads[place] = try leading[place].list.advance(to: target)
    }
    findDocument()
  }

  /// Whether there is no other word than the leading one.
  var isAlone: Bool { others.isEmpty }

  /// All documents, ascending, each with its typos and its score; for a word that is alone.
  ///
  /// Afterwards the lists are at their ends.
  /// The lists are read one after the other and sorted, as runs that ascend already, which takes a third of
  /// the steps of walking them side by side.
  ///
  /// - Complexity: O(postings · log lists).
  func documents(
    _ pace: inout SearchPace
  ) throws(Failure) -> [(document: UInt32, typos: Int, score: Int)] {
    // A posting is a document, its level, and what the list adds: less than 2²¹ (``Scoring``).
    var postings: [UInt64] = []
    postings.reserveCapacity(leadSize)
    for (typos, list) in leading {
      while list.document != .max {
        try pace.step()
        postings.append(
          UInt64(list.document) << 32 | UInt64(typos) << 24 | UInt64(list.contribution))
        try list.advance()
      }
    }
    document = nil
    postings.sort()
    var found: [(document: UInt32, typos: Int, score: Int)] = []
    found.reserveCapacity(postings.count)
    for posting in postings {
      let document = UInt32(truncatingIfNeeded: posting >> 32)
      let typos = Int(posting >> 24 & 0xFF)
      let score = Int(posting & 0xFF_FFFF)
      guard let last = found.last, last.document == document else {
        found.append((document, typos, score))
        continue
      }
      if last.typos == typos { found[found.count - 1].score += score }
    }
    return found
  }

  /// The typos and the score of the document at hand; nil when a word is missing or there are more
  /// typos.
  func match(_ document: UInt32, most: Int) throws(Failure) -> (typos: Int, score: Int)? {
    var typos: Int?
    var score = 0
    for place in heads.indices where heads[place] == document {
      let level = leading[place].typos
      guard typos ?? level == level else { break }
      typos = level
      score += leading[place].list.contribution
    }
    guard var typos, typos <= most else { return nil }
    for word in others {
      guard let found = try FuzzyConjunction.match(word, document, beside: typos, most: most)
      else { return nil }
      typos = TypoLevel.sum(typos, found.typos)
      score += found.score
    }
    return (typos, score)
  }

  private static func match(
    _ word: Word, _ document: UInt32, beside others: Int, most: Int
  ) throws(Failure) -> (typos: Int, score: Int)? {
    for (typos, level) in word.levels.enumerated() where TypoLevel.sum(others, typos) <= most {
      var score: Int?
      for list in level {
        switch list {
        case .cursor(let cursor):
          if try cursor.advance(to: document) == document {
            score = (score ?? 0) + cursor.contribution
          }
        case .probe(let probe):
          if let added = try probe.contribution(document) { score = (score ?? 0) + added }
        }
      }
      if let score { return (typos, score) }
    }
    return nil
  }

  /// An upper bound of the scores from a document on, and the last document it holds for.
  func bound(_ document: UInt32) -> (score: Int, last: UInt32) {
    var last = UInt32.max
    func bound(_ cursor: ListCursor) -> Int {
      let found = cursor.bound(document)
      last = min(last, found.last)
      return found.contribution
    }
    var levels: [Int: Int] = [:]
    for (typos, list) in leading { levels[typos, default: 0] += bound(list) }
    var score = levels.values.max() ?? 0
    for word in others {
      var highest = 0
      for level in word.levels {
        var sum = 0
        for list in level {
          switch list {
          case .cursor(let cursor): sum += bound(cursor)
          case .probe(let probe): sum += probe.highest
          }
        }
        highest = max(highest, sum)
      }
      score += highest
    }
    return (score, last)
  }
}
