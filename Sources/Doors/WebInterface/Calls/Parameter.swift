import FootlightDiagnostics

/// A parameter of a route: what it is called, what may stand in it, and what it does.
struct Parameter: Sendable {
  /// The kinds of values.
  enum Kind: Sendable {
    case text
    case number(ClosedRange<Int>)
    case flag
    case choice([String])
    /// Any number of texts, each in a parameter of its own.
    case list
    /// The same, of these words alone.
    case listOf([String])
    /// The same, of what names attributes of the domains that are searched.
    case attributes(AttributeUse)
    /// A text of this form (ECMA-262), as the description of the API tells it.
    case pattern(String)
  }

  let name: String
  let kind: Kind
  /// One line without a full stop.
  let summary: String

  /// Whether it may be there any number of times.
  var isList: Bool {
    switch kind {
    case .attributes(.grouped): false
    case .list, .listOf, .attributes: true
    case .text, .number, .flag, .choice, .pattern: false
    }
  }

  init(_ name: String, _ kind: Kind, _ summary: String) {
    self.name = name
    self.kind = kind
    self.summary = summary
  }
}

/// The use that a parameter makes of the attributes that it names.
enum AttributeUse: Sendable { case filtered, counted, ordered, grouped, within }

extension SourceLocation {
  /// The place of a parameter of a request.
  init(parameter: String) { self.init(file: parameter) }
}
