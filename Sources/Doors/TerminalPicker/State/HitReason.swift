import Footlight

/// Why a hit is there, as far as its title does not show it: the name that matched, or the words around what
/// was found, on one line.
struct HitReason: Sendable, Hashable {
  /// The reason in words: an alias, an id, spelled nearly so; may be empty.
  private(set) var label = StyledText()
  /// The words.
  private(set) var text = StyledText()

  /// Nil when the title says it all.
  init?(_ hit: Hit) {
    switch hit.tier {
    case .close: label.append("spelled nearly so ", .faint)
    case .part: label.append("in part ", .faint)
    default: break
    }
    let matched = hit.matched
    if hit.isPinned { label.append("put first ", .faint) }
    if matched?.isNamed ?? false {
      label = StyledText()
      label.append("named in your question ", .faint)
    }
    switch matched?.field {
    case .alias:
      label.append("= ", .faint)
      text.append(HitReason.marked(hit, matched?.text ?? "", in: .alias))
    case .id:
      label.append("id ", .faint)
      text.append(StyledText(hit.id, .reasonMatch))
    case .title where hit.tier < .found || hit.snippet?.field != .body: break
    default:
      if let snippet = hit.snippet {
        text.append(
          StyledText(snippet.text, .reason, marking: snippet.highlights.scalars, as: .reasonMatch))
      } else if let matched, matched.field == .keyword {
        label.append("keyword ", .faint)
        text.append(HitReason.marked(hit, matched.text, in: .keyword))
      } else if hit.highlights[.description] != nil {
        text.append(HitReason.marked(hit, hit.description, in: .description))
      } else if let matched {
        text.append(matched.text, .reason)
      }
    }
    if let metres = hit.distance { label.append("\(Hit.text(metres: metres)) ", .faint) }
    if let group = hit.group, group.more > 0 {
      label.append("+\(group.more) more ", .faint)
    }
    if label.isEmpty, text.isEmpty { return nil }
  }

  /// The line, cut so that what matched is on it.
  func line(width: Int) -> StyledText {
    var line = label
    line.append(text.shortened(to: width - label.columns, showing: .reasonMatch))
    return line.shortened(to: width)
  }

  private static func marked(_ hit: Hit, _ text: String, in field: Field) -> StyledText {
    StyledText(text, .reason, marking: hit.highlights[field]?.scalars ?? [], as: .reasonMatch)
  }

  /// Why a hit is there, in a sentence.
  static func sentence(_ hit: Hit) -> String {
    if hit.isPinned { return "the declaration puts it first for this query" }
    let field = hit.matched?.field ?? .title
    let place =
      switch field {
      case .alias: "an alias"
      case .id: "the id"
      case .keyword: "a keyword"
      case .title, .description, .body: "the \(field.rawValue)"
      }
    if hit.matched?.isNamed ?? false { return "\(place) is named in your question" }
    return switch hit.tier {
    case .exact: "\(place) is what you typed"
    case .starts: "\(place) begins with what you typed"
    case .named: "all words are in title and aliases"
    case .found where hit.matched == nil: "all conditions hold"
    case .found: "all words are in it, some in \(place)"
    case .close: "its words are spelled nearly so"
    case .part: "some of the words are in it"
    }
  }
}
