import FootlightPlatform
import TextAnalysis

/// A piece of a query's text with a meaning of its own.
struct QueryToken: Sendable {
  enum Kind: Sendable {
    case chunk(QueryChunk)
    case phrase(String)
    case open
    case close
    /// `-` directly before something, or `NOT`.
    case not
    case or
    case field(Field)
    case filter(AttributeFilter)
    case domain([String])
  }

  var kind: Kind
  var range: Range<Int>
}

/// Cuts a query into tokens; O(bytes).
///
/// Marks mean something only where a word could begin: `don't`, `5"`, `12(b)` and `a - b` are words.
struct QueryLexer {
  let text: [UInt8]
  private let isAttribute: (String) -> Bool
  /// Whether a star before a word asks for what it stands in; elsewhere it is a symbol.
  private let readsInsides: Bool
  private(set) var tokens: [QueryToken] = []
  private(set) var mistakes: [QueryMistake] = []
  var at = 0
  /// How many parentheses are open here.
  var depth = 0
  private let lastQuote: Int

  init(_ text: [UInt8], readsInsides: Bool = false, isAttribute: @escaping (String) -> Bool) {
    self.readsInsides = readsInsides
    self.text = text
    self.isAttribute = isAttribute
    lastQuote = text.lastIndex(of: UInt8(ascii: "\"")) ?? -1
  }

  /// Reads the whole text.
  mutating func run() {
    while true {
      while spaceSize(at) > 0 { at += spaceSize(at) }
      guard at < text.count else { return }
      term()
    }
  }

  /// Reads what begins here, at no white space.
  private mutating func term() {
    let start = at
    switch text[at] {
    case UInt8(ascii: "("):
      at += 1
      depth += 1
      emit(.open, from: start)
    case UInt8(ascii: ")") where depth > 0:
      at += 1
      depth -= 1
      emit(.close, from: start)
    case UInt8(ascii: "\""): phrase()
    case UInt8(ascii: "-") where negates(at + 1):
      at += 1
      emit(.not, from: start)
    default:
      if keyword("NOT") { return emit(.not, from: start) }
      if keyword("OR") { return emit(.or, from: start) }
      if !condition() { chunk() }
    }
  }

  mutating func emit(_ kind: QueryToken.Kind, from start: Int) {
    tokens.append(QueryToken(kind: kind, range: start..<at))
  }

  mutating func note(
    _ code: DiagnosticCode, _ message: String, remedy: String, at offset: Int
  ) {
    mistakes.append(QueryMistake(code, message, remedy: remedy, at: offset))
  }

  /// Whether a - negates what begins at an offset.
  private func negates(_ offset: Int) -> Bool {
    guard offset < text.count, spaceSize(offset) == 0 else { return false }
    return QueryLexer.isNamePart(text[offset]) && text[offset] != UInt8(ascii: "-")
      || text[offset] == UInt8(ascii: "(") || text[offset] == UInt8(ascii: "\"")
      || readsInsides && text[offset] == UInt8(ascii: "*") && offset + 1 < text.count
        && QueryLexer.isWordPart(text[offset + 1])
  }

  /// Reads an operator of capitals that stands alone.
  private mutating func keyword(_ word: String) -> Bool {
    let end = at + word.utf8.count
    guard end <= text.count, text[at..<end].elementsEqual(word.utf8),
      end == text.count || spaceSize(end) > 0 || text[end] == UInt8(ascii: "(")
        || text[end] == UInt8(ascii: ")") && depth > 0
    else { return false }
    at = end
    return true
  }

  /// Reads a phrase, or takes its mark as a part of a word when nothing closes it.
  private mutating func phrase() {
    let start = at
    guard let end = closingQuote(start + 1) else {
      note(
        .queryQuote, "nothing closes this quotation mark", remedy: "close it, or leave it out",
        at: start)
      return chunk(escaped: true)
    }
    at = end + 1
    let content = text[start + 1..<end]
    if content.allSatisfy({ $0 <= 0x20 }) {
      note(
        .queryQuote, "there is nothing between these quotation marks",
        remedy: "put words between them, or leave them out", at: start)
    } else {
      emit(.phrase(String(decoding: content, as: UTF8.self)), from: start)
    }
  }

  /// The next quotation mark that no backslash precedes.
  func closingQuote(_ start: Int) -> Int? {
    var offset = start
    while offset <= lastQuote {
      if text[offset] == UInt8(ascii: "\\") {
        offset += 2
        continue
      }
      if text[offset] == UInt8(ascii: "\"") { return offset }
      offset += 1
    }
    return nil
  }

  /// Reads `name:` or a filter; false when there is none.
  private mutating func condition() -> Bool {
    let start = at
    var end = at
    while end < text.count, QueryLexer.isNamePart(text[end]) { end += 1 }
    guard end > at, end + 1 < text.count, let mark = comparison(end) else { return false }
    let name = String(decoding: text[at..<end], as: UTF8.self)
    let next = end + mark.size
    guard next < text.count, spaceSize(next) == 0,
      text[next] != UInt8(ascii: ")") || depth == 0
    else { return false }
    if mark.kind == nil, let field = Field(rawValue: name) {
      at = next
      emit(.field(field), from: start)
      fieldValue()
      return true
    }
    guard mark.kind == nil && name == "domain" || isAttribute(name) else { return false }
    at = next
    guard let condition = filterCondition(mark.kind) else {
      note(
        .queryValue, "'\(name)' has no value that could be compared",
        remedy: "write a value after it, such as \(name):value or \(name):low..high", at: start)
      at = start
      chunk(escapedAt: end)
      return true
    }
    if name == "domain" {
      let filter = AttributeFilter(name, condition)
      emit(.domain(filter.values), from: start)
    } else {
      emit(.filter(AttributeFilter(name, condition, range: start..<at)), from: start)
    }
    return true
  }

  /// Reads what stands after `title:`.
  private mutating func fieldValue() {
    if [UInt8(ascii: "("), UInt8(ascii: "\"")].contains(text[at]) { term() } else { chunk() }
  }

  private func comparison(_ offset: Int) -> (kind: AttributeFilter.Comparison?, size: Int)? {
    let equals = offset + 1 < text.count && text[offset + 1] == UInt8(ascii: "=")
    switch text[offset] {
    case UInt8(ascii: ":"): return (nil, 1)
    case UInt8(ascii: "<"): return equals ? (.atMost, 2) : (.below, 1)
    case UInt8(ascii: ">"): return equals ? (.atLeast, 2) : (.above, 1)
    default: return nil
    }
  }

  /// Reads what is no syntax up to white space or a parenthesis that ends a group.
  mutating func chunk(escaped: Bool = false, escapedAt: Int? = nil) {
    let start = at
    if escaped { at += 1 }
    var inner = 0
    scan: while at < text.count, spaceSize(at) == 0 {
      switch text[at] {
      case UInt8(ascii: "\\") where at + 1 < text.count && spaceSize(at + 1) == 0: at += 1
      case UInt8(ascii: "("): inner += 1
      case UInt8(ascii: ")"):
        if inner == 0, depth > 0 { break scan }
        inner = max(0, inner - 1)
      default: break
      }
      at += 1
    }
    let range = start..<at
    var mark = QueryChunk.Mark.none
    var end = at
    if at - start > 1, let last = markKind(text[at - 1]), QueryLexer.isWordPart(text[at - 2]) {
      mark = last
      end -= 1
    }
    var first = start
    if let inside = insideMark(start..<end, hasEnd: mark == .prefix), mark != .close {
      mark = inside
      first += 1
    } else if mark != .close, hasLoneStar(start..<end, isEnded: mark == .prefix) {
      notePiece(start..<at, isEnded: mark == .prefix)
    }
    var content = Array(text[first..<end])
    if escaped { content.insert(UInt8(ascii: "\\"), at: 0) }
    if let escapedAt, escapedAt < end { content.insert(UInt8(ascii: "\\"), at: escapedAt - first) }
    let chunk = QueryChunk(
      text: String(decoding: content, as: UTF8.self), mark: mark, range: first..<end)
    tokens.append(QueryToken(kind: .chunk(chunk), range: range))
  }

  /// The mark of a word after a star; nil where none stands there, or the word is too short to be looked for in others.
  ///
  /// At the end of the text the word may go on, so that it is looked for anywhere.
  private func insideMark(_ range: Range<Int>, hasEnd: Bool) -> QueryChunk.Mark? {
    guard readsInsides, range.count > 1, text[range.lowerBound] == UInt8(ascii: "*"),
      QueryLexer.isWordPart(text[range.lowerBound + 1])
    else { return nil }
    let word = String(decoding: text[range.lowerBound + 1..<range.upperBound], as: UTF8.self)
    guard QueryChunk.mayBeInside(word) else { return nil }
    return hasEnd || range.upperBound == text.count ? .inside : .ending
  }

  /// Whether a star stands before a word and can be meant for nothing else: before another star, or beside other marks, it
  /// may be of a text.
  private func hasLoneStar(_ range: Range<Int>, isEnded: Bool) -> Bool {
    guard range.count > 1, text[range.lowerBound] == UInt8(ascii: "*") else { return false }
    let word = text[range].dropFirst()
    return isEnded
      ? QueryLexer.isWordPart(word[word.startIndex]) : word.allSatisfy(QueryLexer.isWordPart)
  }

  /// Notes that a word after a star is looked for as it is, or as the beginning of words.
  private mutating func notePiece(_ range: Range<Int>, isEnded: Bool) {
    let written = String(decoding: text[range], as: UTF8.self)
    let word = written.dropFirst().dropLast(isEnded ? 1 : 0)
    // Scripts without spaces are cut into characters, which are found wherever they stand.
    guard word.unicodeScalars.contains(where: { $0.value < 0xE00 || 0xAC00..<0xD7A4 ~= $0.value })
    else { return }
    let prefix = "\(word)* for words that begin so"
    if readsInsides {
      note(
        .queryPiece,
        "'\(written)' is too short to be looked for within words: it takes three letters, or two syllables of Hangul",
        remedy: "write more of it, or \(prefix)", at: range.lowerBound)
    } else {
      note(
        .queryPiece, "no searched domain looks within words for '\(written)'",
        remedy: "declare 'search.substrings', or write \(prefix)", at: range.lowerBound)
    }
  }

  private func markKind(_ byte: UInt8) -> QueryChunk.Mark? {
    byte == UInt8(ascii: "*") ? .prefix : byte == UInt8(ascii: "~") ? .close : nil
  }
}

extension QueryLexer {
  /// The bytes of the white space at an offset, 0 for none.
  func spaceSize(_ offset: Int) -> Int {
    guard offset < text.count else { return 0 }
    let next = offset + 1 < text.count ? text[offset + 1] : 0
    return WhiteSpace.size(text[offset], next, offset + 2 < text.count ? text[offset + 2] : 0)
  }

  /// Whether a byte may belong to the name of a field or attribute.
  static func isNamePart(_ byte: UInt8) -> Bool {
    isWordPart(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  static func isWordPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
