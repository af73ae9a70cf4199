import HTTPListener
import WebPages

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
    let order = arguments.list("sort").joined(separator: ",")
    var state = SearchState(
      text: text, domains: arguments.list("domain"), filters: arguments.list("filter"),
      order: order.isEmpty ? nil : order, offset: arguments.number("offset") ?? 0,
      limit: arguments.number("limit") ?? SearchState.usualLimit,
      findsAll: text == nil && asksBesideText)
    state.listed = arguments["values"]
    state.distinct = arguments["distinct"].flatMap { $0.isEmpty ? nil : $0 }
    return state
  }
}
