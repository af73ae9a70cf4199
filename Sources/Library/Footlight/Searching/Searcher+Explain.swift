import FootlightPlatform
import HitExplaining
import IndexStores
import SegmentFiles
import SegmentSearching

extension Searcher {
  /// Explains where an item is in the answer to a query, or why it is not there.
  func explain(
    _ text: String, _ address: String, _ options: SearchOptions, began: Int64,
    cancellation: Cancellation? = nil
  ) throws(Failure) -> ItemExplanation {
    let (query, options) = expanded(text, options)
    var question = try question(query, options)
    question.request.bounds = SearchBounds(
      after: options.timeout, began: began, world, cancellation)
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
      told.explanation = try explanation(question, domain, id)
    } catch {
      guard error.concerns([.searchCut]) else { throw error }
      told.isCut = true
    }
    return told
  }

  private func explanation(
    _ question: Question, _ domain: String, _ id: String
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
      let rule = try curated(curation, question.request, part, id, question.wanted)
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
    for (place, found) in try state.explain(request, items, in: wanted).enumerated()
    where hits.indices.contains(place) {
      hits[place].explanation = found
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
