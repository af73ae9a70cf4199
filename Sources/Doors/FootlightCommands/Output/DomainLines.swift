import Footlight
import FootlightPlatform

/// The domains that a query names by their beginning: listed before the hits, never among them.
struct DomainLines {
  /// Those whose name or label begins with the text of a query; `selected` are the domains and
  /// groups that are searched, all when there are none.
  static func named(
    by query: String, among domains: [DomainSummary], selected: [String]
  ) -> [DomainSummary] {
    let text = visibleLine(query).lowercased()
    // One letter begins too many names to mean one of them.
    guard text.count > 1 else { return [] }
    let reach = DomainReach(selected)
    return domains.filter { domain in
      let isSearched = selected.isEmpty || reach.contains(domain.domain)
      return isSearched
        && (domain.domain.hasPrefix(text) || domain.label.lowercased().hasPrefix(text))
    }
  }

  /// The lines: name, label, how much is in it, and how to search there alone.
  static func lines(_ domains: [DomainSummary], _ style: Style) -> [String] {
    var table = Table([.left, .left, .right, .left])
    for domain in domains {
      table.add([
        Table.Cell("▸ " + visible(domain.domain), .address),
        Table.Cell(domain.label == domain.domain ? "" : visibleLine(domain.label), .label),
        Table.Cell(Quantity.of(domain.items, "item")),
        Table.Cell("--domain \(visible(domain.domain))", .faint),
      ])
    }
    return table.lines(style)
  }
}
