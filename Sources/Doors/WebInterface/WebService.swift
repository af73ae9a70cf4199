package import Footlight
import FootlightDiagnostics
import FootlightPlatform
package import HTTPListener
import JSONAnswers
import Synchronization
import WebPages

/// The library over HTTP: lets requests in or not, finds their route, and answers.
package final class WebService: HTTPService {
  let library: Library
  let settings: WebSettings
  let metrics = Metrics()
  let statusMemory: StatusMemory
  private let hosts: HostList
  private let world: World

  /// What is known of a request once its head was judged.
  private struct Entry: Sendable {
    var route: Route
    var captures: [String: String]
    var key: AccessKey?
  }

  /// Serves a library on these sockets.
  package init(
    _ library: Library, _ settings: WebSettings, ports: [(address: String, port: Int)],
    hasUnixSocket: Bool = false, world: World = .system
  ) {
    self.library = library
    self.settings = settings
    self.world = world
    statusMemory = StatusMemory(world)
    hosts = HostList(ports: ports, hasUnixSocket: hasUnixSocket, others: settings.hosts)
  }

  // MARK: The head

  /// A clock in nanoseconds.
  func now() -> Int64 { world.monotonic() }

  package func admit(_ head: HTTPRequest) -> Admission {
    switch enter(head) {
    case .success(let entry): return .take(entry.route.limits)
    case .failure(let refused):
      metrics.count("refused", refused.answer.status, 0)
      return .refuse(finished(refused.answer, head, isPage: refused.isPage))
    }
  }

  private struct Refused: Error {
    var answer: ErrorAnswer
    var isPage = false
  }

  /// Finds the route of a request and checks who asks.
  private func enter(_ request: HTTPRequest) -> Result<Entry, Refused> {
    guard let host = request.header("Host"), hosts.contains(host) else {
      return .failure(
        Refused(
          answer: ErrorAnswer(
            421, .hostUnknown, "this server does not answer for the host that was asked",
            remedy: "start it with --allow-host")))
    }
    let isPage = !isProgrammatic(request.path)
    guard let path = below(request.path) else {
      return .failure(Refused(answer: WebService.nowhere, isPage: isPage))
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    let found = RouteTable.find(path)
    if method == "OPTIONS", !found.isEmpty { return .success(preflight(found)) }
    guard let (route, captures) = found.first(where: { $0.route.method == method }) else {
      guard !found.isEmpty else {
        return .failure(Refused(answer: WebService.nowhere, isPage: isPage))
      }
      var answer = ErrorAnswer(
        405, .routeMethod, "this path does not know the method \(shown(request.method))")
      answer.headers.append(("Allow", allowed(found)))
      return .failure(Refused(answer: answer))
    }
    do throws(Failure) {
      let key = try access(request, route)
      return .success(Entry(route: route, captures: captures, key: key))
    } catch {
      return .failure(Refused(answer: ErrorAnswer(error), isPage: route.form == .page))
    }
  }

  /// The key of a request, where one is needed or sent.
  private func access(_ request: HTTPRequest, _ route: Route) throws(Failure) -> AccessKey? {
    if route.writes {
      if settings.isReadOnly {
        throw Failure(
          .readOnly, "this server writes nothing", remedy: "start it without --read-only")
      }
      try checkSite(request)
    }
    if route.permission == .ownPage {
      guard isOwn(request), request.header("Origin") != nil else {
        throw Failure(
          .keyNeeded, "only the page of this server on this machine records without a key",
          remedy: "use /api/v1 with a key")
      }
      return nil
    }
    let key = try sentKey(request)
    let wanted: KeyAction
    switch route.permission {
    case .anybody: return key
    case .search: wanted = .search
    case .metrics: wanted = .metrics
    case .push: wanted = .push
    case .activity, .ownPage: wanted = .activity
    }
    guard settings.needsKeys || route.writes else { return key }
    guard let key else {
      throw Failure(
        .keyNeeded, "this needs a key",
        remedy: "make one with `footlight key create`, and send it as Authorization: Bearer KEY")
    }
    guard key.actions.contains(wanted.rawValue) else {
      throw Failure(
        .keyForbids, "the key does not allow '\(wanted.rawValue)'",
        remedy: "make a key with --action \(wanted.rawValue)")
    }
    return key
  }

  private func sentKey(_ request: HTTPRequest) throws(Failure) -> AccessKey? {
    guard let sent = request.header("Authorization") else { return nil }
    let parts = sent.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, isSameName(parts[0], "bearer"),
      let key = try library.key(secret: String(parts[1]))
    else {
      throw Failure(
        .keyNeeded, "the key is unknown, revoked or at its end",
        remedy: "make one with `footlight key create`")
    }
    return key
  }

  /// Refuses what a page of another site makes a browser send.
  private func checkSite(_ request: HTTPRequest) throws(Failure) {
    let origin = request.header("Origin")
    if let origin, settings.origins.contains(origin) { return }
    let own = ["http://\(request.header("Host") ?? "")", settings.base?.origin].compactMap { $0 }
    let site = request.header("Sec-Fetch-Site")
    // Forms of a page without a referrer send no origin but `null` (Fetch standard, section 3.2); who sent them
    // then stands in a field that no page can write.
    let isOwn =
      origin.map { origin in
        own.contains { $0.lowercased() == origin.lowercased() }
          || origin == "null" && site == "same-origin"
      } ?? true
    guard isOwn, site == nil || site == "same-origin" || site == "none" else {
      throw Failure(
        .crossSite, "a page of another site may not write here",
        remedy: "write from a program, or allow the origin with --cors")
    }
  }

  /// Whether the person at this machine asks through its own page: not from elsewhere, not through a proxy, which
  /// may well name the host as this machine does.
  func isOwn(_ request: HTTPRequest) -> Bool {
    settings.base == nil && !settings.needsKeys
      && HostList.isLoopback(request.header("Host") ?? "")
      && WebService.proxyFields.allSatisfy { request.header($0) == nil } && request.isLocal
  }

  /// What proxies say of whom they speak for (RFC 7239, RFC 9110, and the usage before them).
  private static let proxyFields = [
    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
    "X-Forwarded-Server", "X-Real-IP",
  ]

  // MARK: The answer

  package func answer(_ request: HTTPRequest) -> Answering {
    let entry: Entry
    switch enter(request) {
    case .failure(let refused):
      return .now(finished(refused.answer, request, isPage: refused.isPage))
    case .success(let found): entry = found
    }
    guard let lane = entry.route.lane else { return .now(respond(request, entry)) }
    return .later(lane) { self.respond(request, entry) }
  }

  private func respond(_ request: HTTPRequest, _ entry: Entry) -> HTTPResponse {
    let began = world.monotonic()
    let response = performed(request, entry)
    metrics.count(entry.route.name, response.status, world.monotonic() - began)
    return response
  }

  private func performed(_ request: HTTPRequest, _ entry: Entry) -> HTTPResponse {
    let route = entry.route
    let isPage = route.form == .page
    do throws(Failure) {
      let arguments = try Arguments(query: request.query, route.parameters)
      let state = try library.snapshot()
      var tag: String?
      let isRead = request.method == "GET" || request.method == "HEAD"
      let matches = request.header("If-None-Match")
      if isRead, route.validator == .state {
        let made = validator(request, entry, state.stamp + library.userStamp)
        if let matches, matches != "*", WebService.holds(matches, made) {
          return finished(notModified(made), request)
        }
        tag = made
      }
      let call = Call(
        service: self, request: request, captures: entry.captures, arguments: arguments,
        key: entry.key, state: state)
      let reply = try route.action(call)
      if isRead, route.validator == .content {
        tag = validator(request, entry, ContentTag.of(reply.body))
      }
      if reply.status != 200 || reply.isCut || route.validator == .none { tag = nil }
      if let tag, let matches, matches == "*" || WebService.holds(matches, tag) {
        return finished(notModified(tag), request)
      }
      return finished(response(reply, tag, isRead: isRead), request)
    } catch {
      return finished(ErrorAnswer(error), request, isPage: isPage)
    }
  }

  private func validator(_ request: HTTPRequest, _ entry: Entry, _ stamp: String) -> String {
    let who = entry.key.map { "\($0.name)\n\($0.created)\n\($0.domains)" } ?? ""
    // Programs are told the same, whoever they belong to.
    let own = entry.route.form != .json && isOwn(request) ? "own" : ""
    let text = [request.target, request.header("Host") ?? "", own, who, stamp].joined(
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
    HTTPResponse(304, headers: [("ETag", tag), ("Cache-Control", "no-cache")])
  }

  private func response(_ reply: Reply, _ tag: String?, isRead: Bool) -> HTTPResponse {
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
    _ answer: ErrorAnswer, _ request: HTTPRequest, isPage: Bool = false
  ) -> HTTPResponse {
    var response: HTTPResponse
    if isPage {
      let pages = Call.pages(self, request)
      response = HTTPResponse(
        answer.status, headers: [("Content-Type", Reply.html)],
        body: pages.problem(status: answer.status, answer.diagnostics))
    } else {
      response = HTTPResponse(
        answer.status, headers: [("Content-Type", Reply.json)],
        body: answer.json(hiding: library.workspace.folder))
    }
    response.headers += answer.headers + [("Cache-Control", "no-store")]
    return finished(response, request)
  }

  /// Adds what every answer carries.
  private func finished(_ answered: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
    var response = answered
    response.headers += WebService.safety
    if !settings.origins.isEmpty {
      response.headers.append(("Vary", "Origin"))
      if let origin = request.header("Origin"), settings.origins.contains(origin),
        isProgrammatic(request.path)
      {
        response.headers.append(("Access-Control-Allow-Origin", origin))
        response.headers.append(("Access-Control-Expose-Headers", "ETag, Retry-After"))
      }
    }
    return response
  }

  package func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
    let code: DiagnosticCode =
      status == 503
      ? .serverBusy : [413, 414, 431].contains(status) ? .requestTooLarge : .requestMalformed
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

  // MARK: Paths

  private static let nowhere = ErrorAnswer(
    404, .routeUnknown, "there is nothing at this address",
    remedy: "the page openapi.json lists the paths")

  /// The path below the root, beginning with a slash; nil outside of it.
  private func below(_ path: Substring) -> Substring? {
    let root = settings.root.dropLast()
    if path == root { return "/" }
    guard path.hasPrefix(root) else { return nil }
    let rest = path.dropFirst(root.count)
    return rest.hasPrefix("/") ? rest : nil
  }

  /// Whether programs ask for what lies there, not people.
  private func isProgrammatic(_ path: Substring) -> Bool {
    guard let path = below(path) else { return false }
    return path.hasPrefix("/api/") || path == "/api"
      || ["/health", "/ready", "/metrics", "/openapi.json"].contains(path)
  }

  private func allowed(_ found: [(route: Route, captures: [String: String])]) -> String {
    var methods: [String] = []
    for (route, _) in found where !methods.contains(route.method) {
      methods.append(route.method)
      if route.method == "GET" { methods.append("HEAD") }
    }
    return methods.joined(separator: ", ")
  }

  private func shown(_ method: String) -> String {
    method.utf8.allSatisfy { (0x41...0x5A).contains($0) } && method.utf8.count < 20
      ? method : "sent"
  }

  /// The answer to a question what would be allowed (Fetch standard, CORS-preflight).
  private func preflight(_ found: [(route: Route, captures: [String: String])]) -> Entry {
    let methods = allowed(found)
    let hasOrigins = !settings.origins.isEmpty
    let origins = settings.origins
    var route = Route(
      method: "OPTIONS", path: "", name: "options", summary: "what a path allows",
      permission: .anybody, lane: nil, validator: .none
    ) { (call) throws(Failure) in
      var reply = Reply.done
      reply.headers = [("Allow", methods)]
      if hasOrigins, let origin = call.request.header("Origin"), origins.contains(origin) {
        reply.headers += [
          ("Access-Control-Allow-Methods", methods),
          ("Access-Control-Allow-Headers", "authorization, content-type, if-none-match"),
          ("Access-Control-Max-Age", "600"),
        ]
      }
      return reply
    }
    route.form = .machine
    return Entry(route: route, captures: [:], key: nil)
  }
}
