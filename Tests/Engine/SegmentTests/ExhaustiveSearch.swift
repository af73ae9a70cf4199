import TestSupport

@testable import SearchEngine

/// A search over a corpus that looks at every posting of every word.
struct ExhaustiveSearch {
  /// A hit by document.
  struct Hit: Hashable {
    var tier: Int
    var score: Int
    var document: Int
    /// In tier 5: four times the typos, and less one the tier of the corrected words.
    var typos = 0
    /// Whether it lacks words, though it stands in tier 4.
    var isPartial = false

    /// What a search tells of it.
    var told: Hit { Hit(tier: isPartial ? 6 : tier, score: score, document: document) }
  }

  /// The impacts of one word of the query by document, −1 where it is not.
  private struct Column {
    var anywhere: [Int]
    var inNames: [Int]
    var idf: Int
    var holding: Int
    /// The words that may be meant, by the number of typos less one.
    var meant: [[Column]] = []
    var meantTerms: [[String]] = []
  }

  private let corpus: SkewedCorpus
  private let words: [String]
  private let lastIsPrefix: Bool
  private let columns: [Column]

  /// Words, the last of which may be a prefix; all of them are with `.all`.
  init(_ corpus: SkewedCorpus, _ words: [String], lastIsPrefix: Bool, _ match: MatchMode) {
    self.corpus = corpus
    self.words = words
    self.lastIsPrefix = lastIsPrefix
    let count = corpus.titles.count
    let sizes = Dictionary(
      corpus.postings.map { (Array($0.key.utf8), $0.value.count) }
    ) { a, _ in a }
    columns = words.enumerated().map { place, word in
      let isPrefix = match == .all || lastIsPrefix && place == words.count - 1
      let isShort = isPrefix && word.utf8.count <= 2
      var column = ExhaustiveSearch.column(corpus, isShort: isShort) {
        isPrefix ? $0.utf8.starts(with: word.utf8) : $0 == word
      }
      // A prefix of one or two letters sifts and adds nothing.
      column.idf = isShort ? 0 : Scoring.idf(items: count, holding: column.holding)
      if column.holding < 10 {
        let typed = QueryWord(text: Array(word.utf8), isPrefix: isPrefix)
        let levels = naiveTypos(typed, sizes)
        column.meantTerms = levels.map { level in
          level.keys.map { String(decoding: $0, as: UTF8.self) }
        }
        column.meant = levels.map { level in
          let together = level.values.reduce(0, +)
          return level.keys.map { term in
            var meant = ExhaustiveSearch.column(corpus, isShort: false) {
              Array($0.utf8) == term
            }
            meant.idf = Scoring.idf(items: count, holding: together)
            return meant
          }
        }
      }
      return column
    }
  }

  private static func column(
    _ corpus: SkewedCorpus, isShort: Bool, _ matches: (String) -> Bool
  ) -> Column {
    let count = corpus.titles.count
    var column = Column(
      anywhere: [Int](repeating: -1, count: count), inNames: [Int](repeating: -1, count: count),
      idf: 0, holding: 0)
    for (term, list) in corpus.postings where matches(term) {
      for posting in list where posting.isInName || !isShort {
        column.holding += 1
        let at = posting.document
        column.anywhere[at] = max(column.anywhere[at], posting.impact)
        if posting.isInName { column.inNames[at] = max(column.inNames[at], posting.impact) }
      }
    }
    return column
  }

  /// All hits in order, the first ones of tier 4 by their scores with nearness.
  func ranked(_ match: MatchMode) -> [Hit] {
    let ranked = unraised(match)
    guard words.count > 1 else { return ranked }
    let first = ranked.prefix(10).map { hit in
      guard hit.tier == 4, !hit.isPartial else { return hit }
      var hit = hit
      let tests = words.enumerated().map { place, word -> (([UInt8]) -> Bool)? in
        let isPrefix = match == .all || lastIsPrefix && place == words.count - 1
        return { isPrefix ? $0.starts(with: word.utf8) : $0.elementsEqual(word.utf8) }
      }
      hit.score = NaiveNearness.raised(hit.score, tests, in: corpus.texts(hit.document))
      return hit
    }
    return (match == .tiers || match == .any ? sorted(first) : Array(ranked.prefix(10)))
      + ranked.dropFirst(10)
  }

  private func unraised(_ match: MatchMode) -> [Hit] {
    let strict = corpus.titles.indices.compactMap { document -> Hit? in
      // Whatever begins with the words holds one of them.
      guard columns.contains(where: { $0.anywhere[document] >= 0 }) else { return nil }
      if let tier = nameTier(document) { return Hit(tier: tier, score: 0, document: document) }
      if match == .any {
        return score(document, \.anywhere, isNeeded: false).map {
          Hit(tier: 4, score: $0, document: document)
        }
      }
      if let score = score(document, \.inNames, isNeeded: true) {
        return Hit(tier: 3, score: score, document: document)
      }
      return score(document, \.anywhere, isNeeded: true).map {
        Hit(tier: 4, score: $0, document: document)
      }
    }
    guard match == .tiers else { return sorted(strict) }
    let passing = passing(sorted(strict))
    guard strict.count < 10 else { return sorted(strict + passing) }
    let found = strict + passing + close(Set((strict + passing).map(\.document)))
    guard found.count - passing.count < 10 else { return sorted(found) }
    return sorted(found + partly(Set(found.map(\.document))))
  }

  /// Tier 5: every word as it is or as one that may be meant, with the fewest typos.
  private func close(_ taken: Set<Int>) -> [Hit] {
    corpus.titles.indices.compactMap { document in
      guard !taken.contains(document) else { return nil }
      var best = closeName(document)
      for (step, field) in [\Column.inNames, \Column.anywhere].enumerated() {
        var sum = (typos: 0, score: 0)
        let isThere = columns.allSatisfy { column in
          let levels = [[column]] + column.meant
          for (typos, level) in levels.enumerated() {
            let there = level.filter { $0[keyPath: field][document] >= 0 }
            guard !there.isEmpty else { continue }
            sum.typos = naiveSum(sum.typos, typos)
            sum.score += there.reduce(0) { $0 + $1[keyPath: field][document] * $1.idf }
            return true
          }
          return false
        }
        guard isThere, sum.typos > 0 else { continue }
        let hit = Hit(
          tier: 5, score: sum.score, document: document, typos: 4 * sum.typos + 2 + step)
        if best.map({ hit.typos < $0.typos }) ?? true { best = hit }
      }
      return best
    }
  }

  /// The title is the query but for some typos, or begins with it.
  private func closeName(_ document: Int) -> Hit? {
    let title = corpus.titles[document]
    guard title.count >= words.count else { return nil }
    var typos = 0
    var isExact = title.count == words.count
    for (place, word) in words.enumerated() where title[place] != word {
      if lastIsPrefix, place == words.count - 1, title[place].hasPrefix(word) {
        isExact = false
      } else if let level = columns[place].meantTerms.firstIndex(where: {
        $0.contains(title[place])
      }) {
        typos = naiveSum(typos, level + 1)
      } else {
        return nil
      }
    }
    guard typos > 0 else { return nil }
    return Hit(tier: 5, score: 0, document: document, typos: 4 * typos + (isExact ? 0 : 1))
  }

  private func sorted(_ hits: [Hit]) -> [Hit] {
    hits.sorted {
      ($0.tier, $0.typos, -$0.score, $0.document) < ($1.tier, $1.typos, -$1.score, $1.document)
    }
  }

  private func score(
    _ document: Int, _ field: KeyPath<Column, [Int]>, isNeeded: Bool
  ) -> Int? {
    var sum: Int?
    for column in columns {
      let impact = column[keyPath: field][document]
      if impact >= 0 {
        sum = (sum ?? 0) + impact * column.idf
      } else if isNeeded {
        return nil
      }
    }
    return sum
  }

  private func nameTier(_ document: Int) -> Int? {
    let title = corpus.titles[document]
    guard title.count >= words.count, let last = words.last else { return nil }
    if title == words { return 1 }
    for place in 0..<words.count - 1 where title[place] != words[place] { return nil }
    let final = title[words.count - 1]
    return final == last || lastIsPrefix && final.hasPrefix(last) ? 2 : nil
  }

  /// The ten best that lack words and pass the last of the first ten by a quarter of its score, where that holds all words.
  private func passing(_ strict: [Hit]) -> [Hit] {
    guard let last = strict.prefix(10).last, last.tier == 4 else { return [] }
    return sorted(partly(Set(strict.map(\.document)))).prefix(10).compactMap { hit in
      let score = hit.score * 4 / 5
      guard score > last.score else { return nil }
      return Hit(tier: 4, score: score, document: hit.document, isPartial: true)
    }
  }

  private func partly(_ taken: Set<Int>) -> [Hit] {
    let held = columns.filter { $0.holding > 0 }
    guard columns.count > 1, !held.isEmpty else { return [] }
    let order = held.indices.sorted { (held[$0].holding, $0) < (held[$1].holding, $1) }
    let rarer = order.prefix((held.count + 1) / 2)
    return corpus.titles.indices.compactMap { document in
      guard !taken.contains(document), rarer.contains(where: { held[$0].anywhere[document] >= 0 })
      else { return nil }
      return score(document, \.anywhere, isNeeded: false).map {
        Hit(tier: 6, score: $0, document: document)
      }
    }
  }
}
