package import FootlightPlatform

/// How a record becomes an item: templates compiled against one plan of fields.
package struct MappingDefinition: Sendable, Hashable {
  /// The paths that the templates use; a reader fills these slots and skips the rest.
  package var plan: FieldPlan
  /// The names of `let:`, in their order; each may use those before it.
  package var names: [NameDefinition] = []
  /// Yields the identifier.
  package var id: Template
  /// Yields the title.
  package var title: Template
  /// Yields the description.
  package var description: Template?
  /// Yields the body.
  package var body: Template?
  /// Yields the address.
  package var url: Template?
  /// Yield the keywords.
  package var keywords: [Template] = []
  /// Yield the aliases.
  package var aliases: [Template] = []
  /// The attributes, in the order of the declaration.
  package var attributes: [AttributeDefinition] = []
  /// Decides the order among equals.
  package var rank = RankRule.constant(500)
  /// Decides until when an item is found.
  package var expires = ExpiryRule.never
  /// A record for which this yields something is no item.
  package var skipWhen: Template?
  /// Only a record for which this yields something is an item.
  package var onlyWhen: Template?
  /// An item for which this yields something is for its owner alone.
  package var isPrivate: Template?
  /// When and where an item matters most.
  package var relevance: RelevanceDefinition?
  /// Yields the text that decides in which shard an item lies; nil where the ids decide.
  package var shardKey: Template?
}

/// One name of `let:`: a template and, if declared, what its values are replaced by.
package struct NameDefinition: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The template of the value.
  package var value: Template
  /// The text that replaces each value; nil when the value itself is meant.
  package var map: [String: String]?
  /// The template for values that the map does not hold; without it they are bad records.
  package var otherwise: Template?
}

/// One attribute: its name, its type and the templates that yield it.
package struct AttributeDefinition: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The type.
  package var type: AttributeType
  /// One template; several only for a list.
  package var values: [Template]
  /// Where it stands.
  package var location: SourceLocation

  /// Names that queries read otherwise: those of an item's fields, and `domain`.
  package static let reservedNames: Set<String> = [
    "title", "alias", "keyword", "description", "body", "id", "domain",
  ]

  /// The attribute that holds the picture of an item.
  package static let imageName = "image"
}

/// The rule for the order among equals.
package enum RankRule: Sendable, Hashable {
  /// The same for all, 0 … 1000.
  case constant(Int)
  /// Yields a number; missing means 500.
  case template(Template)
}

/// The rule for the time until which an item is found.
package enum ExpiryRule: Sendable, Hashable {
  case never
  /// Seconds since 1970 from which on no item is found.
  case instant(Int64)
  /// So long after indexing.
  case after(Period)
  /// Yields `never`, a date, an instant or a period; missing means never.
  case template(Template)
}

/// When and where an item matters most: a window of time, and a place.
package struct RelevanceDefinition: Sendable, Hashable {
  /// Yields the beginning of the window.
  package var from: Template?
  /// Yields its end: of a date the end of that day.
  package var to: Template?
  /// Yield latitude and longitude, together or one each.
  package var place: [Template] = []
  /// Yields the name of the place.
  package var label: Template?
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

/// Records of another source that belong to those of a domain: `{lecture.title}`.
package struct LookupDefinition: Sendable, Hashable {
  /// The name by which templates call them.
  package var name: String
  /// Where they are.
  package var source: SourceDefinition
  /// Yields what each of them is found by.
  package var key: Template
  /// Yields, of a record of the domain, what is looked for.
  package var by: Template
  /// Whether there may be several for one record.
  package var isMany: Bool
  /// The fields that are read of its records.
  package var plan: FieldPlan
  /// For each field that is used: its slot in the plan of the mapping, and in ``plan``.
  package var fields: [Field]
  /// Where it stands.
  package var location: SourceLocation

  /// A field of a lookup that the mapping uses.
  package struct Field: Sendable, Hashable {
    /// The slot in the plan of the mapping.
    package var slot: Int
    /// The slot in the plan of the lookup.
    package var own: Int
  }
}
