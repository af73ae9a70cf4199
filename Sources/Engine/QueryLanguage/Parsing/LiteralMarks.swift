import TextAnalysis

/// Takes operators for words where they can be meant as such: plain text stays plain.
///
/// Parentheses group only where something in them needs grouping, and what would exclude from nothing is a word:
/// a title is pasted with its marks, and "-40" asks for 40. A strict reading leaves all of them operators.
struct LiteralMarks {
  private(set) var tokens: [QueryToken]

  mutating func run() {
    leaveOutPairs()
    takeNegations()
    takeParentheses()
  }

  /// Leaves out two negations in a row before something, which say nothing: else parentheses around them would group
  /// words alone.
  private mutating func leaveOutPairs() {
    var left: [QueryToken] = []
    for token in tokens {
      switch token.kind {
      case .not, .close, .or: break
      case .chunk, .phrase, .open, .field, .filter, .domain:
        let negations = left.reversed().prefix { if case .not = $0.kind { true } else { false } }
        left.removeLast(negations.count / 2 * 2)
      }
      left.append(token)
    }
    tokens = left
  }

  /// Takes each negation as a word that has nothing to exclude from, is a dash or the sign of a number, or is a NOT
  /// among capitals beside a common word: "DO NOT DISTURB".
  private mutating func takeNegations() {
    let asks = asksForSomething
    let leading =
      tokens.indices.first { index in
        if case .not = tokens[index].kind { false } else { !isOfEmptyPair(index) }
      } ?? tokens.count
    for index in tokens.indices.reversed() {
      guard case .not = tokens[index].kind, index + 1 < tokens.count,
        case .chunk(let chunk) = tokens[index + 1].kind
      else { continue }
      let isMark = tokens[index].range.count == 1
      guard !asks || index < leading || (isMark ? isDash(index, before: chunk) : isSpoken(index))
      else {
        continue
      }
      tokens[index].takeAsWord(isMark ? "\\-" : "\\NOT")
    }
  }

  /// Whether capitals tell no operator from a word, for all words are capitals, and a NOT stands beside a word such as
  /// DO or BE, which nobody excludes or excludes from.
  private func isSpoken(_ index: Int) -> Bool {
    let isShouted = tokens.allSatisfy { token in
      switch token.kind {
      case .chunk(let chunk): !chunk.text.contains(where: \.isLowercase)
      case .not: true
      default: false
      }
    }
    guard isShouted else { return false }
    let common = Language.english.stopWords
    return [index - 1, index + 1].contains { place in
      guard tokens.indices.contains(place), case .chunk(let chunk) = tokens[place].kind else {
        return false
      }
      return common.contains(chunk.text.lowercased())
    }
  }

  /// Whether something is searched for: not everything is behind an odd number of negations.
  private var asksForSomething: Bool {
    var isExcluded = false
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .not: isExcluded.toggle()
      // Parentheses around nothing ask for nothing.
      case .open where isOfEmptyPair(index): break
      case .chunk, .phrase, .open, .field, .filter, .domain:
        if !isExcluded { return true }
        isExcluded = false
      case .close, .or: isExcluded = false
      }
    }
    return false
  }

  /// Whether it is one of two parentheses around nothing.
  private func isOfEmptyPair(_ index: Int) -> Bool {
    func pair(_ first: Int) -> Bool {
      guard tokens.indices.contains(first), case .open = tokens[first].kind,
        tokens.indices.contains(first + 1), case .close = tokens[first + 1].kind
      else { return false }
      return true
    }
    return pair(index) || pair(index - 1)
  }

  /// Whether a - joins what stands around it: it is the sign or the dash of a number after a number, or a pair of
  /// dashes stands around a word.
  private func isDash(_ index: Int, before chunk: QueryChunk) -> Bool {
    if chunk.text.utf8.last == UInt8(ascii: "-") { return true }
    guard index > 0, case .chunk(let before) = tokens[index - 1].kind,
      let digit = before.text.utf8.last, let next = chunk.text.utf8.first
    else { return false }
    return digit &- 0x30 < 10 && next &- 0x30 < 10
  }

  /// Takes parentheses as words that stand neither around an operator nor directly after one.
  private mutating func takeParentheses() {
    var open: [(index: Int, needsGroup: Bool)] = []
    for index in tokens.indices {
      switch tokens[index].kind {
      case .open: open.append((index, isGoverned(index)))
      case .or, .not, .field, .filter, .domain:
        for place in open.indices { open[place].needsGroup = true }
      case .close:
        guard let (start, needsGroup) = open.popLast(), !needsGroup, index > start + 1 else {
          continue
        }
        tokens[start].takeAsWord("\\(")
        tokens[index].takeAsWord("\\)")
      case .chunk, .phrase: break
      }
    }
  }

  /// Whether a parenthesis stands directly after a negation or the name of a field.
  private func isGoverned(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].kind {
    case .not, .field: return true
    default: return false
    }
  }
}

extension QueryToken {
  /// Makes it a word of the given text, in which a backslash takes the mark literally.
  mutating func takeAsWord(_ text: String) {
    kind = .chunk(QueryChunk(text: text, range: range))
  }
}
