/// How the items of a domain are recorded, shown and opened: what is read at query time.
public struct DoorsDefinition: Sendable, Hashable {
  /// Whether visits and stars are recorded.
  public var recordsActivity = true
  /// Whether the desktop's own search shows its items.
  public var showsOnDesktop = true
  /// What an item is in the words of schema.org; nil when nothing is said.
  public var schemaType: String?
  /// Which links mean items, beside their addresses and urls.
  public var links: LinkDefinition?
  /// The program that opens an url, and its arguments, with `{url}` for the url; empty for the desktop's.
  public var opener: [String] = []

  /// What holds when nothing is declared.
  public init() {}
}

/// Which links mean items, as declared: ``LinkRules`` reads it.
public struct LinkDefinition: Sendable, Hashable {
  /// Urls and paths with captures.
  public var accept: [String]
  /// The template of the id.
  public var id: String
  /// Which ids may be opened though no item has them.
  public var unknown: String?

  /// Describes links.
  public init(accept: [String], id: String, unknown: String? = nil) {
    self.accept = accept
    self.id = id
    self.unknown = unknown
  }
}
