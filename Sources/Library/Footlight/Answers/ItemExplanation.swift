public import HitExplaining

/// Why an item is where it is in the answer to a query, or why it is not there.
public struct ItemExplanation: Sendable, Hashable {
  /// The query as it was given.
  public var query: String
  /// The item's domain.
  public var domain: String
  /// Its identifier within the domain.
  public var id: String
  /// Its title; nil when there is no such item.
  public var title: String?
  /// Tier, score and what they are made of, or the reason why it is not found.
  public var explanation: Explanation

  /// Whether it was stopped by ``SearchOptions/timeout``: then nobody knows, and the reason says so.
  public var isCut = false

  /// Whether the item is in the answer.
  public var isFound: Bool { explanation.tier != nil }

  /// Makes an explanation of an item.
  package init(
    query: String, domain: String, id: String, title: String?, explanation: Explanation
  ) {
    self.query = query
    self.domain = domain
    self.id = id
    self.title = title
    self.explanation = explanation
  }
}
