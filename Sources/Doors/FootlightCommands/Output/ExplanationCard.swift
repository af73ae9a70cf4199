import Footlight
import FootlightPlatform

/// Why an item is where it is, as people read it: tier and reason, then a line a factor.
struct ExplanationCard {
  private let explanation: Explanation
  /// Whether the search was stopped before it could tell.
  private let isCut: Bool
  private let style: Style
  private let width: Int

  init(_ explanation: Explanation, isCut: Bool = false, style: Style, width: Int) {
    self.explanation = explanation
    self.isCut = isCut
    self.style = style
    self.width = width
  }

  /// The lines, without the item's name.
  var lines: [String] {
    var lines = wrapped(headline, to: max(20, width - 2)).map { "  " + $0 }
    if !explanation.missing.isEmpty, explanation.tier != nil {
      lines.append(
        "  it lacks " + explanation.missing.map { visibleLine($0) }.joined(separator: ", "))
    }
    var table = Table([.left, .right, .left])
    for factor in explanation.factors {
      let sign = factor.adds && factor.value >= 0 ? "+" : ""
      let value = sign + Quantity.count(factor.value)
      table.add([
        Table.Cell("  " + visibleLine(factor.name)), Table.Cell(value, factor.adds ? .label : nil),
        Table.Cell(visibleLine(factor.detail), .faint),
      ])
    }
    if let score = explanation.score {
      table.add([Table.Cell("  score"), Table.Cell(Quantity.count(score), .title)])
    }
    return lines + table.lines(style)
  }

  private var headline: String {
    let reason = visibleLine(explanation.reason)
    guard let tier = explanation.tier else { return isCut ? reason : "not found: " + reason }
    return "tier \(tier.rawValue), \(tier): " + reason
  }
}
