import Footlight
import FootlightPlatform
import JSONAnswers

/// Items, domains, and how they are.
enum ItemRoutes {
  static let all: [Route] = [
    Route(
      method: "GET", path: "/api/v1/items/{domain}/{id}", name: "item",
      summary: "an item, whole", statuses: [200, 304, 404], answer: .item
    ) { (call) throws(Failure) in
      Reply(JSONObjects.item, try found(call))
    },
    Route(
      method: "GET", path: "/api/v1/items/{domain}/{id}/explain", name: "explain",
      summary: "why an item is in an answer, or why it is missing",
      parameters: SearchRoutes.parameters.filter {
        ["q", "domain", "filter", "match", "per_domain", "distinct", "timeout_ms", "all"].contains(
          $0.name)
      }, statuses: [200, 304, 400, 404], answer: .explained, action: explain),
    Route(
      method: "GET", path: "/api/v1/domains", name: "domains", summary: "the domains",
      statuses: [200, 304], answer: .summaries
    ) { (call) throws(Failure) in
      list("domains", JSONObjects.summary, domains(call))
    },
    Route(
      method: "GET", path: "/api/v1/domains/{domain}", name: "domain",
      summary: "a domain with its attributes", statuses: [200, 304, 404], answer: .domain
    ) { (call) throws(Failure) in
      Reply(JSONObjects.domain, try call.builtDomain())
    },
    Route(
      method: "GET", path: "/api/v1/domains/{domain}/items", name: "items",
      summary:
        "all items of a domain as JSON lines, a page at a time: the header Footlight-Next holds the cursor of the next one",
      parameters: [
        Parameter("limit", .number(1...10_000), "how many items at most (1000)"),
        Parameter(
          "cursor", .pattern("^(?:[0-9a-z]+[.][0-9a-z.]{1,40})?$"),
          "where the page before has ended"),
      ], statuses: [200, 304, 400, 404, 409], lane: .waiting, contentType: "application/x-ndjson",
      steps: { (call) throws(Failure) in
        var export = try ItemExport(call)
        return { () throws(Failure) in try export.step() }
      }),
    Route(
      method: "GET", path: "/api/v1/domains/{domain}/facets", name: "facets",
      summary: "how often each value of the attributes of a domain occurs",
      parameters: [
        SearchRoutes.filter,
        Parameter(
          "facet", .attributes(.counted), "an attribute; all that can be counted without it"),
        Parameter(
          "value", .text, "what the values hold that are listed, whatever case and accents"),
      ], statuses: [200, 304, 400, 404], action: facets),
    Route(
      method: "GET", path: "/api/v1/status", name: "status",
      summary: "versions, items, and what a sync would do", statuses: [200, 304],
      lane: .waiting, validator: .content, answer: .statuses
    ) { (call) throws(Failure) in
      try statusReply(call)
    },
  ]

  /// The item that a path names.
  static func found(_ call: Call) throws(Failure) -> LocatedItem {
    let (domain, id) = (call.capture("domain"), call.capture("id"))
    try call.check(domain)
    let address = ItemAddress(domain: domain, id: id)
    guard let found = try call.state.item(address.description),
      found.domain == domain, found.item.id == id
    else {
      throw Failure(.itemUnknown, "there is no such item", remedy: "search for it")
    }
    return found
  }

  private static func explain(_ call: Call) throws(Failure) -> Reply {
    let found = try found(call)
    var options = SearchOptions(call.arguments)
    options.domains = try call.domains(options.domains)
    let address = ItemAddress(domain: found.domain, id: found.item.id)
    let told = try call.state.explain(
      call.arguments["q"] ?? "", address.description, options: options,
      cancellation: call.request.cancellation)
    return Reply(JSONObjects.explained, told, isCut: told.isCut)
  }

  static func statusReply(_ call: Call) throws(Failure) -> Reply {
    list("status", JSONObjects.status, try status(call).map { ($0, nil) })
  }

  /// The domains that the key reaches.
  static func domains(_ call: Call) -> [DomainSummary] {
    call.state.summaries.filter { call.reaches($0.domain) }
  }

  /// The status of the domains that the key reaches.
  static func status(_ call: Call) throws(Failure) -> [DomainStatus] {
    try call.served.statusMemory.status(of: call.library, as: call.state)
      .filter { call.reaches($0.domain) }.map { call.state.seen($0) }
  }

  private static func facets(_ call: Call) throws(Failure) -> Reply {
    let domain = call.capture("domain")
    try call.check(domain)
    guard let facts = call.state.facts.first(where: { $0.name == domain }) else {
      guard domains(call).contains(where: { $0.domain == domain }) else {
        throw Failure(
          .unknownDomain, "there is no such domain", remedy: "/api/v1/domains lists them")
      }
      return Reply(["facets": [:]])
    }
    var options = SearchOptions(domains: [domain], limit: 0, countsExactly: true)
    options.findsAll = true
    options.filters = call.arguments.list("filter")
    let asked = call.arguments.list("facet")
    options.facets = asked.isEmpty ? facts.facets : asked
    options.valuesHold = call.arguments["value"]
    options.timeout = .milliseconds(SearchRoutes.longest)
    var answer = Answer(query: "")
    if let options = ElsewhereAttributes(call, options).leave(options) {
      answer = try call.state.search(
        "", options: options, cancellation: call.request.cancellation)
    }
    var json = JSONWriter()
    json.object { $0.facets(answer.facets) }
    json.endLine()
    var reply = Reply(Reply.json, json.written)
    reply.isCut = answer.isCut
    return reply
  }

  /// An object with one list, of what is a line of its own on the command line.
  static func list<Value>(_ name: String, _ object: JSONObject<Value>, _ values: [Value]) -> Reply {
    var json = JSONWriter()
    json.object { $0.list(name, object, values) }
    json.endLine()
    return Reply(Reply.json, json.written)
  }
}
