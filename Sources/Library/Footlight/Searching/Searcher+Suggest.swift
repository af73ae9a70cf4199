import DeclaredRecords
import FootlightPlatform
import HitExplaining
import IndexStores
import SegmentFiles
import SegmentSearching

extension Searcher {
  /// Completes a text.
  func suggest(
    _ text: String, _ domains: [String], limit: Int, timeout: Duration? = nil,
    audience: Audience = .owner, began: Int64, cancellation: Cancellation? = nil
  ) throws(Failure) -> Completions {
    guard (0...1_000).contains(limit) else {
      throw Failure(
        .searchTooFar, "there are no more than 1000 suggestions", remedy: "ask for fewer")
    }
    try SearchOptions(domains: domains).checkLength(with: text)
    let selection = DomainSelection(domains)
    let stored = state.domains.map(\.name)
    try selection.check(against: stored + look.unbuilt.keys + [ActivityRecord.history])
    guard text.contains(where: { !$0.isWhitespace }) else {
      return try suggestUsed(text, selection, limit: limit, audience: audience, began: began)
    }
    let saved = savedCompletions(text, domains)
    guard saved.isEmpty else {
      return Completions(
        query: text, took: .nanoseconds(world.monotonic() - began),
        suggestions: Array(saved.prefix(limit)))
    }
    let wanted = stored.filter { selection.contains($0) && isShown($0, to: audience) }
    var request = SuggestionRequest(
      text, limit: limit, now: world.now(),
      bounds: SearchBounds(after: timeout, began: began, world, cancellation))
    request.hidesPrivate = audience.hidesPrivate
    let found = try state.suggest(request, in: wanted)
    let problems = try problems(wanted)
    var told = Completions(
      query: text, took: .nanoseconds(world.monotonic() - began),
      suggestions: found.suggestions.map { $0.named(wanted) }, notes: notes(problems, selection))
    // What was asked belongs to no domain: a key that reaches some alone does not learn of it.
    if !activity.queries.isEmpty, domains.isEmpty {
      let start = CountedText(text) { name in
        state.domains.contains { state.attributes(of: $0.name).hold(name) }
      }
      told.add(activity.queries, beginning: start, limit: limit)
    }
    told.isCut = found.isCut
    if found.isCut { told.notes.append(Note.cut(after: timeout, missing: "others")) }
    return told
  }
}

extension Completions {
  /// Puts queries that were asked before and found something after the names, the most asked first; at most a third
  /// of the completions.
  fileprivate mutating func add(
    _ queries: [AskedQuery], beginning start: CountedText, limit: Int
  ) {
    let known = Set(suggestions.map { ActivityView.folded($0.text) })
    let asked = queries.lazy.filter { query in
      query.hits > 0 && start.begins(query.text) && !known.contains(query.text)
    }.prefix(max(1, limit / 3)).map { query in
      Completion(text: query.text, kind: .query, domain: "", count: query.asked)
    }
    guard limit > 0, !asked.isEmpty else { return }
    let names = suggestions.prefix { $0.kind != .word }
    suggestions = Array((names + asked + suggestions.dropFirst(names.count)).prefix(limit))
  }
}
