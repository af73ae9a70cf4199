import FootlightPlatform
import JSONAnswers

/// The answer to a request that failed: a status, and an object that programs and people understand.
struct ErrorAnswer: Sendable {
  let status: Int
  let diagnostics: [Diagnostic]
  var headers: [(name: String, value: String)] = []

  init(_ status: Int, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.diagnostics = diagnostics
    if status == 401 { headers.append(("WWW-Authenticate", "Bearer realm=\"footlight\"")) }
    if status == 503 { headers.append(("Retry-After", "1")) }
  }

  init(_ status: Int, _ code: DiagnosticCode, _ message: String, remedy: String? = nil) {
    self.init(status, [Diagnostic(code, message, remedy: remedy)])
  }

  /// A failure of the library as a client is told of it.
  ///
  /// - Parameter place: the part of the body that it concerns; nil for the whole request.
  init(_ failure: Failure, in place: String? = nil) {
    let diagnostics = failure.diagnostics.map { diagnostic in
      guard let place else { return diagnostic }
      var placed = diagnostic
      let parameter =
        diagnostic.code == .requestParameter ? diagnostic.location.map { "." + $0.file } : nil
      placed.location = SourceLocation(parameter: place + (parameter ?? ""))
      return placed
    }
    self.init(ErrorAnswer.status(of: failure), diagnostics.map(ErrorAnswer.inWordsOfHTTP))
  }

  /// A diagnostic whose remedy a client can follow: what names a command of the tool is told as a request.
  private static func inWordsOfHTTP(_ diagnostic: Diagnostic) -> Diagnostic {
    var told = diagnostic
    // The name that was meant is the best remedy on every door.
    guard !(diagnostic.remedy?.hasPrefix("did you mean") ?? false) else { return told }
    if let remedy = remedies[diagnostic.code.name] { told.remedy = remedy }
    return told
  }

  private static let remedies = [
    "domain.unknown": "GET /api/v1/domains lists the domains",
    "item.unknown": "GET /api/v1/search finds the items that there are",
    "item.bad-address": "write the domain and the id of a hit into the path",
    "search.too-far": "offset and limit together reach 10000; narrow the query with filter",
    "query.filter":
      "write name:value, name:low..high or name>=value; GET /api/v1/domains/{domain} lists the attributes",
    "query.match": "leave match out, or leave out OR, phrases, parentheses and fields",
    "search.cut": "ask for less, or send a larger timeout_ms",
    "lock.held": "send it again after the time that the header Retry-After names",
  ]

  /// The diagnostics for a page: sentences without what only an administrator can do; what mends them is led to by links.
  var forPeople: [Diagnostic] {
    diagnostics.map { diagnostic in
      var told = diagnostic
      switch status {
      case 403, 405: told.remedy = "Ask whoever runs this server."
      case 503: told.remedy = "Try again in a moment."
      case 400 where diagnostic.remedy?.hasPrefix("did you mean") ?? false: break
      default: told.remedy = nil
      }
      return told
    }
  }

  private static func status(of failure: Failure) -> Int {
    guard let first = failure.diagnostics.first else { return 500 }
    if let status = statuses[first.code.name] { return status }
    switch first.code.side {
    case .caller: return 400
    case .machine, .interrupted: return 503
    }
  }

  private static let statuses = [
    "domain.unknown": 404, "item.unknown": 404, "route.unknown": 404, "domain.not-external": 409,
    "index.state-conflict": 409, "lock.held": 503, "serve.read-only": 405, "key.needed": 401,
    "key.forbids": 403, "request.cross-site": 403, "activity.off": 409,
    "request.cursor-stale": 409,
  ]

  private var type: String {
    switch status {
    case 401, 403: "auth"
    case 500: "internal"
    case 503: "system"
    default: "invalid_request"
    }
  }

  /// The object; paths of this machine are told from the workspace on.
  func json(hiding folder: String) -> [UInt8] {
    func told(_ text: String) -> String {
      guard !folder.isEmpty else { return text }
      var shown = ""
      var rest = text[...]
      while let place = ErrorAnswer.range(of: folder, in: rest) {
        shown += rest[..<place.lowerBound]
        rest = rest[place.upperBound...].drop { $0 == "/" }
      }
      return shown + rest
    }
    func object(_ diagnostic: Diagnostic) -> RecordValue {
      [
        "code": .text(diagnostic.code.name), "type": .text(type),
        "message": .text(told(diagnostic.message)),
        "remedy": diagnostic.remedy.map { .text(told($0)) } ?? .null,
        "place": diagnostic.location.map { .text(told($0.description)) } ?? .null, "link": nil,
      ]
    }
    let others = diagnostics.dropFirst().prefix(100).map(object)
    return JSONWriter.line(
      .members([
        "error": diagnostics.first.map(object) ?? [:],
        "others": others.isEmpty ? nil : .list(others),
      ]))
  }

  private static func range(of text: String, in whole: Substring) -> Range<Substring.Index>? {
    guard let first = text.utf8.first else { return nil }
    var at = whole.startIndex
    while let found = whole.utf8[at...].firstIndex(of: first) {
      if whole[found...].hasPrefix(text) {
        return found..<whole.index(found, offsetBy: text.count)
      }
      at = whole.utf8.index(after: found)
    }
    return nil
  }
}
