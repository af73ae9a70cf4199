/// An order of hits by an attribute: those without it last, equals as they stand in the index.
public struct AttributeOrder: Sendable, Hashable {
  /// The attribute's name.
  public var name: String
  /// Whether the highest value comes first.
  public var isDescending: Bool

  /// Makes an order.
  public init(_ name: String, isDescending: Bool = false) {
    self.name = name
    self.isDescending = isDescending
  }
}
