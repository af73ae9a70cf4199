import Footlight
import FootlightDiagnostics
import FootlightPlatform
import JSONAnswers

extension AssistantSession {
  /// Calls a tool.
  ///
  /// Wrong arguments are the result of the tool, with a remedy: the model reads that and asks again. The
  /// protocol's errors are for clients.
  func call(_ parameters: JSONValue) throws(AssistantError) -> ToolResult {
    guard let name = parameters["name"]?.text, let tool = AssistantTool(rawValue: name) else {
      throw AssistantError(
        -32602,
        "there is no such tool; there are "
          + AssistantTool.allCases.map(\.rawValue).joined(separator: ", "))
    }
    do throws(Failure) {
      let arguments = try ToolArguments(parameters["arguments"] ?? .object([]), of: tool)
      return try perform(tool, arguments)
    } catch {
      return ToolResult(text: AssistantError.words(error), isError: true)
    }
  }

  private func perform(
    _ tool: AssistantTool, _ arguments: ToolArguments
  ) throws(Failure) -> ToolResult {
    var json = JSONWriter()
    switch tool {
    case .search:
      var options = SearchOptions(
        domains: arguments.domains, limit: arguments.limit, offset: arguments.offset)
      options.audience = .web
      if let name = arguments.distinct { options.distinct = SearchOptions.Distinct(name) }
      options.countsGroups = true
      if let sort = arguments.sort { options.sort = AttributeOrder.list([sort]) }
      if let facet = arguments.facet { options.facets = [facet] }
      let answer = try library.search(arguments.text, options: options)
      AssistantAnswers.search(answer, offset: arguments.offset, &json)
    case .show:
      guard let found = try library.item(arguments.text, audience: .web) else {
        throw Failure(
          .itemUnknown, "there is no item with this address",
          remedy: "take the address of a result of search")
      }
      AssistantAnswers.item(
        found, from: arguments.offset, length: arguments.length, &json)
    case .suggest:
      json.line(
        JSONObjects.completions,
        try library.suggest(
          arguments.text, domains: arguments.domains, limit: arguments.limit, audience: .web))
    case .domains:
      AssistantAnswers.domains(try described(), &json)
    }
    var bytes = json.written
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return ToolResult(text: String(decoding: bytes, as: UTF8.self), isStructured: true)
  }

  /// The domains with their attributes, and the commonest values of those that are counted.
  private func described() throws(Failure) -> [AssistantAnswers.Domain] {
    let state = try library.snapshot(for: .web)
    var found: [AssistantAnswers.Domain] = []
    for facts in state.facts {
      var options = SearchOptions(domains: [facts.name], limit: 0)
      options.findsAll = true
      options.marksMatches = false
      options.facets = Array(facts.facets.prefix(12))
      options.timeout = .milliseconds(500)
      let facets = facts.facets.isEmpty ? [] : try state.search("", options: options).facets
      found.append(AssistantAnswers.Domain(facts: facts, facets: facets))
    }
    return found
  }
}

/// The arguments of a tool, checked: all mistakes are told at once.
struct ToolArguments {
  private(set) var text = ""
  private(set) var domains: [String] = []
  private(set) var distinct, sort, facet: String?
  private(set) var limit = 10
  private(set) var offset = 0
  private(set) var length = AssistantTool.usualLength

  init(_ given: JSONValue, of tool: AssistantTool) throws(Failure) {
    var mistakes: [Diagnostic] = []
    func mistake(_ message: String, _ remedy: String) {
      mistakes.append(Diagnostic(.toolArgument, message, remedy: remedy))
    }
    func number(_ name: String, _ range: ClosedRange<Int>, _ usual: Int) -> Int {
      guard let value = given[name] else { return usual }
      guard let number = value.integer, range.contains(number) else {
        mistake(
          "'\(name)' is no whole number from \(range.lowerBound) to \(range.upperBound)",
          "leave it out for \(usual)")
        return usual
      }
      return number
    }
    if let needed = tool.needed {
      if let text = given[needed.name]?.text {
        self.text = text
      } else {
        mistake("the argument '\(needed.name)' is missing or no text", "send \(needed.summary)")
      }
    }
    let known = tool.arguments.map(\.name)
    if case .object(let members) = given {
      for member in members where !known.contains(member.name) {
        mistake(
          "\(tool.rawValue) knows no argument '\(member.name.prefix(40))'",
          nearest(to: member.name, among: known).map { "did you mean '\($0)'?" }
            ?? (known.isEmpty ? "leave it out" : "it knows \(known.joined(separator: ", "))"))
      }
    } else {
      mistake("the arguments are no object", "send {} or an object")
    }
    for argument in tool.arguments {
      guard let range = argument.range else { continue }
      let value = number(argument.name, range, argument.usual)
      switch argument.name {
      case "limit": limit = value
      case "length": length = value
      default: offset = value
      }
    }
    if known.contains("domain"), let value = given["domain"] {
      if let name = value.text {
        domains = name.isEmpty ? [] : [name]
      } else {
        mistake("'domain' is no text", "the tool domains lists the names")
      }
    }
    func attribute(_ name: String) -> String? {
      guard known.contains(name), let value = given[name] else { return nil }
      if value.text == nil { mistake("'\(name)' is no text", "send the name of an attribute") }
      return value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
    distinct = attribute("distinct")
    sort = attribute("sort")
    facet = attribute("facet")
    if let failure = Failure(mistakes) { throw failure }
  }
}
