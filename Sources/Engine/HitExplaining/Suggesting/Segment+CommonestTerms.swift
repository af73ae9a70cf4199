import FootlightPlatform
import SegmentFiles

extension Segment {
  /// The terms of a range that most documents hold.
  ///
  /// How many postings a block of the dictionary has is known without reading it, so only the
  /// blocks are read that can hold one of them.
  func commonestTerms(
    in range: TermRange, limit: Int, _ bounds: SearchBounds? = nil
  ) throws(Failure) -> [[UInt8]] {
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
    return kept.texts
  }
}

/// The words that most documents hold; of equals the first in byte order.
private struct FrequentWords {
  typealias Word = (documents: Int, text: [UInt8])

  private let limit: Int
  private var kept: [Word] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// The word that another one must precede to be taken; nil while there is room.
  var worst: Word? { kept.count < limit ? nil : kept.last }
  /// The words in their order.
  var texts: [[UInt8]] { kept.map(\.text) }

  mutating func add(_ documents: Int, _ text: [UInt8]) {
    let word = (documents, text)
    if let worst, !FrequentWords.precedes(word, worst) { return }
    let place = kept.indices.partitionPoint { FrequentWords.precedes(kept[$0], word) }
    kept.insert(word, at: place)
    if kept.count > limit { kept.removeLast() }
  }

  private static func precedes(_ one: Word, _ other: Word) -> Bool {
    one.documents != other.documents
      ? one.documents > other.documents : one.text.lexicographicallyPrecedes(other.text)
  }
}
