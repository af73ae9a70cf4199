import Footlight
import FootlightPlatform
import TextAnalysis

/// Draws the state of the picker on a screen.
struct PickerFrame {
  private(set) var state: PickerState
  var grid: ScreenGrid
  let layout: PickerLayout

  /// The screen that shows a state; where the list begins on it follows from the state before.
  static func drawn(_ state: inout PickerState) -> ScreenGrid {
    state.scroll()
    var frame = PickerFrame(state)
    frame.drawPrompt()
    frame.drawRule()
    if state.showsKeys {
      frame.drawKeys(KeyList.all, frame.layout.whole)
    } else {
      frame.drawList()
      frame.drawSide()
    }
    frame.drawFooter()
    state.previewTop = frame.state.previewTop
    return frame.grid
  }

  private init(_ state: PickerState) {
    self.state = state
    layout = state.layout
    grid = ScreenGrid(state.size)
  }

  // MARK: Prompt

  private mutating func drawPrompt() {
    let columns = grid.size.columns
    let count = StyledText(countText, .faint)
    let start = grid.put(.verbatim("> ", .prompt), row: 0, column: 0)
    var end = columns
    if columns - count.columns - 2 >= 24 {
      end = columns - count.columns - 2
      grid.put(count, row: 0, column: end + 2)
    }
    // The end of the line stays in sight, and a column for the cursor after it.
    let (before, after) = (state.line.before, state.line.after)
    var shown = before[...]
    let room = max(1, end - start - 1)
    var used = TextAnalysis.columns(of: before)
    while used > room, let first = shown.first {
      used -= first.columns
      shown.removeFirst()
    }
    let cursor = grid.put(.verbatim(String(shown), .title), row: 0, column: start, end: end)
    grid.put(.verbatim(after, .title), row: 0, column: cursor, end: end)
    grid.cursor = (0, min(cursor, columns - 1))
    if before.isEmpty, after.isEmpty, state.narrowing.isEmpty {
      grid.put(StyledText("type to search", .faint), row: 0, column: start, end: end)
    }
  }

  private var countText: String {
    guard state.hasAnswer, state.failure == nil else { return "" }
    if state.answered.isEmpty { return state.hits.isEmpty ? "" : "used lately" }
    guard state.total > 0 else { return "nothing found" }
    return (state.isAtLeast ? "at least " : "") + Quantity.of(state.total, "hit")
  }

  private mutating func drawRule() {
    guard let row = layout.rule else { return }
    grid.fill("─", .faint, row: row, columns: 0..<grid.size.columns)
    if layout.isBeside, !state.showsKeys {
      grid.fill("┬", .faint, row: row, columns: layout.list.end..<layout.list.end + 1)
    }
    var chips = StyledText()
    for domain in state.narrowing.domains {
      if !chips.isEmpty { chips.append(" · ", .faint) }
      chips.append(state.label(of: domain), .label)
    }
    for value in state.narrowing.values {
      if !chips.isEmpty { chips.append(" · ", .faint) }
      chips.append("\(value.attribute): \(value.text)", .label)
    }
    guard !chips.isEmpty else { return }
    var line = StyledText.verbatim(" in ", .faint)
    line.append(chips)
    line.space(1)
    grid.put(line.shortened(to: grid.size.columns - 4), row: row, column: 2)
  }

  // MARK: List

  private mutating func drawList() {
    let area = layout.list
    if state.focus == .values, layout.preview == nil { return drawValues(area) }
    if state.question.isEmpty, state.hits.isEmpty { return drawStart(area) }
    var row = area.row
    for index in state.top..<max(state.top, state.hits.count) {
      guard row < area.row + area.rows else { return }
      row += draw(index, row: row, area)
    }
    if state.hits.isEmpty, state.hasAnswer, state.failure == nil, !state.answered.isEmpty {
      grid.put(StyledText("nothing found", .faint), row: area.row, column: 2, end: area.end)
      if !state.narrowing.isEmpty, area.rows > 1 {
        grid.put(
          StyledText("Ctrl-R searches everywhere again", .faint), row: area.row + 1, column: 2,
          end: area.end)
      }
    }
  }

  /// Draws a hit and returns how many rows it took.
  private mutating func draw(_ place: Int, row: Int, _ area: PickerLayout.Area) -> Int {
    let hit = state.hits[place]
    let isChosen = place == state.chosen
    let title = StyledText(
      hit.title, isChosen ? .chosen : .plain, marking: hit.highlights[.title]?.scalars ?? [],
      as: isChosen ? .chosenMatch : .match)
    if isChosen {
      grid.put(.verbatim("> ", .prompt), row: row, column: 0)
    }
    // Where all are of one domain, titles have the room.
    let isMixed = state.hits.contains { $0.domain != state.hits[0].domain }
    let label =
      isMixed && area.columns >= 40
      ? StyledText(state.label(of: hit.domain), .label).shortened(to: area.columns / 4)
      : StyledText()
    let room = area.end - 3 - (label.isEmpty ? 0 : label.columns + 2)
    grid.put(title.shortened(to: room), row: row, column: 2)
    grid.put(label, row: row, column: area.end - label.columns - 1)
    guard let reason = HitReason(hit), row + 1 < area.row + area.rows else { return 1 }
    grid.put(reason.line(width: area.end - 5), row: row + 1, column: 4)
    return 2
  }

  // MARK: Side

  private mutating func drawSide() {
    guard let area = layout.preview else { return }
    if layout.isBeside {
      for row in area.row..<area.row + area.rows {
        grid.fill("│", .faint, row: row, columns: layout.list.end..<layout.list.end + 1)
      }
    } else {
      grid.fill("─", .faint, row: area.row - 1, columns: 0..<grid.size.columns)
    }
    if state.focus == .values { return drawValues(area) }
    if state.question.isEmpty, state.hits.isEmpty { return drawKeys(KeyList.first(state), area) }
    guard let hit = state.chosenHit else { return }
    let lines = PreviewText(
      hit, state.preview, label: state.label(of: hit.domain),
      hasWords: state.answered.hasWords
    )
    .lines(width: area.columns - 1, most: state.previewTop + area.rows)
    // Where there is no more to see, nobody scrolls.
    state.previewTop = min(state.previewTop, max(0, lines.count - area.rows))
    for (offset, line) in lines[state.previewTop...].prefix(area.rows).enumerated() {
      grid.put(line, row: area.row + offset, column: area.column, end: area.end)
    }
  }

  // MARK: Footer

  private mutating func drawFooter() {
    if let row = layout.note, let note = state.noteText {
      grid.put(StyledText(note, .warning).shortened(to: grid.size.columns - 1), row: row, column: 0)
    }
    guard let row = layout.footer else { return }
    var line = StyledText()
    for (key, verb) in KeyList.footer(state) {
      var piece = StyledText()
      if !line.isEmpty { piece.space(2) }
      piece.append(.verbatim(key, .plain))
      piece.append(.verbatim(" " + verb, .faint))
      guard line.columns + piece.columns < grid.size.columns else { break }
      line.append(piece)
    }
    grid.put(line, row: row, column: 0)
  }
}

extension PickerState {
  /// Moves the list so that the chosen hit is on the screen.
  fileprivate mutating func scroll() {
    let rows = layout.list.rows
    top = min(top, chosen)
    // From the chosen one upward, as many as fit.
    var used = 0
    var first = chosen + 1
    while first > 0, hits.indices.contains(first - 1) {
      let size = HitReason(hits[first - 1]) == nil ? 1 : 2
      guard used + size <= rows || used == 0 else { break }
      used += size
      first -= 1
    }
    top = max(top, min(first, chosen))
    if hits.isEmpty { top = 0 }
  }
}

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
    var index = 0
    for group in state.narrowing.groups {
      if !lines.isEmpty { lines.append((StyledText(), nil)) }
      lines.append((StyledText(group.name, .title), nil))
      for offer in group.offers {
        lines.append((line(of: offer, isUnderMark: index == state.narrowing.chosen, area), index))
        index += 1
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
