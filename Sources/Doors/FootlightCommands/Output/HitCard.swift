import Footlight

/// One hit as people read it: a few lines, the words of the query marked.
struct HitCard {
  /// Finds the words of the query in a text, as ranges that do not overlap.
  typealias Marker = (String) -> [Range<String.Index>]

  let hit: Hit
  let label: String
  let marker: Marker?
  let style: Style
  let width: Int

  /// Title; domain and address; the alias that matched; a description or the words around a match.
  var lines: [String] {
    var lines = [marked(shortened(visible(hit.title), to: width), .title)]
    let place = style(visible(hit.address), .address)
    // A domain without a label of its own is not said twice.
    let isNamed = !label.isEmpty && label != hit.domain
    lines.append(
      "  " + (isNamed ? style(visibleLine(label), .label) + "  " : "") + place
        + (hit.distance.map { "  " + Hit.text(metres: $0) } ?? "")
        + (hit.isPinned ? "  pinned" : "") + more)
    if let matched = hit.matched, matched.field == .alias || matched.isNamed {
      let name = matched.field == .alias ? visibleLine(matched.text) : ""
      let why = matched.isNamed ? (name.isEmpty ? "" : ", ") + "named in your question" : ""
      lines.append("  = " + marked(shortened(name, to: max(8, width - 4 - why.count)), nil) + why)
    }
    let description = visibleLine(hit.description)
    // Of a description that is too long the piece is shown that holds the words.
    let isElsewhere = hit.snippet?.field == .description && !isShown(hit.highlights[.description])
    if !isElsewhere { add(description, &lines) }
    if let snippet = hit.snippet, snippet.field == .body || isElsewhere {
      add(visibleLine(snippet.text), &lines)
    } else if let matched = hit.matched, matched.field == .body || matched.field == .keyword {
      let text = visibleLine(matched.text)
      if !description.contains(text) { add(text, &lines) }
    }
    return lines
  }

  /// How many more items it stands for.
  private var more: String {
    guard let group = hit.group, group.more > 0 else { return "" }
    return "  +\(group.more) more"
  }

  private func add(_ text: String, _ lines: inout [String]) {
    for line in folded(text) { lines.append("  " + marked(line, nil)) }
  }

  /// Whether the first of these pieces of the description is in what is shown of it.
  private func isShown(_ highlights: Highlights?) -> Bool {
    guard let first = highlights?.scalars.first else { return true }
    return first.upperBound <= room + room / 2
  }

  /// The columns of a line.
  private var room: Int { max(20, min(width, 120) - 2) }

  /// At most two lines of a text.
  private func folded(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = wrapped(text, to: room)
    guard lines.count > 2 else { return lines.map { shortened($0, to: room) } }
    lines[1] = shortened(lines[1] + " " + lines[2], to: room)
    return Array(lines[..<2])
  }

  /// The text with the words of the query marked; the rest looks like its role.
  private func marked(_ text: String, _ role: Style.Role?) -> String {
    func plain(_ piece: Substring) -> String {
      role.map { style(String(piece), $0) } ?? String(piece)
    }
    guard style.isColourful, let marker else { return plain(text[...]) }
    var shown = ""
    var end = text.startIndex
    for range in marker(text) where range.lowerBound >= end {
      shown += plain(text[end..<range.lowerBound]) + style(String(text[range]), .match)
      end = range.upperBound
    }
    return shown + plain(text[end...])
  }
}
