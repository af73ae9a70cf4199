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
}

/// One step of an expression: a filter with its arguments.
///
/// Most work on each element of a list; `first`, `last` and `join` make one text of a list,
/// `split` makes a list of a text.
package enum Filter: Sendable, Hashable {
  /// A list of the trimmed, non-empty parts between occurrences of a text.
  case split(String)
  case trim
  case lower
  case upper
  /// Each word with a capital.
  case title
  /// The first value that is not missing.
  case first
  /// The last value that is not missing.
  case last
  /// All elements with a text between them.
  case join(String)
  /// A text in the place of a missing value.
  case `default`(String)
  case replace(String, with: String)
  /// An ISO date, read by a pattern.
  case date(DatePattern)
  /// A date written by a pattern.
  case format(DatePattern)
  /// A number without grouping characters, whose fraction follows this mark.
  case number(decimalMark: UInt8)
  /// The logarithm of a number between two limits, from 0 to 1000.
  case scale(from: Double, to: Double)
  /// At most so many characters.
  case truncate(Int)
  /// Markdown and HTML as plain text.
  case plain
  /// HTML as Markdown, in which the structure of a text stays.
  case markdown
  /// Each element once.
  case unique
  /// At most so many elements.
  case limit(Int)

  /// Whether it puts something in the place of a missing value.
  var isDefault: Bool {
    if case .default = self { true } else { false }
  }
}
