import Footlight
import TextAnalysis

/// A hit as the preview tells it: what it is, why it is there, all that is known of it.
struct PreviewText {
  let hit: Hit
  let preview: PickerPreview?
  let label: String
  /// Whether it was found by words, and not only by what the search was narrowed to.
  let hasWords: Bool

  init(_ hit: Hit, _ preview: PickerPreview?, label: String, hasWords: Bool) {
    self.hasWords = hasWords
    self.hit = hit
    self.preview = preview?.address == hit.address ? preview : nil
    self.label = label
  }

  /// The first lines; as many as are asked for.
  func lines(width: Int, most: Int) -> [StyledText] {
    var lines: [StyledText] = []
    func add(_ text: StyledText) {
      lines += text.wrapped(to: width, most: max(0, most - lines.count))
    }
    func gap() { if !lines.isEmpty { lines.append(StyledText()) } }
    add(marked(hit.title, .title, as: .match, in: .title))
    var place = StyledText(label, .label)
    place.space(2)
    place.append(hit.address, .address)
    add(place)
    if !hit.url.isEmpty { add(StyledText(hit.url, .faint)) }
    if hasWords {
      gap()
      add(StyledText(HitReason.sentence(hit), .faint))
    }
    if let alias = hit.matched, alias.field == .alias || alias.field == .keyword {
      add(marked(alias.text, .plain, as: .match, in: alias.field))
    }
    if let snippet = hit.snippet, snippet.field == .body {
      add(StyledText(snippet.text, .plain, marking: snippet.highlights.scalars, as: .match))
    }
    if !hit.description.isEmpty {
      gap()
      add(marked(hit.description, .plain, as: .match, in: .description))
    }
    guard lines.count < most, let item = preview?.item else { return lines }
    let facts = facts(item)
    if !facts.isEmpty { gap() }
    let widest = min(facts.reduce(0) { max($0, columns(of: $1.name)) }, max(12, width / 3))
    for fact in facts {
      let name = StyledText(fact.name, .faint).shortened(to: widest)
      for (number, line) in StyledText(fact.value).wrapped(to: width - widest - 2, most: 4)
        .enumerated()
      {
        var whole = number == 0 ? name : StyledText()
        whole.space(widest - whole.columns + 2)
        whole.append(line)
        lines.append(whole)
      }
    }
    if !item.body.isEmpty, lines.count < most {
      gap()
      addBody(item.body, &lines, width: width, most: most)
    }
    return lines
  }

  private func marked(
    _ text: String, _ style: CellStyle, as match: CellStyle, in field: Field
  ) -> StyledText {
    StyledText(text, style, marking: hit.highlights[field]?.scalars ?? [], as: match)
  }

  private func facts(_ item: Item) -> [(name: String, value: String)] {
    var facts: [(String, String)] = []
    if !item.aliases.isEmpty { facts.append(("aliases", item.aliases.joined(separator: "; "))) }
    if !item.keywords.isEmpty { facts.append(("keywords", item.keywords.joined(separator: "; "))) }
    for attribute in item.attributes { facts.append((attribute.name, attribute.value.text)) }
    return facts
  }

  /// Adds a body with what matched in it, as far as it is seen; several empty lines are one.
  private func addBody(_ body: String, _ lines: inout [StyledText], width: Int, most: Int) {
    var start = 0
    let marks = preview?.bodyMarks ?? []
    for line in body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      guard lines.count < most else { return }
      let count = line.count
      let inside = marks.filter { $0.lowerBound >= start && $0.upperBound <= start + count }
      let text = StyledText(
        String(line), .plain, marking: inside.map { $0.lowerBound - start..<$0.upperBound - start },
        as: .match)
      start += count + 1
      if !text.isEmpty {
        lines += text.wrapped(to: width, most: most - lines.count)
      } else if lines.last?.isEmpty == false {
        lines.append(StyledText())
      }
    }
  }
}
