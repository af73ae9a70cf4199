import FootlightPlatform
import QueryLanguage
import TextAnalysis

/// Finds the words of a query in texts that are shown, so that they can be marked there.
///
/// A piece of text is marked when its analysis yields a word of the query or, for an unfinished
/// last word, begins with it: "usc" marks "U.S.C.", "creme" marks "Crème".
public struct Highlighter: Sendable {
  private let analyzer: Analyzer
  private let words: [QueryWord]
  private let name: [[UInt8]]
  private let lastNameIsComplete: Bool

  /// Prepares the words of a query.
  public init(_ query: String) {
    analyzer = Analyzer()
    let query = Query(query, analyzer: analyzer)
    words = query.searchedWords.filter { !$0.text.isEmpty || $0.run != nil }
    name = query.name?.tokens ?? []
    lastNameIsComplete = query.name?.lastIsComplete ?? true
  }

  /// The ranges of the query's words in a text, in order and without overlap.
  public func ranges(in text: String) -> [Range<String.Index>] {
    guard !words.isEmpty || !name.isEmpty else { return [] }
    var found: [Range<String.Index>] = []
    var buffer = TokenBuffer()
    for piece in TextPieces(text) {
      buffer.removeAll()
      let bytes = ByteArena(String(text[piece]))
      analyzer.analyze(bytes, bytes.all, as: .field, into: &buffer)
      let differs = buffer.nameDiffers
      if differs { analyzer.analyze(bytes, bytes.all, as: .name, into: &buffer) }
      guard matches(buffer) else { continue }
      if let last = found.last, last.upperBound == piece.lowerBound {
        found[found.count - 1] = last.lowerBound..<piece.upperBound
      } else {
        found.append(piece)
      }
    }
    return found
  }

  private func matches(_ buffer: borrowing TokenBuffer) -> Bool {
    for index in 0..<buffer.tokens.count {
      let token = buffer.bytes.bytes(buffer.tokens[index].text)
      for word in words where matches(token, word) { return true }
      for (place, wanted) in name.enumerated() {
        let isPrefix = place == name.count - 1 && !lastNameIsComplete
        if token == wanted || (isPrefix && token.starts(with: wanted)) { return true }
      }
    }
    return false
  }

  private func matches(_ token: [UInt8], _ word: QueryWord) -> Bool {
    if let run = word.run {
      // Of a script without spaces each character is a piece of its own.
      return run.sequence.contains(token)
    }
    return word.isPrefix ? token.starts(with: word.text) : token == word.text
  }
}
