import Footlight
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
        code: -32602,
        message: "there is no such tool; there are "
          + AssistantTool.allCases.map(\.rawValue).joined(separator: ", "))
    }
    do throws(Failure) {
      let arguments = try ToolArguments(parameters["arguments"] ?? .object(Record()), of: tool)
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
      var options = arguments.options
      options.audience = .web
      options.countsGroups = true
      let answer = try library.search(arguments.text, options: options)
      AssistantAnswers.search(answer, offset: options.offset, &json)
    case .show:
      guard let found = try library.item(arguments.text, audience: .web) else {
        throw Failure(
          .itemUnknown, "there is no item with this address",
          remedy: "take the address of a result of search")
      }
      AssistantAnswers.item(
        found, from: arguments.numbers["offset"] ?? 0,
        length: arguments.numbers["length"] ?? AssistantTool.usualLength, &json)
    case .suggest:
      json.line(
        JSONObjects.completions,
        try library.suggest(
          arguments.text, domains: arguments.options.domains, limit: arguments.options.limit,
          audience: .web))
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
  private(set) var options = SearchOptions()
  /// The numbers of the tool that are no parameters of searches.
  private(set) var numbers: [String: Int] = [:]

  init(_ given: JSONValue, of tool: AssistantTool) throws(Failure) {
    var mistakes: [Diagnostic] = []
    func mistake(_ message: String, _ remedy: String) {
      mistakes.append(Diagnostic(.toolArgument, message, remedy: remedy))
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
      for member in members.fields where !known.contains(member.name) {
        mistake(
          "\(tool.rawValue) knows no argument '\(member.name.prefix(40))'",
          nearest(to: member.name, among: known).map { "did you mean '\($0)'?" }
            ?? (known.isEmpty ? "leave it out" : "it knows \(known.joined(separator: ", "))"))
      }
    } else {
      mistake("the arguments are no object", "send {} or an object")
    }
    for argument in tool.arguments where argument.name != tool.needed?.name {
      guard let value = given[argument.name] else { continue }
      if let range = argument.range {
        guard let number = value.integer, range.contains(number) else {
          mistake(
            "'\(argument.name)' is no whole number from \(range.lowerBound) to \(range.upperBound)",
            "leave it out for \(argument.usual)")
          continue
        }
        numbers[argument.name] = number
        argument.parameter?.put(String(number), &options)
      } else if let text = value.text {
        if !text.isEmpty { argument.parameter?.put(text, &options) }
      } else {
        mistake("'\(argument.name)' is no text", "send \(argument.summary)")
      }
    }
    if let failure = Failure(mistakes) { throw failure }
  }
}
