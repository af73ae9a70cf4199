package import FootlightPlatform
import QueryLanguage
package import SegmentFiles
import TextAnalysis

/// All documents of one segment that a request finds, tier by tier: for whatever must know all of them
/// – OR and phrases, facets, orders – and not only the best.
package final class SegmentMatches {
  /// The form of the request.
  package enum Kind {
    /// The plain words of the query.
    case words
    /// An expression; its words are those of the plan.
    case expression(PlannedExpression)
    /// Everything.
    case everything
  }

  /// The best of them.
  package private(set) var hits: SegmentHits
  package let kind: Kind
  package private(set) var reader: ExpressionReader
  private let items: Int
  /// The documents of the names that begin with the query, and of each tier from 3 on; no document
  /// is in two of them.
  package private(set) var named: Bitmap
  package private(set) var tiers: [Tier] = []

  /// The documents of a tier; of tier 5 those with equally many typos, and of 4 and 6 those whose names tell as much.
  package struct Tier {
    package var tier: Int
    package var documents: Bitmap
    /// In tier 5 what orders them: see `Candidate`.
    package var typos = 0
    /// Which respelling has found them, if one has.
    package var respelling: Int?
  }

  /// - Parameters:
  ///   - hits: what names have found, where the request is plain words.
  ///   - runs: the names of the segment that stand in the query.
  ///   - isRanked: whether the best of its words are wanted, and not only all.
  init(
    _ hits: SegmentHits, _ kind: Kind, _ runs: [NamedRun], _ statistics: Statistics,
    isRanked: Bool = true
  ) throws(Failure) {
    self.hits = hits
    let query = hits.query
    self.kind = kind
    reader = ExpressionReader(query)
    items = query.stored.header.items
    named = Bitmap(size: items)
    switch kind {
    case .everything: add(Bitmap(all: items), tier: 4)
    case .expression(let expression):
      let isAny = query.plan.request.match == .any
      for (tier, onlyNames) in [(3, true), (4, false)] where !(isAny && onlyNames) {
        let reduced = reader.reduced(expression, onlyNames: onlyNames)
        add(try reader.documents(reduced, onlyNames: onlyNames), tier: tier)
      }
    case .words:
      if isRanked { _ = try self.hits.findStrict(statistics, runs) }
      try addWords()
    }
  }

  package var query: SegmentQuery { hits.query }

  /// The expression that is asked for; nil for plain words.
  var expression: PlannedExpression? {
    if case .expression(let expression) = kind { expression } else { nil }
  }

  /// All documents.
  var documents: Bitmap {
    var all = named
    for tier in tiers { all.formUnion(tier.documents) }
    return all
  }

  /// Takes the documents of a tier that are not hidden and in no earlier one.
  private func add(_ found: Bitmap, tier: Int, typos: Int = 0, respelling: Int? = nil) {
    var found = found
    found.subtract(documents)
    if let hidden = query.hidden { found.subtract(hidden) }
    tiers.append(Tier(tier: tier, documents: found, typos: typos, respelling: respelling))
  }

  private func addWords() throws(Failure) {
    if query.plan.request.match != .none {
      if let document = hits.name.identified { named.insert(Int(document)) }
      if let terms = hits.name.terms {
        var found = Bitmap(size: items)
        let index = NameIndex(query)
        try index.forEachName(index.names(beginningWith: terms).all) { found.insert(Int($0)) }
        named.formUnion(found)
      }
      if let hidden = query.hidden { named.subtract(hidden) }
    }
    guard !query.plan.words.isEmpty else { return }
    switch query.plan.request.match {
    case .tiers, .all:
      add(try conjunction(query.namedWords, onlyNames: true), tier: 3)
      addQuestioned(tier: 4)
      // Where all postings are of names, tier 4 holds nothing that tier 3 does not.
      guard query.foundWords != query.namedWords || !query.lists.areInNames(query.foundWords)
      else { break }
      add(try conjunction(query.foundWords, onlyNames: false), tier: 4)
    case .any: add(try disjunction(query.foundWords), tier: 4)
    case .none:
      var absent = try disjunction(query.namedWords)
      absent.formComplement()
      add(absent, tier: 4)
    }
  }

  /// Adds the documents of a tier whose names stand in the query, the most telling first.
  private func addQuestioned(tier: Int) {
    var groups: [Int: [UInt32]] = [:]
    for found in hits.questioned.map(\.candidate) where found.tier == tier {
      groups[found.typos, default: []].append(found.document)
    }
    for (typos, documents) in groups.sorted(by: { $0.key < $1.key }) {
      var those = Bitmap(size: items)
      for document in documents { those.insert(Int(document)) }
      add(those, tier: tier, typos: typos)
    }
  }

  /// Adds what respellings find, the best tiers first.
  func addRespelled(_ found: [RespelledMatches]) throws(Failure) {
    var places: [UInt32: Int] = [:]
    for there in RespelledMatches.inOrder(found) {
      add(there.tier.documents, tier: 5, typos: there.typos, respelling: there.place)
      guard let added = tiers.last else { continue }
      added.documents.forEach { (document) in
        places[document] = there.place
        return true
      }
    }
    hits.adoptRespelled(found, places)
  }

  /// Adds tier 5.
  func addFuzzy(_ expansion: FuzzyExpansion) throws(Failure) {
    try hits.expand(by: expansion)
    reader = ExpressionReader(query, after: reader)
    let named = try reader.fuzzyDocuments(expression(onlyNames: true), onlyNames: true)
    let found = try reader.fuzzyDocuments(expression(onlyNames: false), onlyNames: false)
    if case .words = kind { try hits.findFuzzyNames() }
    let names = hits.fuzzyNames
    let index = NameIndex(query)
    let levels = Set(named.map(\.level) + found.map(\.level) + names.map(\.typos))
    for typos in levels.sorted() where typos > 0 {
      for step in 0...1 {
        var those = Bitmap(size: items)
        for name in names where name.typos == typos {
          let named = step == 0 ? name.exact : name.all
          try index.forEachDocument(named) { those.insert(Int($0)) }
        }
        add(those, tier: 5, typos: 4 * typos + step)
      }
      for (step, sets) in [(2, named), (3, found)] {
        guard let those = sets.first(where: { $0.level == typos }) else { continue }
        add(those.documents, tier: 5, typos: 4 * typos + step)
      }
    }
  }

  /// The words of the tiers 3 and 4.
  package func expression(onlyNames: Bool) -> PlannedExpression {
    switch kind {
    case .everything: .all([])
    case .words: .words(onlyNames ? query.namedWords : query.foundWords, field: nil)
    case .expression(let expression): reader.reduced(expression, onlyNames: onlyNames)
    }
  }

  /// Adds tier 6.
  func addOptional(_ statistics: Statistics) throws(Failure) {
    guard case .words = kind else { return }
    addQuestioned(tier: 6)
    guard let words = OptionalWords(query, statistics) else { return }
    add(try disjunction(words.rarer), tier: 6)
  }

  /// Adds to tier 6 what satisfies the expression but for something that is given up.
  func addRelaxed(_ relaxation: Relaxation, _ statistics: Statistics) throws(Failure) {
    guard case .expression(let expression) = kind else { return }
    let held = relaxedWords(expression, statistics).sorted {
      (statistics.size($0, query.plan), $0) < (statistics.size($1, query.plan), $1)
    }
    let telling = Array(held.prefix((held.count + 1) / 2))
    guard let relaxed = expression.relaxed(relaxation, telling: telling) else { return }
    let reduced = reader.reduced(relaxed, onlyNames: false)
    add(
      try reader.documents(reduced, onlyNames: false), tier: 6, typos: relaxation.rawValue)
  }

  /// The words of an expression that tell something and that some segment holds.
  private func relaxedWords(_ expression: PlannedExpression, _ statistics: Statistics) -> [Int] {
    let words = reader.reduced(expression, onlyNames: false).affirmedWords.filter {
      !query.plan.words[$0].isSymbol
        && !query.stored.analyzer.isStopWord(query.plan.words[$0].text)
    }
    return words.filter { statistics.size($0, query.plan) > 0 }
  }

  private func conjunction(_ words: [Int], onlyNames: Bool) throws(Failure) -> Bitmap {
    try reader.documents(.words(words, field: nil), onlyNames: onlyNames)
  }

  private func disjunction(_ words: [Int]) throws(Failure) -> Bitmap {
    var found = Bitmap(size: items)
    for word in words { found.formUnion(try conjunction([word], onlyNames: false)) }
    return found
  }

  /// Puts the preferred documents where they belong.
  func prefer(_ statistics: Statistics) throws(Failure) {
    hits.top.adopt(try preferred(statistics))
  }

  /// The preferred documents among the matches.
  private func preferred(
    without hidden: Bitmap? = nil, _ statistics: Statistics
  ) throws(Failure) -> [Candidate] {
    let preferred = try query.segment.preferred(query.plan.request, query.domain)
    guard !preferred.isEmpty else { return [] }
    let documents = documents
    let those = preferred.documents.filter {
      documents[Int($0)] && hidden?[Int($0)] != true
    }
    return try candidates(those, statistics)
  }

  /// The best of them without some documents, the best first: what a search finds from which these are hidden.
  func best(
    without hidden: Bitmap, atMost wanted: Int, _ statistics: Statistics
  ) throws(Failure) -> [Candidate] {
    var top = TopHits(limit: wanted)
    var isStrict = false
    if case .words = kind {
      var plan = query.plan
      plan.wanted = wanted
      var strict = SegmentHits(try SegmentQuery(plan, query, hidingAlso: hidden))
      try strict.findNames(statistics)
      _ = try strict.findStrict(statistics, hits.runs.map { $0.without(hidden) })
      top = strict.top
      isStrict = true
    }
    try rank(into: &top, without: hidden, statistics, onlyOpened: isStrict)
    top.adopt(try preferred(without: hidden, statistics))
    return top.sorted()
  }

  /// Documents, ascending, with their tiers and scores.
  func candidates(_ documents: [UInt32], _ statistics: Statistics) throws(Failure) -> [Candidate] {
    let preferred = try query.segment.preferred(query.plan.request, query.domain)
    var found: [Candidate] = []
    func add(_ candidate: Candidate) throws(Failure) {
      found.append(try candidate.preferred(preferred[candidate.document], hits.name))
    }
    for document in documents where named[Int(document)] {
      try add(Candidate(tier: try hits.name.tier(document), score: 0, document: document))
    }
    for tier in tiers {
      let those = documents.filter { tier.documents[Int($0)] }
      guard !those.isEmpty else { continue }
      let score = try score(tier, statistics)
      for document in those {
        let sum = query.weighted(try score?.score(document) ?? 0)
        try add(Candidate(tier: tier.tier, score: sum, document: document, typos: tier.typos))
      }
    }
    return found
  }

  /// Fills `top` with the best; with `onlyOpened` of the tiers 5 and 6.
  func rank(_ statistics: Statistics, onlyOpened: Bool = false) throws(Failure) {
    var top = hits.top
    try rank(into: &top, statistics, onlyOpened: onlyOpened)
    hits.top = top
  }

  private func rank(
    into top: inout TopHits, without hidden: Bitmap? = nil, _ statistics: Statistics,
    onlyOpened: Bool
  ) throws(Failure) {
    for tier in tiers where !onlyOpened || tier.tier > 4 {
      // Those of a respelling stand before some of the same rank, so that the tiers do not ascend throughout.
      guard top.threshold(tier: tier.tier, typos: tier.typos) != .max else { continue }
      var documents = tier.documents
      if let hidden { documents.subtract(hidden) }
      guard documents.count > 0 else { continue }
      let score = try score(tier, statistics)
      var pace = SearchPace(query.plan.request)
      try documents.forEach { (document) throws(Failure) in
        try pace.step()
        let sum = query.weighted(try score?.score(document) ?? 0)
        top.push(
          Candidate(tier: tier.tier, score: sum, document: document, typos: tier.typos))
        // Without scores the first documents are the best.
        return score != nil || !top.isFull
      }
    }
  }

  /// The scorer of a tier; nil when all scores are 0.
  ///
  /// - Parameter tellsAll: whether words are told that add nothing.
  package func score(
    _ group: Tier, _ statistics: Statistics, tellsAll: Bool = false
  ) throws(Failure) -> ExpressionScorer? {
    let tier = group.tier
    if let place = group.respelling {
      return try hits.respelled[place].score(tier: group.typos & 3 + 1, tellsAll: tellsAll)
    }
    let takesTypos = tier == 5
    let onlyNames = takesTypos ? group.typos & 3 == 2 : tier == 3
    let made: ExpressionScorer
    switch kind {
    case _ where takesTypos && group.typos & 3 <= 1: return nil
    case .everything: return nil
    case .expression(let expression) where tier == 6:
      made = try ExpressionScorer(
        words: relaxedWords(expression, statistics), reader, onlyNames: false, statistics,
        tellsAll: tellsAll)
    case .words where takesTypos, .expression:
      made = try ExpressionScorer(
        expression(onlyNames: onlyNames), reader, onlyNames: onlyNames, statistics,
        takesTypos: takesTypos, tellsAll: tellsAll)
    case .words:
      guard query.plan.request.match != .none else { return nil }
      let words: [Int]
      switch tier {
      case 3: words = query.namedWords
      case _ where tier == 6 || group.typos < 0: words = query.heldWords(statistics)
      default: words = query.foundWords
      }
      made = try ExpressionScorer(
        words: words, reader, onlyNames: onlyNames, statistics, tellsAll: tellsAll)
    }
    return made.isNothing ? nil : made
  }
}
