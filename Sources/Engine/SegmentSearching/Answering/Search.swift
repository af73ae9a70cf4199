package import FootlightPlatform

/// Finds the best hits over all segments.
///
/// Every segment finds its own best; the merge compares tier, score, rank, title, domain and id, a
/// total order. Document frequencies are those of all segments together.
///
/// - Complexity: segments · (look-ups + postings read); ``PostingCost/mostCounted`` bounds what is read to count.
/// - Throws: `search.too-far` when offset + limit exceed 10,000; `index.damaged`.
package func search(
  _ request: SearchRequest, in segments: [SearchedSegment]
) throws(Failure) -> SearchAnswer {
  try SearchRequest.check(offset: request.offset, limit: request.limit)
  let scope: SearchScope
  var answer: SearchAnswer
  var request = request
  var reading: Query?
  do throws(Failure) {
    if let plain = try request.readAsName(in: segments) {
      request = plain
      reading = plain.query
    }
    scope = try SearchScope(request, segments)
    let joining = try request.joiningInitials(scope)
    if joining.query != request.query { reading = joining.query }
    request = joining
    answer = try found(request, scope)
    if answer.total == 0, let inside = request.lookingInside(segments) {
      let pieces = try found(inside, scope)
      if pieces.total > 0 {
        answer = pieces
        answer.inside = inside.query
        for index in answer.hits.indices { answer.hits[index].takeLastTier() }
      }
    }
  } catch {
    guard error.isCut else { throw error }
    // Facets, orders and groups of some of the matches would be wrong, so nothing is told.
    var nothing = SearchAnswer(hits: [], total: 0, isAtLeast: true)
    nothing.isCut = true
    return nothing
  }
  answer.reading = reading
  for index in answer.hits.indices {
    answer.hits[index].place = scope.places[answer.hits[index].place]
  }
  answer.counts = Dictionary(answer.counts.map { (scope.places[$0.key], $0.value) }) { $0 + $1 }
  return answer
}

extension SearchRequest {
  /// The request with its words as pieces of words, where some segment looks inside words; nil where it asks so already,
  /// or says itself which words it wants.
  package func lookingInside(_ segments: [SearchedSegment]) -> SearchRequest? {
    guard !looksInside, match == .tiers, segments.contains(where: { $0.stored.looksInside }),
      let query = query.lookingInside
    else { return nil }
    var inside = self
    inside.query = query
    inside.looksInside = true
    return inside
  }
}

private func found(
  _ request: SearchRequest, _ scope: SearchScope
) throws(Failure) -> SearchAnswer {
  let climb = try Climb(request, scope)
  var isCut = false
  do throws(Failure) {
    try climb.find()
    try climb.prefer()
  } catch {
    // The best that were found are good; what needs all matches is not.
    guard error.isCut, !request.needsAllMatches else { throw error }
    isCut = true
  }
  var answer =
    request.needsAllMatches ? try climb.allMatches() : try climb.best(isCut: isCut)
  answer.corrections = climb.corrections
  answer.spellings = climb.spellings
  answer.relaxations = climb.relaxations
  answer.isCut = answer.isCut || isCut
  return answer
}

extension SearchRequest {
  /// Whether everything matches that the conditions leave.
  package var listsEverything: Bool {
    query.words.isEmpty && query.expression == nil
      && (findsAll || !conditions.isEmpty || !query.conditions.isEmpty)
  }

  /// Whether all matches must be known, not only the best.
  var needsAllMatches: Bool {
    !distinct.isEmpty || !sort.isEmpty || !facets.isEmpty || countsDomains
  }

  /// Whether the best are looked for in a walk that counts as well: not where all matches are looked for anyway, nor
  /// where a deadline could stop a long one before the best are met.
  var countsWhileFinding: Bool {
    !needsAllMatches && (!countsExactly || bounds?.deadline == nil)
  }
}

extension Climb {
  /// The answer that is the best hits.
  fileprivate func best(isCut: Bool) throws(Failure) -> SearchAnswer {
    // Shown hits count, even where counting stopped before them.
    let total = max(total, segments.reduce(0) { $0 + $1.top.count })
    // A count that has met all that conditions leave is no lower bound.
    let most = segments.reduce(0) { $0 + $1.query.stored.header.items - ($1.hidden?.count ?? 0) }
    var answer = SearchAnswer(
      hits: try MergedHits(segments).page(request), total: total,
      isAtLeast: isAtLeast && total < most || isCut)
    // A hit in a better tier is never given up for the others.
    answer.isFoundAsTyped = segments.contains { $0.top.heap.contains { $0.tier < 5 } }
    return answer
  }

  /// The answer of a request that must know all matches.
  ///
  /// The total is exact; counting the values of facets is bounded.
  fileprivate func allMatches() throws(Failure) -> SearchAnswer {
    let documents = try documents()
    let queries = segments.map(\.query)
    var groups = try GroupedAnswer(self, documents)
    let hits: [RankedHit]
    if let groups {
      hits = groups.hits
    } else if request.sort.isEmpty {
      hits = try MergedHits(segments).page(request)
    } else {
      hits = try SortedHits(request, segments, documents).page()
    }
    var answer = SearchAnswer(
      hits: hits, total: groups?.total ?? documents.reduce(0) { $0 + $1.count },
      isAtLeast: groups?.isAtLeast ?? false)
    // The hits are known by now: values that take too long are missing beside them.
    do throws(Failure) {
      for name in request.facets {
        try request.bounds?.check()
        if let counted = try groups?.facet(name, queries) {
          answer.facets.append(counted)
        } else {
          answer.facets.append(try facet(name, documents))
        }
      }
    } catch {
      guard error.isCut else { throw error }
      answer.isCut = true
    }
    let counts = groups?.bySegments(queries) ?? documents.map(\.count)
    for (place, count) in counts.enumerated() { answer.counts[place] = count }
    answer.isFoundAsTyped = strictCount > 0
    return answer
  }

  /// The values of an attribute.
  private func facet(_ name: String, _ documents: [Bitmap]) throws(Failure) -> Facet {
    var counter = FacetCounter(
      limit: request.countsExactly ? .max : request.facetLimit, request.bounds)
    for (hits, found) in zip(segments, documents) {
      if let column = try hits.query.stored.column(name) { try counter.add(column, found) }
    }
    return try counter.facet(name)
  }

  /// The words that others were taken for: joined and parted ones first, then typos.
  fileprivate var corrections: [Correction] {
    respellings.corrections + (expansion?.corrections ?? [])
  }

  fileprivate var spellings: [QueryWord: Set<[UInt8]>] {
    respellings.spellings.merging(expansion?.spellings ?? [:]) { $0.union($1) }
  }
}

extension RankedHit {
  /// Puts the hit into the last tier.
  fileprivate mutating func takeLastTier() {
    tier = Tier.part.rawValue
    score = score ?? 0
  }
}

extension SearchRequest {
  /// The request with single letters in a row as one word, where names hold that and the letters are no name themselves: "F R
  /// C P" is written FRCP there.
  package func joiningInitials(_ scope: SearchScope) throws(Failure) -> SearchRequest {
    let initials = query.initials
    guard !initials.isEmpty else { return self }
    let queries = try scope.queries(SearchPlan(self))
    for query in queries {
      guard let terms = try QueriedName(query).terms else { continue }
      if try !NameIndex(query).exactNames(terms).isEmpty { return self }
    }
    var dictionary = JoinedDictionary(queries, budget: SearchRequest.mostInitials)
    var held: Set<[UInt8]> = []
    for text in initials.sorted(by: { $0.lexicographicallyPrecedes($1) })
    where try dictionary.isInNames(QueryWord(text: text, isPrefix: false)) { held.insert(text) }
    guard !held.isEmpty else { return self }
    var joining = self
    joining.query = query.joining(held)
    return joining
  }

  private static let mostInitials = 16

  /// The request with its text taken as it stands, where that is a whole name, marks included, or an id; nil where its
  /// operators are what was meant.
  package func readAsName(in segments: [SearchedSegment]) throws(Failure) -> SearchRequest? {
    guard let literal = query.literal else { return nil }
    var plain = self
    plain.query = literal
    for query in try SearchScope(plain, segments).queries(SearchPlan(plain)) {
      let name = try QueriedName(query)
      if name.identified != nil { return plain }
      guard let terms = name.terms else { continue }
      let index = NameIndex(query)
      var documents: [UInt32] = []
      try index.forEachDocument(try index.namedDocuments(terms).exact) { document in
        if !query.isHidden(document) { documents.append(document) }
      }
      var pace = SearchPace(plain)
      for document in documents {
        try pace.step()
        let item = try query.stored.item(document, withBody: false, &query.scratch.buffers.stored)
        if literal.isPasted(item.title) || item.aliases.contains(where: literal.isPasted) {
          return plain
        }
      }
    }
    return nil
  }
}

/// The documents of each segment that satisfy a request as it is written: its words or its expression and its
/// conditions, whatever else the segments hold.
///
/// Typos count where the request asks for them (`word~`). Nothing is ranked, and what is found where little is found –
/// other spellings, some of the words, items that a question names – is left out.
package func strictMatches(
  _ asked: SearchRequest, in segments: [SearchedSegment]
) throws(Failure) -> [Bitmap] {
  var request = asked
  request.isStrict = true
  var found = segments.map { Bitmap(size: $0.stored.header.items) }
  let scope = try SearchScope(request, segments)
  guard !scope.places.isEmpty else { return found }
  let climb = try Climb(request, scope)
  try climb.find()
  for (place, documents) in zip(scope.places, try climb.documents()) { found[place] = documents }
  return found
}

/// The answer of a search.
package struct SearchAnswer: Sendable {
  /// The hits asked for, in their order.
  package var hits: [RankedHit]
  /// How many items the opened tiers hold.
  package var total: Int
  /// The number of hits in each segment, by its place, or in each domain; empty where only the best were looked for.
  package var counts: [Int: Int] = [:]
  /// Whether `total` is only a lower bound.
  package var isAtLeast: Bool
  /// Whether the search was stopped by its deadline: hits, facets and their order are what was found
  /// until then, and `total` is a lower bound.
  package var isCut = false
  /// The query as it was read, where not its operators but its whole text was taken: it is somebody's name.
  package var reading: Query?
  /// The query with its words as pieces of words, where nothing was found but by these.
  package var inside: Query?
  /// The relaxations of an expression that too few items satisfy, the first one first.
  package var relaxations: [Relaxation] = []
  /// Whether tiers 1 to 4 hold something, on this page or elsewhere: the words stand somewhere as they
  /// were typed.
  package var isFoundAsTyped = false
  /// The values of each attribute that was asked for, in the order of the request.
  package var facets: [Facet]
  /// By which other terms words of the query were found: corrected spellings and their like.
  package var spellings: [QueryWord: Set<[UInt8]>] = [:]
  /// The corrections of words, where typos were looked for.
  package var corrections: [Correction]

  /// Makes an answer.
  package init(
    hits: [RankedHit], total: Int, isAtLeast: Bool, facets: [Facet] = [],
    corrections: [Correction] = []
  ) {
    self.corrections = corrections
    self.hits = hits
    self.total = total
    self.isAtLeast = isAtLeast
    self.facets = facets
  }
}
