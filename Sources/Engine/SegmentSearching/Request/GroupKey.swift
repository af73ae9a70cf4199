/// What makes hits a group, of which only the best one is shown.
package enum GroupKey: Sendable, Hashable {
  /// The value of an attribute.
  case value(attribute: String, FacetKey)
  /// An item without a value is a group by itself.
  case alone(segment: Int, document: UInt32)
}
