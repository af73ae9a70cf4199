import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import QueryLanguage
import SearchIndex

/// Answers from one state of the store.
struct Searcher: Sendable {
  let state: any StoreSnapshot
  let look: WorkspaceLook
  let world: World

  /// Answers a query text.
  func search(
    _ text: String, _ options: SearchOptions, began: Int64
  ) throws(Failure) -> Answer {
    try check(options)
    let selection = DomainSelection(options.domains)
    let stored = state.domains.map(\.name)
    try selection.check(against: stored + look.unbuilt.keys)
    let wanted = stored.filter { selection.contains($0) }
    let schema = AttributeSchema(wanted.map { ($0, state.attributes(of: $0)) })
    let query =
      options.isStrict
      ? try Query.strict(text) { schema.contains($0) } : Query(text) { schema.contains($0) }
    var request = SearchRequest(
      query: query, offset: options.offset, limit: options.limit,
      match: SearchIndex.MatchMode(options.match), now: world.now(),
      countsExactly: options.countsExactly)
    request.conditions = try schema.conditions(options.filters)
    try schema.check(options)
    request.facets = options.facets
    request.sort = options.sort
    request.findsAll = options.findsAll
    request.perDomain = options.perDomain
    let conditionNotes = schema.notes(
      query.conditions + request.conditions, query.expression)
    if options.isStrict, let failure = schema.mistakes(query, in: text) { throw failure }
    let answer = try state.search(request, in: wanted)
    let took = (world.monotonic() - began) / 1000
    let problems = wanted.compactMap { name in
      state.problem(of: name).map { (domain: name, reason: $0) }
    }
    if !wanted.isEmpty, problems.count == wanted.count,
      let failure = Failure(problems.map(\.reason))
    {
      throw failure
    }
    var hits = answer.hits.map { hit($0, wanted) }
    if options.marksMatches { try mark(&hits, request, answer, wanted) }
    return Answer(
      query: text, tookMicroseconds: Int(took), total: answer.total,
      isAtLeast: answer.isAtLeast, hits: hits,
      facets: answer.facets,
      notes: notes(query, problems, selection) + conditionNotes + Note.typos(answer)
        + analysisNotes(wanted))
  }

  private func check(_ options: SearchOptions) throws(Failure) {
    guard options.offset >= 0, options.limit >= 0 else {
      throw Failure(.searchTooFar, "offset and limit cannot be negative")
    }
    guard options.offset <= SearchOptions.furthest,
      options.limit <= SearchOptions.furthest - options.offset
    else {
      throw Failure(
        .searchTooFar, "offset and limit together reach beyond \(SearchOptions.furthest) hits",
        remedy: "narrow the query, name a --domain, or take everything with `footlight dump`")
    }
  }

  private func notes(
    _ query: Query, _ problems: [(domain: String, reason: Diagnostic)],
    _ selection: DomainSelection
  ) -> [Note] {
    var notes = query.notes.map { Note(code: $0.code, message: $0.message) }
    if !state.exists {
      notes.append(
        Note(code: "index.missing", message: "nothing is indexed yet; run `footlight sync`"))
    }
    notes += problems.map { problem in
      Note(
        code: problem.reason.code.name,
        message:
          "\(problem.domain) was not searched: \(problem.reason.message); run `footlight sync`",
        domain: problem.domain)
    }
    return notes + look.notes(selection)
  }

  /// Words of a query and words of an index that another version of the analysis made may differ.
  private func analysisNotes(_ wanted: [String]) -> [Note] {
    state.domains.filter { domain in
      wanted.contains(domain.name) && state.problem(of: domain.name) == nil
        && Fingerprint(text: domain.facts.fingerprint).engine != Fingerprint.presentEngine
    }.map { domain in
      Note(
        code: "index.analysis",
        message:
          "\(domain.name) was built with another version of the analysis; run `footlight sync`",
        domain: domain.name)
    }
  }

  private func hit(_ hit: RankedHit, _ domains: [String]) -> Hit {
    let domain = domains[hit.part]
    return Hit(
      domain: domain, id: hit.item.id, title: hit.item.title, description: hit.item.description,
      url: hit.item.url, tier: hit.tier, score: hit.score,
      matched: Hit.Match(field: hit.matched.field, text: hit.matched.text),
      attributes: hit.item.attributes(named: state.attributes(of: domain).map(\.name)))
  }
}

extension SearchIndex.MatchMode {
  /// The engine's word for a mode.
  init(_ mode: MatchMode) {
    switch mode {
    case .tiers: self = .tiers
    case .all: self = .all
    case .any: self = .any
    case .none: self = .none
    }
  }
}
