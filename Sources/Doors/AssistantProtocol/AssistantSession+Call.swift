import Footlight
import FootlightDiagnostics
import JSONAnswers

extension AssistantSession {
  /// Calls a tool.
  func call(_ parameters: JSONValue) throws(AssistantError) -> ToolResult {
    guard let name = parameters["name"]?.text, let tool = AssistantTool(rawValue: name) else {
      throw AssistantError(-32602, "there is no such tool")
    }
    let arguments = parameters["arguments"] ?? .object([])
    var text = ""
    if let needed = tool.needed {
      guard let given = arguments[needed.name]?.text else {
        throw AssistantError(-32602, "the argument '\(needed.name)' is missing or no text")
      }
      text = given
    }
    let limit = try number("limit", 0...100, 10, arguments)
    let offset = try number("offset", 0...9_900, 0, arguments)
    var domains: [String] = []
    if let given = arguments["domain"] {
      guard let name = given.text else { throw AssistantError(-32602, "'domain' is no text") }
      domains = [name]
    }
    do throws(Failure) {
      return try perform(tool, text, domains, limit, offset)
    } catch {
      return ToolResult(text: AssistantError.words(error), isError: true)
    }
  }

  private func perform(
    _ tool: AssistantTool, _ text: String, _ domains: [String], _ limit: Int, _ offset: Int
  ) throws(Failure) -> ToolResult {
    var json = JSONWriter()
    switch tool {
    case .search:
      var options = SearchOptions(domains: domains, limit: limit, offset: offset)
      options.audience = .web
      json.line(JSONObjects.answer, try library.search(text, options: options))
    case .show:
      guard let found = try library.item(text, audience: .web) else {
        return ToolResult(text: "there is no such item", isError: true)
      }
      json.line(JSONObjects.item, found)
    case .suggest:
      json.line(
        JSONObjects.completions,
        try library.suggest(text, domains: domains, limit: limit, audience: .web))
    case .domains:
      let all = try library.domains(for: .web)
      json.object { json in
        json.name("domains")
        json.array { list in
          for domain in all { list.write(JSONObjects.summary, domain) }
        }
      }
    }
    var bytes = json.written
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return ToolResult(text: String(decoding: bytes, as: UTF8.self))
  }

  private func number(
    _ name: String, _ range: ClosedRange<Int>, _ usual: Int, _ arguments: JSONValue
  ) throws(AssistantError) -> Int {
    guard let given = arguments[name] else { return usual }
    guard let number = given.integer, range.contains(number) else {
      throw AssistantError(
        -32602, "'\(name)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
