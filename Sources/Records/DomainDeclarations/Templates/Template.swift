package import FootlightPlatform

/// A text with expressions in it, compiled: `{set} {rule}: {title}`.
package struct Template: Sendable, Hashable {
  /// A piece of a template.
  package enum Part: Sendable, Hashable {
    case text(String)
    case expression(Expression)
  }

  /// The shape of the template's values, as far as that can be known without a record.
  package enum Shape: Sendable, Hashable {
    /// One text.
    case text
    /// One text an element.
    case list
    /// The record decides: a field named as a whole may be a list.
    case either
  }

  /// The pieces in their order.
  package var parts: [Part]
  /// The shape of its values.
  package var shape: Shape
  /// The template as written, for messages.
  package var source: String
  /// Where it stands.
  package var location: SourceLocation

  /// Makes a template of pieces.
  package init(_ parts: [Part], shape: Shape, source: String, location: SourceLocation) {
    self.parts = parts
    self.shape = shape
    self.source = source
    self.location = location
  }
}

/// A value and what is done to it: `{folder | upper}`.
package struct Expression: Sendable, Hashable {
  /// Where the value comes from.
  package enum Input: Sendable, Hashable {
    /// A slot of the plan.
    case slot(Int)
    /// An earlier name of `let:`.
    case name(Int)
  }

  /// Where the value comes from.
  package var input: Input
  /// The filters, from left to right.
  package var filters: [Filter]
  /// The path as written, for messages.
  package var path: String

  /// Makes an expression.
  package init(_ input: Input, filters: [Filter] = [], path: String) {
    self.input = input
    self.filters = filters
    self.path = path
  }
}
