import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine

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
        query: text, took: .nanoseconds(system.monotonic() - began),
        suggestions: Array(saved.prefix(limit)))
    }
    let wanted = stored.filter { selection.contains($0) && isShown($0, to: audience) }
    var request = SuggestionRequest(
      text, limit: limit, now: system.now(),
      bounds: SearchBounds(after: timeout, began: began, system, cancellation))
    request.hidesPrivate = audience.hidesPrivate
    let found = try state.suggest(request, in: wanted)
    let problems = try problems(wanted)
    var told = Completions(
      query: text, took: .nanoseconds(system.monotonic() - began),
      suggestions: found.suggestions.map { $0.named(wanted) },
      notes: notes(problems, selection, for: audience))
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

extension Searcher {
  /// The suggestions for the empty query: things that were used, the most used first, then items in their window.
  func suggestUsed(
    _ text: String, _ selection: DomainSelection, limit: Int, audience: Audience, began: Int64
  ) throws(Failure) -> Completions {
    let now = system.now()
    var found: [Completion] = []
    var known: Set<ItemAddress> = []
    let used = activity.records.filter { record in
      selection.contains(record.domain) && record.mayShow(in: .suggest)
        && record.activityClass(on: activity.today) > 0 && !record.hasExpired(now: now)
    }.sorted { one, other in
      let (first, second) = (
        one.activityClass(on: activity.today), other.activityClass(on: activity.today)
      )
      guard first == second else { return first > second }
      return ((one.last ?? .min), one.sequence) > ((other.last ?? .min), other.sequence)
    }
    func add(_ found: inout [Completion], _ address: ItemAddress, _ title: String) {
      guard found.count < limit, known.insert(address).inserted else { return }
      found.append(
        Completion(text: title, kind: .title, domain: address.domain, id: address.id))
    }
    for record in used where found.count < limit {
      let address = ItemAddress(domain: record.domain, id: record.id)
      // An item that is gone, or only known by its link, is no suggestion.
      guard let item = try item(at: address), audience == .owner || !item.isPrivate,
        isShown(record.domain, to: audience)
      else { continue }
      add(&found, address, item.item.title)
    }
    for domain in state.domains.map(\.name)
    where found.count < limit && selection.contains(domain) && isShown(domain, to: audience)
      && state.problem(of: domain) == nil
    {
      let items = try state.itemsInWindow(now, of: domain, atMost: limit) { item in
        let address = ItemAddress(domain: domain, id: item.id)
        let isHidden =
          audience.hidesPrivate && ReservedValues(item, state, domain)[.isPrivate] != nil
        return !isHidden && !known.contains(address)
          && activity.record(address)?.mayShow(in: .suggest) ?? true
      }
      for item in items { add(&found, ItemAddress(domain: domain, id: item.id), item.title) }
    }
    return Completions(
      query: text, took: .nanoseconds(system.monotonic() - began), suggestions: found,
      notes: notes(try problems(state.domains.map(\.name)), selection, for: audience))
  }
}
