import Footlight
import FootlightPlatform
import JSONAnswers

/// Searching and completing.
enum SearchRoutes {
  /// The most milliseconds of a search, and of all that are sent at once: a thread that answers is for everybody.
  static let longest = 10_000

  /// The most hits of all that are sent at once, which are as many as one search may have.
  private static let mostHits = 10_000

  private static let timeout = Parameter(
    SearchParameter.timeout.name, .number(0...longest),
    "\(SearchParameter.timeout.summary) (\(longest))")

  static let filter = Parameter(.filter)

  /// The parameters that go into the options of a search.
  fileprivate static let searched: [SearchParameter] = [
    .domain, .filter, .within, .facet, .siblings, .sort, .limit, .offset, .match, .perDomain,
    .distinct, .count, .timeout, .explain, .all,
  ]

  static let parameters: [Parameter] =
    [
      Parameter("q", .text, "what is searched for; without it everything that the filters leave")
    ] + searched.map { $0.name == timeout.name ? timeout : Parameter($0) } + [
      Parameter(
        "fields", .listOf(HitForm.knownFields), "a member of hits that is written; all without it"),
      Parameter("highlight", .choice(["offsets", "html"]), "how matches are told (offsets)"),
      Parameter(
        "crop", .number(20...10_000),
        "to how many characters a description is cut, around what matched"),
      Parameter("offsets", .choice(["scalars", "utf16"]), "what offsets count (scalars)"),
    ]

  static let all: [Route] = [
    Route(
      method: "GET", path: "/api/v1/search", name: "search", summary: "search, best hits first",
      parameters: parameters, statuses: [200, 304, 400, 404], answer: .answer, action: search
    ).counting,
    Route(
      method: "POST", path: "/api/v1/search", name: "searchMany",
      summary: "answer up to 50 queries in order, from one state", statuses: [200, 400, 413],
      body: "{\"queries\": […]}, each an object with the parameters of search",
      limits: BodyLimits(bytes: 1 << 20, stall: 1_500, whole: 10_000), validator: .none,
      answer: .answers,
      steps: searchMany),
    Route(
      method: "GET", path: "/api/v1/suggest", name: "suggest",
      summary: "complete what is being typed",
      parameters: [
        Parameter("q", .text, "what has been typed"),
        Parameter(.domain),
        Parameter(
          "limit", .number(0...1_000), "how many completions at most (\(SearchOptions.usualLimit))"),
        timeout,
      ], statuses: [200, 304, 400, 404], answer: .completions, action: suggest),
  ]

  private static func search(_ call: Call) throws(Failure) -> Reply {
    let form = HitForm(call.arguments)
    let answer = try answer(call, call.arguments)
    call.count(answer)
    return Reply(JSONObjects.answer(form), answer, isCut: answer.isCut)
  }

  /// The answer to parameters, as far as the key reaches.
  static func answer(
    _ call: Call, _ arguments: Arguments, within left: Int = longest,
    _ change: (inout SearchOptions) -> Void = { _ in }
  ) throws(Failure) -> Answer {
    var options = SearchOptions(arguments)
    options.timeout = min(options.timeout ?? .milliseconds(left), .milliseconds(left))
    options.domains = try call.domains(options.domains)
    change(&options)
    let elsewhere = ElsewhereAttributes(call, options)
    guard let left = elsewhere.leave(options) else {
      return elsewhere.nothing(arguments["q"] ?? "")
    }
    options = left
    return try call.state.search(
      arguments["q"] ?? "", options: options, cancellation: call.request.cancellation)
  }

  /// Answers one query a step, so that many of them do not hold up other clients; a query that is wrong fails
  /// alone, with its place.
  private static func searchMany(_ call: Call) throws(Failure) -> () throws(Failure) -> Reply? {
    guard let body = JSONValue(call.request.body), case .list(let queries)? = body["queries"] else {
      throw Failure(
        .requestBody, "the body is no JSON object with queries",
        remedy: "send {\"queries\": [{\"q\": \"…\"}]}")
    }
    guard queries.count <= 50 else {
      throw Failure(.requestBody, "there are more than 50 queries", remedy: "send them in parts")
    }
    var all: [Result<Arguments, Failure>] = []
    for query in queries {
      do throws(Failure) {
        all.append(.success(try Arguments(object: query, parameters)))
      } catch {
        all.append(.failure(error))
      }
    }
    var text: [UInt8] = Array("{\"answers\":[".utf8)
    var index = 0
    var spent: Int64 = 0
    var room = mostHits
    var mistakes: [Diagnostic] = []
    var wrong = 0
    return { () throws(Failure) in
      guard index < all.count else { return Reply(Reply.json, text + Array("]}\n".utf8)) }
      if index > 0 { text.append(UInt8(ascii: ",")) }
      let began = call.served.now()
      do throws(Failure) {
        text += try answered(
          call, all[index], left: longest - Int(spent / 1_000_000), room: &room)
      } catch {
        guard !error.concerns([.cancelled]) else { throw error }
        let told = ErrorAnswer(error, in: "queries[\(index)]")
        text += told.json(hiding: call.library.workspace.folder).dropLast()
        mistakes += told.diagnostics
        wrong += 1
      }
      spent += call.served.now() - began
      index += 1
      // Where all queries are wrong the request is.
      if wrong == all.count, let failure = Failure(mistakes) { throw failure }
      return index < all.count ? nil : Reply(Reply.json, text + Array("]}\n".utf8))
    }
  }

  /// One answer of many, with as many hits as are left.
  private static func answered(
    _ call: Call, _ query: Result<Arguments, Failure>, left: Int, room: inout Int
  ) throws(Failure) -> ArraySlice<UInt8> {
    let arguments = try query.get()
    var isShort = false
    var found = try answer(call, arguments, within: max(0, left)) { [room] options in
      isShort = options.limit > room
      options.limit = min(options.limit, room)
    }
    let shown = (arguments.number("offset") ?? 0) + found.hits.count
    if isShort, found.hits.count == room, found.total > shown {
      found.isCut = true
      found.notes.append(
        Note(
          code: .searchCut,
          message:
            "the answers of one request hold \(mostHits) hits together; some are missing here"))
    }
    room -= found.hits.count
    return Reply(JSONObjects.answer(HitForm(arguments)), found).body.dropLast()
  }

  private static func suggest(_ call: Call) throws(Failure) -> Reply {
    let found = try completions(call)
    return Reply(JSONObjects.completions, found, isCut: found.isCut)
  }

  static func completions(_ call: Call) throws(Failure) -> Completions {
    try call.state.suggest(
      call.arguments["q"] ?? "", domains: try call.domains(call.arguments.list("domain")),
      limit: call.arguments.number("limit") ?? SearchOptions.usualLimit,
      timeout: .milliseconds(call.arguments.number("timeout_ms") ?? longest),
      cancellation: call.request.cancellation)
  }
}

extension SearchOptions {
  /// The search options in the parameters of a request.
  init(_ arguments: Arguments) {
    self.init(timeout: .milliseconds(SearchRoutes.longest))
    for parameter in SearchRoutes.searched {
      for value in arguments.list(parameter.name) { parameter.put(value, &self) }
    }
    // Where nothing is said, a page is as long as paging reaches.
    if arguments["limit"] == nil { limit = min(limit, SearchOptions.furthest - offset) }
    if arguments["q"] == nil { findsAll = true }
  }
}

extension HitForm {
  /// The form that the parameters of a request ask for.
  init(_ arguments: Arguments) {
    self.init()
    fields = Set(arguments.list("fields"))
    countsUTF16 = arguments["offsets"] == "utf16"
    marksHTML = arguments["highlight"] == "html"
    longestDescription = arguments.number("crop")
  }
}
