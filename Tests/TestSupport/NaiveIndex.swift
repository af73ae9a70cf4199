package import DeclaredRecords
package import SearchEngine
package import TextAnalysis

/// One domain of items in memory, searched by looking at every item.
///
/// Every store must agree with it. It shares the analysis with the engine, and nothing else: the formulas are its own
/// (``NaiveScoring``, ``NaivePlaces``).
package struct NaiveIndex: Sendable {
  /// The domain's name.
  package let domain: String
  /// The domain's weight in thousandths.
  package let weight: Int
  /// The names of the attributes.
  package let attributes: [String]
  /// Whether any item has a place.
  let hasPlaces: Bool
  /// Whether words of names are found by what stands within them.
  let looksInside: Bool
  let analyzer: Analyzer
  private(set) var documents: [NaiveDocument]

  /// The same, where pieces of words find nothing.
  fileprivate var withoutPieces: NaiveIndex {
    var other = self
    for place in documents.indices { other.documents[place].ignoresPieces = true }
    return other
  }

  /// Analyses items; their ids must differ.
  package init(
    _ items: [NaiveItem], analyzer: Analyzer = Analyzer(),
    weights: RankingWeights = RankingWeights.undeclared, domain: String = "items",
    weight: Int = 1000,
    synonyms: [[String]] = [], attributes: [String] = [], looksInside: Bool = false
  ) {
    self.looksInside = looksInside
    self.attributes = attributes
    self.domain = domain
    self.weight = weight
    self.analyzer = analyzer
    hasPlaces = items.contains { item in
      item.attributes.contains { if case .place = $0.value { true } else { false } }
    }
    let groups = synonyms.map { Set($0.map { Term($0.utf8) }) }
    documents = items.map { item in
      var document = NaiveDocument(item, analyzer, weights, synonyms: groups)
      document.looksInside = looksInside
      return document
    }
  }
}

/// A hit of the naive search.
package struct NaiveHit: Sendable, Hashable, CustomStringConvertible {
  /// The domain's name.
  package var domain: String
  /// The item's id.
  package var id: String
  /// 1 … 6.
  package var tier: Int
  /// The score; nil in tiers 1 and 2.
  package var score: Int?
  /// How many items it stands for, itself included.
  package var items: Int

  /// Makes a hit.
  package init(domain: String, id: String, tier: Int, score: Int?, items: Int = 1) {
    self.items = items
    self.domain = domain
    self.id = id
    self.tier = tier
    self.score = score
  }

  /// The hit on one line.
  package var description: String {
    "\(domain):\(id) tier \(tier)" + (score.map { " score \($0)" } ?? "")
      + (items > 1 ? " of \(items)" : "")
  }
}

/// What the naive search found.
package struct NaiveAnswer: Sendable, Hashable {
  /// The hits asked for, in order.
  package var hits: [NaiveHit]
  /// How many items the opened tiers hold, exactly.
  package var total: Int
  /// The values of the attributes that were asked for.
  package var facets: [Facet] = []
}

/// Searches domains by looking at every item of every one.
package func naiveSearch(
  _ query: Query, match: MatchMode = .tiers, offset: Int = 0, limit: Int = 10, now: Int64 = 0,
  in indexes: [NaiveIndex]
) -> NaiveAnswer {
  naiveSearch(
    SearchRequest(query: query, offset: offset, limit: limit, match: match, now: now), in: indexes)
}

/// Does what a request asks for by looking at every item of every domain.
package func naiveSearch(_ asked: SearchRequest, in given: [NaiveIndex]) -> NaiveAnswer {
  var request = asked
  if let literal = asked.query.literal, asked.match != .none {
    var plain = asked
    plain.query = literal
    let indexes = given.filter { NaiveConditions.admits($0, plain) }
    if NaiveSearch(plain, indexes).isName { request = plain }
  }
  let initials = request.query.initials.filter { text in
    given.contains { $0.documents.contains { $0.nameTerms.contains(text) } }
  }
  let isNamed = given.contains { domain in
    domain.documents.contains { $0.names.contains(request.query.name?.tokens ?? []) }
  }
  if !initials.isEmpty, !isNamed { request.query = request.query.joining(Set(initials)) }
  let indexes = given.filter { NaiveConditions.admits($0, request) }
  let search = NaiveSearch(request, indexes)
  var found = search.ranked()
  if found.isEmpty, !request.looksInside, request.match == .tiers,
    given.contains(where: \.looksInside), let inside = request.query.lookingInside
  {
    request.query = inside
    request.looksInside = true
    var answer = naiveSearch(request, in: given.map { $0.looksInside ? $0 : $0.withoutPieces })
    for place in answer.hits.indices {
      answer.hits[place].tier = Tier.part.rawValue
      answer.hits[place].score = answer.hits[place].score ?? 0
    }
    return answer
  }
  let matching = found
  found =
    request.sort.isEmpty
    ? search.near(found)
    : request.sort.reversed().reduce(search.inIndexOrder(found)) { NaiveOrder($1).sorted($0) }
  let groups = request.distinct.isEmpty ? nil : NaiveGroups(request, found, indexes)
  var total = found.count
  var facets = request.facets.map { naiveFacet($0, matching.map(\.document)) }
  if let groups, request.countsGroups {
    total = groups.firsts.count
    facets = request.facets.map { groups.facet($0, found) }
  }
  if let firsts = groups?.firsts {
    let all = found
    found = firsts.map { first in
      var entry = all[first.place]
      entry.items = first.items
      return entry
    }
  }
  if let most = request.perDomain {
    let all = found
    found = indexes.indices.flatMap { index in all.filter { $0.index == index }.prefix(most) }
    found.sort { a, b in all.place(of: a) < all.place(of: b) }
  }
  let hits = found.dropFirst(request.offset).prefix(request.limit).map { entry in
    NaiveHit(
      domain: indexes[entry.index].domain, id: entry.document.item.id,
      tier: entry.isPartial ? 6 : entry.tier,
      score: entry.hasScore ? entry.score : nil, items: entry.items)
  }
  return NaiveAnswer(hits: Array(hits), total: total, facets: facets)
}

extension [NaiveSearch.Entry] {
  fileprivate func place(of entry: NaiveSearch.Entry) -> Int {
    firstIndex { $0.index == entry.index && $0.document.item.id == entry.document.item.id } ?? 0
  }
}
