import SearchEngine

/// Names that stand in the query, words joined and parted, what is given up, and the order of the first hits.
extension NaiveSearch {
  /// The hits with the first ones of tier 4 in the order of their scores with nearness.
  func near(_ ranked: [Entry]) -> [Entry] {
    guard expression == nil, query.words.count > 1, match == .tiers || match == .any else {
      return ranked
    }
    var first = Array(ranked.prefix(10))
    for place in first.indices
    where first[place].tier == 4 && first[place].typos == 0 && first[place].picked == 0
      && !first[place].isPartial
    {
      let document = first[place].document
      let looked = lookedAt(indexes[first[place].index]).found
      let words = looked.map { word -> (([UInt8]) -> Bool)? in
        guard word.word.run == nil, word.word.inside == nil else { return nil }
        let terms = word.terms(of: document)
        let others = completing([word])?.first?.terms(of: document) ?? []
        return { term in
          others.contains(term)
            || (word.word.isPrefix ? term.starts(with: word.word.text) : terms.contains(term))
        }
      }
      first[place].score = NaiveNearness.raised(
        first[place].score, words, in: document.names + document.texts)
    }
    return first.sorted(by: precedes) + ranked.dropFirst(10)
  }

  /// Whether the whole query is somebody's name, marks included, or an id.
  var isName: Bool {
    indexes.contains { domain in
      domain.documents.contains { document in
        guard isAllowed(document, domain), nameTier(document) == 1 else { return false }
        return Term(document.item.id.utf8) == Term(query.identifier.utf8)
          || ([document.item.title] + document.item.aliases).contains(where: query.isPasted)
      }
    }
  }

  /// The entries, with those at the head of tier 4 whose names stand in the query.
  func questioned(_ entries: [Entry]) -> [Entry] {
    guard expression == nil, !entries.contains(where: { $0.tier == 1 }) else { return entries }
    var found = entries
    for entry in standing() where entry.tier == 4 {
      if let place = found.firstIndex(where: { isSame($0, entry) }) {
        if found[place].tier == 4 { found[place] = entry }
      } else {
        found.append(entry)
      }
    }
    return found
  }

  /// The ten best that lack words and pass the last of the first ten hits, which holds all of them but not as its name, by a
  /// quarter of its score.
  func passing(beside entries: [Entry]) -> [Entry] {
    guard let last = entries.sorted(by: precedes).prefix(10).last, last.tier == 4, last.typos == 0,
      pairs.isEmpty
    else { return [] }
    let standing = partly(beside: entries) { $0 * 4 / 5 }
    return zip(partly(beside: entries), standing).sorted { precedes($0.0, $1.0) }.prefix(10)
      .filter { $0.0.score * 4 / 5 > last.score }.map { entry in
        var entry = entry.1
        entry.tier = 4
        entry.isPartial = true
        entry.isPassing = true
        return entry
      }
  }

  /// Those at the head of tier 6.
  func standing(beside entries: [Entry]) -> [Entry] {
    guard !entries.contains(where: { $0.tier == 1 }) else { return [] }
    return standing().filter { entry in
      entry.tier == 6 && !entries.contains { isSame($0, entry) }
    }
  }

  private func isSame(_ one: Entry, _ other: Entry) -> Bool {
    one.index == other.index
      && Term(one.document.item.id.utf8) == Term(other.document.item.id.utf8)
  }

  /// The items whose names stand in the query, where what they lack leaves enough of that.
  private func standing() -> [Entry] {
    var allowed: [(index: Int, document: NaiveDocument)] = []
    for (index, domain) in indexes.enumerated() {
      for document in domain.documents where isAllowed(document, domain) {
        allowed.append((index, document))
      }
    }
    let names = NaiveNames(query, documents, allowed: allowed.map(\.document))
    var entries: [Entry] = []
    var leading: [[Term]: (score: Int, place: (tier: Int, key: Int))] = [:]
    for (index, document) in allowed {
      guard let (run, worth) = names.run(document) else { continue }
      let looked = meant(lookedAt(indexes[index]).found)
      let missing = looked.filter { $0.contribution(document, onlyNames: false) == nil }
      func sum(_ words: [NaiveWord]) -> Int {
        words.reduce(0) { $0 + NaiveNames.bits($1.holding, of: documents.count) }
      }
      let held = sum(missing.filter { $0.holding > 0 })
      let leads = 4 * (held + 2 * sum(missing.filter { $0.holding == 0 })) <= 3 * worth
      guard leads || 2 * held <= 3 * worth else { continue }
      let score = looked.compactMap { $0.contribution(document, onlyNames: false) }.reduce(0, +)
      let entry = Entry(
        index: index, document: document, tier: leads ? 4 : 6,
        score: score * indexes[index].weight / 1000, typos: -max(1, worth - held))
      entries.append(entry)
      guard !missing.isEmpty else { continue }
      let place = (entry.tier, entry.typos)
      let there = leading[run] ?? (entry.score, place)
      leading[run] = (max(there.score, entry.score), there.place < place ? there.place : place)
    }
    return entries + longer(leading, beside: entries, allowed)
  }

  /// What bears longer names than those that lead though their items lack words, holds these, and scores three tenths more.
  private func longer(
    _ leading: [[Term]: (score: Int, place: (tier: Int, key: Int))], beside named: [Entry],
    _ allowed: [(index: Int, document: NaiveDocument)]
  ) -> [Entry] {
    let order = leading.sorted {
      $0.value.place != $1.value.place
        ? $0.value.place < $1.value.place
        : $0.key.joined().lexicographicallyPrecedes($1.key.joined())
    }
    var found: [Entry] = []
    for (index, document) in allowed {
      guard let name = order.first(where: { $0.key.allSatisfy(document.nameTerms.contains) })
      else { continue }
      let looked = meant(lookedAt(indexes[index]).found)
      let parts = looked.compactMap { $0.contribution(document, onlyNames: false) }
      var entry = Entry(
        index: index, document: document, tier: name.value.place.tier,
        score: parts.reduce(0, +) * indexes[index].weight / 1000,
        typos: name.value.place.key - 1)
      entry.isPartial = parts.count < looked.count
      if 10 * entry.score >= 13 * name.value.score, !named.contains(where: { isSame($0, entry) }) {
        found.append(entry)
      }
    }
    return found
  }

  /// The head of tier 5: what is found with words joined or parted, each as the best that it is.
  func respelled(beside strict: [Entry]) -> [Entry] {
    var found: [Entry] = []
    let isName = strict.contains { $0.tier == 1 }
    for respelling in NaiveRespelling.all(query, words, documents, isName: isName) {
      var request = request
      request.query = respelling.query
      let search = NaiveSearch(request, indexes)
      for (index, domain) in indexes.enumerated() {
        for document in domain.documents where isAllowed(document, domain) {
          guard let (tier, score) = search.strict(document, domain) else { continue }
          if tier > 2, respelling.pieces.count > 1,
            !document.holds(respelling.pieces, onlyNames: false)
          {
            continue
          }
          let entry = Entry(
            index: index, document: document, tier: 5,
            score: tier > 2 ? score * domain.weight / 1000 : 0, typos: respelling.level,
            meantTier: tier)
          if strict.contains(where: { isSame($0, entry) }) { continue }
          guard let place = found.firstIndex(where: { isSame($0, entry) }) else {
            found.append(entry)
            continue
          }
          let there = found[place]
          if (entry.typos, entry.meantTier) < (there.typos, there.meantTier) {
            found[place] = entry
          }
        }
      }
    }
    return found
  }

  /// What satisfies an expression but for something that is given up.
  func relaxed(_ relaxation: Relaxation, beside entries: [Entry]) -> [Entry] {
    var found: [Entry] = []
    for (index, domain) in indexes.enumerated() {
      for document in domain.documents where isAllowed(document, domain) {
        guard let score = expression?.relaxed(document, domain, relaxation) else { continue }
        let entry = Entry(
          index: index, document: document, tier: 6, score: score * domain.weight / 1000,
          typos: relaxation.rawValue)
        if !entries.contains(where: { isSame($0, entry) }) { found.append(entry) }
      }
    }
    return found
  }
}
