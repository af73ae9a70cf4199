import DeclaredRecords
public import FootlightPlatform

/// Queries that somebody might type who wants one of some items.
enum CandidateQueries {
  /// From how many items they are made.
  static let items = 8

  /// A title, another name, a word beside the title, and a few more in case some find nothing.
  static func of(_ items: [Item]) -> [String] {
    var queries: [String] = []
    func add(_ text: String?) {
      guard let text, !queries.contains(text) else { return }
      queries.append(text)
    }
    let order = Array(items.dropFirst()) + items.prefix(1)
    add(order.first.flatMap { typed($0.title) })
    for item in order {
      let name = item.aliases.lazy.compactMap { typed($0) }.first { alias in
        alias != typed(item.title) && alias.contains(where: \.isLetter)
      }
      if let name {
        add(name)
        break
      }
    }
    for item in order.reversed() {
      let texts = item.keywords + [item.description, item.body]
      guard let title = words(item.title).first else { continue }
      let word = texts.lazy.flatMap { words($0) }.first { $0 != title && $0.count > 3 }
      if let word {
        add(title + " " + word)
        break
      }
    }
    for item in order.dropFirst() { add(typed(item.title)) }
    return queries
  }

  /// The first words of a name, as people type them.
  private static func typed(_ name: String) -> String? {
    let found = words(name).prefix(3)
    return found.isEmpty ? nil : found.joined(separator: " ")
  }

  /// The words of a text, without signs that mean something in a query.
  private static func words(_ text: String) -> [String] {
    text.prefix(400).lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

extension Library {
  /// The queries of a proposal that find something of its domain, now that it is built; at most
  /// `limit`.
  public func findingQueries(
    _ proposal: DomainProposal, limit: Int = 3
  ) throws(Failure) -> [String] {
    var finding: [String] = []
    for query in proposal.queries where finding.count < limit {
      var options = SearchOptions()
      options.domains = [proposal.domain]
      options.limit = 1
      if try !search(query, options: options).hits.isEmpty { finding.append(query) }
    }
    return finding
  }
}
