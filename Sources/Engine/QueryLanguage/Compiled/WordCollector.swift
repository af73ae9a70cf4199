import FootlightPlatform
import TextAnalysis

/// Makes the words of a query from the tokens of its text.
struct WordCollector {
  private var words: [QueryWord] = []
  /// The characters of the run that is being read.
  private var run: [[UInt8]] = []
  /// How many terms the words look up.
  private(set) var lookUps: Int
  /// Whether words have been left out.
  private(set) var isFull = false

  /// Begins where `lookUps` terms are looked up already.
  init(lookUps: Int = 0) {
    self.lookUps = lookUps
  }

  /// Takes a token of the buffer, in order.
  mutating func add(_ index: Int, of buffer: borrowing TokenBuffer) {
    let token = buffer.tokens[index]
    if token.traits.contains(.derived) { return }
    let text = buffer.bytes.bytes(token.text)
    guard token.traits.contains(.unspaced) else {
      endRun()
      append(QueryWord(text: text, isPrefix: false, traits: token.traits.subtracting(.stopWord)))
      return
    }
    // A pair stands after its second character: without it, the character begins a run.
    let next = index + 1
    let isSecond = next < buffer.tokens.count && buffer.tokens[next].traits.contains(.bigram)
    if !isSecond { endRun() }
    run.append(text)
  }

  /// The words; the last that is no symbol and not of a script without spaces may be a prefix, or one
  /// whose spelling may differ.
  mutating func finish(
    isPrefix: Bool, isOpen: Bool = false, isClose: Bool = false
  ) -> [QueryWord] {
    endRun()
    guard isPrefix || isClose, !isFull, let last = words.lastIndex(where: { !$0.isSymbol }),
      !words[last].traits.contains(.unspaced)
    else { return words }
    words[last] = QueryWord(
      text: words[last].text, isPrefix: isPrefix, isOpen: isOpen, isClose: isClose,
      traits: words[last].traits)
    return words
  }

  /// The words of a piece that stands within others: of several the first ends a word, and the last begins one.
  mutating func finish(inside: QueryWord.Inside) -> [QueryWord] {
    endRun()
    guard !isFull else { return words }
    let spoken = words.indices.filter { !words[$0].isSymbol && words[$0].run == nil }
    guard let first = spoken.first, let last = spoken.last else { return words }
    func change(_ place: Int, isPrefix: Bool = false, inside: QueryWord.Inside? = nil) {
      let word = words[place]
      guard !word.traits.contains(.unspaced) else { return }
      words[place] = QueryWord(
        text: word.text, isPrefix: isPrefix, traits: word.traits,
        inside: inside.flatMap {
          QueryChunk.mayBeInside(String(decoding: word.text, as: UTF8.self)) ? $0 : nil
        })
    }
    guard first < last else {
      change(first, inside: inside)
      return words
    }
    change(first, inside: .atEnd)
    change(last, isPrefix: inside == .anywhere)
    return words
  }

  private mutating func endRun() {
    guard let first = run.first else { return }
    defer { run.removeAll() }
    guard run.count > 1 else {
      append(QueryWord(text: first, isPrefix: false, traits: .unspaced))
      return
    }
    // Every pair is looked up like a word.
    let pairs = min(run.count - 1, Query.wordLimit - lookUps)
    if pairs < run.count - 1 { fill() }
    guard pairs > 0 else { return }
    let used = Array(run.prefix(pairs + 1))
    lookUps += pairs
    words.append(
      QueryWord(
        text: used.flatMap { $0 }, isPrefix: false, traits: .unspaced,
        run: UnspacedRun(
          bigrams: (1..<used.count).map { used[$0 - 1] + used[$0] }, sequence: used)))
  }

  private mutating func append(_ word: QueryWord) {
    guard lookUps < Query.wordLimit else {
      fill()
      return
    }
    lookUps += 1
    words.append(word)
  }

  private mutating func fill() { isFull = true }
}
