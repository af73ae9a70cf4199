package import FootlightPlatform
import Synchronization

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
    // What was picked leads its tier whatever its key.
    let picks = preferred.preferences.contains { $0.picked > 0 }
    for rung in ladder.rungs
    where placed.contains(false)
      && top.threshold(tier: rung.tier, key: picks ? .min : rung.key, from: 0) < .max
    {
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
    var found = Candidate(
      tier: rung.tier, score: query.weighted(try matches.score()), document: matches.document,
      key: matches.key ?? rung.key, rung: rung.place)
    found.isPartial = matches.isPartial
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

extension Candidate {
  /// The candidate as its preference has it.
  func preferred(_ preference: Preference, _ name: QueriedName) throws(Failure) -> Candidate {
    var candidate = self
    candidate.picked = preference.picked
    candidate.isInWindow = preference.isInWindow
    if hasScore {
      candidate.score = preference.raised(score)
    } else {
      var isTitle = false
      if tier == 1 { isTitle = try name.isTitle(document) }
      candidate.score =
        NameStanding(
          isSymbolic: tier < 3 && name.symbolic.contains(sorted: document), isTitle: isTitle,
          preference
        ).worth
    }
    return candidate
  }
}

extension SearchableSegment {
  /// Of items in their windows as many count at most, the first in the order of the index.
  private static let mostInWindow = 4_096

  /// The documents that are preferred for a request.
  ///
  /// - Complexity: O(picks) where the same items were asked for before and no window begins or ends.
  package func preferred(_ request: SearchRequest, _ domain: String) throws(Failure)
    -> PreferredDocuments
  {
    let windows = try stored.reserved().windows
    let items = request.preferred?.items[domain] == nil ? nil : request.preferred
    guard items != nil || !windows.isEmpty || !request.picked.isEmpty else {
      return PreferredDocuments()
    }
    let now = windows.isEmpty ? 0 : request.now
    var found: PreferredDocuments
    if let known = knownPreferences.withLock({ $0 }), known.items === items, known.now == now {
      found = known.documents
    } else {
      found = try preferred(items?.items[domain] ?? [], windows, now: request.now)
      let made = KnownPreferences(items: items, now: now, documents: found)
      knownPreferences.withLock { $0 = made }
    }
    var picked: [(UInt32, Preference)] = []
    for pick in request.picked where pick.domain == domain {
      if let document = try stored.document(ofID: pick.id) {
        picked.append((document, Preference(picked: pick.level)))
      }
    }
    return found.joined(picked)
  }

  private func preferred(
    _ items: [PreferredItems.Item], _ windows: [RelevantWindow], now: Int64
  ) throws(Failure) -> PreferredDocuments {
    var found: [(UInt32, Preference)] = []
    for item in items {
      if let document = try stored.document(ofID: item.id) {
        found.append((document, Preference(activity: item.activity)))
      }
    }
    var left = SearchableSegment.mostInWindow
    for window in windows where left > 0 && window.from <= now && now < window.to {
      found.append((window.document, Preference(isInWindow: true)))
      left -= 1
    }
    return PreferredDocuments(found)
  }
}
