package import FootlightPlatform

/// Tells what made the hits of one segment: for tiers 1 and 2 the name or id, otherwise the first field that
/// holds one of the words that the tier asks for.
package struct HitMatcher {
  private let ladder: Ladder
  private let query: SegmentQuery
  /// The expression, where the words are an expression's.
  private let expression: PlannedExpression?
  private let names: NameTexts
  private var finders: [Int: WordFinder] = [:]
  private var ways: CorrectedWays?
  private var known: [Bool: [[UInt8]: [[UInt8]]]] = [:]

  package init(_ ladder: Ladder) {
    self.ladder = ladder
    query = ladder.query
    expression = ladder.expression
    names = NameTexts(ladder.query)
  }

  /// A hit of a segment with what made it one.
  mutating func hit(
    _ candidate: Candidate, _ item: StoredItem, hasBody: Bool, of segment: Int
  ) throws(Failure) -> RankedHit {
    var hit = RankedHit(
      place: segment, document: candidate.document, tier: candidate.heldTier,
      score: candidate.hasScore ? candidate.score : nil, item: item, hasBody: hasBody,
      matched: try match(candidate, item))
    hit.families = try families(takesSynonyms: candidate.tier > 2)
    return hit
  }

  /// The field that made a hit: for tiers 1 and 2 the name or id, otherwise the first field that
  /// holds one of the words that the tier asks for.
  package mutating func match(
    _ candidate: Candidate, _ item: StoredItem
  ) throws(Failure) -> HitMatch {
    if candidate.tier <= 2 {
      if let found = try ladder.name.firstMatch(candidate.document) {
        return try names.match(
          found.ordinal, item, candidate.document, isQuery: found.isExact)
      }
      return HitMatch(field: .id, text: item.id)
    }
    if candidate.isNamed, let ordinal = try standingName(candidate) {
      var match = try names.match(ordinal, item, candidate.document)
      match.isNamed = true
      return match
    }
    if case .respelled(let place, _) = ladder.rungs[candidate.rung].sought {
      var matcher = HitMatcher(ladder.respelled[place].ladder)
      let meant = Candidate(
        tier: candidate.correctedTier, score: candidate.score, document: candidate.document)
      return try matcher.match(meant, item)
    }
    if candidate.correctedTier <= 2, let ordinal = try correctedName(candidate) {
      return try names.match(ordinal, item, candidate.document)
    }
    if let expression, candidate.heldTier < 6 {
      return try match(candidate, item, by: expression)
    }
    let isNamed = candidate.correctedTier <= 3
    let finder = try finder(isNamed, tier: candidate.heldTier)
    // Whoever was found by words holds one of them somewhere.
    let isFound = query.plan.request.match != .none && !query.plan.words.isEmpty
    let found = try first(
      candidate.document, finder, onlyNames: isNamed, isThere: isFound && !isNamed)
    guard let found else {
      return HitMatch(field: .title, text: item.title)
    }
    return try match(found.part, item, finder, candidate.document)
  }

  /// For words of the query that have stems, the words of the segment that count as them; read once for all hits.
  ///
  /// - Parameter takesSynonyms: whether synonyms count: a name is the query as it is.
  private mutating func families(takesSynonyms: Bool) throws(Failure) -> [[UInt8]: [[UInt8]]] {
    guard let stems = query.stems else { return [:] }
    if let known = known[takesSynonyms] { return known }
    var found: [[UInt8]: [[UInt8]]] = [:]
    let asked = query.plan.words[..<((query.plan.completed ?? query.plan.asked - 1) + 1)]
    for word in asked {
      guard let family = try stems.family(word.atoms.lowerBound) else { continue }
      let counted = takesSynonyms ? family : try stems.family(ofWord: word.text)
      for range in counted.ranges {
        for term in range { found[word.text, default: []].append(try query.texts.text(term)) }
      }
    }
    known[takesSynonyms] = found
    return found
  }

  /// Finds the field that made a hit of an expression: of its words and phrases that hold, none of them negated, the
  /// one that stands first.
  private func match(
    _ candidate: Candidate, _ item: StoredItem, by expression: PlannedExpression
  ) throws(Failure) -> HitMatch {
    let isNamed = candidate.correctedTier <= 3
    var best: (place: Int, part: ForwardPart, finder: WordFinder)?
    leaves: for leaf in expression.affirmed {
      var here = best
      for finder in try finders(of: leaf, candidate) {
        guard let found = try first(candidate.document, finder, onlyNames: isNamed),
          isSure(found.part, finder, item)
        else { continue leaves }
        if here.map({ found.place < $0.place }) ?? true {
          here = (found.place, found.part, finder)
        }
      }
      best = here
    }
    guard let best else {
      return HitMatch(field: .title, text: item.title)
    }
    return try match(best.part, item, best.finder, candidate.document)
  }

  /// Whether what was found in a list that two fields share is in the one that counts.
  private func isSure(_ part: ForwardPart, _ finder: WordFinder, _ item: StoredItem) -> Bool {
    switch (part, finder.field) {
    case (.namesExtra, .title): finder.isFound(in: item.title)
    case (.namesExtra, .alias): item.aliases.contains { finder.isFound(in: $0) }
    case (.longExtra, .description): finder.isFound(in: item.description, isLong: true)
    default: true
    }
  }

  /// The finders of the words of an expression's leaf, or of its phrase.
  private func finders(
    of leaf: PlannedExpression, _ candidate: Candidate
  ) throws(Failure) -> [WordFinder] {
    switch leaf {
    case .words(let words, let field):
      var finders: [WordFinder] = []
      for word in words {
        finders.append(
          try WordFinder(
            query, expanded([word], takesTypos: candidate.tier == 5), in: field))
      }
      return finders
    case .phrase(let phrase, let field): return [try WordFinder(query, phrase, in: field)]
    default: return []
    }
  }

  /// Some words, and where typos count their expansions.
  private func expanded(_ words: [Int], takesTypos: Bool) -> [Int] {
    guard takesTypos else { return words }
    return words + words.flatMap { (query.plan.expansions[$0] ?? []).flatMap { $0 } }
  }

  /// The finder of the words that a tier asks for; kept, since hits of like tiers need the same.
  private mutating func finder(_ isNamed: Bool, tier: Int) throws(Failure) -> WordFinder {
    let place = max(4, tier) + (isNamed ? 8 : 0)
    if let kept = finders[place] { return kept }
    let plain = isNamed ? query.namedWords : query.foundWords
    let completed = query.completing(plain) == nil ? nil : query.plan.completed
    let numbers = isNamed ? plain.compactMap { query.plan.numbers[$0] } : []
    let words = expression?.affirmedWords ?? plain + [completed].compactMap(\.self) + numbers
    let looked = tier == 6 && expression == nil ? query.plan.parted(words) : words
    let made = try WordFinder(query, expanded(looked, takesTypos: tier == 5))
    finders[place] = made
    return made
  }

  /// The first list of a document's terms that holds one of the words, and its place among them.
  ///
  /// - Parameter isThere: whether one of the lists is sure to; then a body need not be read, which may
  ///   be long, where only it, and what is derived of it, is left.
  private func first(
    _ document: UInt32, _ finder: WordFinder, onlyNames: Bool, isThere: Bool = false
  ) throws(Failure) -> (place: Int, part: ForwardPart)? {
    var found: (Int, ForwardPart)?
    var failure: Failure?
    var place = 0
    try query.forward.forEachField(document, onlyNames: onlyNames) { part, list in
      defer { place += 1 }
      if isThere, case .description = part, list.count == 0 {
        found = (place + 1, .body)
        return false
      }
      do throws(Failure) {
        guard try finder.isFound(in: list, part) else { return true }
        found = (place, part)
      } catch {
        failure = error
      }
      return false
    }
    if let failure { throw failure }
    return found
  }

  /// The field that a list belongs to, and its text where that is short.
  private func match(
    _ part: ForwardPart, _ item: StoredItem, _ finder: WordFinder, _ document: UInt32
  ) throws(Failure) -> HitMatch {
    var field = Field.title
    var text = item.title
    switch part {
    case .name(let ordinal): return try names.match(ordinal, item, document)
    case .keywords: (field, text) = (.keyword, "")
    case .description: (field, text) = (.description, "")
    case .body: (field, text) = (.body, "")
    case .namesExtra:
      if finder.field != .alias, finder.isFound(in: item.title) { break }
      guard let alias = item.aliases.first(where: { finder.isFound(in: $0) }) else { break }
      (field, text) = (.alias, alias)
    case .longExtra:
      // One list holds the terms derived of both.
      let isDescribed =
        finder.field != .body && finder.isFound(in: item.description, isLong: true)
      (field, text) = (isDescribed ? .description : .body, "")
    }
    return HitMatch(field: field, text: text)
  }

  /// The name of a document that stands in the query.
  private func standingName(_ candidate: Candidate) throws(Failure) -> Int? {
    guard let there = ladder.questioned.first(where: { $0.document == candidate.document }),
      let run = there.run
    else { return nil }
    let terms = ladder.runs[run].terms
    var found: Int?
    try query.forward.forEachName(candidate.document) { ordinal, name in
      let isIt = terms.count == name.count && terms.indices.allSatisfy { terms[$0] == name[$0] }
      if isIt { found = ordinal }
      return !isIt
    }
    return found
  }

  /// The first name of a document that the query written right is, or begins, in tier 5: of each way to
  /// correct it a name that is it comes before those that begin with it.
  private mutating func correctedName(_ candidate: Candidate) throws(Failure) -> Int? {
    let ways = try correctedWays(candidate.key >> 2)
    guard !ways.terms.isEmpty else { return nil }
    let isExact = candidate.correctedTier < 2
    var exact = [Int?](repeating: nil, count: ways.terms.count)
    var starting = exact
    try query.forward.forEachName(candidate.document) { ordinal, name in
      guard name.count > ways.place else { return true }
      let last = name[ways.place]
      guard last >= ways.least, last < ways.end else { return true }
      for way in ways.terms.indices where exact[way] == nil {
        switch ways.terms[way].match(name) {
        case .none: continue
        case .whole:
          exact[way] = ordinal
          // No later one is before it.
          if isExact { return false }
        case .beginning: if starting[way] == nil { starting[way] = ordinal }
        }
      }
      return true
    }
    return exact.indices.compactMap { exact[$0] ?? (isExact ? nil : starting[$0]) }.min()
  }

  /// The ways to write the query right with so many typos; kept, for most hits of a page ask for the same.
  private mutating func correctedWays(_ typos: Int) throws(Failure) -> CorrectedWays {
    if let kept = ways, kept.typos == typos { return kept }
    let made = CorrectedWays(typos, ladder.fuzzyNames)
    ways = made
    return made
  }
}

/// The ways to write a query right with some typos; kept for the hits of a page, and lent without a copy.
private final class CorrectedWays {
  let typos: Int
  let terms: [NameQueryTerms]
  /// The place of the last word, the same in all.
  let place: Int
  /// The terms there lie in `least ..< end`; most names have another one there, and are passed over.
  let least: UInt32
  let end: UInt32

  init(_ typos: Int, _ names: [FuzzyName]) {
    self.typos = typos
    terms = names.filter { $0.typos == typos }.map(\.terms)
    place = terms.first?.first.count ?? 0
    least = terms.reduce(UInt32.max) { min($0, $1.last.lowerBound) }
    end = terms.reduce(0) { max($0, $1.last.upperBound) }
  }
}
