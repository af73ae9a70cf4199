import FootlightPlatform
import TextAnalysis

/// Finds how the words of a query were typed.
struct TypedWords {
  private let text: String
  private let analyzer = Analyzer()

  init(_ query: Query) {
    text = query.text
  }

  /// The word as it stands in the query; folded where it cannot be found there.
  func callAsFunction(_ word: QueryWord) -> String {
    let pattern = TextPattern(
      piece: .terms(
        QueryWord(text: word.text, isPrefix: false, traits: word.traits, run: word.run).terms()))
    let marker = TextMarker([pattern], analyzer)
    let bytes = ByteArena(text)
    var scratch = MarkingScratch()
    let marks = marker.marks(in: bytes, .keyword, &scratch)
    guard let first = marks.first else { return String(decoding: word.text, as: UTF8.self) }
    var end = first.range.upperBound
    // The characters of a run are marked one by one.
    if word.run != nil {
      for mark in marks where mark.range.lowerBound == end { end = mark.range.upperBound }
    }
    return bytes.text(ByteRange(start: first.range.lowerBound, count: end - first.range.lowerBound))
  }

  /// Words in their order, each once.
  func list(_ words: [QueryWord]) -> [String] {
    var found: [String] = []
    for word in words.map({ self($0) }) where !found.contains(word) { found.append(word) }
    return found
  }

  /// A part of a query as somebody would write it.
  func spelled(_ expression: QueryExpression) -> String {
    switch expression {
    case .words(let words, let field):
      let text = words.map { self($0) }.joined(separator: " ")
      guard let field else { return text }
      return field.rawValue + ":" + (words.count == 1 ? text : "(\(text))")
    case .phrase(let phrase, let field):
      let text = phrase.tokens.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      return (field.map { $0.rawValue + ":" } ?? "") + "\"\(text)\""
    case .identifier(let id): return "id:\(id)"
    case .filter(let filter): return filter.description
    case .domain(let names): return "domain:" + names.joined(separator: ",")
    case .not(let inside): return "-" + spelled(inside)
    case .all(let parts): return "(" + parts.map { spelled($0) }.joined(separator: " ") + ")"
    case .any(let parts): return "(" + parts.map { spelled($0) }.joined(separator: " OR ") + ")"
    }
  }
}

/// Texts as a list in a sentence.
func quoted(_ texts: [String]) -> String {
  let quoted = texts.map { "'\($0)'" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " and " + last
}
