import FootlightPlatform

extension Segment {
  /// The terms of a range that most documents hold, each with how many these are.
  ///
  /// How many postings a block of the dictionary has is known without reading it, so only the
  /// blocks are read that can hold one of them.
  func commonestTerms(
    in range: TermRange, limit: Int, _ bounds: SearchBounds? = nil
  ) throws(Failure) -> [(documents: Int, text: [UInt8])] {
    guard range.count > 0, limit > 0 else { return [] }
    let index = try dictionaryIndex()
    let first = index.block(ofNumber: range.low.number)
    let last = index.block(ofNumber: range.high.number - 1)
    let blocks = (first...last).map { block in
      let isLast = block + 1 >= index.blocks
      return (
        block: block,
        most: isLast
          ? UInt64.max : index.documents(before: block + 1) &- index.documents(before: block)
      )
    }
    var kept = FrequentWords(limit: limit)
    for (block, most) in blocks.sorted(by: { ($0.most, $1.block) > ($1.most, $0.block) }) {
      if let worst = kept.worst, UInt64(worst.documents) > most { break }
      try bounds?.check()
      var cursor = try TermBlockCursor(self, index, block: block)
      while try cursor.advance() {
        let number = cursor.entry.number
        guard number >= range.low.number, cursor.entry.documents > 0 else { continue }
        guard number < range.high.number else { break }
        let documents = cursor.entry.documents
        if let worst = kept.worst, worst.documents > documents { continue }
        kept.add(documents, cursor.text.bytes(cursor.text.all))
      }
    }
    return kept.words
  }
}

/// The words that most documents hold; of equals the first in byte order.
private struct FrequentWords {
  typealias Word = (documents: Int, text: [UInt8])

  private let limit: Int
  /// The words in their order.
  private(set) var words: [Word] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// The word that another one must precede to be taken; nil while there is room.
  var worst: Word? { words.count < limit ? nil : words.last }

  mutating func add(_ documents: Int, _ text: [UInt8]) {
    let word = (documents, text)
    if let worst, !FrequentWords.precedes(word, worst) { return }
    let place = words.indices.partitionPoint { FrequentWords.precedes(words[$0], word) }
    words.insert(word, at: place)
    if words.count > limit { words.removeLast() }
  }

  private static func precedes(_ one: Word, _ other: Word) -> Bool {
    one.documents != other.documents
      ? one.documents > other.documents : one.text.lexicographicallyPrecedes(other.text)
  }
}
