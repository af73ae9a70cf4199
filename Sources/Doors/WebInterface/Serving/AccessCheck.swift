import Footlight
import FootlightPlatform

/// A request that was not let in.
struct Refused: Error {
  var answer: ErrorAnswer
  var isPage = false
}

/// Lets requests in or not: by host, path, method, site and key, each judged once.
struct AccessCheck: Sendable {
  let settings: WebSettings
  let hosts: HostList
  let keys: KeyRing

  /// Finds the route of a request and checks its sender.
  func enter(_ request: HTTPRequest) -> Result<Entry, Refused> {
    func refuse(_ answer: ErrorAnswer, isPage: Bool = false) -> Result<Entry, Refused> {
      .failure(Refused(answer: answer, isPage: isPage))
    }
    guard let host = request.header("Host"), hosts.contains(host) else {
      return refuse(
        ErrorAnswer(
          421, .hostUnknown, "this server does not answer for the host that was asked",
          remedy: "start it with --allow-host"))
    }
    let isPage = !isProgrammatic(request.path)
    guard let path = below(request.path) else {
      return refuse(AccessCheck.nowhere, isPage: isPage)
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    let found = RouteTable.find(path)
    if method == "OPTIONS", !found.isEmpty { return .success(preflight(found)) }
    guard let (route, captures) = found.first(where: { $0.route.method == method }) else {
      guard !found.isEmpty else { return refuse(AccessCheck.nowhere, isPage: isPage) }
      var answer = ErrorAnswer(
        405, .routeMethod, "this path does not know the method \(shown(request.method))")
      answer.headers.append(("Allow", allowed(found)))
      return refuse(answer)
    }
    do throws(Failure) {
      return .success(try entry(request, route, captures))
    } catch {
      var answer = ErrorAnswer(error)
      if answer.status == 405 {
        answer.headers.append(("Allow", allowed(found.filter { !$0.route.writes })))
      }
      return refuse(answer, isPage: route.form == .page)
    }
  }

  // MARK: Rights

  private func entry(
    _ request: HTTPRequest, _ route: Route, _ captures: [String: String]
  ) throws(Failure) -> Entry {
    if route.writes || route.permission == .signIn { try checkSite(request) }
    if route.writes, settings.isReadOnly {
      throw Failure(
        .readOnly, "this server writes nothing", remedy: "start it without --read-only")
    }
    let sent = try sentKey(request)
    // A cookie comes along whether its page wants it or not: it lets nobody write but on the pages themselves.
    let cookie = route.writes && route.permission != .ownPage ? nil : try cookieKey(request)
    let key = sent ?? cookie
    let isOwn = key == nil && isOwn(request)
    let mayRecord = isOwn || cookie?.actions.contains(KeyAction.activity.rawValue) ?? false
    let knowsUse = isOwn || key?.actions.contains(KeyAction.activity.rawValue) ?? false
    try check(request, route, key, mayRecord)
    return Entry(
      route: route, captures: captures, key: key, audience: knowsUse ? .page : .web,
      recordsPicks: mayRecord && !settings.isReadOnly)
  }

  private func check(
    _ request: HTTPRequest, _ route: Route, _ key: AccessKey?, _ mayRecord: Bool
  ) throws(Failure) {
    let wanted: KeyAction
    switch route.permission {
    case .anybody, .signIn: return
    case .ownPage:
      guard mayRecord, request.header("Origin") != nil else {
        throw Failure(
          .keyNeeded, "only the page of this server on this machine records without a key",
          remedy: "use /api/v1 with a key")
      }
      return
    case .search: wanted = .search
    case .metrics: wanted = .metrics
    case .push: wanted = .push
    case .activity: wanted = .activity
    }
    guard settings.needsKeys || ![.search, .metrics].contains(wanted) else { return }
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
  }

  /// The key in the header of a request.
  private func sentKey(_ request: HTTPRequest) throws(Failure) -> AccessKey? {
    guard let sent = request.header("Authorization") else { return nil }
    let parts = sent.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, isSameName(parts[0], "bearer"),
      let key = try keys.key(secret: String(parts[1]))
    else {
      throw Failure(
        .keyNeeded, "the key is unknown, revoked or at its end",
        remedy: "make one with `footlight key create`")
    }
    return key
  }

  /// The key of somebody who has signed in on a page; one that has ended counts as none.
  private func cookieKey(_ request: HTTPRequest) throws(Failure) -> AccessKey? {
    guard let secret = SignIn.secret(in: request) else { return nil }
    return try keys.key(secret: secret)
  }

  /// Refuses a write that a page of another site makes a browser send.
  private func checkSite(_ request: HTTPRequest) throws(Failure) {
    let origin = request.header("Origin")
    if let origin, settings.origins.contains(origin) { return }
    let site = request.header("Sec-Fetch-Site")
    // Forms of a page without a referrer send no origin but `null` (Fetch standard, section 3.2); their sender
    // then stands in a field that no page can write.
    let isOwn =
      origin.map { isOwnOrigin($0, request) || $0 == "null" && site == "same-origin" } ?? true
    guard isOwn, site == nil || site == "same-origin" || site == "none" else {
      throw Failure(
        .crossSite, "a page of another site may not write here",
        remedy: "write from a program, or allow the origin with --cors")
    }
  }

  private func isOwnOrigin(_ origin: String, _ request: HTTPRequest) -> Bool {
    ["http://\(request.header("Host") ?? "")", settings.base?.origin].compactMap { $0 }
      .contains { $0.lowercased() == origin.lowercased() }
  }

  /// Whether the person at this machine asks: neither from elsewhere, nor through a proxy, which may well name
  /// the host as this machine does, nor a page of another site through the person's browser.
  func isOwn(_ request: HTTPRequest) -> Bool {
    guard settings.base == nil, !settings.needsKeys,
      HostList.isLoopback(request.header("Host") ?? ""), !ProxyField.stand(in: request)
    else { return false }
    if let origin = request.header("Origin"), !isOwnOrigin(origin, request),
      origin != "null" || request.header("Sec-Fetch-Site") != "same-origin"
    {
      return false
    }
    // A person who follows a link from elsewhere reads the page; but a foreign page reads its own fetches.
    let site = request.header("Sec-Fetch-Site")
    guard
      site == nil || site == "same-origin" || site == "none"
        || request.header("Sec-Fetch-Mode") == "navigate"
    else { return false }
    return request.isLocal
  }

  // MARK: Paths

  static let nowhere = ErrorAnswer(
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

  /// Whether the answers of a path are for programs, not people.
  func isProgrammatic(_ path: Substring) -> Bool {
    guard let path = below(path) else { return false }
    return path.hasPrefix("/api/")
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
    method.utf8.allSatisfy { $0.isCapital } && method.utf8.count < 20
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
    return Entry(route: route, captures: [:], audience: .web, recordsPicks: false)
  }
}

/// The hosts for which requests are answered: what a page of another host sends by a name that it points at
/// this machine (DNS rebinding) is none of them.
struct HostList: Sendable {
  private let names: Set<String>

  /// The names of sockets on these ports and addresses, and others that were allowed.
  init(ports: [(address: String, port: Int)], hasUnixSocket: Bool, others: Set<String>) {
    var names = Set(others.map { $0.lowercased() })
    for (address, port) in ports {
      let hosts =
        ["localhost", "127.0.0.1", "[::1]"] + [HostList.written(address)].compactMap { $0 }
      for host in hosts {
        names.insert("\(host):\(port)")
        if port == 80 { names.insert(host) }
      }
    }
    if hasUnixSocket { names.insert("localhost") }
    self.names = names
  }

  /// Whether a request for this host is answered.
  func contains(_ host: String) -> Bool { names.contains(host.lowercased()) }

  /// Whether a host is a name of this machine that nobody else uses.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    return ["localhost", "127.0.0.1", "[::1]"].contains { name == $0 || name.hasPrefix($0 + ":") }
  }

  /// An address that stands for all of a machine is no host.
  private static func written(_ address: String) -> String? {
    guard address != "0.0.0.0", address != "::" else { return nil }
    return address.contains(":") ? "[\(address)]" : address
  }
}

/// Header fields in which proxies name the client that they speak for (RFC 7239, RFC 9110, and the usage of
/// content networks).
///
/// A request that holds one does not come from the person at this machine, whatever its host says.
enum ProxyField {
  private static let names = [
    "Forwarded", "Via", "CDN-Loop", "X-Real-IP", "Client-IP", "X-Client-IP", "X-Cluster-Client-IP",
    "True-Client-IP", "X-ProxyUser-IP", "X-Envoy-External-Address", "X-Azure-ClientIP",
    "X-Azure-SocketIP", "X-AppEngine-User-IP", "X-Remote-IP", "X-Remote-Addr", "X-Host",
    "X-Original-URL", "X-Rewrite-URL", "X-Request-Start", "X-Amz-Cf-Id", "X-Amzn-Trace-Id",
    "X-ARR-SSL", "X-Varnish",
  ]
  private static let beginnings = [
    "X-Forwarded", "X-Original-", "CF-", "Fastly-", "Fly-", "X-Vercel-", "X-Nginx-", "X-Akamai-",
    "Akamai-", "Tailscale-", "WL-Proxy-", "Proxy-Client",
  ]

  /// Whether a request holds one.
  static func stand(in request: HTTPRequest) -> Bool {
    request.headers.contains { field in
      names.contains { isSameName($0, field.name) }
        || beginnings.contains { isSameName($0, field.name.prefix($0.utf8.count)) }
    }
  }
}
