import Footlight
import SearchEngine

/// A search as the address of a page says it.
struct SearchState: Sendable, Hashable {
  /// The words; nil when the address holds none, which asks for everything that the filters leave.
  var text: String?
  /// The domains or groups; all when empty.
  var domains: [String] = []
  /// Conditions such as `type:Movie`; all must hold.
  var filters: [String] = []
  /// The order of the hits, such as `year` or `-year,title`; nil for the best first.
  var order: String?
  /// What puts hits together, as the address says it; nil for what the declarations say.
  var distinct: String?
  /// The number of hits on the pages before this one.
  var offset = 0
  /// The number of hits on a page.
  var limit = SearchOptions.usualLimit
  /// Whether everything is wanted, whatever the words are.
  var findsAll = false
  /// The attribute of which all values are listed; nil for none.
  var listed: String?

  /// The parameter of addresses that says the attribute of which all values are listed.
  static let listedName = "values"

  /// What an address says of the search, beside its text: parameters and values, without those that are as usual.
  var pairs: [(name: String, value: String)] {
    func all(_ parameter: SearchParameter, _ values: [String]) -> [(name: String, value: String)] {
      values.map { (parameter.name, $0) }
    }
    return all(.domain, domains) + all(.filter, filters) + all(.sort, order.map { [$0] } ?? [])
      + all(.distinct, distinct.map { [$0] } ?? []) + all(.all, findsAll ? ["true"] : [])
      + all(.limit, limit == SearchOptions.usualLimit ? [] : [String(limit)])
      + (listed.map { [(SearchState.listedName, $0)] } ?? [])
      + all(.offset, offset > 0 ? [String(offset)] : [])
  }

  /// The same search with a value more among those of an attribute, of which one must hold; or, where it is among
  /// them already, without it.
  func toggling(_ value: String, of name: String) -> SearchState {
    var state = firstPage
    guard let index = filters.firstIndex(where: { SearchState.values(of: $0, name) != nil }),
      var values = SearchState.values(of: filters[index], name)
    else {
      state.filters.append(SearchState.filter(name, [value]))
      return state
    }
    if let known = values.firstIndex(where: { SearchState.areEqual($0, value) }) {
      values.remove(at: known)
    } else {
      values.append(value)
    }
    if values.isEmpty {
      state.filters.remove(at: index)
    } else {
      state.filters[index] = SearchState.filter(name, values)
    }
    return state
  }

  /// Whether a value is among those that are asked for.
  func isOn(_ value: String, of name: String) -> Bool {
    filters.contains { filter in
      SearchState.values(of: filter, name)?.contains { SearchState.areEqual($0, value) } ?? false
    }
  }

  /// The attribute that a filter is about; nil for what is no filter of one.
  static func attribute(of filter: String) -> String? {
    guard case .filter(let read)? = Query(filter, isAttribute: { _ in true }).conditions.first
    else { return nil }
    return read.name
  }

  /// The values of a filter that lists values of an attribute; nil for any other one.
  private static func values(of filter: String, _ name: String) -> [String]? {
    guard case .filter(let read)? = Query(filter, isAttribute: { _ in true }).conditions.first,
      read.name == name,
      case .oneOf(let values) = read.condition
    else { return nil }
    var texts: [String] = []
    for value in values {
      guard case .equal(let text) = value else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// The filter for some values of an attribute, of which one must hold.
  static func filter(_ name: String, _ values: [String]) -> String {
    AttributeFilter(name, .oneOf(values.map { .equal($0) })).description
  }

  /// The same search with a condition more, or, where it holds already, with one less.
  func toggling(_ filter: String) -> SearchState {
    var state = firstPage
    if isOn(filter) {
      state.filters.removeAll { SearchState.areEqual($0, filter) }
    } else {
      state.filters.append(filter)
    }
    return state
  }

  /// The same search with a condition instead of all others on an attribute; or, where it holds already, without it.
  func choosing(_ filter: String, of name: String) -> SearchState {
    guard !isOn(filter) else { return toggling(filter) }
    var state = firstPage
    state.filters.removeAll { SearchState.attribute(of: $0) == name }
    state.filters.append(filter)
    return state
  }

  /// The same search from the first hit of the page on that this one is on.
  var ownPage: SearchState { limit > 0 ? starting(at: offset / limit * limit) : firstPage }

  /// Whether a condition holds.
  func isOn(_ filter: String) -> Bool {
    filters.contains { SearchState.areEqual($0, filter) }
  }

  /// The same words in one domain or group, or in all, with the filters and the order whose attributes are
  /// there.
  func within(_ domain: String?, having attributes: Set<String> = []) -> SearchState {
    var state = firstPage
    state.domains = domain.map { [$0] } ?? []
    state.filters.removeAll { !attributes.contains(SearchState.attribute(of: $0) ?? "") }
    let names = AttributeOrder.list([order ?? ""]).map(\.name)
    if !names.allSatisfy({ $0 == AttributeOrder.titleName || attributes.contains($0) }) {
      state.order = nil
    }
    return state
  }

  /// All items of a group of hits.
  func within(_ group: Hit.Group) -> SearchState? {
    guard let attribute = group.attribute else { return nil }
    var state = firstPage
    state.distinct = "none"
    if attribute == "domain" {
      state.domains = [group.value]
    } else {
      state.filters.append(SearchState.filter(attribute, [group.value]))
    }
    return state
  }

  /// The same hits in another order.
  func ordered(by order: String?) -> SearchState {
    var state = firstPage
    state.order = order
    return state
  }

  /// The same search from another hit on.
  func starting(at offset: Int) -> SearchState {
    var state = self
    state.offset = max(0, offset)
    return state
  }

  /// The same search from its first hit on.
  var firstPage: SearchState { starting(at: 0) }

  /// Whether nothing at all is asked for.
  var isEmpty: Bool {
    (text ?? "").isEmpty && domains.isEmpty && filters.isEmpty && order == nil && !findsAll
  }

  /// Values are compared folded, and quotation marks are a matter of writing.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    one == other
      || one.filter { $0 != "\"" }.lowercased() == other.filter { $0 != "\"" }.lowercased()
  }
}
