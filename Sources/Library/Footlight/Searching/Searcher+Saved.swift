import FootlightPlatform
import SearchEngine

extension Searcher {
  /// The text and options of a search that is asked by its name: `@cheap`, and words after it.
  ///
  /// Filters hold together, and so do domains as far as both name some; an order that is asked for wins.
  ///
  /// - Returns: Nil where the text names no search, and where there are none.
  /// - Throws: `query.search` for a name that no search has.
  func expanded(
    _ text: String, _ options: SearchOptions
  ) throws(Failure) -> (text: String, options: SearchOptions)? {
    let searches = searches(within: options.domains)
    guard let (name, rest) = SavedSearch.asked(by: text), !searches.isEmpty else { return nil }
    guard let saved = searches.first(where: { $0.name == name }) else {
      throw Searcher.unknownSearch(name, searches.map(\.name))
    }
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

  /// The searches that look into one of these domains or groups; all where none is named.
  ///
  /// A key that reaches some domains alone does not learn what others are asked, nor whether a name is one.
  private func searches(within domains: [String]) -> [SavedSearch] {
    searches.filter { search in
      let reach = DomainReach(search.domains)
      return domains.isEmpty || search.domains.isEmpty
        || domains.contains { !reach.part(of: $0).isEmpty }
    }
  }

  /// No search has a name that somebody asks for; of names that are being typed those are told that begin so.
  private static func unknownSearch(_ name: String, _ names: [String]) -> Failure {
    let begun = names.filter { $0.hasPrefix(name) }
    let meant = begun.isEmpty ? nearest(to: name, among: names).map { [$0] } ?? [] : begun
    let told = (meant.isEmpty ? names : meant).prefix(8).map { "@" + $0 }.joined(separator: ", ")
    return Failure(
      .unknownSearch, "there is no search '@\(name)'",
      remedy: meant.isEmpty
        ? "there are \(told); a word after an @ is looked for in quotation marks"
        : "did you mean \(told)?")
  }

  /// The names of searches in these domains that begin with a text, as completions; none for a text without the mark.
  func savedCompletions(_ text: String, _ domains: [String]) -> [Completion] {
    guard text.first == "@" else { return [] }
    return searches(within: domains).map { "@" + $0.name }.filter { $0.hasPrefix(text) }
      .map { Completion(text: $0, kind: .query, domain: "") }
  }
}

extension Snapshot {
  /// The text and options of a search that is asked by its name; nil where the text names none.
  package func expanded(
    _ text: String, _ options: SearchOptions
  ) throws(Failure) -> (text: String, options: SearchOptions)? {
    try searcher.expanded(text, options)
  }
}

extension SavedSearch {
  /// The name of the search that a text asks for, and the words after it; nil where it asks for none.
  static func asked(by text: String) -> (name: String, rest: Substring)? {
    let typed = text.drop(while: \.isWhitespace)
    guard typed.first == "@" else { return nil }
    let name = typed.dropFirst().prefix { !$0.isWhitespace }
    return (String(name), typed.dropFirst(name.count + 1))
  }
}
