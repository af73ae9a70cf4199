import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TextAnalysis

extension Searcher {
  /// Adds to the hits of a page what matched in their texts.
  func mark(
    _ hits: inout [Hit], _ request: SearchRequest, _ answer: SearchAnswer, _ domains: [String]
  ) throws(Failure) {
    var markers: [Int: HitMarker] = [:]
    for (index, ranked) in answer.hits.enumerated() {
      try request.bounds?.cancellation?.check()
      let domain = domains[ranked.place]
      let marker =
        markers[ranked.place]
        ?? HitMarker(
          request, answer, analyzer: state.analyzer(of: domain) ?? Analyzer(),
          synonyms: state.domains.first { $0.name == domain }?.facts.synonyms ?? Synonyms())
      markers[ranked.place] = marker
      let marks = try marker.marks(ranked) { () throws(Failure) in
        if ranked.hasBody { return textWithoutMarks(ranked.item.bodyBytes) }
        return textWithoutMarks(try state.item(id: ranked.item.id, in: domain)?.bodyBytes ?? [])
      }
      for (field, ranges) in marks.highlights {
        hits[index].highlights[field] = Highlights(scalars: ranges)
      }
      hits[index].matched = request.listsEverything ? nil : marks.matched
      hits[index].snippet = marks.snippet.map { snippet in
        Hit.Snippet(
          field: snippet.field, text: snippet.text,
          highlights: Highlights(scalars: snippet.highlights))
      }
    }
  }
}

extension Searcher {
  /// Counts the values of each attribute that is filtered beside the text as if its filters were not there: one search
  /// more for each.
  func countSiblings(
    _ answer: inout SearchAnswer, _ request: SearchRequest, _ curation: Curation,
    _ domains: [String]
  ) throws(Failure) {
    for (index, facet) in answer.facets.enumerated() {
      var beside = request
      beside.conditions.removeAll { $0.filters(facet.name) }
      guard beside.conditions.count < request.conditions.count else { continue }
      // A search that only filters narrowed finds everything without them.
      beside.findsAll =
        request.findsAll || beside.conditions.isEmpty && request.query.conditions.isEmpty
      beside.facets = [facet.name]
      beside.sort = []
      (beside.offset, beside.limit) = (0, 0)
      beside.countsDomains = false
      let counted = try search(beside, curation, in: domains).answer
      if let found = counted.facets.first { answer.facets[index] = found }
      answer.isCut = answer.isCut || counted.isCut
    }
  }
}

extension QueryExpression {
  /// Whether it is about the values of an attribute alone.
  fileprivate func filters(_ name: String) -> Bool {
    var areAll = true
    forEachLeaf { leaf, _ in
      guard case .filter(let filter) = leaf, filter.name == name else {
        areAll = false
        return
      }
    }
    return areAll
  }
}

extension Searcher {
  /// Explains where an item is in the answer to a query, or why it is not there.
  func explain(
    _ text: String, _ address: String, _ options: SearchOptions, began: Int64,
    cancellation: Cancellation? = nil
  ) throws(Failure) -> ItemExplanation {
    let (query, options) = try expanded(text, options) ?? (text, options)
    var question = try question(query, options)
    question.request.bounds = SearchBounds(
      after: options.timeout, began: began, system, cancellation)
    let (domain, id) = try place(address)
    var item =
      try state.domains.contains { $0.name == domain }
      ? state.item(id: id, in: domain) : nil
    if let found = item, options.audience.hidesPrivate,
      ReservedValues(found, state, domain)[.isPrivate] != nil
        || !isShown(domain, to: options.audience)
    {
      item = nil
    }
    var told = ItemExplanation(
      query: text, domain: domain, id: id, title: item?.title,
      explanation: Explanation(
        reason: "not known: the search was stopped after \(options.timeout.milliseconds) ms"))
    guard item != nil || !options.audience.hidesPrivate else {
      told.explanation = Explanation(reason: "\(domain) holds no item with this id")
      return told
    }
    do throws(Failure) {
      told.explanation = try explanation(question, domain: domain, id: id)
    } catch {
      guard error.concerns([.searchCut]) else { throw error }
      told.isCut = true
    }
    return told
  }

  private func explanation(
    _ question: Question, domain: String, id: String
  ) throws(Failure) -> Explanation {
    if let file = look.unbuilt[domain], !state.domains.contains(where: { $0.name == domain }) {
      return Explanation(reason: "\(domain) is declared in \(file) but not built")
    }
    guard let part = question.wanted.firstIndex(of: domain) else {
      return Explanation(reason: "\(domain) is none of the domains that are searched")
    }
    if let problem = state.problem(of: domain) { throw Failure(problem) }
    let found = try state.explain(
      question.request, [ExplainedItem(place: part, id: id)], in: question.wanted)
    if let problem = state.problem(of: domain) { throw Failure(problem) }
    var told = found.first ?? Explanation(reason: "\(domain) cannot be searched")
    let curation = Curation(question.request, question.wanted, state.domains)
    if !curation.isEmpty,
      let rule = try curated(
        by: curation, question.request, place: part, id: id, in: question.wanted)
    {
      guard rule.isPinned else {
        return Explanation(reason: "hidden for the query '\(rule.query)' by the declaration")
      }
      told.isPinned(for: rule.query)
    }
    return told
  }

  /// Explains the hits of a page.
  func explain(
    _ hits: inout [Hit], _ request: SearchRequest, _ answer: SearchAnswer, _ wanted: [String]
  ) throws(Failure) {
    guard !hits.isEmpty else { return }
    let items = answer.hits.map { ExplainedItem(place: $0.place, id: $0.item.id) }
    for (index, found) in try state.explain(request, items, in: wanted).enumerated()
    where hits.indices.contains(index) {
      hits[index].explanation = found
    }
  }
}

extension Explanation {
  /// Says that the item is pinned, before what would put it somewhere by itself.
  mutating func isPinned(for query: String) {
    reason = "pinned for the query '\(query)' by the declaration; by itself: \(reason)"
    tier = .exact
    score = nil
    missing = []
  }
}
