import FootlightPlatform

/// A piece of the query language that this version takes as words: the first of a text.
struct UnreadSyntax {
  /// What it would mean.
  enum Kind: String {
    case phrase = "quotation marks"
    case group = "parentheses"
    case alternative = "OR"
    case exclusion = "a leading -"
    case filter = "a filter"
  }

  let kind: Kind
  /// The byte at which it begins, from 0.
  let offset: Int

  /// Finds the first; nil when all of a text is words.
  ///
  /// Marks within words and lonely ones mean nothing: `don't`, `5"`, `12(b)`, `a - b`. A name before
  /// a colon is a filter if it is a field or an attribute, and if the value follows at once.
  init?(_ text: borrowing ByteArena, isAttribute: (String) -> Bool) {
    var offset = 0
    var isFirst = true
    while true {
      while offset < text.count, text[offset] <= 0x20 { offset += 1 }
      var end = offset
      while end < text.count, text[end] > 0x20 { end += 1 }
      guard end > offset else { return nil }
      let word = ByteRange(start: offset, count: end - offset)
      if let kind = UnreadSyntax.kind(text, word, isFirst, isAttribute) {
        self.kind = kind
        self.offset = offset
        return
      }
      isFirst = false
      offset = end
    }
  }

  private static func kind(
    _ text: borrowing ByteArena, _ word: ByteRange, _ isFirst: Bool, _ isAttribute: (String) -> Bool
  ) -> Kind? {
    let start = word.lowerBound
    let second = word.count > 1 ? text[start + 1] : 0x20
    switch text[start] {
    case UInt8(ascii: "\""):
      return second > 0x20 || text.has(UInt8(ascii: "\""), from: start + 1) ? .phrase : nil
    case UInt8(ascii: "("):
      return text.has(UInt8(ascii: ")"), from: start + 1) ? .group : nil
    case UInt8(ascii: "-"):
      let begins = isNamePart(second) || second == UInt8(ascii: "\"") || second == UInt8(ascii: "(")
      return begins && second != UInt8(ascii: "-") ? .exclusion : nil
    case UInt8(ascii: "O") where word.count == 2 && second == UInt8(ascii: "R") && !isFirst:
      var next = word.upperBound
      while next < text.count, text[next] <= 0x20 { next += 1 }
      return next < text.count ? .alternative : nil
    default:
      return isFilter(text, word, isAttribute) ? .filter : nil
    }
  }

  /// Whether a word is `name:value`, or has `<` or `>` in the place of the colon.
  private static func isFilter(
    _ text: borrowing ByteArena, _ word: ByteRange, _ isAttribute: (String) -> Bool
  ) -> Bool {
    var end = word.lowerBound
    while end < word.upperBound, isNamePart(text[end]) { end += 1 }
    guard end > word.lowerBound, end + 1 < word.upperBound else { return false }
    let mark = text[end]
    guard mark == UInt8(ascii: ":") || mark == UInt8(ascii: "<") || mark == UInt8(ascii: ">")
    else { return false }
    let name = text.text(ByteRange(start: word.lowerBound, count: end - word.lowerBound))
    return fields.contains(name) || isAttribute(name)
  }

  private static let fields: Set<String> = [
    "alias", "aliases", "body", "description", "domain", "id", "keyword", "keywords", "title",
    "url",
  ]

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

extension ByteArena {
  fileprivate func has(_ byte: UInt8, from start: Int) -> Bool {
    firstIndex(of: byte, from: start, to: count) != nil
  }
}

extension QueryNote {
  /// The note that a piece of the query language was taken as words.
  init(_ syntax: UnreadSyntax) {
    self.init(
      code: "query.syntax",
      message:
        "\(syntax.kind.rawValue) at column \(syntax.offset + 1) of the query: taken as words",
      column: syntax.offset + 1)
  }
}
