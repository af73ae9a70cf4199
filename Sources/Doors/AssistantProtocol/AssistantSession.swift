package import Footlight
import FootlightPlatform
import JSONAnswers

/// One conversation with an assistant: the Model Context Protocol, a message of JSON-RPC 2.0 a line.
///
/// It reads alone: what an assistant is talked into by what it reads cannot change anything here. Two
/// revisions are spoken: 2026-07-28, in which each request names its revision, and 2025-11-25, whose clients
/// open with `initialize`.
package struct AssistantSession: Sendable {
  /// The newest revision, and those before it that open with `initialize`, the latest first.
  static let present = "2026-07-28"
  static let earlier = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The longest message, in bytes.
  package static let longest = 1 << 20

  let library: Library
  let version: String

  package init(_ library: Library, version: String) {
    self.library = library
    self.version = version
  }

  /// The answer to a line, with its line feed; nil for what is not answered.
  package func answer(_ line: [UInt8]) -> [UInt8]? {
    guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    guard let message = JSONValue(line) else {
      return failed(nil, -32700, "this is no JSON")
    }
    guard case .object = message else { return failed(nil, -32600, "a message is an object") }
    let id = message["id"]
    let known = id.flatMap(AssistantSession.identifier)
    guard message["jsonrpc"]?.text == "2.0", let method = message["method"]?.text,
      id == nil || known != nil
    else { return failed(known, -32600, "this is no request of JSON-RPC 2.0") }
    // A notification is never answered.
    guard let known else { return nil }
    let parameters = message["params"] ?? .object(Record())
    guard case .object = parameters else { return failed(known, -32602, "params is no object") }
    if let revision = parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text,
      revision != AssistantSession.present, !AssistantSession.earlier.contains(revision)
    {
      return failed(known, -32022, "this revision of the protocol is not spoken") { json in
        json.member("supported", [AssistantSession.present] + AssistantSession.earlier)
        json.member("requested", revision)
      }
    }
    do throws(AssistantError) {
      return try result(known, of: method, parameters)
    } catch {
      return failed(known, error.code, error.message)
    }
  }

  /// The answer to a line that is too long.
  package func answerTooLong() -> [UInt8] {
    failed(nil, -32600, "a message has at most \(AssistantSession.longest) bytes")
  }

  private func result(
    _ id: JSONValue, of method: String, _ parameters: JSONValue
  ) throws(AssistantError) -> [UInt8] {
    switch method {
    case "initialize": return told(id) { initialised(parameters, &$0) }
    case "server/discover": return told(id, isListed: true) { discovered(&$0) }
    // Both revisions ask for an empty result.
    case "ping":
      return message(id) { json in
        json.name("result")
        json.object { _ in }
      }
    case "tools/list": return told(id, isListed: true) { AssistantTool.list(&$0) }
    case "tools/call":
      let found = try call(parameters)
      return told(id) { json in found.write(&json) }
    case "resources/list":
      let domains = try domains()
      return told(id, isListed: true) { AssistantResource.list(domains, &$0) }
    case "resources/templates/list":
      return told(id, isListed: true) { AssistantResource.templates(&$0) }
    case "resources/read":
      guard let address = parameters["uri"]?.text else {
        throw AssistantError(-32602, "'uri' is missing")
      }
      let text = try AssistantResource(library).text(of: address)
      return told(id, isListed: true) { AssistantResource.contents(address, text, &$0) }
    default: throw AssistantError(-32601, "there is no such method")
    }
  }

  private func domains() throws(AssistantError) -> [DomainSummary] {
    do throws(Failure) {
      return try library.domains(for: .web)
    } catch {
      throw AssistantError(-32603, AssistantError.words(error))
    }
  }

  // MARK: The client

  private func initialised(_ parameters: JSONValue, _ json: inout JSONWriter) {
    let asked = parameters["protocolVersion"]?.text ?? ""
    let spoken =
      AssistantSession.earlier.contains(asked) ? asked : AssistantSession.earlier[0]
    json.member("protocolVersion", spoken)
    introduce(&json)
  }

  private func discovered(_ json: inout JSONWriter) {
    json.member("supportedVersions", [AssistantSession.present] + AssistantSession.earlier)
    introduce(&json)
  }

  private func introduce(_ json: inout JSONWriter) {
    json.name("capabilities")
    json.object { json in
      for name in ["tools", "resources"] {
        json.name(name)
        json.object { _ in }
      }
    }
    json.name("serverInfo")
    json.object { json in
      json.member("name", "footlight")
      json.member("title", "Footlight")
      json.member("version", version)
    }
    json.member(
      "instructions",
      "Searches what is on this machine. 'search' finds items, 'show' prints one whole; a hit's address is "
        + "domain:id.")
  }

  // MARK: Messages

  private func told(
    _ id: JSONValue, isListed: Bool = false, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    message(id) { json in
      json.name("result")
      json.object { json in
        members(&json)
        json.member("resultType", "complete")
        if isListed {
          json.member("ttlMs", 0)
          json.member("cacheScope", "private")
        }
      }
    }
  }

  private func failed(
    _ id: JSONValue?, _ code: Int, _ text: String, _ data: ((inout JSONWriter) -> Void)? = nil
  ) -> [UInt8] {
    message(id) { json in
      json.name("error")
      json.object { json in
        json.member("code", code)
        json.member("message", text)
        if let data {
          json.name("data")
          json.object(data)
        }
      }
    }
  }

  private func message(_ id: JSONValue?, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.name("id")
      switch id {
      case .text(let text)?: json.value(text)
      case .number(let digits)?:
        if let number = Int(digits) { json.value(number) } else { json.null() }
      default: json.null()
      }
      members(&json)
    }
    json.endLine()
    return json.written
  }

  /// An identifier of a request: a text or a whole number.
  private static func identifier(_ value: JSONValue) -> JSONValue? {
    if value.text != nil || value.integer != nil { value } else { nil }
  }
}

/// A mistake in a request, as JSON-RPC tells it.
struct AssistantError: Error {
  let code: Int
  let message: String

  init(_ code: Int, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A failure in words: message and remedy of each reason.
  static func words(_ failure: Failure) -> String {
    failure.diagnostics.map { $0.message + ($0.remedy.map { " – \($0)" } ?? "") }
      .joined(separator: "; ")
  }
}
