/// The type of an attribute's values.
package enum AttributeType: String, Sendable, Hashable, CaseIterable {
  case text
  case number
  case boolean
  case date
  /// A list of text.
  case list
  /// A point on the globe.
  case place
}
