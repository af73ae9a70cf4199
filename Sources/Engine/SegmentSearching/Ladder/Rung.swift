/// A rung of the ladder: what is looked for in one step, and where what it finds stands in the order.
package struct Rung {
  /// What is looked for.
  package indirect enum Sought {
    /// Names, or the id, that are the query, and names that begin with it.
    case names(isWhole: Bool)
    /// All of some words.
    case all([Int], onlyNames: Bool)
    /// One of some words, scored by others as well, of which it holds what tells so much.
    case any([Int], scoredBy: [Int], least: Int)
    /// None of some words.
    case none([Int])
    /// Items whose names stand in the query.
    case questioned
    /// Items that lack words and pass others that hold all: see ``Ladder/openPassing(_:)``.
    case passing
    case expression(PlannedExpression, onlyNames: Bool)
    /// An expression of which something was given up, scored by words.
    case relaxed(PlannedExpression, scoredBy: [Int])
    /// The query with typos: all of them, or those of a ``TypoLevel`` alone in one of four steps – names that are the
    /// query, names that begin with it, words of names, words anywhere.
    case fuzzy(only: (level: Int, step: Int)?)
    /// A rung of a respelled query.
    case respelled(Int, Rung)
    case everything
  }

  /// 1 … 6.
  package let tier: Int
  /// Orders the hits of a tier before their scores (``Candidate/key``), unless the matches tell.
  package let key: Int
  package let sought: Sought
  /// Its place on the ladder.
  package internal(set) var place = 0

  init(_ tier: Int, key: Int = 0, _ sought: Sought) {
    self.tier = tier
    self.key = key
    self.sought = sought
  }

  /// Whether it looks for what passes others.
  package var isPassing: Bool { if case .passing = sought { true } else { false } }
}

extension SearchRequest {
  /// Whether what lacks words may pass what holds all of them: where tiers and scores order the hits.
  var mayPass: Bool {
    !isStrict && !isOrdered && sort.isEmpty && distinct.isEmpty && perDomain == nil
  }
}

/// What lacks words passes what holds all of them, but not as its name, by a quarter of its score: all words stand by chance in
/// some long text, while what was meant lacks one of them.
///
/// It takes four fifths of its score and is ordered among them by that. Like nearness, this concerns the first ten hits, so that
/// ten pass at most.
package enum PassingScore {
  static let most = 10

  package static func standing(_ score: Int) -> Int { score * 4 / 5 }

  /// The score that must be exceeded so that its standing may exceed another one.
  static func threshold(toExceed standing: Int) -> Int { 5 * (standing + 1) / 4 - 1 }
}

/// The words of which tier 6 asks for some: optional terms.
///
/// What is written without spaces is asked for by its pairs of characters: one that is wrong or missing spoils two of them. Most
/// pairs are common, so that an item must hold half of what all of them tell.
struct OptionalWords {
  /// The words that some segment holds.
  let held: [Int]
  /// The rarer half of them, of which a document must hold one.
  let rarer: [Int]
  /// What those of them must tell that a document holds, by their idf; 0 where no word stands for its pairs.
  let least: Int

  /// The words that score.
  let scoring: [Int]

  /// Nil when there is no such tier: of a single word nothing can be left out.
  init?(_ query: SegmentQuery, _ statistics: Statistics) {
    let meant = query.meantWords(statistics)
    let parted = query.plan.parted(meant)
    let held = parted.filter { statistics.size($0, query.plan) > 0 }
    guard !held.isEmpty, parted.count > 1 || meant != parted else { return nil }
    least =
      meant == parted
      ? 0 : (held.reduce(0) { $0 + statistics.idf(ofWord: $1, query.plan) } + 1) / 2
    let byRarity = held.sorted {
      let one = statistics.size($0, query.plan)
      let other = statistics.size($1, query.plan)
      return one != other ? one < other : $0 < $1
    }
    self.held = held
    rarer = Array(byRarity.prefix((held.count + 1) / 2))
    // Of two words a document holds one here: those with both were all found as tier 4.
    scoring = held.count == 2 && query.foundWords.count == 2 && least == 0 ? rarer : held
  }
}

extension SegmentQuery {
  /// The words that tier 4 looks at, each as the one thing that it means where a document may lack others: the open one
  /// is complete as soon as some item holds it so.
  func meantWords(_ statistics: Statistics) -> [Int] {
    guard let completed = plan.completed, statistics.size(completed, plan) > 0 else {
      return foundWords
    }
    return completing(foundWords) ?? foundWords
  }

  /// These words, as far as some segment holds them.
  func heldWords(_ statistics: Statistics) -> [Int] {
    meantWords(statistics).filter { statistics.size($0, plan) > 0 }
  }
}
