public import DeclaredRecords

/// An item and the domain that holds it.
public struct LocatedItem: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// The item, whole.
  public var item: Item
  /// Whether only its owner sees it.
  public var isPrivate = false
  /// When and where it matters most; nil when nothing is declared.
  public var relevance: ItemRelevance?

  /// Makes a pair.
  package init(domain: String, item: Item) {
    self.domain = domain
    self.item = item
  }
}
