import SegmentFiles
import FootlightPlatform
import TextAnalysis

/// Chooses the terms that the stream `long` names by short codes (``FrequentCode``).
struct FrequentTerms: Sendable {
  /// The frequent terms, the most frequent first.
  let terms: [UInt32]
  /// The code of every term.
  let codes: [UInt32]

  /// Chooses: stop words first, whose documents nobody counts, then by the number of documents.
  init(_ vocabulary: Vocabulary, _ analyzer: Analyzer) {
    var order: [UInt64] = []
    let least = FrequentTerms.leastHolding(vocabulary.holding)
    for term in 0..<vocabulary.count {
      let isStopWord =
        !analyzer.stopWords.isEmpty
        && analyzer.isStopWord(vocabulary.bytes, vocabulary.range(term))
      let holding = vocabulary.holding[term]
      // Stems are behind all words, and in no sequence.
      if vocabulary.bytes[vocabulary.range(term).lowerBound] == Stemmer.mark { break }
      guard isStopWord || holding >= least else { continue }
      let rarity = isStopWord ? 0 : UInt64(UInt32.max - holding)
      order.append(rarity << 32 | UInt64(term))
    }
    var spare: [UInt64] = []
    RadixSort.sort(&order, &spare) { $0 }
    terms = order.prefix(Int(FrequentCode.mark)).map { UInt32(truncatingIfNeeded: $0) }
    var codes = (0..<UInt32(truncatingIfNeeded: vocabulary.count)).map { $0 + FrequentCode.mark }
    for (code, term) in terms.enumerated() {
      codes[Int(term)] = UInt32(truncatingIfNeeded: code)
    }
    self.codes = codes
  }

  /// How many documents a term needs to be among the most frequent; more than one in any case.
  private static func leastHolding(_ holding: [UInt32]) -> UInt32 {
    var counts = [Int](repeating: 0, count: 1 << 16)
    for documents in holding { counts[Int(min(documents, 0xFFFF))] += 1 }
    var left = Int(FrequentCode.mark)
    var least = counts.count
    while least > 2, counts[least - 1] <= left {
      least -= 1
      left -= counts[least]
    }
    return UInt32(least)
  }
}
