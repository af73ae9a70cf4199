import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles
import TextAnalysis

/// The terms that the stream `long` names by short codes (``FrequentCode``).
struct FrequentTerms: Sendable {
  /// The frequent terms, the most frequent first.
  let terms: [UInt32]
  /// The code of each term that has a short one; `none` for the others.
  private let codes: [UInt16]
  private static let none = UInt16.max

  /// Chooses: stop words first, whose documents nobody counts, then by the number of documents.
  init(_ vocabulary: Vocabulary, _ analyzer: Analyzer) throws(Failure) {
    var order: [UInt64] = []
    let least = FrequentTerms.leastHolding(vocabulary.holders)
    var reader = VocabularyReader(vocabulary)
    while try reader.advance() {
      // Stems are after all words, and in no sequence.
      if reader.text[0] == Stemmer.mark { break }
      let isStopWord =
        !analyzer.stopWords.isEmpty && analyzer.isStopWord(reader.text, reader.text.all)
      guard isStopWord || reader.holding >= Int(least) else { continue }
      let rarity = isStopWord ? 0 : UInt64(Int(UInt32.max) - reader.holding)
      order.append(rarity << 32 | UInt64(reader.number))
    }
    var spare: [UInt64] = []
    RadixSort.sort(&order, &spare) { $0 }
    terms = order.prefix(Int(FrequentCode.mark)).map { UInt32(truncatingIfNeeded: $0) }
    var codes = [UInt16](repeating: FrequentTerms.none, count: vocabulary.count)
    for (code, term) in terms.enumerated() {
      codes[Int(term)] = UInt16(truncatingIfNeeded: code)
    }
    self.codes = codes
  }

  /// The code of a term.
  @inline(__always)
  func code(_ term: UInt32) -> UInt32 {
    let code = codes[Int(term)]
    return code == FrequentTerms.none ? term + FrequentCode.mark : UInt32(code)
  }

  /// How many documents a term needs to be among the most frequent; more than one in any case.
  private static func leastHolding(_ counts: [Int]) -> UInt32 {
    var left = Int(FrequentCode.mark)
    var least = counts.count
    while least > 2, counts[least - 1] <= left {
      least -= 1
      left -= counts[least]
    }
    return UInt32(least)
  }
}
