import Footlight
import FootlightPlatform
import JSONAnswers
import Synchronization

/// The library over HTTP: lets requests in or not, finds their route, and answers.
final class WebService: HTTPService {
  let served: ServedLibrary
  private let access: AccessCheck
  private let states: StateMemory
  private let answers = AnswerCache()

  /// Serves a library on these sockets.
  init(
    _ library: Library, _ settings: WebSettings, ports: [(address: String, port: Int)],
    hasUnixSocket: Bool = false, system: SystemServices = .system
  ) {
    served = ServedLibrary(library, settings, taken: RouteTable.taken, system)
    states = StateMemory(library, system)
    access = AccessCheck(
      settings: settings,
      hosts: HostList(ports: ports, hasUnixSocket: hasUnixSocket, others: settings.hosts),
      keys: served.keys)
  }

  func admit(_ head: HTTPRequest) -> Admission {
    switch access.enter(head) {
    case .success(let entry):
      return .take(entry.route.limits) { self.answer($0, entry) }
    case .failure(let refused):
      served.metrics.count("refused", refused.answer.status, 0)
      return .refuse(finished(refused.answer, head, isPage: refused.isPage))
    }
  }

  // MARK: The answer

  private func answer(_ request: HTTPRequest, _ entry: Entry) -> Answering {
    guard let lane = entry.route.lane else {
      let next = begin(request, entry)
      while true { if let response = next() { return .now(response) } }
    }
    // A kept answer is sent by the thread that read the request: no other one is woken for it.
    if let known = kept(request, entry) { return .now(known) }
    let work = StepwiseWork { self.begin(request, entry) }
    return .later(lane) { work.next() }
  }

  /// An answer that was given before and holds still, or 304 for whoever has it.
  private func kept(_ request: HTTPRequest, _ entry: Entry) -> HTTPResponse? {
    guard entry.route.validator == .state, WebService.isRead(request),
      !(entry.route.countsQueries && served.library.logsQueries),
      let state = try? states.state(for: entry.audience)
    else { return nil }
    let began = served.now()
    let tag = validator(request, entry, state.stamp)
    let matches = request.header("If-None-Match")
    let answer: HTTPResponse
    if let matches, WebService.holds(matches, tag) {
      answer = finished(notModified(tag), request)
    } else if state.isLasting, let found = answers.answer(tag) {
      answer = finished(matches == "*" ? notModified(tag) : found, request)
    } else {
      return nil
    }
    served.metrics.count(entry.route.name, answer.status, served.now() - began)
    return answer
  }

  private static func isRead(_ request: HTTPRequest) -> Bool {
    request.method == "GET" || request.method == "HEAD"
  }

  /// A reply with its validator; it is kept where it holds as long as that.
  private func told(
    _ reply: Reply, _ request: HTTPRequest, _ entry: Entry, _ state: KnownState
  ) -> HTTPResponse {
    var tag: String?
    if WebService.isRead(request), reply.status == 200, !reply.isCut {
      switch entry.route.validator {
      case .state: tag = validator(request, entry, state.stamp)
      case .content: tag = validator(request, entry, ContentTag.of(reply.body))
      case .none: break
      }
    }
    if let tag, let matches = request.header("If-None-Match"),
      matches == "*" || WebService.holds(matches, tag)
    {
      return finished(notModified(tag), request)
    }
    var response = response(reply, tag)
    PackedAnswer.pack(&response, for: request)
    if let tag, entry.route.validator == .state, state.isLasting { answers.keep(response, tag) }
    return finished(response, request)
  }

  /// Begins to answer; each call of what it returns is a step, and returns nil until the last one.
  private func begin(_ request: HTTPRequest, _ entry: Entry) -> () -> HTTPResponse? {
    let route = entry.route
    let began = served.now()
    func done(_ response: HTTPResponse) -> HTTPResponse {
      served.metrics.count(route.name, response.status, served.now() - began)
      return response
    }
    func failed(_ failure: Failure) -> HTTPResponse {
      // The script of a page puts the list alone into it, and what is wrong instead.
      let isFragment = route.name == "results"
      return done(
        finished(
          ErrorAnswer(failure), request, isPage: route.form == .page, isFragment: isFragment))
    }
    // Whoever has hung up is not worked for; a write is done, since its client may not wait for an answer.
    func check() throws(Failure) { if !route.writes { try request.cancellation.check() } }
    do throws(Failure) {
      try check()
      let arguments = try Arguments(
        query: request.query, route.parameters, isStrict: route.form == .json)
      let state = try states.state(for: entry.audience)
      let call = Call(
        served: served, request: request, entry: entry, arguments: arguments,
        state: state.snapshot)
      let steps = try route.steps?(call)
      return {
        defer { if route.writes { self.states.forget() } }
        do throws(Failure) {
          try check()
          guard let steps else {
            return done(self.told(try route.action(call), request, entry, state))
          }
          return try steps().map { done(self.told($0, request, entry, state)) }
        } catch {
          return failed(error)
        }
      }
    } catch {
      return { failed(error) }
    }
  }

  private func validator(_ request: HTTPRequest, _ entry: Entry, _ stamp: String) -> String {
    let who = entry.key.map { "\($0.name)\n\($0.created)\n\($0.domains)" } ?? ""
    let reader = "\(entry.audience)\(entry.recordsPicks ? "+" : "")"
    // A packed answer is another representation (RFC 9110, section 8.8.3.3).
    let form = PackedAnswer.isAccepted(by: request) ? "gzip" : ""
    let text = [request.target, request.header("Host") ?? "", reader, who, form, stamp].joined(
      separator: "\n")
    return "\"\(ContentTag.of(Array(text.utf8)))\""
  }

  private static func holds(_ sent: String, _ tag: String) -> Bool {
    sent.split(separator: ",").contains { part in
      var part = part.drop { $0 == " " }
      if part.hasPrefix("W/") { part = part.dropFirst(2) }
      while part.last == " " { part = part.dropLast() }
      return part == tag
    }
  }

  private func notModified(_ tag: String) -> HTTPResponse {
    HTTPResponse(
      304,
      headers: [("ETag", tag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding")])
  }

  private func response(_ reply: Reply, _ tag: String?) -> HTTPResponse {
    var response = HTTPResponse(
      reply.status, headers: [("Content-Type", reply.contentType)] + reply.headers, body: reply.body
    )
    if reply.isImmutable {
      response.headers.append(("Cache-Control", "public, max-age=31536000, immutable"))
    } else if let tag {
      response.headers.append(("ETag", tag))
      response.headers.append(("Cache-Control", "no-cache"))
    } else {
      response.headers.append(("Cache-Control", "no-store"))
    }
    return response
  }

  private func finished(
    _ answer: ErrorAnswer, _ request: HTTPRequest, isPage: Bool = false, isFragment: Bool = false
  ) -> HTTPResponse {
    var response: HTTPResponse
    if isPage {
      let pages = served.pages(for: request, records: false)
      let body =
        answer.status == 401
        ? pages.signIn(next: request.target, isSignedIn: false)
        : pages.problem(
          status: answer.status, answer.forPeople, state: asked(request, answer.status),
          isFragment: isFragment)
      response = HTTPResponse(
        answer.status, headers: [("Content-Type", Reply.html)], body: body)
    } else {
      response = HTTPResponse(
        answer.status, headers: [("Content-Type", Reply.json)],
        body: answer.json(hiding: served.library.workspace.folder))
    }
    response.headers += answer.headers + [("Cache-Control", "no-store")]
    return finished(response, request)
  }

  /// What somebody looked for where that failed: the words of the address, or of a page that is not there its name.
  private func asked(_ request: HTTPRequest, _ status: Int) -> SearchState {
    let arguments = try? Arguments(query: request.query, PageRoutes.parameters, isStrict: false)
    var state = arguments.map { SearchState($0) } ?? SearchState()
    if status == 404, let name = request.path.split(separator: "/").last {
      state = SearchState(
        text: PercentEncoding.decoded(name.utf8).map { String(decoding: $0, as: UTF8.self) })
    }
    return state
  }

  /// Adds the fields that every answer carries.
  private func finished(_ answered: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
    var response = answered
    response.headers += WebService.safety
    if !served.settings.origins.isEmpty {
      let known = response.headers.firstIndex { $0.name == "Vary" }
      let varies = known.map { response.headers.remove(at: $0).value + ", " } ?? ""
      response.headers.append(("Vary", varies + "Origin"))
      if let origin = request.header("Origin"), served.settings.origins.contains(origin),
        access.isProgrammatic(request.path)
      {
        response.headers.append(("Access-Control-Allow-Origin", origin))
        response.headers.append(
          ("Access-Control-Expose-Headers", "ETag, Retry-After, Footlight-Next"))
      }
    }
    return response
  }

  func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    let code: DiagnosticCode =
      status == 503
      ? .serverBusy
      : status == 408
        ? .requestSlow : [413, 414, 431].contains(status) ? .requestTooLarge : .requestMalformed
    let answer = ErrorAnswer(status, code, reason)
    return HTTPResponse(
      status,
      headers: [("Content-Type", Reply.json), ("Cache-Control", "no-store")] + answer.headers
        + WebService.safety,
      body: answer.json(hiding: ""))
  }

  /// Nothing is guessed, told to others, put into frames, or asked of other hosts.
  private static let safety: [(name: String, value: String)] = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"
    ),
  ]
}

/// Work in steps, begun when its first turn comes; one thread at a time has it.
private final class StepwiseWork: Sendable {
  private let begin: @Sendable () -> () -> HTTPResponse?
  private let step = Mutex<(() -> HTTPResponse?)?>(nil)

  init(_ begin: @escaping @Sendable () -> () -> HTTPResponse?) { self.begin = begin }

  func next() -> HTTPResponse? {
    step.withLock { step in
      if step == nil { step = begin() }
      return step?()
    }
  }
}
