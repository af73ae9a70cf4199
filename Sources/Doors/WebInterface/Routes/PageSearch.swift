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
    var state = call.searchState
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
    let names = commonest(searched.flatMap(\.facets))
    let findsAll = state.findsAll
    var answer = try placed(call, &state) { options in
      // Forms send an empty text: beside something else it asks for nothing more.
      options.findsAll = findsAll
      if let domain { options.domains = [domain] }
      options.facets = names
      options.countsSiblings = true
      // Paging goes through what is shown.
      options.countsGroups = true
      options.countsDomains = domain == nil
    }
    try addSiblings(&answer, call, state)
    var orders: [String] = []
    for name in searched.flatMap(\.orders) where !orders.contains(name) { orders.append(name) }
    var results = Results(
      state: state, answer: answer, domains: summaries(call), orders: orders,
      starred: try PickRoutes.starred(call), facts: facts)
    if answer.hits.isEmpty, domain == nil { try addWaysOn(&results, call) }
    return results
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

/// The contents of the start page: the domains, questions that find something, and what its reader opened and starred.
enum StartPage {
  static func beginning(_ call: Call) throws(Failure) -> Start {
    let places = try PickRoutes.places(call)
    var start = Start(
      domains: ItemRoutes.domains(call), lately: places.filter { !$0.isStarred },
      starred: places.filter(\.isStarred), updateCommand: call.library.updateCommand)
    start.examples = try examples(call)
    start.searches = Array(
      call.library.searchNames { ((try? call.domains([$0])) ?? []).isEmpty == false }.prefix(12))
    return start
  }

  /// Questions that find something: a short title of each domain, in words, of those that rank highest.
  private static func examples(_ call: Call) throws(Failure) -> [String] {
    var options = SearchOptions(domains: try call.domains([]), limit: 600)
    options.findsAll = true
    options.perDomain = 120
    options.marksMatches = false
    options.timeout = .milliseconds(200)
    var plain: [(domain: String, text: String)] = []
    var others: [(domain: String, text: String)] = []
    for hit in try call.state.search("", options: options).hits {
      func isNew(_ found: [(domain: String, text: String)]) -> Bool {
        !found.contains { $0.domain == hit.domain }
      }
      if let text = example(hit.title), isNew(plain) { plain.append((hit.domain, text)) }
      // Where titles are citations, their beginnings are what people type.
      let words = hit.title.prefix { $0 != ":" }.split(separator: " ").prefix(4)
      var beginning = words.joined(separator: " ").lowercased()
      while beginning.last?.isPunctuation ?? false { beginning.removeLast() }
      if isNew(others), beginning.count > 2 { others.append((hit.domain, beginning)) }
    }
    others.removeAll { other in plain.contains { $0.domain == other.domain } }
    let found = (plain + others).prefix(5)
    return found.map(\.text)
  }

  /// A title as somebody would type it: a few plain words; nil for any other one.
  private static func example(_ title: String) -> String? {
    let isPlain =
      title.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
      && title.first?.isLetter ?? false
    guard isPlain, (1...3).contains(title.split(separator: " ").count),
      (4...24).contains(title.count)
    else { return nil }
    return title.lowercased()
  }
}
