import DeclaredRecords

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

/// The key by which values of several segments are the same.
package enum FacetKey: Sendable, Hashable {
  case text([UInt8])
  case number(Double)
  case boolean(Bool)
  case date(Int64)

  /// Whether a value stands before another of the same count.
  func precedes(_ other: FacetKey) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let two)): one.lexicographicallyPrecedes(two)
    case (.number(let one), .number(let two)): one < two
    case (.boolean(let one), .boolean(let two)): !one && two
    case (.date(let one), .date(let two)): one < two
    default: place < other.place
    }
  }

  private var place: Int {
    switch self {
    case .boolean: 0
    case .number: 1
    case .date: 2
    case .text: 3
    }
  }

  /// The value with a text as it is folded.
  package var folded: FacetValue {
    guard case .text(let bytes) = self else { return value("") }
    return value(String(decoding: bytes, as: UTF8.self))
  }

  /// The value as it is shown.
  func value(_ spelling: String) -> FacetValue {
    switch self {
    case .text: .text(spelling)
    case .number(let number): .number(number)
    case .boolean(let truth): .boolean(truth)
    case .date(let seconds): .date(AttributeText.date(seconds: seconds))
    }
  }
}

/// What makes hits a group, of which only the best one is shown.
package enum GroupKey: Sendable, Hashable {
  /// The value of an attribute.
  case value(attribute: String, FacetKey)
  /// An item without a value is a group by itself.
  case alone(segment: Int, document: UInt32)
}
