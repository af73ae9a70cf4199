import Footlight
import FootlightPlatform

extension Pages {
  /// A hit: its title, where it is from, why it is there, and a piece of its text.
  func hit(_ hit: Hit, _ results: Results, _ place: Place, _ list: inout MarkupWriter) {
    let address = ItemAddress(domain: hit.domain, id: hit.id)
    list.element(.item) { item in
      item.element(.heading2) { heading in
        let link: [Attribute] = [
          .href(addresses.item(hit.domain, hit.id, from: origin(results, place))), .ownDirection,
          .data("data-hit", address.description),
        ]
        heading.element(.anchor, link) { anchor in
          let title = hit.title.isEmpty ? hit.id : hit.title
          anchor.text(title, marking: hit.highlights[.title])
        }
        if results.starred.contains(address) {
          heading.element(.span, [.classes("star"), .role("img"), .label("starred")], text: "★")
        }
      }
      let facts = HitFacts.values(of: hit, results.facts[hit.domain])
      // On the page of a domain everything is from there, and nothing had to match.
      let isSearch = if case .search = place { true } else { false }
      if isSearch || !facts.isEmpty || hit.place != nil {
        item.element(.paragraph, [.classes("from")]) { from in
          if isSearch { from.element(.isolated, text: results.label(hit.domain)) }
          for (index, fact) in facts.enumerated() {
            if isSearch || index > 0 { from.text(" · ") }
            from.element(.isolated, text: fact)
          }
          if isSearch { reason(hit, &from) }
          map(hit, isFirst: !isSearch && facts.isEmpty, &from)
        }
      }
      if let group = hit.group, group.more > 0, let all = results.state.within(group) {
        item.element(.paragraph, [.classes("others")]) { others in
          others.element(.anchor, [.href(link(all, place)), .rel("nofollow")]) { anchor in
            anchor.text("\(Quantity.count(group.more)) more of ")
            anchor.element(.isolated, text: value(group, hit, results))
          }
        }
      }
      text(hit, &item)
    }
    list.line()
  }

  /// How far it is, as a link to where it is; without a distance the link alone.
  private func map(_ hit: Hit, isFirst: Bool, _ from: inout MarkupWriter) {
    guard let place = hit.place else { return }
    if !isFirst { from.text(" · ") }
    from.element(.anchor, [.href(Link(latitudeLongitude: place)), .rel("nofollow")]) {
      $0.element(.isolated, text: hit.distance.map { Hit.text(metres: $0) } ?? "map")
      $0.text(" ↗")
    }
  }

  /// The search that an item leads back to; the page of its domain it names anyway.
  private func origin(_ results: Results, _ place: Place) -> SearchState? {
    guard case .domain = place else { return results.state }
    var state = results.state
    state.text = nil
    state.findsAll = false
    return state.filters.isEmpty && state.order == nil ? nil : state
  }

  /// The value that a group shares, as the hit spells it.
  private func value(_ group: Hit.Group, _ hit: Hit, _ results: Results) -> String {
    guard let attribute = group.attribute, attribute != "domain" else {
      return results.label(group.value)
    }
    guard case .text(let text)? = hit.attributes.first(where: { $0.name == attribute })?.value
    else {
      return group.value
    }
    return text
  }

  /// Why it is there, in a few words.
  private func reason(_ hit: Hit, _ from: inout MarkupWriter) {
    func quote(_ text: String, _ highlights: Highlights?) {
      from.element(.isolated) { $0.text(text, marking: highlights) }
    }
    guard !hit.isPinned else { return from.text(" · put first for this query") }
    guard let matched = hit.matched else { return }
    from.text(" · ")
    if matched.isNamed {
      from.text(matched.field == .title ? "named in your question" : "named in your question: ")
    }
    switch matched.field {
    case .alias:
      if !matched.isNamed { from.text("also called ") }
      quote(matched.text, hit.highlights[.alias])
    case .keyword:
      from.text("keyword ")
      quote(matched.text, hit.highlights[.keyword])
    case .id:
      from.text("its id is ")
      quote(hit.id, nil)
    case .title where matched.isNamed: break
    case .title:
      from.text(
        hit.tier == .exact ? "its name" : hit.tier == .starts ? "its name begins so" : "in its name"
      )
    case .description: from.text("in its description")
    case .body: from.text("in its text")
    }
    switch hit.tier {
    case .close: from.text(", spelled nearly so")
    case .part where !matched.isNamed: from.text(", some of the words")
    default: break
    }
  }

  /// The most characters of a description that are shown.
  static let longestText = 280

  private func text(_ hit: Hit, _ item: inout MarkupWriter) {
    let shown: (text: String, marks: Highlights?)
    if let snippet = hit.snippet, snippet.field == .body || !repeats(hit) {
      shown = (snippet.text, snippet.highlights)
    } else if !hit.description.isEmpty, !repeats(hit) {
      shown = (Pages.cut(hit.description), hit.highlights[.description])
    } else {
      return
    }
    item.element(.paragraph, [.classes("text"), .ownDirection]) { paragraph in
      let marks = shown.marks?.ranges(in: shown.text) ?? []
      guard InlineMarkdown.stands(in: shown.text) else {
        return paragraph.text(shown.text, marking: marks)
      }
      // Of a stored text in Markdown the marks are left out here, too; a link within the text would mislead.
      let inline = InlineMarkdown(shown.text, hasMarks: true)
      let bytes = shown.text.utf8
      let sources = marks.map { range in
        let first = bytes.distance(from: bytes.startIndex, to: range.lowerBound)
        return first..<first + bytes.distance(from: range.lowerBound, to: range.upperBound)
      }
      paragraph.text(inline.text, marking: inline.visible(sources))
    }
  }

  /// Whether the description says only what the title, or the name that matched, says already.
  private func repeats(_ hit: Hit) -> Bool {
    func folded(_ text: String) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let description = folded(hit.description)
    return description == folded(hit.title)
      || hit.matched.map { $0.field == .alias && description == folded($0.text) } ?? false
  }

  /// The beginning of a text, with an ellipsis where it goes on.
  static func cut(_ text: String, to length: Int = longestText) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

extension Hit {
  /// The first of its places, as latitude and longitude.
  fileprivate var place: String? {
    for attribute in attributes {
      if case .place(let place) = attribute.value { return place.text }
    }
    return nil
  }
}
