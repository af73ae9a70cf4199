import Footlight
import JSONAnswers

/// What an assistant can do: four tools, which answer with the JSON of the command line.
enum AssistantTool: String, CaseIterable {
  case search, show, suggest, domains

  /// The text that it needs: the name of its argument and what it means.
  var needed: (name: String, summary: String)? {
    switch self {
    case .search:
      (
        "query",
        "words, all of which must occur; \"a phrase\", -word, a OR b, title:word and attribute filters such as "
          + "year>=2010 work"
      )
    case .show: ("address", "domain:id as a hit names it, or the item's url")
    case .suggest: ("text", "what has been typed")
    case .domains: nil
    }
  }

  var summary: String {
    switch self {
    case .search: "Search all domains of this machine's Footlight, best hits first."
    case .show: "Show an item whole: its text, aliases, attributes and url."
    case .suggest: "Complete a text to names and words that are there."
    case .domains: "List the domains: what kinds of things can be found."
    }
  }

  private var hasPaging: Bool { self == .search || self == .suggest }

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
      if let needed { property(needed.name, "string", needed.summary, &json) }
      if hasPaging {
        property("limit", "integer", "how many at most, up to 100 (10)", &json)
        property("domain", "string", "a domain or a group of domains", &json)
      }
      if self == .search { property("offset", "integer", "how many hits are left out", &json) }
    }
    if let needed { json.member("required", [needed.name]) }
  }

  private func property(
    _ name: String, _ type: String, _ summary: String, _ json: inout JSONWriter
  ) {
    json.name(name)
    json.object { json in
      json.member("type", type)
      json.member("description", summary)
    }
  }
}

/// What a tool found: one JSON object, or why there is none.
struct ToolResult {
  var text: String
  var isError = false

  func write(_ json: inout JSONWriter) {
    json.name("content")
    json.array { list in
      list.object { json in
        json.member("type", "text")
        json.member("text", text)
      }
    }
    if isError {
      json.name("isError")
      json.value(true)
    }
  }
}
