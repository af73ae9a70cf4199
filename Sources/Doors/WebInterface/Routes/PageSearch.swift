import Footlight
import FootlightPlatform

/// A search as pages show it: hits, and beside them what narrows them, with counts.
enum PageSearch {
  static func start(_ call: Call) throws(Failure) -> Reply {
    guard call.isSearch else {
      return Reply(Reply.html, call.pages.start(try StartPage.beginning(call)))
    }
    let results = try results(call)
    call.count(results.answer)
    return reply(results, call.pages.results)
  }

  static func fragment(_ call: Call) throws(Failure) -> Reply {
    guard call.isSearch else {
      return Reply(Reply.html, call.pages.startFragment(try StartPage.beginning(call)))
    }
    return reply(try results(call), call.pages.resultsFragment)
  }

  static func reply(_ results: Results, _ page: (Results) -> [UInt8]) -> Reply {
    var reply = Reply(Reply.html, page(results))
    reply.isCut = results.answer.isCut
    return reply
  }

  static func results(_ call: Call, in domain: String? = nil) throws(Failure) -> Results {
    let asked = call.searchState
    var state = try expanded(asked, call)
    if let domain {
      state.domains = [domain]
      if state.text?.isEmpty ?? true { state.text = nil }
      state.findsAll = state.text == nil
    }
    let facts = call.state.facts
    let reach = DomainReach(state.domains)
    let searched = facts.filter {
      call.reaches($0.name) && (state.domains.isEmpty || reach.contains($0.name))
    }
    let names = commonest(searched.flatMap { $0.facets + $0.orders })
    let findsAll = state.findsAll
    var answer = try placed(call, &state) { options in
      options.findsAll = findsAll
      if let domain { options.domains = [domain] }
      options.facets = names
      options.countsSiblings = true
      // Paging goes through what is shown.
      options.countsGroups = true
      options.countsDomains = domain == nil
    }
    if domain == nil { try addLacks(&answer, call, state) }
    try addSiblings(&answer, call, state)
    var orders: [String] = []
    for name in searched.flatMap(\.orders) where !orders.contains(name) { orders.append(name) }
    var results = Results(
      state: state, answer: answer, domains: summaries(call), orders: orders,
      starred: try PickRoutes.starred(call),
      facts: Dictionary(facts.map { ($0.name, $0) }) { one, _ in one }, asked: asked)
    if answer.hits.isEmpty, domain == nil { try addWaysOn(&results, call) }
    return results
  }

  /// The search with what a saved one stands for, which is then shown and taken away as what somebody chose.
  private static func expanded(_ asked: SearchState, _ call: Call) throws(Failure) -> SearchState {
    var options = SearchOptions(domains: try call.domains(asked.domains))
    options.filters = asked.filters
    guard let saved = try call.state.expanded(asked.text ?? "", options) else { return asked }
    var state = asked
    state.text = saved.text.allSatisfy(\.isWhitespace) ? nil : saved.text
    (state.domains, state.filters) = (saved.options.domains, saved.options.filters)
    state.findsAll = saved.options.findsAll
    let orders = saved.options.sort.map { order in
      (order.isDescending ? "-" : "") + order.name + (order.origin.map { ":" + $0.text } ?? "")
    }
    state.order = asked.order ?? (orders.isEmpty ? nil : orders.joined(separator: ","))
    return state
  }

  /// Tells of hits that satisfy a part of the query alone which words they lack.
  private static func addLacks(
    _ answer: inout Answer, _ call: Call, _ state: SearchState
  ) throws(Failure) {
    guard answer.hits.contains(where: { $0.tier == .part }) else { return }
    let told = try SearchRoutes.answer(call, call.arguments) { options in
      options.findsAll = state.findsAll
      if state.order == nil { options.sort = [] }
      options.explainsHits = true
      options.marksMatches = false
    }.hits
    for index in answer.hits.indices where told.indices.contains(index) {
      guard told[index].address == answer.hits[index].address else { continue }
      answer.hits[index].explanation = told[index].explanation
    }
  }

  /// The answer, as it comes where the place is gone from the text by whose distance hits were ordered.
  private static func placed(
    _ call: Call, _ state: inout SearchState, _ change: (inout SearchOptions) -> Void
  ) throws(Failure) -> Answer {
    do throws(Failure) {
      return try SearchRoutes.answer(call, call.arguments, change)
    } catch {
      guard state.order == AttributeOrder.placeName, error.concerns([.queryOrder]) else {
        throw error
      }
      state.order = nil
      return try SearchRoutes.answer(call, call.arguments) { options in
        change(&options)
        options.sort = []
      }
    }
  }

  /// Counts the domains beside the chosen one, as if it were not.
  private static func addSiblings(
    _ answer: inout Answer, _ call: Call, _ state: SearchState
  ) throws(Failure) {
    guard !state.domains.isEmpty, !answer.domainTotals.isEmpty || answer.hits.isEmpty else {
      return
    }
    let reached = try call.domains([])
    answer.domainTotals = try SearchRoutes.answer(call, call.arguments) { options in
      options.findsAll = state.findsAll
      options.domains = reached
      options.limit = 0
      options.offset = 0
      options.sort = []
      options.marksMatches = false
      options.countsGroups = true
      options.countsDomains = true
    }.domainTotals
  }

  /// Looks for names that begin alike, and for hits without what narrows the search.
  private static func addWaysOn(_ results: inout Results, _ call: Call) throws(Failure) {
    guard let text = results.state.text, !text.isEmpty else { return }
    if !results.state.filters.isEmpty || !results.state.domains.isEmpty {
      let reached = try call.domains([])
      results.elsewhere = try SearchRoutes.answer(call, call.arguments) { options in
        options.domains = reached
        options.filters = []
        options.sort = []
        options.limit = 0
        options.offset = 0
      }.total
    }
    // The longest beginning of the text that some name has, down to two letters.
    var beginning = String(text.prefix(24))
    while beginning.count > 2, results.near.isEmpty {
      beginning = String(beginning.prefix(max(2, beginning.count * 2 / 3)))
      results.near = try call.state.suggest(
        beginning, domains: try call.domains([]), limit: 5, timeout: .milliseconds(50)
      ).suggestions.filter { $0.kind == .title || $0.kind == .alias }
    }
  }

  /// The domains as they are stored: nothing outside of the index is looked at for a key that is pressed.
  private static func summaries(_ call: Call) -> [DomainSummary] {
    call.state.facts.filter { call.reaches($0.name) }.map { domain in
      DomainSummary(domain: domain.name, label: domain.label, items: domain.items)
    }
  }

  /// Up to two dozen names, those of most domains first.
  ///
  /// The attributes of domains without hits cost nothing,
  /// and are not shown.
  private static func commonest(_ names: [String]) -> [String] {
    var counts: [(name: String, count: Int)] = []
    for name in names {
      if let index = counts.firstIndex(where: { $0.name == name }) {
        counts[index].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    let order = counts.enumerated().sorted { a, b in
      a.element.count != b.element.count
        ? a.element.count > b.element.count : a.offset < b.offset
    }
    return order.prefix(24).map(\.element.name)
  }
}

/// The contents of the start page: the domains, searches that have names or are often asked, and what its reader opened
/// and starred.
enum StartPage {
  static func beginning(_ call: Call) throws(Failure) -> Start {
    let places = try PickRoutes.places(call)
    var start = Start(
      domains: ItemRoutes.domains(call), lately: places.filter { !$0.isStarred },
      starred: places.filter(\.isStarred), updateCommand: call.library.updateCommand)
    start.searches = Array(
      call.library.searchNames { ((try? call.domains([$0])) ?? []).isEmpty == false }.prefix(12))
    // What others ask is not for everybody, and what few asked suggests nothing.
    guard call.records else { return start }
    let named = start.searches.map { "@" + $0 }
    let asked = (try? call.library.queries(limit: 50)) ?? []
    start.examples = asked.filter { $0.asked >= 5 && $0.hits > 0 && !named.contains($0.text) }
      .prefix(5).map(\.text)
    return start
  }
}
