import Footlight
import FootlightPlatform

/// A request that has found its route and was let in.
struct Call: Sendable {
  let served: ServedLibrary
  let request: HTTPRequest
  let entry: Entry
  let arguments: Arguments
  /// The state that answers, as far as its reader may see it.
  let state: Snapshot

  /// The key of the request; nil without one.
  var key: AccessKey? { entry.key }

  var library: Library { served.library }

  /// The value of a variable part of the path.
  func capture(_ name: String) -> String { entry.captures[name] ?? "" }

  /// The renderer of pages for this client.
  var pages: Pages { served.pages(for: request, records: entry.recordsPicks) }

  /// The domains of these names and groups that the key reaches.
  ///
  /// - Throws: `key.forbids` when one is out of reach.
  func domains(_ wanted: [String]) throws(Failure) -> [String] {
    guard let key, !key.domains.isEmpty else { return wanted }
    let reach = DomainReach(key.domains)
    guard !wanted.isEmpty else { return key.domains }
    var found: [String] = []
    for name in wanted {
      let within = reach.part(of: name)
      guard !within.isEmpty else { throw Call.outOfReach }
      found += within
    }
    return found
  }

  /// Counts a query, where its workspace wants that; the pages of one answer count once.
  func count(_ answer: Answer) {
    if arguments.number("offset") ?? 0 == 0, arguments.list("filter").isEmpty,
      !served.settings.isReadOnly
    {
      library.count(asked: answer.query, hits: answer.total)
    }
  }

  /// Whether the key reaches a domain.
  func reaches(_ domain: String) -> Bool {
    guard let key, !key.domains.isEmpty else { return true }
    return DomainReach(key.domains).contains(domain)
  }

  /// Refuses what the key does not reach.
  func check(_ domain: String) throws(Failure) {
    if !reaches(domain) { throw Call.outOfReach }
  }

  /// The domain that the path names, which must be built.
  func builtDomain() throws(Failure) -> Snapshot.Facts {
    let name = capture("domain")
    try check(name)
    guard let facts = state.facts.first(where: { $0.name == name }) else {
      throw Failure(.unknownDomain, "there is no such domain that is built")
    }
    return facts
  }

  private static let outOfReach = Failure(
    .keyForbids, "the key does not reach that domain", remedy: "make a key for it")

  /// Whether something is searched for, and not only the beginning shown.
  var isSearch: Bool { !searchState.isEmpty }

  /// Whether what is picked is recorded for who asks.
  var records: Bool { pages.activity }

  /// The search that the address asks for.
  var searchState: SearchState { SearchState(arguments) }
}

extension SearchState {
  /// The search that an address asks for.
  init(_ arguments: Arguments) {
    let order = arguments.list(SearchParameter.sort.name).joined(separator: ",")
    self.init(
      text: arguments["q"], domains: arguments.list(SearchParameter.domain.name),
      filters: arguments.list(SearchParameter.filter.name), order: order.isEmpty ? nil : order,
      distinct: arguments[SearchParameter.distinct.name],
      offset: arguments.number(SearchParameter.offset.name) ?? 0,
      limit: arguments.number(SearchParameter.limit.name) ?? SearchOptions.usualLimit,
      findsAll: arguments.flag("all"), listed: arguments[SearchState.listedName])
    // Forms send an empty text: beside something else it asks for nothing more.
    guard text?.isEmpty ?? true, !isEmpty else { return }
    text = nil
    findsAll = true
  }
}

/// A request that was let in: its route, and the rights of its sender.
struct Entry: Sendable {
  var route: Route
  var captures: [String: String]
  var key: AccessKey?
  /// The reader that answers are made for.
  var audience: Audience
  /// Whether the person at this machine, or somebody with a key for activity on a page, records what they pick.
  var recordsPicks: Bool
}
