import DeclaredRecords
import IndexStores
import SegmentFiles

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
