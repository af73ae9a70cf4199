import FootlightPlatform
import TextAnalysis

/// Makes the words of a query from the tokens of its text.
struct WordCollector {
  private(set) var notes: [QueryNote] = []
  private var words: [QueryWord] = []
  /// The characters of the run that is being read.
  private var run: [[UInt8]] = []
  private var runEnd = -1
  private var isFull = false

  /// Takes the next token of the buffer.
  mutating func add(_ token: Token, of buffer: borrowing TokenBuffer) {
    if token.traits.contains(.bigram) {
      // A bigram stands behind the second of its characters: those two are neighbours.
      return
    }
    guard !token.traits.contains(.derived) else { return }
    let text = buffer.bytes.bytes(token.text)
    if token.traits.contains(.unspaced) {
      // Neighbours lie side by side in the buffer.
      if token.text.lowerBound != runEnd { endRun() }
      run.append(text)
      runEnd = token.text.upperBound
      return
    }
    endRun()
    append(QueryWord(text: text, isPrefix: false, traits: token.traits.subtracting(.stopWord)))
  }

  /// The words; the last is a prefix unless it is complete, a symbol, or of a script without spaces.
  mutating func finish(lastIsComplete: Bool) -> [QueryWord] {
    endRun()
    if !lastIsComplete, !isFull, let last = words.lastIndex(where: { !$0.isSymbol }),
      !words[last].traits.contains(.unspaced)
    {
      words[last] = QueryWord(text: words[last].text, isPrefix: true, traits: words[last].traits)
    }
    return words
  }

  private mutating func endRun() {
    guard let first = run.first else { return }
    if run.count == 1 {
      append(QueryWord(text: first, isPrefix: false, traits: .unspaced))
    } else {
      let bigrams = (1..<run.count).map { run[$0 - 1] + run[$0] }
      append(
        QueryWord(
          text: run.flatMap { $0 }, isPrefix: false, traits: .unspaced,
          run: UnspacedRun(bigrams: bigrams, sequence: run)))
    }
    run.removeAll()
    runEnd = -1
  }

  private mutating func append(_ word: QueryWord) {
    guard words.count < Query.wordLimit else {
      if !isFull {
        isFull = true
        notes.append(
          QueryNote(
            code: "query.words",
            message: "Only the first \(Query.wordLimit) words of the query are used."))
      }
      return
    }
    words.append(word)
  }
}
