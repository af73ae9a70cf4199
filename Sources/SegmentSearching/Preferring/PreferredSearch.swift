import SegmentFiles
import FootlightDiagnostics
import QueryLanguage

/// Which of the looser tiers are open.
struct OpenTiers {
  var close = false
  var partly = false
}

extension SegmentSearch {
  /// Puts the preferred documents where they belong, when the best of all documents are found.
  ///
  /// All others are then among the best as if nothing were preferred: whatever stands before one of them
  /// without preferences stands before it with them, so that none is missing. Bounds and counts stay as
  /// they are, and only as many documents are looked at as are preferred.
  func prefer(_ open: OpenTiers, _ statistics: Statistics) throws(Failure) {
    let preferred = try segment.preferred(plan.request, domain)
    guard !preferred.isEmpty else { return }
    var walk = PreferredWalk(self, preferred, statistics)
    top.adopt(try walk.candidates(open))
  }

  /// A candidate as its preference has it.
  func preferred(_ candidate: Candidate, _ preference: Preference) throws(Failure) -> Candidate {
    var candidate = candidate
    candidate.picked = preference.picked
    candidate.isInWindow = preference.isInWindow
    if candidate.hasScore {
      candidate.score = preference.raised(candidate.score)
    } else {
      var isTitle = false
      if candidate.tier == 1 { isTitle = try isTitled(candidate.document) }
      candidate.score = NameStanding(isTitle: isTitle, preference).worth
    }
    return candidate
  }
}

/// The preferred documents of a segment, tested against a query one by one.
struct PreferredWalk {
  private let search: SegmentSearch
  private let preferred: PreferredDocuments
  private let statistics: Statistics
  private let plan: SearchPlan
  /// The best of them.
  private var best: TopHits
  /// Those that have their place.
  private var placed: [Bool]
  private var pace: SearchPace

  init(_ search: SegmentSearch, _ preferred: PreferredDocuments, _ statistics: Statistics) {
    self.search = search
    self.preferred = preferred
    self.statistics = statistics
    plan = search.plan
    best = TopHits(limit: search.plan.wanted)
    placed = preferred.documents.map { search.isHidden($0) }
    pace = SearchPace(search.plan.request)
  }

  /// The best of them, each in its tier.
  mutating func candidates(_ open: OpenTiers) throws(Failure) -> [Candidate] {
    switch plan.request.match {
    case .none: try findAbsent()
    case .any:
      try findNames()
      try findApart(search.foundWords, required: search.foundWords, tier: 4)
    case .tiers, .all:
      try findNames()
      try findTogether(search.namedWords, tier: 3)
      try findTogether(search.foundWords, tier: 4)
      if open.close { try findClose() }
      if open.partly, let loose = search.looseWords(statistics) {
        try findApart(loose.held, required: loose.rarer, tier: 6)
      }
    }
    return best.heap
  }

  /// Whether nothing of a tier can be among the best, whatever is preferred.
  private func isClosed(_ tier: Int) -> Bool {
    search.top.threshold(tier: tier) == .max || best.threshold(tier: tier) == .max
  }

  /// Takes a document that is not hidden and has no place yet.
  private mutating func take(_ place: Int, _ candidate: Candidate) throws(Failure) {
    placed[place] = true
    best.push(try search.preferred(candidate, preferred.preferences[place]))
  }

  /// Tiers 1 and 2: the names that stand in the query's range or, where these are many, those of the
  /// preferred documents that begin with it.
  private mutating func findNames() throws(Failure) {
    if let identified = search.identified { try take(named: identified, tier: 1) }
    guard let query = search.nameTerms else { return }
    let those = try search.namedDocuments(query)
    var documents: [UInt32] = []
    if those.all.count <= max(PreferredWalk.fewNames, preferred.documents.count / 4) {
      try search.forEachDocument(those.all) { document in
        if preferred.documents.contains(sorted: document) { documents.append(document) }
      }
    } else {
      let known = try preferred.knownNames(search.forward).documents(beginningWith: query)
      documents = known.filter { preferred.documents.contains(sorted: $0) }
      for (place, preference) in preferred.preferences.enumerated() where preference.picked > 0 {
        documents.append(preferred.documents[place])
      }
    }
    for document in documents {
      try pace.step()
      guard let found = try search.matchingName(document, query) else { continue }
      try take(named: document, tier: found.isExact ? 1 : 2)
    }
  }

  /// So few names in a range are looked at one by one.
  private static let fewNames = 64

  private mutating func take(named document: UInt32, tier: Int) throws(Failure) {
    let place = preferred.documents.firstPlace(notBelow: document)
    guard place < preferred.documents.count, preferred.documents[place] == document,
      !placed[place]
    else { return }
    try take(place, Candidate(tier: tier, score: 0, document: document))
  }

  /// Tiers 3 and 4: each list moves to the next document that is preferred, and blocks are passed over that
  /// cannot beat what there is.
  private mutating func findTogether(_ words: [Int], tier: Int) throws(Failure) {
    guard !isClosed(tier), placed.contains(false) else { return }
    if words.count == 1, let probe = try loneProbe(words[0], onlyNames: tier == 3) {
      for place in placed.indices where !placed[place] {
        try pace.step()
        let document = preferred.documents[place]
        if let score = try probe.contribution(document) {
          try take(
            place, Candidate(tier: tier, score: search.weighted(score), document: document))
        }
      }
      return
    }
    let conjunction = try search.conjunction(words, onlyNames: tier == 3, statistics)
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
        let least = max(search.top.threshold(tier: tier), best.threshold(tier: tier))
        let bound = conjunction.bound(document)
        if Preference.highest(search.weighted(bound.score)) < least {
          guard bound.last != .max, !hasPicks else {
            place += 1
            continue
          }
          place = max(place + 1, documents.firstPlace(notBelow: bound.last + 1))
          continue
        }
      }
      try conjunction.lead.advance(to: document)
      guard conjunction.lead.document != .max else { return }
      guard conjunction.lead.document == document else {
        place = max(place + 1, documents.firstPlace(notBelow: conjunction.lead.document))
        continue
      }
      if let score = try conjunction.score(document) {
        try take(
          place, Candidate(tier: tier, score: search.weighted(score), document: document))
      }
      place += 1
    }
  }

  private var hasPicks: Bool { preferred.preferences.contains { $0.picked > 0 } }

  /// What looks for the only word where it is a prefix of several terms.
  private func loneProbe(_ word: Int, onlyNames: Bool) throws(Failure) -> PrefixProbe? {
    let planned = plan.words[word]
    let atom = planned.atoms.lowerBound
    guard planned.atoms.count == 1, planned.sequence.isEmpty,
      case .range(let range) = search.atoms[atom], range.count > 1
    else { return nil }
    return PrefixProbe(
      search.generation, range, onlyNames: onlyNames || plan.atoms[atom].onlyNames,
      weight: search.weight(atom, statistics))
  }

  /// Tier 6 and `any`: documents that hold one of some words, scored by others.
  private mutating func findApart(
    _ words: [Int], required: [Int], tier: Int
  ) throws(Failure) {
    guard !isClosed(tier), placed.contains(false) else { return }
    var lists: [(list: ListCursor, isRequired: Bool)] = []
    for word in words {
      lists.append(
        (
          try search.walked(word, onlyNames: false, statistics),
          required.contains(word)
        ))
      if let exact = try search.exactList(word, onlyNames: false, statistics) {
        lists.append((exact, false))
      }
    }
    for place in placed.indices where !placed[place] {
      try pace.step()
      let document = preferred.documents[place]
      var score = 0
      var isFound = false
      for (list, isRequired) in lists {
        try list.advance(to: document)
        guard list.document == document else { continue }
        score += list.contribution
        isFound = isFound || isRequired
      }
      if isFound {
        try take(
          place, Candidate(tier: tier, score: search.weighted(score), document: document))
      }
    }
  }

  /// `none`: documents that hold none of the words.
  private mutating func findAbsent() throws(Failure) {
    guard !plan.words.isEmpty else { return }
    var lists: [ListCursor] = []
    for word in search.namedWords {
      lists.append(try search.walked(word, onlyNames: false, Statistics.counting(plan)))
    }
    for place in placed.indices where !placed[place] {
      try pace.step()
      let document = preferred.documents[place]
      var isThere = false
      for list in lists {
        try list.advance(to: document)
        isThere = isThere || list.document == document
      }
      if !isThere { try take(place, Candidate(tier: 4, score: 0, document: document)) }
    }
  }

  /// Tier 5: each document as the best that it is.
  private mutating func findClose() throws(Failure) {
    guard !isClosed(5), placed.contains(false) else { return }
    var found: [UInt32: Candidate] = [:]
    func add(_ candidate: Candidate) {
      if let there = found[candidate.document], !candidate.precedes(there) { return }
      found[candidate.document] = candidate
    }
    for name in try search.closeNames() {
      for (step, named) in [name.exact, name.all].enumerated() {
        let typos = 4 * name.typos + step
        try search.forEachDocument(named) { document in
          if preferred.documents.contains(sorted: document) {
            add(Candidate(tier: 5, score: 0, document: document, typos: typos))
          }
        }
      }
    }
    for (step, words) in [search.namedWords, search.foundWords].enumerated() {
      guard
        let lists = try CloseConjunction(search, words, onlyNames: step == 0, statistics)
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
            tier: 5, score: search.weighted(match.score), document: document,
            typos: 4 * match.typos + step + 2))
      }
    }
    for place in placed.indices where !placed[place] {
      if let candidate = found[preferred.documents[place]] { try take(place, candidate) }
    }
  }
}
