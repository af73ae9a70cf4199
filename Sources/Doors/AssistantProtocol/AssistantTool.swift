import Footlight
import FootlightPlatform
import JSONAnswers

/// The four tools of an assistant.
enum AssistantTool: String, CaseIterable {
  case search, show, suggest, domains

  /// The text that it needs: the name of its argument and what it means.
  var needed: (name: String, summary: String)? {
    switch self {
    case .search:
      (
        "query",
        "words, all of which must occur; \"a phrase\", -word, a OR b, title:word and attribute filters such as "
          + "year>=2010, near:48.14,11.58,10km work"
      )
    case .show: ("address", "the address of a result of search, domain:id, or the item's url")
    case .suggest: ("text", "what has been typed")
    case .domains: nil
    }
  }

  var summary: String {
    switch self {
    case .search: "Search all domains of this machine's Footlight, best hits first."
    case .show:
      "Show an item by its address: its text, aliases, attributes and url. A long text is cut; `more` says where to "
        + "go on."
    case .suggest: "Complete a text to names and words that are there."
    case .domains:
      "List the domains with their attributes, each with an example of a filter that a query may hold."
    }
  }

  /// An argument beside the text that the tool needs, or that text itself.
  struct Argument {
    var name: String
    var summary: String
    /// The whole numbers that it takes; nil for a text.
    var range: ClosedRange<Int>?
    var usual = 0
    /// The parameter of searches that it is.
    var parameter: SearchParameter?

    init(
      _ name: String, _ summary: String, _ range: ClosedRange<Int>? = nil, usual: Int = 0,
      _ parameter: SearchParameter? = nil
    ) {
      self.name = name
      self.summary = summary
      self.range = range
      self.usual = usual
      self.parameter = parameter
    }

    /// A parameter of searches, of which one value may be given, within the bounds of what models should read.
    init(_ parameter: SearchParameter, _ range: ClosedRange<Int>? = nil, usual: Int = 0) {
      self.init(parameter.name, parameter.summary, range, usual: usual, parameter)
    }
  }

  /// The characters of a body that `show` prints at once.
  static let usualLength = 6_000

  /// All arguments that it takes.
  var arguments: [Argument] {
    let text = needed.map { [Argument($0.name, $0.summary)] } ?? []
    let some = [Argument(.limit, 0...100, usual: SearchOptions.usualLimit), Argument(.domain)]
    switch self {
    case .search:
      return text + some + [
        Argument(.offset, 0...9_900), Argument(.distinct), Argument(.sort), Argument(.facet),
      ]
    case .suggest: return text + some
    case .show:
      return text + [
        Argument("offset", "the character of the body to begin at", 0...100_000_000),
        Argument(
          "length", "the most characters of the body", 100...20_000,
          usual: AssistantTool.usualLength),
      ]
    case .domains: return []
    }
  }

  /// The tools as `tools/list` tells them.
  static var list: RecordValue {
    .list(
      allCases.map { tool in
        [
          "name": .text(tool.rawValue), "description": .text(tool.summary),
          "inputSchema": tool.schema, "annotations": ["readOnlyHint": true],
        ]
      })
  }

  private var schema: RecordValue {
    .members([
      "type": "object",
      "properties": .object(arguments) { argument in
        let range = argument.range
        let schema: RecordValue = .members([
          "type": range == nil ? "string" : "integer", "description": .text(argument.summary),
          "minimum": range.map { RecordValue($0.lowerBound) },
          "maximum": range.map { RecordValue($0.upperBound) },
          "default": range.map { _ in RecordValue(argument.usual) },
        ])
        return (argument.name, schema)
      },
      "additionalProperties": false, "required": needed.map { [.text($0.name)] },
    ])
  }
}

/// The result of a tool: one JSON object, or why there is none.
struct ToolResult {
  var text: String
  var isError = false
  /// Whether the text is an object, which is sent as structured content too.
  var isStructured = false

  func write(_ json: inout JSONWriter) {
    json.members(["content": [["type": "text", "text": .text(text)]]])
    if isStructured {
      json.name("structuredContent")
      json.value(json: text)
    }
    if isError { json.member("isError", true) }
  }
}
