import FootlightPlatform
import IndexStores
import SearchEngine
import TextAnalysis

/// Answers from one state of the store.
struct Searcher: Sendable {
  let state: any StoreSnapshot
  let look: WorkspaceLook
  let system: SystemServices
  /// The activity of its person.
  var activity = ActivityView.none
  /// The searches that have names.
  var searches: [SavedSearch] = []
  /// The same state without the domain `history`.
  var withoutPages: (any StoreSnapshot)?

  /// The searcher for a reader: for whom activity does not exist, it is as if nothing were recorded.
  func seen(by audience: Audience) -> Searcher {
    guard !audience.knowsActivity else { return self }
    var look = look
    look.userData = nil
    var other = Searcher(state: withoutPages ?? state, look: look, system: system)
    other.searches = searches
    return other
  }

  /// Answers a query text.
  func search(
    _ text: String, _ options: SearchOptions, began: Int64, cancellation: Cancellation? = nil
  ) throws(Failure) -> Answer {
    let (query, options) = try expanded(text, options) ?? (text, options)
    let question = try question(query, options)
    var request = question.request
    let wanted = question.wanted
    request.bounds = SearchBounds(
      after: options.timeout, began: began, system, cancellation)
    request.takesBodies = options.marksMatches
    let curation = Curation(request, wanted, state.domains)
    let curated = try search(request, curation, in: wanted)
    var answer = curated.answer
    if options.countsSiblings { try countSiblings(&answer, request, curation, wanted) }
    var facets: [Facet] = []
    do throws(Failure) {
      for facet in question.facets {
        let facet = try facet.answer(answer.facets, request.bounds)
        facets.append(
          try options.valuesHold.map { (text) throws(Failure) in
            try facet.holding(text, request.bounds)
          } ?? facet)
      }
    } catch {
      guard error.isCut else { throw error }
      answer.isCut = true
    }
    if let reading = answer.reading { request.query = reading }
    if let inside = answer.inside { request.query = inside }
    let took = Duration.nanoseconds(system.monotonic() - began)
    let problems = try problems(wanted)
    let origin = request.origin
    var hits = answer.hits.map { hit in
      var told = self.hit(hit, wanted)
      if request.listsEverything { told.matched = nil }
      told.distance = origin?.metres(to: hit.item, state.attributes(of: told.domain))
      return told
    }
    for index in curated.pins.keys { hits[index].isPinned = true }
    // Marks take the time that they take; explanations read postings again, and have as long as the search had,
    // or a second.
    request.bounds?.deadline = nil
    if options.marksMatches { try mark(&hits, request, answer, wanted) }
    var isUnexplained = false
    if options.explainsHits {
      request.bounds = SearchBounds(
        after: options.timeout.map { max($0, .seconds(1)) }, began: system.monotonic(), system,
        cancellation)
      do throws(Failure) {
        try explain(&hits, request, answer, wanted)
        for (index, query) in curated.pins { hits[index].explanation?.isPinned(for: query) }
      } catch {
        guard error.concerns([.searchCut]) else { throw error }
        isUnexplained = true
      }
    }
    var notes = request.query.notes.map {
      Note(code: Note.Code(rawValue: $0.code), message: $0.message)
    }
    let isReadAsName = answer.reading != nil && answer.reading == question.request.query.literal
    notes += isReadAsName ? [Note.readAsName] : question.notes
    notes += self.notes(problems, question.selection, for: options.audience)
    if answer.inside != nil { notes.append(Note.foundInside) }
    notes += Note.typos(answer, in: query) + [Note.relaxed(answer.relaxations)].compactMap(\.self)
    if options.audience == .owner { notes += analysisNotes(wanted) + stemNotes(wanted) }
    if answer.total == 0, question.notes.isEmpty, !answer.isCut {
      // What cannot be found out in time is not told.
      request.bounds = SearchBounds(
        after: options.timeout ?? .milliseconds(200),
        began: options.timeout == nil ? system.monotonic() : began, system, cancellation)
      do throws(Failure) {
        notes += try self.notes(onNothing: request, wanted)
      } catch {
        guard error.isCut else { throw error }
      }
    }
    var told = Answer(
      query: text, took: took, total: answer.total,
      isAtLeast: answer.isAtLeast, hits: hits,
      facets: facets, notes: notes)
    // Shards and domains that are not here may hold more.
    told.isAtLeast =
      told.isAtLeast || state.domains.contains { !$0.isWhole && wanted.contains($0.name) }
      || look.lacking.contains { $1.mayHideHits && question.selection.contains($0) }
    if options.countsDomains {
      for (index, count) in answer.counts { told.domainTotals[wanted[index]] = count }
    }
    told.isCut = answer.isCut || isUnexplained
    if told.isCut {
      told.notes.append(
        Note.cut(after: options.timeout, missing: answer.isCut ? "hits" : "explanations"))
    }
    return told
  }

  /// Notes about the domains that were asked: which are not searched, and for who can mend it, what is not built or not up
  /// to date, and how it is mended.
  func notes(
    _ problems: [(domain: String, reason: Diagnostic)], _ selection: DomainSelection,
    for audience: Audience
  ) -> [Note] {
    var notes: [Note] = []
    let repair = audience == .owner ? "; \(look.repair)" : ""
    if !state.exists {
      notes.append(
        Note(
          code: .nothingIndexed,
          message: "nothing \(look.isCopy ? "was pulled" : "is indexed") yet\(repair)"))
    }
    notes += problems.map { problem in
      Note(
        code: Note.Code(problem.reason.code),
        message: "\(problem.domain) was not searched: \(problem.reason.message)\(repair)",
        domain: problem.domain)
    }
    guard audience == .owner else {
      return notes + look.unbuiltNotes(selection) + look.lackingNotes(selection, tellsRemedy: false)
    }
    if let failure = activity.failure {
      notes.append(
        Note(
          code: Note.Code(failure.code),
          message: "what you use does not count: \(failure.message)"))
    }
    return notes + look.notes(selection)
  }

  /// Words of a query and words of an index that another version of the analysis made may differ.
  private func analysisNotes(_ wanted: [String]) -> [Note] {
    state.domains.filter { domain in
      wanted.contains(domain.name) && domain.name != ActivityRecord.history
        && state.problem(of: domain.name) == nil
        && !Decision.isOfThisEngine(domain.facts)
    }.map { domain in
      Note(
        code: .otherAnalysis,
        message:
          "\(domain.name) was built with another version of the analysis; \(look.remedy)",
        domain: domain.name)
    }
  }

  /// Where stems are declared and words are found as they are.
  private func stemNotes(_ wanted: [String]) -> [Note] {
    wanted.compactMap { domain in
      guard let language = state.analyzer(of: domain)?.language else { return nil }
      return Stemming(language: language, isStored: state.hasStems(domain)).note(on: domain)
    }
  }

  /// A hit as it is told; of an item without a description its activity's shows.
  private func hit(_ hit: RankedHit, _ domains: [String]) -> Hit {
    let domain = domains[hit.place]
    let described =
      hit.item.description.isEmpty
      ? activity.record(ItemAddress(domain: domain, id: hit.item.id))?.details ?? ""
      : hit.item.description
    var told = Hit(
      domain: domain, id: hit.item.id, title: hit.item.title, description: described,
      url: hit.item.url, tier: Tier(rawValue: hit.tier) ?? .part, score: hit.score,
      matched: hit.matched,
      attributes: hit.item.attributes(named: state.attributes(of: domain).map(\.name)))
    told.group = hit.group.map { Hit.Group($0.key, items: $0.items) }
    return told
  }
}
