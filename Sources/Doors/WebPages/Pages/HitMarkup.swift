import Footlight
import FootlightPlatform

extension Pages {
  /// A hit: its title, where it is from, what tells it from others, why it is there where that helps, and a piece of its
  /// text.
  func hit(
    _ index: Int, isAlike: Bool, _ results: Results, _ place: Place, _ list: inout MarkupWriter
  ) {
    let hit = results.answer.hits[index]
    let address = ItemAddress(domain: hit.domain, id: hit.id)
    list.element(.item) { item in
      item.element(.heading2) { heading in
        let origin = origin(results, place)?.starting(at: results.state.offset + index)
        let link: [Attribute] = [
          .href(addresses.item(hit.domain, hit.id, from: origin)), .ownDirection,
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
      // On the page of a domain everything is from there, and nothing had to match.
      let isSearch = if case .search = place { true } else { false }
      var facts = HitFacts.values(of: hit, results.facts[hit.domain])
      if isAlike { facts.append(hit.id) }
      if isSearch {
        facts.insert(results.label(hit.domain), at: 0)
      } else if let first = facts.first {
        facts[0] = first.prefix(1).uppercased() + first.dropFirst()
      }
      let reason = isSearch ? reason(hit) : nil
      if !facts.isEmpty || hit.place != nil {
        item.element(.paragraph, [.classes("from")]) { from in
          for (index, fact) in facts.enumerated() {
            if index > 0 { from.text(" · ") }
            from.element(.isolated, text: fact)
          }
          if let reason {
            from.text(" · " + reason.words)
            if let marked = reason.text {
              from.element(.isolated) { $0.text(marked, marking: reason.marks) }
            }
          }
          map(hit, isFirst: facts.isEmpty, &from)
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

  /// Why it is there, in a few words, where its title and its text do not show it.
  private func reason(_ hit: Hit) -> (words: String, text: String?, marks: Highlights?)? {
    guard !hit.isPinned else { return ("put first for this query", nil, nil) }
    guard let matched = hit.matched else { return nil }
    if matched.isNamed {
      let name = matched.field == .title ? nil : matched.text
      return ("named in your question" + (name == nil ? "" : ": "), name, hit.highlights[.alias])
    }
    switch hit.tier {
    case .close: return ("misspelled", nil, nil)
    case .part:
      let missing = hit.explanation?.missing ?? []
      return missing.isEmpty ? nil : ("lacks: " + missing.joined(separator: ", "), nil, nil)
    default: break
    }
    switch matched.field {
    case .alias: return ("also called ", matched.text, hit.highlights[.alias])
    case .keyword: return ("keyword ", matched.text, hit.highlights[.keyword])
    case .id: return ("its id is ", hit.id, nil)
    case .title, .description, .body: return nil
    }
  }

  /// The most characters of a description that are shown.
  static let longestText = 280

  private func text(_ hit: Hit, _ item: inout MarkupWriter) {
    guard let shown = hit.shownText else { return }
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
  /// The piece of its text that is shown, and what matched in it; nil where that repeats its title.
  var shownText: (text: String, marks: Highlights?)? {
    if let snippet, snippet.field == .body || !repeatsItself {
      return (snippet.text, snippet.highlights)
    }
    guard !description.isEmpty, !repeatsItself else { return nil }
    return (Pages.cut(description), highlights[.description])
  }

  /// Whether the description says only what the title, or the name that matched, says already.
  private var repeatsItself: Bool {
    func folded(_ text: String) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let described = folded(description)
    return described == folded(title)
      || matched.map { $0.field == .alias && described == folded($0.text) } ?? false
  }

  /// The first of its places, as latitude and longitude.
  fileprivate var place: String? {
    for attribute in attributes {
      if case .place(let place) = attribute.value { return place.text }
    }
    return nil
  }
}
