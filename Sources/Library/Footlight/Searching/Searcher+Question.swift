import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TextAnalysis

/// A query text with its options, as the engine is asked.
struct Question {
  /// The request for the engine.
  var request: SearchRequest
  /// The domains that are searched.
  var wanted: [String]
  /// The domains that the options name.
  var selection: DomainSelection
  /// The values that are counted, each question once.
  var facets: [FacetQuestion]
  /// Notes about conditions.
  var notes: [Note]
}

extension Searcher {
  /// Turns a query text and its options into a request, and checks them.
  func question(_ text: String, _ options: SearchOptions) throws(Failure) -> Question {
    try SearchRequest.check(offset: options.offset, limit: options.limit)
    try options.checkLength(with: text)
    let selection = DomainSelection(options.domains)
    let stored = state.domains.map(\.name)
    try selection.check(against: stored + look.unbuilt.keys + [ActivityRecord.history])
    let wanted = stored.filter {
      selection.contains($0) && isShown($0, to: options.audience)
    }
    let schema = AttributeSchema(
      wanted.filter { $0 != ActivityRecord.history }.map { ($0, state.attributes(of: $0)) })
    let readsInsides = wanted.contains { state.looksInside($0) }
    let query =
      options.isStrict
      ? try Query.strict(text, readsInsides: readsInsides) { schema.contains($0) }
      : Query(text, readsInsides: readsInsides) { schema.contains($0) }
    var request = SearchRequest(
      query: query, offset: options.offset, limit: options.limit,
      match: options.match, now: system.now(),
      countsExactly: options.countsExactly)
    request.conditions =
      try schema.conditions(options.filters) + schema.conditions(areas: options.areas)
    // A name that is written twice is asked once: an object holds it once.
    var facets: [FacetQuestion] = []
    var known: Set<FacetQuestion> = []
    for facet in options.facets.map({ FacetQuestion($0) }) where known.insert(facet).inserted {
      facets.append(facet)
      if !request.facets.contains(facet.name) { request.facets.append(facet.name) }
    }
    request.sort = options.sort
    // A name of places alone is the distance from where the query asks.
    if let origin = request.origin?.place {
      for index in request.sort.indices {
        let name = request.sort[index].name
        guard schema.contains(name), schema.holdsPlacesAlone(name) else { continue }
        request.sort[index].origin = request.sort[index].origin ?? origin
      }
    }
    try schema.check(options, request.sort)
    request.findsAll = options.findsAll
    request.perDomain = options.perDomain
    request.distinct = distinct(options, wanted)
    request.countsGroups = options.countsGroups
    request.countsDomains = options.countsDomains
    request.preferred = activity.preferred
    request.picked = activity.picked(for: text)
    request.hidesPrivate = options.audience.hidesPrivate
    if options.isStrict, let failure = schema.mistakes(query, in: text) { throw failure }
    var notes = schema.notes(query.conditions + request.conditions, query.expression, in: text)
    if query.expression != nil, options.match == .all || options.match == .none {
      let failure = Diagnostic(
        .queryMatch,
        "the mode '\(options.match.rawValue)' says how plain words combine, but the query says it "
          + "itself",
        remedy: "leave the mode out, or leave out OR, phrases, parentheses and fields")
      if options.isStrict { throw Failure(failure) }
      notes.append(
        Note(code: Note.Code(failure.code), message: failure.message + ": it is left out"))
    }
    return Question(
      request: request, wanted: wanted, selection: selection, facets: facets, notes: notes)
  }

  /// The attribute that puts the hits of each domain together, as asked or as declared; domains whose attribute holds places are left out.
  private func distinct(_ options: SearchOptions, _ wanted: [String]) -> [String: String] {
    var names: [String: String] = [:]
    for domain in state.domains where wanted.contains(domain.name) {
      switch options.distinct {
      case .none: break
      case .declared: names[domain.name] = domain.facts.querySettings.distinct
      case .by(let name): names[domain.name] = name
      }
      let attributes = state.attributes(of: domain.name)
      if attributes.contains(where: { $0.name == names[domain.name] && $0.kind == .place }) {
        names[domain.name] = nil
      }
    }
    return names
  }

  /// Whether somebody may see anything of a stored domain.
  func isShown(_ domain: String, to audience: Audience) -> Bool {
    guard audience == .desktop else { return true }
    return state.domains.first { $0.name == domain }?.facts.querySettings.showsOnDesktop ?? true
  }

  /// The domains that cannot be searched, and why.
  ///
  /// - Throws: the reasons, when no domain is left.
  func problems(_ wanted: [String]) throws(Failure) -> [(domain: String, reason: Diagnostic)] {
    let problems = wanted.compactMap { name in
      state.problem(of: name).map { (domain: name, reason: $0) }
    }
    if !wanted.isEmpty, problems.count == wanted.count,
      let failure = Failure(problems.map(\.reason))
    {
      throw failure
    }
    return problems
  }
}

extension SearchOptions {
  /// So many bytes the texts of one search have together, as in the head of a request: to read them knows no clock.
  static let longestText = 32 << 10
  /// So many have its areas, which are polygons of many corners.
  private static let longestAreas = 1 << 19
  /// So many conditions, facets, orders, areas and domains one search has.
  private static let mostParts = 1_000

  /// Refuses what is longer than a search reads.
  func checkLength(with text: String) throws(Failure) {
    if let mistake = valuesHold.flatMap({ FacetQuestion.mistake(inText: $0) }) {
      throw Failure(mistake)
    }
    var texts = [text] + filters + facets + sort.map(\.name) + domains
    texts += [valuesHold].compactMap(\.self)
    if case .by(let name) = distinct { texts.append(name) }
    func bytes(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count } }
    guard texts.count + areas.count <= SearchOptions.mostParts + 1,
      bytes(texts) <= SearchOptions.longestText, bytes(areas) <= SearchOptions.longestAreas
    else {
      throw Failure(
        .queryTooLong,
        "a search has at most \(SearchOptions.mostParts) conditions, facets, orders and domains, and its texts "
          + "\(SearchOptions.longestText) bytes",
        remedy: "make the query shorter, or send it in parts")
    }
  }
}

/// The place from which the distances of hits are told.
struct DistanceOrigin {
  var place: Place
  /// The name of the attribute, or the one that stands for all places.
  var name: String

  /// How many metres an item is away: the nearest of its places counts; nil where it has none.
  func metres(to item: StoredItem, _ attributes: [IndexedAttribute]) -> Int? {
    let meant = Set(attributes.meant(by: name).map(\.name))
    let distances = item.attributes.compactMap { value -> UInt64? in
      guard value.kind == .place, attributes.indices.contains(value.ordinal),
        meant.contains(attributes[value.ordinal].name),
        let there = CurveCode.place(value.worth.bitPattern)
      else { return nil }
      return Haversine.between(place, there)
    }
    return distances.min().map { Haversine.metres($0) }
  }
}

extension SearchRequest {
  /// The place of the first order by distance, or else the centre of the first circle that hits must lie in.
  var origin: DistanceOrigin? {
    for order in sort {
      if let place = order.origin { return DistanceOrigin(place: place, name: order.name) }
    }
    for condition in query.conditions + conditions {
      guard case .filter(let filter) = condition,
        let centre = filter.wholeValue.flatMap({ PlaceArea($0) })?.centre
      else { continue }
      return DistanceOrigin(place: centre, name: filter.name)
    }
    return nil
  }
}
