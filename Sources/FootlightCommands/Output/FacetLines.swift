import Footlight

/// How many hits have each value of an attribute, as people read it.
enum FacetLines {
  /// A heading for each attribute, and a line for each value with its count.
  static func lines(_ facets: [Facet], _ style: Style) -> [String] {
    facets.flatMap { facet in
      var table = Table([.right, .left])
      for value in facet.values {
        table.add([
          Table.Cell("  " + Quantity.count(value.count)),
          Table.Cell(visibleLine(text(value.value))),
        ])
      }
      let lines = table.lines(style)
      return [style(visible(facet.name), .title)] + (lines.isEmpty ? ["  none"] : lines)
    }
  }

  private static func text(_ value: FacetValue) -> String {
    switch value {
    case .text(let text), .date(let text): text
    case .number(let number):
      // A year is no 2,015.0.
      Int(exactly: number).map { String($0) } ?? number.description
    case .boolean(let truth): truth ? "true" : "false"
    }
  }
}
