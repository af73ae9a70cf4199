import FootlightPlatform
import QueryLanguage
import SegmentFiles

/// The preferred documents of a segment, tested against a query one by one.
///
/// They come last, when the best of all documents are found as if nothing were preferred: whatever stands before
/// another document without preferences stands before it with them, so that none of the others is missing. Bounds
/// and counts stay as they are, and only as many documents are looked at as are preferred.
struct PreferredSearch {
  private let hits: SegmentHits
  private let query: SegmentQuery
  private let preferred: PreferredDocuments
  private let statistics: Statistics
  /// The best of them.
  private var best: TopHits
  /// Those that have their place.
  private var placed: [Bool]
  private var pace: SearchPace

  /// - Parameter hits: the best of all documents.
  init(_ hits: SegmentHits, _ preferred: PreferredDocuments, _ statistics: Statistics) {
    let query = hits.query
    self.hits = hits
    self.query = query
    self.preferred = preferred
    self.statistics = statistics
    best = TopHits(limit: query.plan.wanted)
    placed = preferred.documents.map { query.isHidden($0) }
    pace = SearchPace(query.plan.request)
  }

  /// The best of them, each in its tier.
  mutating func candidates(_ open: OpenTiers) throws(Failure) -> [Candidate] {
    switch query.plan.request.match {
    case .none: try findAbsent()
    case .any:
      try findNames()
      try findDisjunction(query.foundWords, required: query.foundWords, tier: 4)
    case .tiers, .all:
      try findNames()
      try findConjunction(query.namedWords, tier: 3)
      try findQuestioned(tier: 4)
      try findConjunction(query.foundWords, tier: 4)
      for candidate in hits.respelledCandidates { try take(candidate) }
      if open.fuzzy { try findFuzzy() }
      guard open.optional else { break }
      try findQuestioned(tier: 6)
      if let words = OptionalWords(query, statistics) {
        try findDisjunction(words.held, required: words.rarer, tier: 6)
      }
    }
    return best.heap
  }

  /// Whether nothing of a tier can be among the best, whatever is preferred.
  private func isClosed(_ tier: Int) -> Bool {
    hits.top.threshold(tier: tier) == .max || best.threshold(tier: tier) == .max
  }

  /// Takes a document that is not hidden and has no place yet.
  private mutating func take(_ place: Int, _ candidate: Candidate) throws(Failure) {
    placed[place] = true
    best.push(try candidate.preferred(preferred.preferences[place], hits.name))
  }

  /// Tiers 1 and 2: the names that stand in the query's range or, where these are many, those of the
  /// preferred documents that begin with it.
  private mutating func findNames() throws(Failure) {
    if let identified = hits.name.identified { try take(named: identified, tier: 1) }
    guard let terms = hits.name.terms else { return }
    let index = NameIndex(query)
    let those = try index.namedDocuments(terms)
    var documents: [UInt32] = []
    if those.all.count <= max(PreferredSearch.fewNames, preferred.documents.count / 4) {
      try index.forEachDocument(those.all) { document in
        if preferred.documents.contains(sorted: document) { documents.append(document) }
      }
    } else {
      let known = try preferred.knownNames(query.forward).documents(beginningWith: terms)
      documents = known.filter { preferred.documents.contains(sorted: $0) }
      for (place, preference) in preferred.preferences.enumerated() where preference.picked > 0 {
        documents.append(preferred.documents[place])
      }
    }
    for document in documents {
      try pace.step()
      guard let found = try terms.firstMatch(document, query.forward) else { continue }
      try take(named: document, tier: found.isExact ? 1 : 2)
    }
  }

  /// So few names in a range are looked at one by one.
  private static let fewNames = 64

  private mutating func take(named document: UInt32, tier: Int) throws(Failure) {
    try take(Candidate(tier: tier, score: 0, document: document))
  }

  /// The documents whose names stand in the query, as they were found.
  private mutating func findQuestioned(tier: Int) throws(Failure) {
    for found in hits.questioned where found.candidate.tier == tier { try take(found.candidate) }
  }

  /// Takes a candidate if its document is preferred and has no place yet.
  private mutating func take(_ candidate: Candidate) throws(Failure) {
    let place = preferred.documents.firstPlace(notBelow: candidate.document)
    guard place < preferred.documents.count, preferred.documents[place] == candidate.document,
      !placed[place]
    else { return }
    try take(place, candidate)
  }

  /// Tiers 3 and 4: each list moves to the next document that is preferred, and blocks are passed over that
  /// cannot beat what there is.
  private mutating func findConjunction(_ words: [Int], tier: Int) throws(Failure) {
    guard !isClosed(tier), placed.contains(false) else { return }
    if words.count == 1, let probe = try loneProbe(words[0], onlyNames: tier == 3) {
      for place in placed.indices where !placed[place] {
        try pace.step()
        let document = preferred.documents[place]
        if let score = try probe.contribution(document) {
          try take(
            place, Candidate(tier: tier, score: query.weighted(score), document: document))
        }
      }
      return
    }
    let conjunction = try query.lists.conjunction(words, onlyNames: tier == 3, statistics)
    guard let conjunction else { return }
    let documents = preferred.documents
    var place = 0
    while place < documents.count {
      try pace.step()
      guard !placed[place] else {
        place += 1
        continue
      }
      let document = documents[place]
      if preferred.preferences[place].picked == 0 {
        let least = max(hits.top.threshold(tier: tier), best.threshold(tier: tier))
        let bound = conjunction.bound(document)
        if Preference.highest(query.weighted(bound.score)) < least {
          guard bound.last != .max, !hasPicks else {
            place += 1
            continue
          }
          place = max(place + 1, documents.firstPlace(notBelow: bound.last + 1))
          continue
        }
      }
      let there = try conjunction.lead.advance(to: document)
      guard there != .max else { return }
      guard there == document else {
        place = max(place + 1, documents.firstPlace(notBelow: there))
        continue
      }
      if let score = try conjunction.score(document) {
        try take(
          place, Candidate(tier: tier, score: query.weighted(score), document: document))
      }
      place += 1
    }
  }

  private var hasPicks: Bool { preferred.preferences.contains { $0.picked > 0 } }

  /// The probe for the only word, where it is a prefix of several terms.
  private func loneProbe(_ word: Int, onlyNames: Bool) throws(Failure) -> PrefixProbe? {
    let planned = query.plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, planned.sequence.isEmpty,
      case .range(let range) = query.atoms[atom], range.count > 1
    else { return nil }
    return PrefixProbe(
      query.stored, range, onlyNames: onlyNames || query.plan.atoms[atom].onlyNames,
      weight: query.weight(atom, statistics))
  }

  /// Tier 6 and `any`: documents that hold one of some words, scored by others.
  private mutating func findDisjunction(
    _ words: [Int], required: [Int], tier: Int
  ) throws(Failure) {
    guard !isClosed(tier), placed.contains(false) else { return }
    var lists: [(list: ListCursor, isRequired: Bool)] = []
    for word in words {
      lists.append(
        (
          try query.lists.list(word, onlyNames: false, statistics),
          required.contains(word)
        ))
      if let exact = try query.lists.exactList(word, onlyNames: false, statistics) {
        lists.append((exact, false))
      }
    }
    for place in placed.indices where !placed[place] {
      try pace.step()
      let document = preferred.documents[place]
      var score = 0
      var isFound = false
      for (list, isRequired) in lists {
        guard try list.advance(to: document) == document else { continue }
        score += list.contribution
        isFound = isFound || isRequired
      }
      if isFound {
        try take(
          place, Candidate(tier: tier, score: query.weighted(score), document: document))
      }
    }
  }

  /// `none`: documents that hold none of the words.
  private mutating func findAbsent() throws(Failure) {
    guard !query.plan.words.isEmpty else { return }
    var lists: [ListCursor] = []
    for word in query.namedWords {
      lists.append(try query.lists.list(word, onlyNames: false, Statistics.counting(query.plan)))
    }
    for place in placed.indices where !placed[place] {
      try pace.step()
      let document = preferred.documents[place]
      var isThere = false
      for list in lists {
        if try list.advance(to: document) == document { isThere = true }
      }
      if !isThere { try take(place, Candidate(tier: 4, score: 0, document: document)) }
    }
  }

  /// Tier 5: each document as the best that it is.
  private mutating func findFuzzy() throws(Failure) {
    guard !isClosed(5), placed.contains(false) else { return }
    var found: [UInt32: Candidate] = [:]
    func add(_ candidate: Candidate) {
      if let there = found[candidate.document], !candidate.precedes(there) { return }
      found[candidate.document] = candidate
    }
    let index = NameIndex(query)
    for name in hits.fuzzyNames {
      for (step, named) in [name.exact, name.all].enumerated() {
        let typos = 4 * name.typos + step
        try index.forEachDocument(named) { document in
          if preferred.documents.contains(sorted: document) {
            add(Candidate(tier: 5, score: 0, document: document, typos: typos))
          }
        }
      }
    }
    for (step, words) in [query.namedWords, query.foundWords].enumerated() {
      guard
        let lists = try FuzzyConjunction(query, words, onlyNames: step == 0, statistics)
      else { continue }
      for place in placed.indices where !placed[place] {
        try pace.step()
        let document = preferred.documents[place]
        try lists.advance(to: document)
        guard lists.document == document,
          let match = try lists.match(document, most: lists.most), match.typos > 0
        else { continue }
        add(
          Candidate(
            tier: 5, score: query.weighted(match.score), document: document,
            typos: 4 * match.typos + step + 2))
      }
    }
    for place in placed.indices where !placed[place] {
      if let candidate = found[preferred.documents[place]] { try take(place, candidate) }
    }
  }
}
