import Footlight
import FootlightDiagnostics
import HTTPListener
import JSONAnswers
import WebPages

/// The pages that people read.
///
/// What varies in their address stands behind all fixed routes, so that a domain that is called
/// as one of those has its pages below `/-/`.
enum PageRoutes {
  /// The parameters of pages: some of the API's, and one of their own.
  static let parameters: [Parameter] =
    SearchRoutes.parameters.filter {
      ["q", "domain", "filter", "sort", "limit", "offset", "all"].contains($0.name)
    } + [Parameter("values", .text, "the attribute of which all values are listed")]

  static let all: [Route] =
    [
      answered("/", "start", "the search over all domains", start),
      answered("/results", "results", "the list of hits alone", fragment),
      page("/api", "apiPage", "the reference of the API", validator: .content) {
        (call) throws(Failure) in
        call.pages.reference(RouteTable.described.map(\.reference))
      },
      page("/changes", "changesPage", "what was pushed lately", lane: .waiting, validator: .content)
      { (call) throws(Failure) in
        let (entries, facts) = try MachineRoutes.changes(call, of: nil)
        return call.pages.changes(entries) { name in
          facts.first { $0.name == name }?.label ?? name
        }
      },
      page("/status", "statusPage", "how the domains are", lane: .waiting, validator: .content) {
        (call) throws(Failure) in
        call.pages.status(try ItemRoutes.status(call))
      },
      json("/status.json", "statusJSON", lane: .waiting, validator: .content) {
        (call) throws(Failure) in
        try ItemRoutes.list("status", ItemRoutes.status(call)) {
          $0.line(JSONObjects.status, ($1, nil))
        }
      },
    ] + PickRoutes.all + SignIn.routes
    + ["/-", ""].flatMap { prefix in
      [
        json(prefix + "/{domain}.json", "domainJSON") { (call) throws(Failure) in
          try domainJSON(call)
        },
        answered(prefix + "/{domain}", "domainPage", "a domain, and all that it holds", domain),
        json(prefix + "/{domain}/{id}.json", "itemJSON") { (call) throws(Failure) in
          try itemJSON(call)
        },
        page(prefix + "/{domain}/{id}", "itemPage", "an item", item),
        Route(
          method: "GET", path: prefix + "/{domain}/{id}/picture", name: "itemPicture",
          summary: "the picture of an item", lane: .waiting, validator: .content, form: .machine,
          action: picture),
      ]
    }

  static func page(
    _ path: String, _ name: String, _ summary: String, lane: Answering.Lane = .reading,
    validator: Route.Validator = .state,
    _ body: @escaping @Sendable (Call) throws(Failure) -> [UInt8]
  ) -> Route {
    answered(path, name, summary, lane: lane, validator: validator) { (call) throws(Failure) in
      Reply(Reply.html, try body(call))
    }
  }

  private static func answered(
    _ path: String, _ name: String, _ summary: String, lane: Answering.Lane = .reading,
    validator: Route.Validator = .state,
    _ action: @escaping @Sendable (Call) throws(Failure) -> Reply
  ) -> Route {
    Route(
      method: "GET", path: path, name: name, summary: summary, parameters: parameters, lane: lane,
      validator: validator, form: .page, contentType: Reply.html, action: action)
  }

  private static func json(
    _ path: String, _ name: String, lane: Answering.Lane = .reading,
    validator: Route.Validator = .state,
    _ action: @escaping @Sendable (Call) throws(Failure) -> Reply
  ) -> Route {
    Route(
      method: "GET", path: path, name: name, summary: "the same as JSON", parameters: parameters,
      lane: lane, validator: validator, action: action)
  }

  // MARK: Searching

  private static func start(_ call: Call) throws(Failure) -> Reply {
    guard call.isSearch else { return Reply(Reply.html, call.pages.start(try beginning(call))) }
    return reply(try results(call), call.pages.results)
  }

  private static func fragment(_ call: Call) throws(Failure) -> Reply {
    guard call.isSearch else {
      return Reply(Reply.html, call.pages.startFragment(try beginning(call)))
    }
    return reply(try results(call), call.pages.resultsFragment)
  }

  private static func reply(_ results: Results, _ page: (Results) -> [UInt8]) -> Reply {
    var reply = Reply(Reply.html, page(results))
    reply.isCut = results.answer.isCut
    return reply
  }

  private static func beginning(_ call: Call) throws(Failure) -> Start {
    let places = try PickRoutes.places(call)
    var start = Start(
      domains: try ItemRoutes.domains(call), lately: places.filter { !$0.isStarred },
      starred: places.filter(\.isStarred), updateCommand: call.library.updateCommand)
    start.examples = try examples(call)
    return start
  }

  /// Questions that find something: a short title of each domain, in words, of those that rank highest.
  private static func examples(_ call: Call) throws(Failure) -> [String] {
    var options = SearchOptions(domains: try call.domains([]), limit: 200)
    options.findsAll = true
    options.perDomain = 40
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
      let beginning = words.joined(separator: " ").lowercased()
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

  private static func results(_ call: Call, in domain: String? = nil) throws(Failure) -> Results {
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
    var answer = try SearchRoutes.answer(call, call.arguments) { options in
      // Forms send an empty text: beside something else it asks for nothing more.
      options.findsAll = state.findsAll
      if let domain { options.domains = [domain] }
      options.facets = names
      options.countsDomains = domain == nil
    }
    try addSiblings(&answer, call, state, names)
    var orders: [String] = []
    for name in searched.flatMap(\.orders) where !orders.contains(name) { orders.append(name) }
    var results = Results(
      state: state, answer: answer, domains: summaries(call), orders: orders,
      starred: try PickRoutes.starred(call), facts: facts)
    if answer.hits.isEmpty, domain == nil { try addWaysOn(&results, call) }
    return results
  }

  /// Counts the values beside those that are chosen, and the domains beside the chosen one, as if these were not:
  /// one search more for each attribute that is filtered.
  private static func addSiblings(
    _ answer: inout Answer, _ call: Call, _ state: SearchState, _ facets: [String]
  ) throws(Failure) {
    let chosen = try call.domains(state.domains)
    func counted(
      _ change: (inout SearchOptions) -> Void
    ) throws(Failure) -> Answer {
      try SearchRoutes.answer(call, call.arguments) { options in
        options.findsAll = state.findsAll
        options.domains = chosen
        options.limit = 0
        options.offset = 0
        options.sort = nil
        options.marksMatches = false
        change(&options)
      }
    }
    let filtered = state.filters.compactMap { SearchState.attribute(of: $0) }
    for name in Set(filtered).sorted() where facets.contains(name) {
      let others = try counted { options in
        options.filters.removeAll { SearchState.attribute(of: $0) == name }
        options.facets = [name]
      }
      guard let facet = others.facets.first(where: { $0.name == name }) else { continue }
      if let place = answer.facets.firstIndex(where: { $0.name == name }) {
        answer.facets[place] = facet
      } else {
        answer.facets.append(facet)
      }
    }
    if !state.domains.isEmpty, !answer.domainTotals.isEmpty || answer.hits.isEmpty {
      let reached = try call.domains([])
      answer.domainTotals = try counted { options in
        options.domains = reached
        options.countsDomains = true
      }.domainTotals
    }
  }

  /// Looks for names that begin alike, and for hits without what narrows the search.
  private static func addWaysOn(_ results: inout Results, _ call: Call) throws(Failure) {
    guard let text = results.state.text, !text.isEmpty else { return }
    if !results.state.filters.isEmpty || !results.state.domains.isEmpty {
      let reached = try call.domains([])
      results.elsewhere = try SearchRoutes.answer(call, call.arguments) { options in
        options.domains = reached
        options.filters = []
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
      ).suggestions.filter { $0.kind != .word }
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
      if let place = counts.firstIndex(where: { $0.name == name }) {
        counts[place].count += 1
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

  // MARK: Domains and items

  private static func domain(_ call: Call) throws(Failure) -> Reply {
    let name = call.capture("domain")
    try call.check(name)
    guard try ItemRoutes.domains(call).contains(where: { $0.domain == name }) else { throw nowhere }
    return reply(try results(call, in: name)) { call.pages.domain(name, $0) }
  }

  private static func domainJSON(_ call: Call) throws(Failure) -> Reply {
    let name = call.capture("domain")
    try call.check(name)
    guard try ItemRoutes.domains(call).contains(where: { $0.domain == name }) else { throw nowhere }
    let answer = try SearchRoutes.answer(call, call.arguments) { options in
      options.domains = [name]
      options.findsAll = true
    }
    var json = JSONWriter()
    json.line(JSONObjects.answer, answer)
    var reply = Reply(Reply.json, json.written)
    reply.isCut = answer.isCut
    return reply
  }

  private static func item(_ call: Call) throws(Failure) -> [UInt8] {
    try item(call, try ItemRoutes.found(call))
  }

  private static func item(_ call: Call, _ found: LocatedItem) throws(Failure) -> [UInt8] {
    let facts = call.state.facts.first { $0.name == found.domain }
    let label = facts?.label ?? found.domain
    let address = ItemAddress(domain: found.domain, id: found.item.id)
    var view = ItemView(
      domain: found.domain, label: label, item: found.item,
      schema: call.state.schema(of: found.domain),
      isStarred: call.records ? try PickRoutes.starred(call).contains(address) : nil,
      state: call.searchState, hasPicture: call.state.picture(of: found) != nil)
    for attribute in facts?.attributes ?? [] { view.labels[attribute.name] = attribute.label }
    return call.pages.item(view)
  }

  private static func picture(_ call: Call) throws(Failure) -> Reply {
    guard let path = call.state.picture(of: try ItemRoutes.found(call)),
      let picture = PictureFile(path)
    else { throw nowhere }
    return Reply(picture.contentType, picture.bytes)
  }

  /// The item as JSON; or the page of an item whose id ends as the address does.
  private static func itemJSON(_ call: Call) throws(Failure) -> Reply {
    let domain = call.capture("domain")
    try call.check(domain)
    do throws(Failure) {
      return ItemRoutes.itemReply(try ItemRoutes.found(call))
    } catch {
      let id = call.capture("id") + ".json"
      let address = ItemAddress(domain: domain, id: id)
      guard let found = try call.state.item(address.description),
        found.domain == domain
      else {
        throw error
      }
      return Reply(Reply.html, try item(call, found))
    }
  }

  private static let nowhere = Failure(
    .routeUnknown, "there is nothing at this address", remedy: "search for it")
}

extension Call {
  /// Whether something is searched for, and not only the beginning shown.
  var isSearch: Bool {
    arguments["q"].map { !$0.isEmpty } ?? false || asksBesideText
  }

  /// Whether the address asks for something beside a text.
  private var asksBesideText: Bool {
    arguments.flag("all") || arguments["sort"] != nil
      || !arguments.list("filter").isEmpty || !arguments.list("domain").isEmpty
  }

  /// Whether what is picked is recorded for who asks.
  var records: Bool { pages.activity }

  /// The search that the address asks for.
  var searchState: SearchState {
    let text = arguments["q"].flatMap { $0.isEmpty && asksBesideText ? nil : $0 }
    var state = SearchState(
      text: text, domains: arguments.list("domain"), filters: arguments.list("filter"),
      order: arguments["sort"], offset: arguments.number("offset") ?? 0,
      limit: arguments.number("limit") ?? SearchState.usualLimit,
      findsAll: text == nil && asksBesideText)
    state.listed = arguments["values"]
    return state
  }
}
