import FootlightPlatform

/// Pairs parentheses and operators with what belongs to them; the others become words.
struct QueryPairing {
  private(set) var tokens: [QueryToken]
  private(set) var mistakes: [QueryMistake]

  mutating func run() {
    pairParentheses()
    pairOperators()
  }

  private mutating func pairParentheses() {
    var open: [Int] = []
    for index in tokens.indices {
      switch tokens[index].kind {
      case .open: open.append(index)
      case .close:
        guard let other = open.popLast() else { continue }
        guard open.count >= QueryParser.deepest else { continue }
        tokens[other].takeAsWord("\\(")
        tokens[index].takeAsWord("\\)")
        note(
          .queryParenthesis, "more than \(QueryParser.deepest) parentheses within each other",
          other,
          remedy: "leave some of them out")
      default: break
      }
    }
    for index in open {
      tokens[index].takeAsWord("\\(")
      note(
        .queryParenthesis, "nothing closes this parenthesis", index,
        remedy: "close it, or leave it out")
    }
  }

  private mutating func pairOperators() {
    // From the end, so that what an operator stands before is settled already.
    for index in tokens.indices.reversed() {
      let follows = index + 1 < tokens.count && begins(tokens[index + 1])
      switch tokens[index].kind {
      case .field(let field):
        // Its parenthesis, quotation mark or nothing was taken as a word.
        let isAdjacent =
          index + 1 < tokens.count
          && tokens[index + 1].range.lowerBound == tokens[index].range.upperBound
        if !follows || !isAdjacent || isLiteral(index + 1) {
          tokens[index].takeAsWord("\(field.rawValue):")
        }
      case .not:
        if follows, !isLiteral(index + 1) { continue }
        let isMark = tokens[index].range.count == 1
        tokens[index].takeAsWord(isMark ? "\\-" : "\\NOT")
        if !isMark, tokens.count > 1 {
          noteOperand("NOT", index, "what must not occur stands after it")
        }
      case .or:
        let leads = index > 0 && ends(tokens[index - 1])
        if leads, follows { continue }
        tokens[index].takeAsWord("\\OR")
        if tokens.count > 1 { noteOperand("OR", index, "it stands between two parts") }
      default: break
      }
    }
  }

  private mutating func noteOperand(_ name: String, _ index: Int, _ reason: String) {
    note(
      .queryOperand, "\(name) has nothing to work on: \(reason)", index,
      remedy: "complete it, or write \\\(name) for the word")
  }

  private mutating func note(
    _ code: DiagnosticCode, _ message: String, _ index: Int, remedy: String
  ) {
    mistakes.append(
      QueryMistake(code, message, remedy: remedy, at: tokens[index].range.lowerBound))
  }

  /// Whether a token was a parenthesis that is a word now.
  private func isLiteral(_ index: Int) -> Bool {
    guard index < tokens.count, case .chunk(let chunk) = tokens[index].kind else { return false }
    return chunk.text == "\\(" && tokens[index].range.count == 1
  }

  /// Whether something can begin with a token.
  private func begins(_ token: QueryToken) -> Bool {
    switch token.kind {
    case .close, .or: false
    default: true
    }
  }

  /// Whether something can end with a token.
  private func ends(_ token: QueryToken) -> Bool {
    switch token.kind {
    case .open, .or, .not, .field: false
    default: true
    }
  }
}
