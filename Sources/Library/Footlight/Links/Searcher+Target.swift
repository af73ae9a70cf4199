import DeclaredRecords
import FootlightPlatform
import IndexStores
import TextAnalysis

extension Searcher {
  /// The target of a text.
  ///
  /// - Throws: `item.bad-address` for what is neither address nor link, `item.unknown` for an id or a link
  ///   of which there is no item.
  func target(_ given: String) throws(Failure) -> LinkTarget {
    var text = given
    let scheme = "footlight:"
    if text.utf8.count > scheme.utf8.count,
      String(text.prefix(scheme.count)).lowercased() == scheme
    {
      text = String(text.dropFirst(scheme.count))
      return try target(linked: text, given)
    }
    if let found = try target(addressed: text, given) { return found }
    if text.hasPrefix("/") { return try target(path: text, given) }
    if let found = try item(withURL: text) { return .item(found, url: text) }
    if let host = NormalizedURL.host(of: text) { return try target(url: text, host, given) }
    throw noAddress(given)
  }

  /// After `footlight:` stand an address, with a colon or a slash, or a path.
  private func target(linked text: String, _ given: String) throws(Failure) -> LinkTarget {
    if text.hasPrefix("/") { return try target(path: text, given) }
    if let found = try target(addressed: text, given) { return found }
    if let slash = text.firstIndex(of: "/"), slash > text.startIndex {
      let written = text[..<slash] + ":" + text[text.index(after: slash)...]
      if let found = try target(addressed: String(written), given) { return found }
    }
    throw noAddress(given)
  }

  /// The target of an address within a known domain; nil for other texts.
  private func target(addressed text: String, _ given: String) throws(Failure) -> LinkTarget? {
    guard let address = ItemAddress(text) else { return nil }
    let isStored = state.domains.contains { $0.name == address.domain }
    guard
      isStored || look.unbuilt[address.domain] != nil || address.domain == ActivityRecord.history
    else { return nil }
    guard !address.id.isEmpty else { throw noAddress(given) }
    if isStored || address.domain == ActivityRecord.history {
      if let found = try item(at: address) { return .item(found, url: nil) }
    }
    if let rules = rules(of: address.domain), rules.allows(unknown: address.id) {
      return .unknown(address, url: activity.record(address)?.url)
    }
    throw try missing(address, given)
  }

  private func target(path: String, _ given: String) throws(Failure) -> LinkTarget {
    if let found = try target(matching: path) { return found }
    throw noAddress(given)
  }

  private func target(url: String, _ host: String, _ given: String) throws(Failure) -> LinkTarget {
    if let found = try target(matching: url) { return found }
    let isOwned = state.domains.contains { rules(of: $0.name)?.owns(host: host) ?? false }
    guard !isOwned else {
      throw Failure(
        .itemUnknown, "'\(given)' is no item's url, though its host is that of items",
        remedy: "`footlight query` finds what there is")
    }
    guard !NormalizedURL.path(of: url).isEmpty,
      // No address that was written on purpose holds one of these.
      !url.unicodeScalars.contains(where: { $0.value <= 0x20 || (0x7F...0x9F).contains($0.value) })
    else { throw noAddress(given) }
    return .page(url: url)
  }

  /// The target of a link that fits a declared pattern; nil where none fits.
  private func target(matching link: String) throws(Failure) -> LinkTarget? {
    var refused: ItemAddress?
    for domain in state.domains.map(\.name) {
      guard let rules = rules(of: domain), let id = try rules.id(of: link) else { continue }
      let address = ItemAddress(domain: domain, id: id)
      if let found = try item(at: address) {
        return .item(found, url: link.hasPrefix("/") ? nil : link)
      }
      if rules.allows(unknown: id) { return .unknown(address, url: rules.url(of: link)) }
      refused = refused ?? address
    }
    if let refused { throw try missing(refused, refused.description) }
    return nil
  }

  private func rules(of domain: String) -> LinkRules? {
    state.domains.first { $0.name == domain }.flatMap { LinkRules($0.facts.querySettings) }
  }

  /// Says that an item is not there, and what is nearest.
  private func missing(_ address: ItemAddress, _ given: String) throws(Failure) -> Failure {
    var near: [String] = []
    if state.domains.contains(where: { $0.name == address.domain }) {
      let known = activity.record(address)?.title ?? ""
      var options = SearchOptions(domains: [address.domain], limit: 3)
      options.marksMatches = false
      // Where nothing has its title or its id, what has an id or a name that begins alike.
      let beginnings = (1...4).map { String(address.id.dropLast($0)) }
      for text in [known, address.id] + beginnings where near.isEmpty && !text.isEmpty {
        near = try search(text, options, began: system.monotonic()).hits.map {
          "\($0.address) (\($0.title))"
        }
      }
    }
    return Failure(
      .itemUnknown, "there is no item '\(given)'",
      remedy: near.isEmpty
        ? "`footlight query` finds what there is" : "nearest are " + near.joined(separator: ", "))
  }
}

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
