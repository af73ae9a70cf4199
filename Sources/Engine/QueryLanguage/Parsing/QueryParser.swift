import FootlightPlatform

/// Makes the tree of a query from its tokens; what has no place in it becomes words.
struct QueryParser {
  private let tokens: [QueryToken]
  private let size: Int
  private(set) var mistakes: [QueryMistake]
  private var at = 0

  /// How many parentheses may stand within each other.
  static let deepest = 32

  /// - Parameter isStrict: Whether marks are operators also where they can be meant as words.
  init(_ lexer: consuming QueryLexer, isStrict: Bool) {
    size = lexer.text.count
    var pairing = QueryPairing(tokens: lexer.tokens, mistakes: lexer.mistakes)
    pairing.run()
    mistakes = pairing.mistakes
    guard !isStrict else {
      tokens = pairing.tokens
      return
    }
    var marks = LiteralMarks(tokens: pairing.tokens)
    marks.run()
    tokens = marks.tokens
  }

  /// The tree; nil when there is nothing.
  mutating func parse() -> QueryNode? {
    alternatives()
  }

  /// Parts with OR between them.
  private mutating func alternatives() -> QueryNode? {
    var parts: [QueryNode] = []
    while true {
      if let part = conjunction() { parts.append(part) }
      guard at < tokens.count, case .or = tokens[at].kind else { break }
      at += 1
    }
    return joined(parts) { .any($0) }
  }

  /// Parts side by side, up to OR or the end of the group.
  private mutating func conjunction() -> QueryNode? {
    var parts: [QueryNode] = []
    // Neighbouring words, kept apart while they grow: within a node every word would copy them.
    var words: (chunks: [QueryChunk], isOpen: Bool, range: Range<Int>)?
    func endWords() {
      guard let (chunks, isOpen, range) = words else { return }
      parts.append(QueryNode(kind: .words(chunks, isOpen: isOpen), range: range))
      words = nil
    }
    parsing: while at < tokens.count {
      switch tokens[at].kind {
      case .or, .close: break parsing
      default: break
      }
      guard let part = term() else { continue }
      guard case .words(let more, let isOpen) = part.kind else {
        endWords()
        parts.append(part)
        continue
      }
      let start = words?.range.lowerBound ?? part.range.lowerBound
      words?.chunks += more
      words = words ?? (more, isOpen, part.range)
      words?.isOpen = isOpen
      words?.range = start..<part.range.upperBound
    }
    endWords()
    return joined(parts) { .all($0) }
  }

  private func joined(_ parts: [QueryNode], _ make: ([QueryNode]) -> QueryNode.Kind) -> QueryNode? {
    guard let first = parts.first, let last = parts.last else { return nil }
    guard parts.count > 1 else { return first }
    return QueryNode(kind: make(parts), range: first.range.lowerBound..<last.range.upperBound)
  }

  /// One part; nil when a token alone says nothing.
  private mutating func term() -> QueryNode? {
    let token = tokens[at]
    at += 1
    switch token.kind {
    case .chunk(let chunk):
      let isOpen = token.range.upperBound == size && chunk.mark == .none
      return QueryNode(kind: .words([chunk], isOpen: isOpen), range: token.range)
    case .phrase(let text): return QueryNode(kind: .phrase(text), range: token.range)
    case .filter(let filter): return QueryNode(kind: .filter(filter), range: token.range)
    case .domain(let names): return QueryNode(kind: .domain(names), range: token.range)
    case .open:
      let inside = alternatives()
      let end = at < tokens.count ? tokens[at].range.upperBound : size
      // Every parenthesis that is still there has its other one.
      at += 1
      guard let inside else {
        mistakes.append(
          QueryMistake(
            .queryParenthesis, "there is nothing between these parentheses",
            remedy: "put words between them, or leave them out", at: token.range.lowerBound))
        return nil
      }
      return QueryNode(kind: .group(inside), range: token.range.lowerBound..<end)
    case .not:
      var isExcluded = true
      while at < tokens.count, case .not = tokens[at].kind {
        isExcluded.toggle()
        at += 1
      }
      guard at < tokens.count, let inside = term() else { return nil }
      guard isExcluded else { return inside }
      return QueryNode(
        kind: .excluded(inside), range: token.range.lowerBound..<inside.range.upperBound)
    case .field(let field):
      guard at < tokens.count, let inside = term() else { return nil }
      return QueryNode(
        kind: .field(field, inside), range: token.range.lowerBound..<inside.range.upperBound)
    case .close, .or:
      return nil
    }
  }
}
