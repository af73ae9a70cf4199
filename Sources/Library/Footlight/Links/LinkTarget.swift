/// The target of an address, an url, a `footlight:` link or an accepted path.
public enum LinkTarget: Sendable, Hashable {
  /// An item that is there, with the url that was written, where it was one.
  case item(LocatedItem, url: String?)
  /// An id that no item has, but may have some day: its links allow it.
  case unknown(ItemAddress, url: String?)
  /// A page that is no item.
  case page(url: String)

  /// The address under which it is recorded.
  var address: ItemAddress? {
    switch self {
    case .item(let found, _): ItemAddress(domain: found.domain, id: found.item.id)
    case .unknown(let address, _): address
    case .page: nil
    }
  }
}
