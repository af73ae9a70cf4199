package import SegmentFiles
package import FootlightDiagnostics
import QueryLanguage

/// All documents of one part that a request finds, tier by tier: for whatever must know all of them
/// – OR and phrases, facets, orders – and not only the best.
package final class PartMatches {
  /// What is looked for.
  package enum Kind {
    /// The plain words of the query.
    case words
    /// An expression; its words are those of the plan.
    case expression(PlannedExpression)
    /// Everything.
    case everything
  }

  package let search: SegmentSearch
  package let kind: Kind
  package let reader: ExpressionReader
  private let items: Int
  /// The documents of the names that begin with the query, and of each tier from 3 on; no document
  /// is in two of them.
  package private(set) var named: Bitmap
  package private(set) var tiers: [Tier] = []

  /// The documents of a tier; of tier 5 those with equally many typos.
  package struct Tier {
    package var tier: Int
    package var documents: Bitmap
    /// In tier 5 what orders them: see `Candidate`.
    package var typos = 0
  }

  init(_ search: SegmentSearch, _ kind: Kind, domain: String) throws(Failure) {
    self.search = search
    self.kind = kind
    reader = ExpressionReader(search, domain: domain)
    items = search.generation.header.items
    named = Bitmap(size: items)
    switch kind {
    case .everything: add(Bitmap(all: items), tier: 4)
    case .expression(let expression):
      search.expression = expression
      let isAny = search.plan.request.match == .any
      for (tier, onlyNames) in [(3, true), (4, false)] where !(isAny && onlyNames) {
        let reduced = reader.reduced(expression, onlyNames: onlyNames)
        add(try reader.documents(reduced, onlyNames: onlyNames), tier: tier)
      }
    case .words: try addWords()
    }
  }

  /// All documents.
  var documents: Bitmap {
    var all = named
    for tier in tiers { all.formUnion(tier.documents) }
    return all
  }

  /// Takes the documents of a tier that are not hidden and in no earlier one.
  private func add(_ found: Bitmap, tier: Int, typos: Int = 0) {
    var found = found
    found.subtract(documents)
    if let hidden = search.hidden { found.subtract(hidden) }
    tiers.append(Tier(tier: tier, documents: found, typos: typos))
  }

  private func addWords() throws(Failure) {
    if search.plan.request.match != .none {
      if let document = search.identified { named.insert(Int(document)) }
      if let query = search.nameTerms {
        var found = Bitmap(size: items)
        try search.forEachName(search.nameRange(query).all) { found.insert(Int($0)) }
        named.formUnion(found)
      }
      if let hidden = search.hidden { named.subtract(hidden) }
    }
    guard !search.plan.words.isEmpty else { return }
    switch search.plan.request.match {
    case .tiers, .all:
      add(try together(search.namedWords, onlyNames: true), tier: 3)
      add(try together(search.foundWords, onlyNames: false), tier: 4)
    case .any: add(try apart(search.foundWords), tier: 4)
    case .none:
      var absent = try apart(search.namedWords)
      absent.formComplement()
      add(absent, tier: 4)
    }
  }

  /// Adds tier 5.
  func addClose() throws(Failure) {
    let named = try reader.closeDocuments(query(onlyNames: true), onlyNames: true)
    let found = try reader.closeDocuments(query(onlyNames: false), onlyNames: false)
    var names: [CloseName] = []
    if case .words = kind { names = try search.closeNames() }
    let levels = Set(named.map(\.level) + found.map(\.level) + names.map(\.typos))
    for typos in levels.sorted() where typos > 0 {
      for step in 0...1 {
        var those = Bitmap(size: items)
        for name in names where name.typos == typos {
          let named = step == 0 ? name.exact : name.all
          try search.forEachDocument(named) { those.insert(Int($0)) }
        }
        add(those, tier: 5, typos: 4 * typos + step)
      }
      for (step, sets) in [(2, named), (3, found)] {
        guard let those = sets.first(where: { $0.level == typos }) else { continue }
        add(those.documents, tier: 5, typos: 4 * typos + step)
      }
    }
  }

  /// What the tiers 3 and 4 look for.
  package func query(onlyNames: Bool) -> PlannedExpression {
    switch kind {
    case .everything: .all([])
    case .words: .words(onlyNames ? search.namedWords : search.foundWords, field: nil)
    case .expression(let expression): reader.reduced(expression, onlyNames: onlyNames)
    }
  }

  /// Adds tier 6.
  func addPartly(_ statistics: Statistics) throws(Failure) {
    guard case .words = kind, let loose = search.looseWords(statistics) else { return }
    add(try apart(loose.rarer), tier: 6)
  }

  private func together(_ words: [Int], onlyNames: Bool) throws(Failure) -> Bitmap {
    try reader.documents(.words(words, field: nil), onlyNames: onlyNames)
  }

  private func apart(_ words: [Int]) throws(Failure) -> Bitmap {
    var found = Bitmap(size: items)
    for word in words { found.formUnion(try together([word], onlyNames: false)) }
    return found
  }

  /// Puts the preferred documents where they belong.
  func prefer(_ statistics: Statistics) throws(Failure) {
    let preferred = try search.segment.preferred(search.plan.request, search.domain)
    guard !preferred.isEmpty else { return }
    let documents = documents
    let those = preferred.documents.filter { documents[Int($0)] }
    search.top.adopt(try candidates(those, statistics))
  }

  /// Documents, ascending, with their tiers and scores.
  func candidates(_ documents: [UInt32], _ statistics: Statistics) throws(Failure) -> [Candidate] {
    let preferred = try search.segment.preferred(search.plan.request, search.domain)
    var found: [Candidate] = []
    func add(_ candidate: Candidate) throws(Failure) {
      found.append(try search.preferred(candidate, preferred[candidate.document]))
    }
    for document in documents where named[Int(document)] {
      try add(Candidate(tier: try search.nameTier(document), score: 0, document: document))
    }
    for tier in tiers {
      let those = documents.filter { tier.documents[Int($0)] }
      guard !those.isEmpty else { continue }
      let score = try score(tier, statistics)
      for document in those {
        let sum = search.weighted(try score?.score(document) ?? 0)
        try add(Candidate(tier: tier.tier, score: sum, document: document, typos: tier.typos))
      }
    }
    return found
  }

  /// Fills `top` with the best; with `onlyLoose` of the tiers 5 and 6.
  func rank(_ statistics: Statistics, onlyLoose: Bool = false) throws(Failure) {
    for tier in tiers where !onlyLoose || tier.tier > 4 {
      guard search.top.threshold(tier: tier.tier, typos: tier.typos) != .max else { return }
      guard tier.documents.count > 0 else { continue }
      let score = try score(tier, statistics)
      var pace = SearchPace(search.plan.request)
      try tier.documents.forEach { (document) throws(Failure) in
        try pace.step()
        let sum = search.weighted(try score?.score(document) ?? 0)
        search.top.push(
          Candidate(tier: tier.tier, score: sum, document: document, typos: tier.typos))
        // Without scores the first documents are the best.
        return score != nil || !search.top.isFull
      }
    }
  }

  /// What makes the scores of a tier; nil when all are 0.
  ///
  /// - Parameter tellsAll: whether words are told that add nothing.
  package func score(
    _ group: Tier, _ statistics: Statistics, tellsAll: Bool = false
  ) throws(Failure) -> ExpressionScore? {
    let tier = group.tier
    let takesTypos = tier == 5
    let onlyNames = takesTypos ? group.typos & 3 == 2 : tier == 3
    let made: ExpressionScore
    switch kind {
    case _ where takesTypos && group.typos & 3 <= 1: return nil
    case .everything: return nil
    case .words where takesTypos, .expression:
      made = try ExpressionScore(
        query(onlyNames: onlyNames), reader, onlyNames: onlyNames, statistics,
        takesTypos: takesTypos, tellsAll: tellsAll)
    case .words:
      guard search.plan.request.match != .none else { return nil }
      let words: [Int]
      switch tier {
      case 3: words = search.namedWords
      case 6: words = search.looseWords(statistics)?.held ?? []
      default: words = search.foundWords
      }
      made = try ExpressionScore(
        words: words, reader, onlyNames: onlyNames, statistics, tellsAll: tellsAll)
    }
    return made.isNothing ? nil : made
  }
}
