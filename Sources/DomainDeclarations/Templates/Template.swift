public import FootlightDiagnostics

/// A text with expressions in it, compiled: `{set} {rule}: {title}`.
public struct Template: Sendable, Hashable {
  /// A piece of a template.
  public enum Part: Sendable, Hashable {
    case text(String)
    case expression(Expression)
  }

  /// What the template certainly yields, as far as that can be known without a record.
  public enum Shape: Sendable, Hashable {
    /// One text.
    case text
    /// One text an element.
    case list
    /// What the record holds: a field named as a whole may be a list.
    case either
  }

  /// The pieces in their order.
  public var parts: [Part]
  /// What it yields.
  public var shape: Shape
  /// The template as written, for messages.
  public var source: String
  /// Where it stands.
  public var location: SourceLocation

  /// Makes a template of pieces.
  public init(_ parts: [Part], shape: Shape, source: String, location: SourceLocation) {
    self.parts = parts
    self.shape = shape
    self.source = source
    self.location = location
  }
}

/// A value and what is done to it: `{folder | upper}`.
public struct Expression: Sendable, Hashable {
  /// Where the value comes from.
  public enum Input: Sendable, Hashable {
    /// A slot of the plan.
    case slot(Int)
    /// An earlier name of `let:`.
    case name(Int)
  }

  /// Where the value comes from.
  public var input: Input
  /// What is done to it, from left to right.
  public var filters: [Filter]
  /// The path as written, for messages.
  public var path: String

  /// Makes an expression.
  public init(_ input: Input, filters: [Filter] = [], path: String) {
    self.input = input
    self.filters = filters
    self.path = path
  }
}
