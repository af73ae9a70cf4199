import FootlightPlatform
import SearchEngine

extension Searcher {
  /// The text and options of a search that is asked by its name: `@cheap`, and words after it.
  ///
  /// Filters hold together, and so do domains as far as both name some; an order that is asked for wins.
  /// Nil where the text names no search.
  func expanded(
    _ text: String, _ options: SearchOptions
  ) -> (text: String, options: SearchOptions)? {
    guard let (saved, rest) = searches(within: options.domains).named(by: text) else { return nil }
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

  /// That no search has the name that a text asks for, and which there are in these domains; nil where it asks for none.
  func unknownSearch(_ text: String, _ domains: [String]) -> Note? {
    let typed = text.drop(while: \.isWhitespace)
    let searches = searches(within: domains)
    guard typed.first == "@", !searches.isEmpty, searches.named(by: text) == nil else { return nil }
    let name = typed.dropFirst().prefix { !$0.isWhitespace }
    let names = searches.map(\.name)
    // Of names that are being typed those that begin so.
    let begun = names.filter { $0.hasPrefix(name) }
    let told = (begun.isEmpty ? names : begun).prefix(8)
    var note = Note(
      code: .unknownSearch,
      message: "there is no search '@\(name)'"
        + (told.isEmpty ? "" : "; there are " + told.map { "@" + $0 }.joined(separator: ", ")))
    let meant =
      name.isEmpty ? nil : begun.first ?? nearest(to: String(name), among: names)
    note.meant = meant.map { "@" + $0 + typed.dropFirst(name.count + 1) }
    return note
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
  ) -> (text: String, options: SearchOptions)? { searcher.expanded(text, options) }
}

extension [SavedSearch] {
  /// The search that a text asks by its name, and the words after it; nil where it asks none.
  func named(by text: String) -> (search: SavedSearch, rest: Substring)? {
    let typed = text.drop(while: \.isWhitespace)
    guard typed.first == "@" else { return nil }
    let name = typed.dropFirst().prefix { !$0.isWhitespace }
    return first { $0.name == name }.map { ($0, typed.dropFirst(name.count + 1)) }
  }
}
