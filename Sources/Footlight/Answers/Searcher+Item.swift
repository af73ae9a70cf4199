import FootlightDiagnostics
import IndexStores
import ItemMapping
import SearchIndex

extension Searcher {
  /// The item with an address or an url; nil when there is none or it has expired.
  ///
  /// An address wins over an url; the domain of an address is compared whole.
  func item(_ text: String) throws(Failure) -> LocatedItem? {
    let known = state.domains.map(\.name)
    let address = ItemAddress(text)
    if let address, known.contains(address.domain) {
      try checkReadable(address.domain)
      if let item = try state.item(id: address.id, in: address.domain) {
        return located(item, address.domain)
      }
    }
    for domain in known where state.problem(of: domain) == nil {
      if let item = try state.item(url: text, now: world.now(), in: domain) {
        return located(item, domain)
      }
    }
    guard let address, !known.contains(address.domain) else {
      if address == nil { throw noAddress(text) }
      return nil
    }
    // What an address calls its domain can be the scheme of an url that nobody has.
    guard look.unbuilt[address.domain] == nil, !text.contains("://") else { return nil }
    try DomainSelection([address.domain]).check(against: known)
    return nil
  }

  /// The domain and id that an address or an url stands for, whether there is such an item or not.
  ///
  /// - Throws: `item.address` for what is neither, `domain.unknown`.
  func place(_ text: String) throws(Failure) -> (domain: String, id: String) {
    let known = state.domains.map(\.name)
    let address = ItemAddress(text)
    if let address, known.contains(address.domain) { return (address.domain, address.id) }
    for domain in known where state.problem(of: domain) == nil {
      if let item = try state.item(url: text, now: world.now(), in: domain) {
        return (domain, item.id)
      }
    }
    guard let address, !text.contains("://") else { throw noAddress(text) }
    try DomainSelection([address.domain]).check(against: known + look.unbuilt.keys)
    return (address.domain, address.id)
  }

  private func noAddress(_ text: String) -> Failure {
    Failure(
      .badAddress, "'\(text)' is no address of an item and no item's url",
      remedy: "write domain:id, as `footlight query --ids` prints it")
  }

  private func checkReadable(_ domain: String) throws(Failure) {
    if let problem = state.problem(of: domain) { throw Failure(problem) }
  }

  private func located(_ item: StoredItem, _ domain: String) -> LocatedItem? {
    if let expires = item.expires, expires <= world.now() { return nil }
    return LocatedItem(domain: domain, item: item.named(state.attributes(of: domain).map(\.name)))
  }
}

extension StoredItem {
  /// The item with its attributes under their names.
  func named(_ names: [String]) -> Item {
    Item(
      id: id, title: title, description: description, body: body,
      keywords: Array(keywords), aliases: Array(aliases), url: url,
      attributes: attributes(named: names), rank: rank,
      expires: expires)
  }

  /// The attributes with their names; the elements of a list are put together.
  func attributes(named names: [String]) -> [ItemAttribute] {
    var result: [ItemAttribute] = []
    // The elements of one list stand together; they are gathered before the list is made.
    var elements: [String] = []
    for (place, attribute) in attributes.enumerated() where attribute.ordinal < names.count {
      let name = names[attribute.ordinal]
      guard attribute.kind == .listElement else {
        result.append(
          ItemAttribute(name, AttributeValue(attribute.kind, attribute.text, attribute.worth)))
        continue
      }
      elements.append(attribute.text)
      let next = place + 1 < attributes.count ? attributes[place + 1] : nil
      if next?.kind == .listElement, next?.ordinal == attribute.ordinal { continue }
      result.append(ItemAttribute(name, .list(elements)))
      elements.removeAll()
    }
    return result
  }
}
