public import ItemMapping

/// One item of an answer.
public struct Hit: Sendable, Hashable {
  /// What of the item matched.
  public struct Match: Sendable, Hashable {
    /// `title`, `alias`, `id`, `keyword`, `description` or `body`.
    public var field: String
    /// The name that matched, or the piece of the field around the words.
    public var text: String

    /// Makes a match.
    public init(field: String, text: String) {
      self.field = field
      self.text = text
    }
  }

  /// The domain.
  public var domain: String
  /// The identifier within the domain.
  public var id: String
  /// The title.
  public var title: String
  /// The description, or an empty text.
  public var description: String
  /// The address, or an empty text.
  public var url: String
  /// 1 exact, 2 starts, 3 named, 4 found, 5 close, 6 part.
  public var tier: Int
  /// The score within the tier; nil in tiers 1 and 2.
  public var score: Int?
  /// What matched; nil when nothing in particular did (`--match none`).
  public var matched: Match?
  /// The attributes that have a value, in the order of the declaration.
  public var attributes: [ItemAttribute]

  /// The identifier as printed: `domain:id`, percent-encoded where it must be.
  public var address: String {
    ItemAddress(domain: domain, id: id).description
  }

  /// Makes a hit.
  public init(
    domain: String, id: String, title: String, description: String = "", url: String = "",
    tier: Int, score: Int? = nil, matched: Match? = nil, attributes: [ItemAttribute] = []
  ) {
    self.domain = domain
    self.id = id
    self.title = title
    self.description = description
    self.url = url
    self.tier = tier
    self.score = score
    self.matched = matched
    self.attributes = attributes
  }
}
