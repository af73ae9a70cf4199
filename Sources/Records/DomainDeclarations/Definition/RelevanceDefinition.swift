/// When and where an item matters most: a window of time, and a place.
package struct RelevanceDefinition: Sendable, Hashable {
  /// Yields the beginning of the window.
  package var from: Template?
  /// Yields its end: of a date the end of that day.
  package var to: Template?
  /// Yield latitude and longitude, together or one each.
  package var place: [Template]
  /// Yields the name of the place.
  package var label: Template?

  /// Describes a window.
  package init(
    from: Template? = nil, to: Template? = nil, place: [Template] = [], label: Template? = nil
  ) {
    self.from = from
    self.to = to
    self.place = place
    self.label = label
  }
}

/// An attribute that an index keeps for its own use: no query names it, and no answer shows it.
///
/// Their names cannot be declared; they stand after those that are.
package enum ReservedAttribute: String, Sendable, Hashable, CaseIterable {
  case isPrivate = "(private)"
  case from = "(from)"
  case to = "(to)"
  case place = "(place)"
  case label = "(label)"
  case shard = "(shard)"

  /// Whether a name is one of these.
  package static func isReserved(_ name: String) -> Bool { name.hasPrefix("(") }

  /// The type of its values.
  package var type: AttributeType {
    switch self {
    case .isPrivate: .boolean
    case .from, .to: .date
    case .place, .label, .shard: .text
    }
  }
}

extension MappingDefinition {
  /// The attributes that an index of this mapping keeps beside the declared ones, in the order of the
  /// ordinals.
  package var reserved: [ReservedAttribute] {
    (isPrivate == nil ? [] : [.isPrivate])
      + (relevance == nil ? [] : [.from, .to, .place, .label])
      + (shardKey == nil ? [] : [.shard])
  }
}
