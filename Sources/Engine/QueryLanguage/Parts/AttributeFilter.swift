/// A condition on an attribute: `type:Movie`, `type:a,b`, `year:2010..2015`, `year>=2010`.
///
/// The meaning of a value depends on the attribute's type, which each domain declares for itself.
public struct AttributeFilter: Sendable, Hashable {
  /// How a value is compared.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    case below = "<"
    case atMost = "<="
    case above = ">"
    case atLeast = ">="
  }

  /// One of the values of a list.
  package enum Value: Sendable, Hashable {
    /// The value itself; a date without a time is that whole day, month or year.
    case equal(String)
    /// From one value to another, both included; nil where it is open.
    case range(String?, String?)
  }

  /// The condition that the value must satisfy.
  package enum Condition: Sendable, Hashable {
    /// One of the values.
    case oneOf([Value])
    case compared(Comparison, String)
  }

  /// The attribute's name.
  package var name: String
  /// The condition that the value must satisfy.
  package var condition: Condition
  /// Where the query holds it: bytes of the text.
  package var range: Range<Int>

  /// Makes a filter.
  package init(_ name: String, _ condition: Condition, range: Range<Int> = 0..<0) {
    self.name = name
    self.condition = condition
    self.range = range
  }

  /// Whether two filters ask for the same, wherever they stand.
  public static func == (one: AttributeFilter, other: AttributeFilter) -> Bool {
    one.name == other.name && one.condition == other.condition
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(condition)
  }

  /// The names that stand for the places of an item, whatever its domain calls them: a condition reads as a question
  /// by either, `near:48.14,11.58,10km` and `within:48.0,11.3..48.3,11.8`.
  package static let placeNames = ["near", "within"]

  /// The value as it was written, which for places is one: the commas stand between its numbers.
  package var wholeValue: String? {
    guard case .oneOf(let values) = condition else { return nil }
    return values.map { value in
      switch value {
      case .equal(let text): text
      case .range(let low, let high): (low ?? "") + ".." + (high ?? "")
      }
    }.joined(separator: ",")
  }

  /// The texts that are compared with values.
  package var values: [String] {
    switch condition {
    case .compared(_, let value): return [value]
    case .oneOf(let values):
      return values.flatMap { value -> [String] in
        switch value {
        case .equal(let text): [text]
        case .range(let low, let high): [low, high].compactMap { $0 }
        }
      }
    }
  }
}
