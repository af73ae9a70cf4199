public import DeclaredRecords
import IndexStores
import SearchEngine

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
}

/// When and where an item matters most, as its declaration says.
public struct ItemRelevance: Sendable, Hashable {
  /// When its window begins: a date or an instant.
  public var from: String?
  /// When its window ends: a date, whose end is meant, or an instant.
  public var to: String?
  /// Latitude and longitude in degrees, with a comma between.
  public var place: String?
  /// The name of the place.
  public var label: String?
}

/// The values that an index keeps of an item for its own use.
struct ReservedValues {
  private var values: [ReservedAttribute: StoredItem.Attribute] = [:]

  init(_ item: StoredItem, _ state: any StoreSnapshot, _ domain: String) {
    let reserved = state.reservedAttributes(of: domain)
    guard !reserved.isEmpty else { return }
    let first = state.attributes(of: domain).count
    for attribute in item.attributes where attribute.ordinal >= first {
      guard reserved.indices.contains(attribute.ordinal - first),
        let known = ReservedAttribute(rawValue: reserved[attribute.ordinal - first].name)
      else { continue }
      values[known] = attribute
    }
  }

  subscript(_ attribute: ReservedAttribute) -> StoredItem.Attribute? { values[attribute] }

  /// When and where the item matters; nil when nothing says so.
  var relevance: ItemRelevance? {
    let found = ItemRelevance(
      from: values[.from]?.text, to: values[.to]?.text, place: values[.place]?.text,
      label: values[.label]?.text)
    return found == ItemRelevance() ? nil : found
  }
}
