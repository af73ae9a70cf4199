import Footlight
import FootlightPlatform

/// The number of hits with each value of an attribute, as people read it.
enum FacetLines {
  /// The most values that are shown, the commonest first; `--json` has all of them.
  static let limit = 20

  /// A heading for each attribute, and a line for each value with its count.
  static func lines(_ facets: [Facet], _ style: Style, width: Int) -> [String] {
    facets.flatMap { facet in
      var table = Table([.right, .left])
      for value in facet.values.prefix(limit) {
        let count = "  " + Quantity.count(value.count)
        let room = max(10, width - columns(of: count) - 2)
        table.add([
          Table.Cell(count), Table.Cell(shortened(visibleLine(text(value.value)), to: room)),
        ])
      }
      let bound = facet.isAtLeast ? style("  at least; --count exact counts all", .faint) : ""
      var lines = [style(visible(facet.name), .title) + bound] + table.lines(style)
      if facet.values.isEmpty { lines.append("  none") }
      let rest = facet.values.count - limit
      if rest > 0 { lines.append(style("  … \(Quantity.count(rest)) more", .faint)) }
      return lines
    }
  }

  private static func text(_ value: FacetValue) -> String {
    switch value {
    case .text(let text), .date(let text): text
    case .number(let number): Quantity.plain(number)
    case .boolean(let truth): truth ? "true" : "false"
    }
  }
}
