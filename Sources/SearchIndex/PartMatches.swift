import FootlightDiagnostics
import QueryLanguage

/// All documents of one part that a request finds, tier by tier: for whatever must know all of them
/// – OR and phrases, facets, orders – and not only the best.
final class PartMatches {
  /// What is looked for.
  enum Kind {
    /// The plain words of the query.
    case words
    /// An expression; its words are those of the plan.
    case expression(PlannedExpression)
    /// Everything.
    case everything
  }

  let search: SegmentSearch
  private let kind: Kind
  private let reader: ExpressionReader
  private let items: Int
  /// The documents of the names that begin with the query, and of each tier from 3 on; no document
  /// is in two of them.
  private(set) var named: Bitmap
  private(set) var tiers: [(tier: Int, documents: Bitmap)] = []

  init(_ search: SegmentSearch, _ kind: Kind, domain: String) throws(Failure) {
    self.search = search
    self.kind = kind
    reader = ExpressionReader(search, domain: domain)
    items = search.generation.header.items
    named = Bitmap(size: items)
    switch kind {
    case .everything: add(Bitmap(all: items), tier: 4)
    case .expression(let expression):
      for (tier, onlyNames) in [(3, true), (4, false)] {
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
  private func add(_ found: Bitmap, tier: Int) {
    var found = found
    found.subtract(documents)
    if let hidden = search.hidden { found.subtract(hidden) }
    tiers.append((tier, found))
  }

  private func addWords() throws(Failure) {
    if search.plan.request.match != .none {
      if let document = search.identified { named.insert(Int(document)) }
      if let names = search.names {
        var found = Bitmap(size: items)
        try search.forEachName(names.all) { found.insert(Int($0)) }
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

  /// Documents, ascending, with their tiers and scores.
  func candidates(_ documents: [UInt32], _ statistics: Statistics) throws(Failure) -> [Candidate] {
    var found: [Candidate] = []
    for document in documents where named[Int(document)] {
      found.append(Candidate(tier: try search.nameTier(document), score: 0, document: document))
    }
    for (tier, members) in tiers {
      let those = documents.filter { members[Int($0)] }
      guard !those.isEmpty else { continue }
      let score = try score(tier, statistics)
      for document in those {
        let sum = search.weighted(try score?.score(document) ?? 0)
        found.append(Candidate(tier: tier, score: sum, document: document))
      }
    }
    return found
  }

  /// Fills `top` with the best.
  func rank(_ statistics: Statistics) throws(Failure) {
    for (tier, members) in tiers {
      guard !search.top.isFull || tier <= (search.top.heap.first?.tier ?? 0) else { return }
      let score = try score(tier, statistics)
      try members.forEach { (document) throws(Failure) in
        let sum = search.weighted(try score?.score(document) ?? 0)
        search.top.push(Candidate(tier: tier, score: sum, document: document))
        // Without scores the first documents are the best.
        return score != nil || !search.top.isFull
      }
    }
  }

  /// What makes the scores of a tier; nil when all are 0.
  private func score(_ tier: Int, _ statistics: Statistics) throws(Failure) -> ExpressionScore? {
    switch kind {
    case .everything: return nil
    case .expression(let expression):
      let reduced = reader.reduced(expression, onlyNames: tier == 3)
      return try ExpressionScore(reduced, reader, onlyNames: tier == 3, statistics)
    case .words:
      guard search.plan.request.match != .none else { return nil }
      let words: [Int]
      switch tier {
      case 3: words = search.namedWords
      case 6: words = search.looseWords(statistics)?.held ?? []
      default: words = search.foundWords
      }
      return try ExpressionScore(words: words, reader, onlyNames: tier == 3, statistics)
    }
  }
}
