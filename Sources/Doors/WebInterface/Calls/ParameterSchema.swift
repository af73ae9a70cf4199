import Footlight
import FootlightPlatform
import JSONAnswers

/// The schemas of parameters: their types, with examples of what may stand in them.
///
/// Attributes differ from workspace to workspace, and come and go: what is made of the description works with all of them.
enum ParameterSchema {
  /// The schema of a parameter.
  ///
  /// - Parameter isMember: whether it is a member of a body, in which null counts as absent, and a single value may stand in
  ///   the place of a list.
  static func schema(_ parameter: Parameter, isMember: Bool = false) -> RecordValue {
    func type(_ name: String) -> RecordValue { isMember ? .texts([name, "null"]) : .text(name) }
    switch parameter.kind {
    case .flag: return ["type": type("boolean")]
    case .number(let range):
      return [
        "type": type("integer"), "minimum": RecordValue(range.lowerBound),
        "maximum": RecordValue(range.upperBound),
      ]
    case .choice(let words):
      let choices = words.map { RecordValue.text($0) }
      return ["type": type("string"), "enum": .list(isMember ? choices + [.null] : choices)]
    case .text, .pattern, .attributes(.grouped):
      return .members(["type": type("string"), "examples": examples(parameter.kind)])
    case .list, .listOf, .attributes:
      let words: [String]? = if case .listOf(let words) = parameter.kind { words } else { nil }
      let items: RecordValue = .members([
        "type": "string", "enum": words.map { .texts($0) }, "examples": examples(parameter.kind),
      ])
      return [
        "type": isMember ? ["array", "string", "null"] : "array", "items": items,
      ]
    }
  }

  private static func examples(_ kind: Parameter.Kind) -> RecordValue? {
    guard case .attributes(let use) = kind else { return nil }
    return switch use {
    case .filtered:
      .texts([
        "type:Movie", "type:Movie,Series", "year:2010..2015", "year>=2010", "-type:Movie",
        "near:48.14,11.58,10km",
      ])
    case .counted: .texts(["genre", "genre~com", "year/10", "released/month"])
    case .ordered: .texts(["-year", "title", "near:48.14,11.58"])
    case .grouped: .texts(["series", "domain", "none"])
    case .within: .texts(["48.14,11.58,10km", "48.0,11.3..48.3,11.8", "48,11;48,12;49,12"])
    }
  }
}

/// A parameter of a route: what it is called, what may stand in it, and what it does.
struct Parameter: Sendable {
  typealias Kind = SearchParameter.Kind

  let name: String
  let kind: Kind
  /// One line without a full stop.
  let summary: String

  /// Whether it may be there any number of times.
  var isList: Bool { kind.isList }

  init(_ name: String, _ kind: Kind, _ summary: String) {
    self.name = name
    self.kind = kind
    self.summary = summary
  }

  /// A parameter of searches.
  init(_ searched: SearchParameter) {
    self.init(searched.name, searched.kind, searched.summary)
  }
}

extension SourceLocation {
  /// The place of a parameter of a request.
  init(parameter: String) { self.init(file: parameter) }
}
