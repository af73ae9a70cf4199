extension QueryNode: CustomStringConvertible {
  /// The query in its canonical spelling; parsed again, it yields an equal tree.
  package var description: String {
    var text = ""
    write(to: &text)
    // A space completes a word.
    if endsWithWords(isOpen: false) { text += " " }
    return text
  }

  private func write(to text: inout String) {
    switch kind {
    case .words(let chunks, _):
      for (place, chunk) in chunks.enumerated() {
        if place > 0 { text += " " }
        if chunk.mark.isInside { text += "*" }
        text += chunk.text
        switch chunk.mark {
        case .none, .ending: break
        case .prefix, .inside: text += "*"
        case .close: text += "~"
        }
      }
    case .phrase(let words): text += "\"\(words)\""
    case .group(let inside):
      text += "("
      inside.write(to: &text)
      if inside.lastChunk?.takesParenthesis ?? false { text += " " }
      text += ")"
    case .field(let field, let inside):
      text += "\(field.rawValue):"
      inside.write(to: &text)
    case .filter(let filter): text += filter.description
    case .domain(let names):
      text += "domain:" + names.map(AttributeFilter.spelled).joined(separator: ",")
    case .excluded(let inside):
      var excluded = ""
      inside.write(to: &excluded)
      let isHyphen = QueryNode.mayFollowHyphen(excluded) && !QueryNode.isDash(text, excluded)
      text += (isHyphen ? "-" : "NOT ") + excluded
    case .all(let parts): QueryNode.write(parts, between: " ", to: &text)
    case .any(let parts): QueryNode.write(parts, between: " OR ", to: &text)
    }
  }

  /// Whether a - directly before a text negates it.
  private static func mayFollowHyphen(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return QueryLexer.isNamePart(first) && first != UInt8(ascii: "-")
      || first == UInt8(ascii: "(") || first == UInt8(ascii: "\"")
  }

  /// Whether a - between two texts would be the dash of a number or one of a pair.
  private static func isDash(_ before: String, _ excluded: String) -> Bool {
    if excluded.utf8.last == UInt8(ascii: "-") { return true }
    // A mark after the word is no part of it.
    guard let digit = before.utf8.last(where: { ![0x20, 0x2A, 0x7E].contains($0) }),
      let next = excluded.utf8.first
    else { return false }
    return digit &- 0x30 < 10 && next &- 0x30 < 10
  }

  private static func write(
    _ parts: [QueryNode], between separator: String, to text: inout String
  ) {
    for (place, part) in parts.enumerated() {
      if place > 0 { text += separator }
      part.write(to: &text)
    }
  }

  /// The word that is written last; nil when something else is.
  private var lastChunk: QueryChunk? {
    switch kind {
    case .words(let chunks, _): chunks.last
    case .field(_, let inside), .excluded(let inside): inside.lastChunk
    case .all(let parts), .any(let parts): parts.last?.lastChunk
    case .phrase, .group, .filter, .domain: nil
    }
  }

  /// Whether the last thing written is a word, and whether it is open.
  private func endsWithWords(isOpen wanted: Bool) -> Bool {
    switch kind {
    case .words(let chunks, let isOpen): chunks.last?.mark == .some(.none) && isOpen == wanted
    case .field(_, let inside), .excluded(let inside): inside.endsWithWords(isOpen: wanted)
    case .all(let parts), .any(let parts): parts.last?.endsWithWords(isOpen: wanted) ?? false
    case .phrase, .group, .filter, .domain: false
    }
  }
}

extension QueryChunk {
  /// Whether a parenthesis directly after it would be a part of it: after a backslash, or where
  /// one that it opens is not closed.
  fileprivate var takesParenthesis: Bool {
    var isEscaped = false
    var inner = 0
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "("): inner += 1
      case UInt8(ascii: ")"): inner = max(0, inner - 1)
      default: break
      }
    }
    return isEscaped || inner > 0
  }
}

extension AttributeFilter: CustomStringConvertible {
  /// The filter in its canonical spelling.
  public var description: String {
    switch condition {
    case .compared(let comparison, let value):
      return name + comparison.rawValue + AttributeFilter.spelled(value)
    case .oneOf(let values):
      let spelled = values.map { value -> String in
        switch value {
        case .equal(let text): AttributeFilter.spelled(text)
        case .range(let low, let high):
          (low.map(AttributeFilter.spelled) ?? "") + ".."
            + (high.map(AttributeFilter.spelled) ?? "")
        }
      }
      return name + ":" + spelled.joined(separator: ",")
    }
  }

  /// A value, in quotation marks where it would be read otherwise.
  static func spelled(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
      byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }
    if isPlain, !value.isEmpty, !value.contains(".."), !value.hasPrefix("."), !value.hasSuffix(".")
    {
      return value
    }
    var text = "\""
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
