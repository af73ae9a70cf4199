import Footlight
import FootlightPlatform
import JSONAnswers

/// One conversation with an assistant: the Model Context Protocol, a message of JSON-RPC 2.0 a line.
///
/// It reads alone: what an assistant is talked into by what it reads cannot change anything here. Two
/// revisions are spoken: 2026-07-28, in which each request names its revision, and 2025-11-25, whose clients
/// open with `initialize`.
struct AssistantSession: Sendable {
  /// The newest revision, and those before it that open with `initialize`, the latest first.
  static let present = "2026-07-28"
  static let earlier = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The longest message, in bytes.
  static let longest = 1 << 20

  let library: Library
  let version: String

  /// The answer to a line, with its line feed; nil for what is not answered.
  func answer(_ line: [UInt8]) -> [UInt8]? {
    guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    guard let message = JSONValue(line) else { return failed(nil, -32700, "this is no JSON") }
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
      return failed(
        known, -32022, "this revision of the protocol is not spoken",
        [
          "supported": .texts([AssistantSession.present] + AssistantSession.earlier),
          "requested": .text(revision),
        ])
    }
    do throws(AssistantError) {
      return try result(known, of: method, parameters)
    } catch {
      return failed(known, error.code, error.message)
    }
  }

  /// The answer to a line that is too long.
  func answerTooLong() -> [UInt8] {
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
      return message(id) { $0.members(["result": [:]]) }
    case "tools/list": return told(id, isListed: true) { $0.members(["tools": AssistantTool.list]) }
    case "tools/call":
      let found = try call(parameters)
      return told(id) { json in found.write(&json) }
    case "resources/list":
      let domains = try domains()
      return told(id, isListed: true) {
        $0.members(["resources": AssistantResource.list(domains)])
      }
    case "resources/templates/list":
      return told(id, isListed: true) {
        $0.members(["resourceTemplates": AssistantResource.templates])
      }
    case "resources/read":
      guard let address = parameters["uri"]?.text else {
        throw AssistantError(code: -32602, message: "'uri' is missing")
      }
      let text = try AssistantResource(library: library).text(of: address)
      return told(id, isListed: true) {
        $0.members([
          "contents": [
            ["uri": .text(address), "mimeType": "application/json", "text": .text(text)]
          ]
        ])
      }
    default: throw AssistantError(code: -32601, message: "there is no such method")
    }
  }

  private func domains() throws(AssistantError) -> [DomainSummary] {
    do throws(Failure) {
      return try library.domains(for: .web)
    } catch {
      throw AssistantError(code: -32603, message: AssistantError.words(error))
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
    json.members([
      "capabilities": ["tools": [:], "resources": [:]],
      "serverInfo": ["name": "footlight", "title": "Footlight", "version": .text(version)],
      "instructions":
        "Searches what is on this machine. 'search' finds items, 'show' prints one whole; a hit's address is domain:id.",
    ])
  }

  // MARK: Messages

  private func told(
    _ id: JSONValue, isListed: Bool = false, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    message(id) { json in
      json.object("result") { json in
        members(&json)
        json.member("resultType", "complete")
        if isListed { json.members(["ttlMs": 0, "cacheScope": "private"]) }
      }
    }
  }

  private func failed(
    _ id: JSONValue?, _ code: Int, _ text: String, _ data: RecordValue? = nil
  ) -> [UInt8] {
    message(id) {
      $0.members([
        "error": .members(["code": RecordValue(code), "message": .text(text), "data": data])
      ])
    }
  }

  private func message(_ id: JSONValue?, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    // A number is written as the whole number that it is.
    let number = id?.integer.map { RecordValue($0) }
    var json = JSONWriter()
    json.object { json in
      json.members(["jsonrpc": "2.0", "id": number ?? id?.text.map { .text($0) } ?? .null])
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

  /// A failure in words: message and remedy of each reason.
  static func words(_ failure: Failure) -> String {
    failure.diagnostics.map { $0.message + ($0.remedy.map { " – \($0)" } ?? "") }
      .joined(separator: "; ")
  }
}
