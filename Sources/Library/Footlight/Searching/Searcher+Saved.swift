import FootlightDiagnostics
import OpenWorkspaces
import SegmentSearching

extension Searcher {
  /// The text and options of a search that is asked by its name: `@cheap`, and words after it.
  ///
  /// Filters hold together, and so do domains as far as both name some; an order that is asked for wins.
  func expanded(_ text: String, _ options: SearchOptions) -> (text: String, options: SearchOptions)
  {
    let typed = text.drop(while: \.isWhitespace)
    guard typed.first == "@" else { return (text, options) }
    let name = typed.dropFirst().prefix { !$0.isWhitespace }
    guard let saved = searches.first(where: { $0.name == name }) else { return (text, options) }
    let rest = typed.dropFirst(name.count + 1)
    var options = options
    options.filters += saved.filters
    if options.sort.isEmpty { options.sort = AttributeOrder.list(saved.sort) }
    if options.domains.isEmpty {
      options.domains = saved.domains
    } else if !saved.domains.isEmpty {
      let reach = DomainReach(saved.domains)
      let within = options.domains.flatMap { reach.part(of: $0) }
      if !within.isEmpty { options.domains = within }
    }
    let isAlone = rest.allSatisfy(\.isWhitespace)
    let whole = isAlone ? saved.text + (saved.text.isEmpty ? "" : " ") : saved.text + rest
    if whole.allSatisfy(\.isWhitespace) { options.findsAll = true }
    return (whole, options)
  }

  /// The names of searches that begin with a text, as completions; none for a text without the mark.
  func savedCompletions(_ text: String) -> [Completion] {
    guard text.first == "@" else { return [] }
    return searches.map { "@" + $0.name }.filter { $0.hasPrefix(text) }
      .map { Completion(text: $0, kind: .query, domain: "") }
  }
}
