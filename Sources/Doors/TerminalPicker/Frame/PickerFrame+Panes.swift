import Footlight
import FootlightPlatform
import TextAnalysis

extension PickerFrame {
  /// Draws the domains, before anything is typed.
  mutating func drawStart(_ area: PickerLayout.Area) {
    let domains = state.domains.filter { $0.items > 0 }
    guard !domains.isEmpty else {
      if state.knowsDomains {
        grid.put(
          StyledText("nothing is indexed yet: run \(state.updateCommand)", .faint)
            .shortened(to: area.columns - 3), row: area.row, column: 2)
      }
      return
    }
    let items = domains.reduce(0) { $0 + $1.items }
    var lines = [
      StyledText(
        "\(Quantity.of(items, "item")) in \(Quantity.of(domains.count, "domain"))", .title),
      StyledText(),
    ]
    let widest = min(
      domains.reduce(0) { max($0, columns(of: state.label(of: $1.domain))) }, area.columns / 2)
    for domain in domains.sorted(by: { ($1.items, $0.domain) < ($0.items, $1.domain) }) {
      let label = StyledText(state.label(of: domain.domain), .label).shortened(to: widest)
      var line = label
      line.space(widest - label.columns + 2)
      line.append(.verbatim(aligned(Quantity.count(domain.items), to: 10), .faint))
      lines.append(line)
    }
    let rest = lines.count - area.rows
    if rest > 0, area.rows > 1 {
      lines = Array(lines.prefix(area.rows - 1)) + [StyledText("… and \(rest + 1) more", .faint)]
    }
    for (offset, line) in lines.prefix(area.rows).enumerated() {
      grid.put(line, row: area.row + offset, column: 2, end: area.end - 1)
    }
  }

  /// Domains and values to narrow the search to.
  mutating func drawValues(_ area: PickerLayout.Area) {
    var lines: [(line: StyledText, place: Int?)] = []
    var place = 0
    for group in state.narrowing.groups {
      if !lines.isEmpty { lines.append((StyledText(), nil)) }
      lines.append((StyledText(group.name, .title), nil))
      for offer in group.offers {
        lines.append((line(of: offer, isUnderMark: place == state.narrowing.chosen, area), place))
        place += 1
      }
    }
    if lines.isEmpty {
      let says = state.question.isEmpty && state.domains.isEmpty ? "" : "nothing to narrow to"
      lines = [(StyledText(says, .faint), nil)]
    }
    let mark = lines.firstIndex { $0.place == state.narrowing.chosen } ?? 0
    // The marked line stands in the middle where there is more than fits.
    let top = min(max(0, mark - area.rows / 2), max(0, lines.count - area.rows))
    for (offset, line) in lines[top...].prefix(area.rows).enumerated() {
      grid.put(line.line, row: area.row + offset, column: area.column, end: area.end)
    }
  }

  private func line(
    of offer: Narrowing.Offer, isUnderMark: Bool, _ area: PickerLayout.Area
  ) -> StyledText {
    let name =
      switch offer.kind {
      case .domain(let domain): state.label(of: domain)
      case .value(let value): value.text
      }
    let isChosen = state.narrowing.isChosen(offer)
    let count = offer.count.map { Quantity.count($0) + (offer.isAtLeast ? "+" : "") } ?? ""
    let room = max(1, area.columns - 5 - count.count - 2)
    let text = StyledText(name, isUnderMark ? .chosen : isChosen ? .label : .plain)
      .shortened(to: room)
    var line = StyledText.verbatim(isUnderMark ? "> " : "  ", .prompt)
    line.append(.verbatim(isChosen ? "✓ " : "  ", .label))
    line.append(text)
    line.space(room - text.columns + 1)
    line.append(.verbatim(count, .faint))
    return line
  }

  /// Keys and what they do.
  mutating func drawKeys(_ keys: [KeyList.Entry], _ area: PickerLayout.Area) {
    let widest = keys.reduce(0) { max($0, columns(of: $1.keys)) }
    for (offset, entry) in keys.prefix(area.rows).enumerated() {
      var line = StyledText.verbatim(padded(entry.keys, to: widest), .title)
      line.space(2)
      line.append(.verbatim(entry.does, .plain))
      grid.put(
        line.shortened(to: area.columns - 1), row: area.row + offset, column: area.column,
        end: area.end)
    }
  }
}
