import FootlightPlatform
import SegmentFiles

extension SegmentHits {
  /// Puts the preferred documents where they belong, when the best of all documents are found as if nothing were preferred.
  ///
  /// Whatever stands before another document without preferences stands before it with them, so that none of the others
  /// is missing; bounds and counts stay as they are.
  func prefer() throws(Failure) {
    let preferred = try query.segment.preferred(query.plan.request, query.domain)
    guard !preferred.isEmpty else { return }
    var best = TopHits(limit: wanted)
    var placed = preferred.documents.map { hidden?[Int($0)] ?? false }
    var pace = SearchPace(query.plan.request)
    for rung in ladder.rungs where !top.isClosed(rung, nil) && placed.contains(false) {
      if case .names(let isWhole) = rung.sought {
        guard isWhole else { continue }
        for (document, tier) in try preferredNames(preferred) {
          let place = preferred.documents.firstPlace(notBelow: document)
          guard !placed[place] else { continue }
          placed[place] = true
          let candidate = Candidate(
            tier: tier, score: 0, document: document, rung: rung.place + tier - 1)
          best.push(try candidate.preferred(preferred.preferences[place], ladder.name))
        }
        continue
      }
      guard let matches = try ladder.matches(of: rung) else { continue }
      for place in placed.indices where !placed[place] {
        try pace.step()
        let document = preferred.documents[place]
        guard try matches.holds(document) else { continue }
        placed[place] = true
        best.push(try candidate(matches, rung, preferred.preferences[place]))
      }
    }
    top.adopt(best.heap)
  }

  /// The document at hand of a rung's matches, as its preference has it.
  func candidate(
    _ matches: Matches, _ rung: Rung, _ preference: Preference
  ) throws(Failure) -> Candidate {
    let found = Candidate(
      tier: rung.tier, score: query.weighted(try matches.score()), document: matches.document,
      key: matches.key ?? rung.key, rung: rung.place)
    return try found.preferred(preference, ladder.name)
  }

  /// The preferred documents of tiers 1 and 2: among the names that begin with the query or, where these are many, among
  /// the names of the preferred documents.
  private func preferredNames(
    _ preferred: PreferredDocuments
  ) throws(Failure) -> [(document: UInt32, tier: Int)] {
    var documents = [ladder.name.identified].compactMap(\.self)
    if let terms = ladder.name.terms {
      let index = NameIndex(query)
      let those = try index.namedDocuments(terms)
      if those.all.count <= max(SegmentHits.fewNames, preferred.documents.count / 4) {
        try index.forEachDocument(those.all) { documents.append($0) }
      } else {
        documents += try preferred.knownNames(query.forward).documents(beginningWith: terms)
        for (place, preference) in preferred.preferences.enumerated() where preference.picked > 0 {
          documents.append(preferred.documents[place])
        }
      }
    }
    var found: [(document: UInt32, tier: Int)] = []
    for document in documents where preferred.documents.contains(sorted: document) {
      if document == ladder.name.identified {
        found.append((document, 1))
      } else if let match = try ladder.name.firstMatch(document) {
        found.append((document, match.isExact ? 1 : 2))
      }
    }
    return found
  }

  /// So few names in a range are looked at one by one.
  private static let fewNames = 64
}
