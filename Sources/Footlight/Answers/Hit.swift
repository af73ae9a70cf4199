import OpenWorkspaces
public import ItemMapping
public import HitExplaining

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

  /// A piece of a longer text on one line, with what matched in it.
  public struct Snippet: Sendable, Hashable {
    /// `description` or `body`.
    public var field: String
    /// The piece; an ellipsis stands where the text goes on.
    public var text: String
    /// What matched in ``text``, as ranges of Unicode scalars.
    public var highlights: [Range<Int>]

    /// Makes a piece.
    public init(field: String, text: String, highlights: [Range<Int>]) {
      self.field = field
      self.text = text
      self.highlights = highlights
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
  /// The score within the tier; nil in tiers 1 and 2, and in 5 where the corrected words would be in
  /// one of these.
  public var score: Int?
  /// What matched; nil when nothing in particular did (`--match none`).
  public var matched: Match?
  /// The attributes that have a value, in the order of the declaration.
  public var attributes: [ItemAttribute]

  /// What matched in `title`, `description`, and of ``matched`` in `alias` or `keyword`: ranges of
  /// Unicode scalars, in order and without overlap; fields without a match are left out.
  public var highlights: [String: [Range<Int>]] = [:]
  /// The surroundings of the densest matches in description or body, if there are some.
  public var snippet: Snippet?
  /// What its place is made of, with ``SearchOptions/explainsHits``.
  public var explanation: Explanation?

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
