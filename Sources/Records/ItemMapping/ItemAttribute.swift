public import TextAnalysis

/// A named value of an item.
public struct ItemAttribute: Sendable, Hashable {
  /// The name in the declaration.
  public var name: String
  /// The value.
  public var value: AttributeValue

  /// Names a value.
  public init(_ name: String, _ value: AttributeValue) {
    self.name = name
    self.value = value
  }
}

extension Sequence<ItemAttribute> {
  /// The picture of an item, an address or a path below its declaration's folder; empty without one.
  public var image: String {
    for attribute in self where attribute.name == "image" {
      if case .text(let text) = attribute.value { return text }
    }
    return ""
  }
}

/// The value of an attribute, typed as the declaration says.
public enum AttributeValue: Sendable, Hashable {
  case text(String)
  /// A number, and the text that the source held.
  case number(Double, written: String)
  case boolean(Bool)
  /// A date as ISO 8601 text, and its start in seconds since 1970.
  case date(String, seconds: Int64)
  case list([String])
  /// A point on the globe.
  case place(Place)
}
