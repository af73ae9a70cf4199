import Footlight
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
  }

  /// The characters of a body that `show` prints at once.
  static let usualLength = 6_000

  /// All arguments that it takes.
  var arguments: [Argument] {
    var all: [Argument] = []
    if let needed { all.append(Argument(name: needed.name, summary: needed.summary)) }
    switch self {
    case .search, .suggest:
      all.append(
        Argument(name: "limit", summary: "the most results", range: 0...100, usual: 10))
      all.append(
        Argument(
          name: "domain", summary: "a domain or a group of domains, as the tool domains lists them")
      )
      if self == .search {
        all.append(
          Argument(
            name: "offset", summary: "the number of results that are left out", range: 0...9_900))
        all.append(
          Argument(
            name: "distinct",
            summary: "an attribute of whose values only the best result is wanted; none for all"))
        all.append(
          Argument(
            name: "sort",
            summary: """
              attributes or title to order by instead of relevance, such as -year,title; near:48.14,11.58 puts the nearest first, \
              near alone those nearest to the place of the query
              """))
        all.append(
          Argument(
            name: "facet",
            summary: """
              an attribute whose values are counted over all results; genre~com counts those that hold a text, year/10 steps of a \
              number, released/month those of a date
              """))
      }
    case .show:
      all.append(
        Argument(
          name: "offset", summary: "the character of the body to begin at", range: 0...100_000_000))
      all.append(
        Argument(
          name: "length", summary: "the most characters of the body", range: 100...20_000,
          usual: AssistantTool.usualLength))
    case .domains: break
    }
    return all
  }

  /// Writes the members of `tools/list`.
  static func list(_ json: inout JSONWriter) {
    json.name("tools")
    json.array { list in
      for tool in allCases {
        list.object { json in
          json.member("name", tool.rawValue)
          json.member("description", tool.summary)
          json.name("inputSchema")
          json.object { tool.schema(&$0) }
          json.name("annotations")
          json.object { json in
            json.name("readOnlyHint")
            json.value(true)
          }
        }
      }
    }
  }

  private func schema(_ json: inout JSONWriter) {
    json.member("type", "object")
    json.name("properties")
    json.object { json in
      for argument in arguments {
        json.name(argument.name)
        json.object { json in
          json.member("type", argument.range == nil ? "string" : "integer")
          json.member("description", argument.summary)
          guard let range = argument.range else { return }
          json.member("minimum", range.lowerBound)
          json.member("maximum", range.upperBound)
          json.member("default", argument.usual)
        }
      }
    }
    json.name("additionalProperties")
    json.value(false)
    if let needed { json.member("required", [needed.name]) }
  }
}

/// The result of a tool: one JSON object, or why there is none.
struct ToolResult {
  var text: String
  var isError = false
  /// Whether the text is an object, which is sent as structured content too.
  var isStructured = false

  func write(_ json: inout JSONWriter) {
    json.name("content")
    json.array { list in
      list.object { json in
        json.member("type", "text")
        json.member("text", text)
      }
    }
    if isStructured {
      json.name("structuredContent")
      json.value(json: text)
    }
    if isError {
      json.name("isError")
      json.value(true)
    }
  }
}
