import FootlightPlatform
import TextAnalysis

/// Makes terms of the words of a query's tree.
struct QueryCompiler {
  private let text: String
  private let analyzer: Analyzer
  private(set) var mistakes: [QueryMistake] = []
  /// How many look-ups and filters there are so far.
  private var lookUps = 0
  private var filters = 0
  private var hasLeftOut = false

  init(_ text: String, _ analyzer: Analyzer) {
    self.text = text
    self.analyzer = analyzer
  }

  mutating func compile(_ syntax: QueryNode?, _ known: [QueryMistake]) -> Query {
    var parts: [QueryNode] = []
    if let syntax {
      if case .all(let inside) = syntax.kind { parts = inside } else { parts = [syntax] }
    }
    let conditions = parts.filter(\.isCondition)
    let rest = parts.filter { !$0.isCondition }
    var expression: QueryExpression?
    var plain = PlainWords()
    if rest.allSatisfy(\.isWords) {
      plain = PlainWords(text, rest, without: conditions.map(\.range), analyzer)
      lookUps = plain.lookUps
      if plain.isCut { leaveOut() }
    } else {
      expression = joined(rest.compactMap { self.expression($0, in: nil) }) { .all($0) }
    }
    let compiled = conditions.compactMap { self.expression($0, in: nil) }
    return Query(
      text: text, syntax: syntax, words: plain.words, name: plain.name,
      identifier: plain.identifier, expression: expression, conditions: compiled,
      notes: QueryMistake.told(known + mistakes).map(\.note))
  }

  /// Notes once that not all is used.
  private mutating func leaveOut() {
    guard !hasLeftOut else { return }
    hasLeftOut = true
    mistakes.append(
      QueryMistake(
        .queryTooLong,
        "only the first \(Query.wordLimit) words and as many filters of the query are used",
        remedy: "make the query shorter", at: 0))
  }

  /// Compiles a node; nil when it holds no token.
  private mutating func expression(_ node: QueryNode, in field: Field?) -> QueryExpression? {
    switch node.kind {
    case .words(let chunks, let isOpen): return words(chunks, isOpen, field)
    case .phrase(let text): return phrase(text, field)
    case .group(let inside): return expression(inside, in: field)
    case .field(let inner, let inside): return expression(inside, in: inner)
    case .filter(let filter):
      guard mayFilter() else { return nil }
      return .filter(filter)
    case .domain(let names):
      guard mayFilter() else { return nil }
      return .domain(names)
    case .excluded(let inside): return expression(inside, in: field).map { .not($0) }
    case .all(let parts):
      return joined(parts.compactMap { expression($0, in: field) }) { .all($0) }
    case .any(let parts):
      return joined(parts.compactMap { expression($0, in: field) }) { .any($0) }
    }
  }

  private mutating func mayFilter() -> Bool {
    guard filters < Query.wordLimit else {
      leaveOut()
      return false
    }
    filters += 1
    return true
  }

  private func joined(
    _ parts: [QueryExpression], _ make: ([QueryExpression]) -> QueryExpression
  ) -> QueryExpression? {
    parts.count > 1 ? make(parts) : parts.first
  }

  private mutating func words(_ chunks: [QueryChunk], _ isOpen: Bool, _ field: Field?)
    -> QueryExpression?
  {
    if field == .id {
      return joined(chunks.compactMap { identifier($0.literal) }) { .all($0) }
    }
    let piece = PlainWords(chunks, isOpen: isOpen, lookUps: lookUps, analyzer)
    lookUps = piece.lookUps
    if piece.isCut { leaveOut() }
    return piece.words.isEmpty ? nil : .words(piece.words, field: field)
  }

  private mutating func phrase(_ raw: String, _ field: Field?) -> QueryExpression? {
    let literal = QueryChunk(text: raw, range: 0..<0).literal
    if field == .id { return identifier(literal) }
    let source = ByteArena(literal)
    var buffer = TokenBuffer()
    analyzer.analyze(source, source.all, as: .field, into: &buffer)
    let differs = buffer.nameDiffers
    let (words, tokens) = sequence(buffer)
    guard !tokens.isEmpty else { return nil }
    var (nameWords, nameTokens) = (words, tokens)
    if differs {
      buffer.removeAll()
      analyzer.analyze(source, source.all, as: .name, into: &buffer)
      (nameWords, nameTokens) = sequence(buffer)
    }
    return .phrase(
      QueryPhrase(words: words, tokens: tokens, nameWords: nameWords, nameTokens: nameTokens),
      field: field)
  }

  /// An id, which is looked up as a word is.
  private mutating func identifier(_ text: String) -> QueryExpression? {
    guard lookUps < Query.wordLimit else {
      leaveOut()
      return nil
    }
    lookUps += 1
    return .identifier(text)
  }

  private mutating func sequence(_ buffer: borrowing TokenBuffer) -> ([QueryWord], [[UInt8]]) {
    var collector = WordCollector(lookUps: lookUps)
    var tokens: [[UInt8]] = []
    for index in buffer.tokens.indices where !collector.isFull {
      collector.add(index, of: buffer)
      let token = buffer.tokens[index]
      if !token.traits.contains(.derived) { tokens.append(buffer.bytes.bytes(token.text)) }
    }
    let words = collector.finish(isPrefix: false)
    lookUps = collector.lookUps
    if collector.isFull { leaveOut() }
    return (words, words.isEmpty ? [] : tokens)
  }
}

extension QueryNode {
  /// Whether it is set aside before anything is compared.
  fileprivate var isCondition: Bool {
    switch kind {
    case .filter, .domain, .excluded: true
    default: false
    }
  }

  fileprivate var isWords: Bool {
    if case .words = kind { return true }
    return false
  }
}

extension QueryChunk {
  /// The text without the backslashes that take marks literally.
  var literal: String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      // Before a letter or digit a backslash is itself.
      if isEscaped, byte != UInt8(ascii: "\\"),
        byte >= 0x80 || byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10
      {
        bytes.append(UInt8(ascii: "\\"))
      }
      isEscaped = false
      bytes.append(byte)
    }
    if isEscaped { bytes.append(UInt8(ascii: "\\")) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
