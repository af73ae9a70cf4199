import Footlight
import FootlightPlatform

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
