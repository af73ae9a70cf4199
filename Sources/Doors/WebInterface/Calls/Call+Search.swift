import Footlight

extension Call {
  /// Whether something is searched for, and not only the beginning shown.
  var isSearch: Bool {
    arguments["q"].map { !$0.isEmpty } ?? false || asksBesideText
  }

  /// Whether the address asks for something beside a text.
  private var asksBesideText: Bool {
    arguments.flag("all") || arguments["sort"] != nil
      || !arguments.list("filter").isEmpty || !arguments.list("domain").isEmpty
  }

  /// Whether what is picked is recorded for who asks.
  var records: Bool { pages.activity }

  /// The search that the address asks for.
  var searchState: SearchState {
    let text = arguments["q"].flatMap { $0.isEmpty && asksBesideText ? nil : $0 }
    let order = arguments.list(SearchParameter.sort.name).joined(separator: ",")
    var state = SearchState(
      text: text, domains: arguments.list(SearchParameter.domain.name),
      filters: arguments.list(SearchParameter.filter.name), order: order.isEmpty ? nil : order,
      offset: arguments.number(SearchParameter.offset.name) ?? 0,
      limit: arguments.number(SearchParameter.limit.name) ?? SearchOptions.usualLimit,
      findsAll: text == nil && asksBesideText)
    state.listed = arguments[SearchState.listedName]
    state.distinct = arguments[SearchParameter.distinct.name]
    return state
  }
}
