/// How many of the items that were found have each value of an attribute.
public struct Facet: Sendable, Hashable {
  /// A value and how many items have it.
  public struct Value: Sendable, Hashable {
    /// The value.
    public var value: FacetValue
    /// How many items have it.
    public var count: Int

    /// Makes a value.
    public init(_ value: FacetValue, count: Int) {
      self.value = value
      self.count = count
    }
  }

  /// The attribute's name.
  public var name: String
  /// Its values: the commonest first, equals by value.
  public var values: [Value]
  /// Whether the counts are what was counted before the bound on work was reached.
  public var isAtLeast: Bool

  /// Makes a facet.
  public init(_ name: String, _ values: [Value], isAtLeast: Bool = false) {
    self.name = name
    self.values = values
    self.isAtLeast = isAtLeast
  }
}

/// A value of an attribute as it is counted.
public enum FacetValue: Sendable, Hashable {
  /// A text, as it is spelled most often.
  case text(String)
  case number(Double)
  case boolean(Bool)
  /// A date as ISO 8601 text.
  case date(String)
}
