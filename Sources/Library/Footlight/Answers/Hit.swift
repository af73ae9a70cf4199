public import DeclaredRecords
import FootlightPlatform
public import SearchEngine
import TextAnalysis

/// One item of an answer.
public struct Hit: Sendable, Hashable {
  /// A piece of a longer text on one line, with what matched in it.
  public struct Snippet: Sendable, Hashable {
    /// Where it is from: the description or the body.
    public var field: Field
    /// The piece; an ellipsis stands where the text goes on.
    public var text: String
    /// The matched pieces of ``text``.
    public var highlights: Highlights

    /// Makes a piece.
    public init(field: Field, text: String, highlights: Highlights) {
      self.field = field
      self.text = text
      self.highlights = highlights
    }
  }

  /// Items with the same value of an attribute, of which the best one is shown.
  public struct Group: Sendable, Hashable {
    /// The attribute, or `domain`; nil where the item has no value and stands alone.
    public var attribute: String?
    /// The value, as a filter names it.
    public var value: String
    /// How many more items there are.
    public var more: Int

    /// Names a group.
    public init(attribute: String? = nil, value: String = "", more: Int = 0) {
      self.attribute = attribute
      self.value = value
      self.more = more
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
  /// How well it fits.
  public var tier: Tier
  /// The score within the tier; nil where names decide: in the tiers ``Tier/exact`` and
  /// ``Tier/starts``, and in ``Tier/close`` where the corrected words would be in one of these.
  public var score: Int?
  /// The part that matched; nil when nothing in particular did (`--match none`).
  public var matched: HitMatch?
  /// The items that it stands for, where hits are put together.
  public var group: Group?
  /// Whether the declaration of its domain puts it before all hits of this query (`pins`).
  public var isPinned = false
  /// The attributes that have a value, in the order of the declaration.
  public var attributes: [ItemAttribute]
  /// How many metres it is away from the place that the query or the order names; nil without one.
  public var distance: Int?

  /// The matched pieces of the title and the description, and of an alias or a keyword in the text of ``matched``;
  /// fields without a match are left out.
  public var highlights: [Field: Highlights] = [:]
  /// The surroundings of the densest matches in description or body, if there are some.
  public var snippet: Snippet?
  /// How its place came about, with ``SearchOptions/explainsHits``.
  public var explanation: Explanation?

  /// The identifier as printed: `domain:id`, percent-encoded where it must be.
  public var address: String {
    ItemAddress(domain: domain, id: id).description
  }

  /// A distance as people read it: `840 m`, `1.2 km`, `312 km`.
  package static func text(metres: Int) -> String { Distance.text(metres: metres) }

  /// Makes a hit.
  public init(
    domain: String, id: String, title: String, description: String = "", url: String = "",
    tier: Tier, score: Int? = nil, matched: HitMatch? = nil, attributes: [ItemAttribute] = []
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

extension Hit.Group {
  /// A group with as many items as the engine has counted.
  init(_ key: GroupKey, items: Int) {
    self.init(more: max(0, items - 1))
    guard case .value(let attribute, let value) = key else { return }
    self.attribute = attribute
    self.value = value.text
  }
}

extension FacetKey {
  /// The value as a filter names it: of texts, which are compared folded, the folded one.
  var text: String {
    switch folded {
    case .text(let text), .date(let text): text
    case .number(let number): Quantity.plain(number)
    case .boolean(let truth): truth ? "true" : "false"
    }
  }
}

extension GroupKey {
  /// The condition that an item belongs to the group; nil for an item that stands alone.
  var condition: QueryExpression? {
    guard case .value(let attribute, let value) = self else { return nil }
    return attribute == GroupColumns.domainName
      ? .domain([value.text])
      : .filter(AttributeFilter(attribute, .oneOf([.equal(value.text)])))
  }
}
