import FootlightDiagnostics
import HTTPListener
import JSONAnswers

/// What is answered when something went wrong: a status, and an object that programs and people understand.
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

  /// What a failure of the library means to a client.
  init(_ failure: Failure) {
    self.init(ErrorAnswer.status(of: failure), failure.diagnostics)
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
    var json = JSONWriter()
    func members(_ diagnostic: Diagnostic, _ json: inout JSONWriter) {
      json.member("code", diagnostic.code.name)
      json.member("type", type)
      json.member("message", told(diagnostic.message))
      json.member("remedy", diagnostic.remedy.map(told))
      json.member("place", diagnostic.location.map { told($0.description) })
      json.member("link", String?.none)
    }
    json.object { json in
      json.name("error")
      json.object { json in
        if let first = diagnostics.first { members(first, &json) }
      }
      if diagnostics.count > 1 {
        json.name("others")
        json.array { list in
          for diagnostic in diagnostics.dropFirst().prefix(100) {
            list.object { members(diagnostic, &$0) }
          }
        }
      }
    }
    json.endLine()
    return json.written
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
