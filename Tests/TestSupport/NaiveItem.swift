package import TextAnalysis

/// An item of the naive index: what a search looks at, as Strings.
package struct NaiveItem: Sendable, Hashable {
  /// The id within its domain.
  package var id: String
  /// The title.
  package var title: String
  /// The description, or empty.
  package var description: String
  /// The body, or empty.
  package var body: String
  /// The keywords.
  package var keywords: [String]
  /// The aliases.
  package var aliases: [String]
  /// 0 … 1000.
  package var rank: Int
  /// Seconds since 1970 from which on it is not found; nil for never.
  package var expires: Int64?
  /// The attributes.
  package var attributes: [NaiveAttribute] = []

  /// Makes an item.
  package init(
    id: String, title: String, description: String = "", body: String = "",
    keywords: [String] = [], aliases: [String] = [], rank: Int = 500, expires: Int64? = nil
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.body = body
    self.keywords = keywords
    self.aliases = aliases
    self.rank = rank
    self.expires = expires
  }
}

/// An attribute of an item, with the ordinal of its name in the settings.
package struct NaiveAttribute: Sendable, Hashable {
  /// A value.
  package enum Value: Sendable, Hashable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    /// Seconds since 1970.
    case date(Int64)
    case list([String])
    case place(Place)
  }

  /// The ordinal.
  package var ordinal: Int
  /// The name.
  package var name: String
  /// The value.
  package var value: Value

  /// Makes an attribute.
  package init(_ ordinal: Int, _ name: String, _ value: Value) {
    self.ordinal = ordinal
    self.name = name
    self.value = value
  }
}
