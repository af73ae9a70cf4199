import DeclaredRecords
import Footlight
import FootlightPlatform

/// An item as people read it: its name, where it lives, and everything that is known of it.
struct ItemCard {
  let item: Item
  let domain: String
  let style: Style
  let width: Int

  init(item: Item, domain: String, style: Style, _ width: Int) {
    self.item = item
    self.domain = domain
    self.style = style
    self.width = width
  }

  /// The lines of the page; without the whole body, the first line of it.
  func lines(wholeBody: Bool) -> [String] {
    let address = ItemAddress(domain: domain, id: item.id).description
    var lines = [style(visible(item.title), .title), style(visible(address), .address)]
    if !item.url.isEmpty { lines.append(visible(item.url)) }
    if !item.description.isEmpty {
      if wholeBody { lines.append("") }
      lines += wrapped(visibleLine(item.description), to: width)
    }
    lines += facts(wholeBody: wholeBody)
    if !item.body.isEmpty {
      if wholeBody {
        lines.append("")
        lines += visibleLines(item.body)
      } else {
        lines.append(
          style(shortened(visibleLine(String(item.body.prefix(400))), to: width), .faint))
      }
    }
    return lines
  }

  private func facts(wholeBody: Bool) -> [String] {
    var facts: [(String, String)] = []
    if !item.aliases.isEmpty { facts.append(("aliases", joined(item.aliases))) }
    if !item.keywords.isEmpty { facts.append(("keywords", joined(item.keywords))) }
    for attribute in item.attributes {
      facts.append((visible(attribute.name), visibleLine(attribute.value.text)))
    }
    if wholeBody || item.rank != 500 { facts.append(("rank", "\(item.rank)")) }
    if let expires = item.expires { facts.append(("expires", Instant(seconds: expires).iso)) }
    let widest = facts.reduce(0) { max($0, columns(of: $1.0)) }
    let lines = facts.map { name, value in
      let shown = wholeBody ? value : shortened(value, to: max(20, width - widest - 4))
      return "\(style(padded(name, to: widest), .faint))  \(shown)"
    }
    return wholeBody && !lines.isEmpty ? [""] + lines : lines
  }

  private func joined(_ texts: [String]) -> String {
    texts.map { visibleLine($0) }.joined(separator: "; ")
  }
}
