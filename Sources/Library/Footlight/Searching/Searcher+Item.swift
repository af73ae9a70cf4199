import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TextAnalysis

extension Searcher {
  /// The item with an address or an url; nil when there is none or it has expired.
  ///
  /// An address wins over an url; the domain of an address is compared whole.
  func item(
    _ text: String, for audience: Audience = .owner
  ) throws(Failure) -> LocatedItem? {
    guard let found = try item(named: text) else { return nil }
    guard !audience.hidesPrivate || !found.isPrivate, isShown(found.domain, to: audience) else {
      return nil
    }
    return found
  }

  private func item(named text: String) throws(Failure) -> LocatedItem? {
    let known = state.domains.map(\.name)
    if let address = ItemAddress(text), !known.contains(address.domain),
      address.domain != ActivityRecord.history, look.unbuilt[address.domain] == nil,
      NormalizedURL.host(of: text) == nil, address.domain.lowercased() != "footlight",
      try item(withURL: text) == nil
    {
      // The domain of an address can be the scheme of an url that nobody has.
      guard !text.contains("://") else { return nil }
      try DomainSelection([address.domain]).check(against: known)
    }
    do throws(Failure) {
      switch try target(text) {
      case .item(let found, _): return found
      case .unknown, .page: return nil
      }
    } catch {
      // The domain of an address can be the scheme of an url that nobody has.
      guard error.concerns([.itemUnknown]) || text.contains("://") else { throw error }
      return nil
    }
  }

  /// The item at an address; nil when there is none or it has expired.
  func item(at address: ItemAddress) throws(Failure) -> LocatedItem? {
    if address.domain == ActivityRecord.history {
      return activity.page(address.id, now: system.now())
    }
    guard state.domains.contains(where: { $0.name == address.domain }) else { return nil }
    try checkReadable(address.domain)
    return try state.item(id: address.id, in: address.domain)
      .flatMap { located($0, address.domain) }
  }

  /// The item with an url, compared as urls are, in any domain; nil when there is none.
  func item(withURL url: String) throws(Failure) -> LocatedItem? {
    for domain in state.domains.map(\.name)
    where domain != ActivityRecord.history && state.problem(of: domain) == nil {
      if let item = try state.item(url: url, now: system.now(), in: domain) {
        return located(item, domain)
      }
    }
    let page = activity.record(ofPage: NormalizedURL.of(url))
    return page.flatMap { activity.page($0.id, now: system.now()) }
  }

  /// The domain and id that an address or an url stands for, whether there is such an item or not.
  ///
  /// - Throws: `item.address` for what is neither, `domain.unknown`.
  func place(_ text: String) throws(Failure) -> (domain: String, id: String) {
    let known = state.domains.map(\.name)
    let address = ItemAddress(text)
    if let address, known.contains(address.domain) { return (address.domain, address.id) }
    for domain in known where state.problem(of: domain) == nil {
      if let item = try state.item(url: text, now: system.now(), in: domain) {
        return (domain, item.id)
      }
    }
    do throws(Failure) {
      // A link says it in other words; what it does not say is told below.
      if let found = try target(text).address { return (found.domain, found.id) }
    } catch {
      guard error.concerns([.badAddress, .itemUnknown]) else { throw error }
    }
    guard let address, !text.contains("://") else { throw noAddress(text) }
    try DomainSelection([address.domain]).check(against: known + look.unbuilt.keys)
    return (address.domain, address.id)
  }

  func noAddress(_ text: String) -> Failure {
    Failure(
      .badAddress, "'\(text)' is no address of an item and no item's url",
      remedy: "write domain:id, as `footlight query --ids` prints it")
  }

  private func checkReadable(_ domain: String) throws(Failure) {
    if let problem = state.problem(of: domain) { throw Failure(problem) }
  }

  private func located(_ item: StoredItem, _ domain: String) -> LocatedItem? {
    if let expires = item.expires, expires <= system.now() { return nil }
    var located = LocatedItem(
      domain: domain, item: item.named(state.attributes(of: domain).map(\.name)))
    let reserved = ReservedValues(item, state, domain)
    located.isPrivate = reserved[.isPrivate] != nil
    located.relevance = reserved.relevance
    return located
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
    for (index, attribute) in attributes.enumerated() where attribute.ordinal < names.count {
      let name = names[attribute.ordinal]
      guard attribute.kind == .listElement else {
        result.append(
          ItemAttribute(name, AttributeValue(attribute.kind, attribute.text, attribute.worth)))
        continue
      }
      elements.append(attribute.text)
      let next = index + 1 < attributes.count ? attributes[index + 1] : nil
      if next?.kind == .listElement, next?.ordinal == attribute.ordinal { continue }
      result.append(ItemAttribute(name, .list(elements)))
      elements.removeAll()
    }
    return result
  }
}
