import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles
import TextAnalysis

/// The terms that the stream `long` names by short codes (``FrequentCode``).
struct FrequentTerms: Sendable {
  /// The frequent terms, the most frequent first.
  let terms: [UInt32]
  /// Which terms are frequent, how many of them there are before each 64 terms, and their codes in the order of
  /// their numbers: together far smaller than a code for each term.
  private let frequent: Bitmap
  private let before: [UInt16]
  private let codes: [UInt16]

  /// Chooses: stop words first, whose documents nobody counts, then by the number of documents.
  init(_ vocabulary: Vocabulary, _ analyzer: Analyzer) throws(Failure) {
    var order: [UInt64] = []
    let least = FrequentTerms.leastHolding(vocabulary.holders)
    var reader = VocabularyReader(vocabulary)
    while try reader.advance() {
      // Stems are behind all words, and in no sequence.
      if reader.text[0] == Stemmer.mark { break }
      let isStopWord =
        !analyzer.stopWords.isEmpty && analyzer.isStopWord(reader.text, reader.text.all)
      guard isStopWord || reader.holding >= least else { continue }
      let rarity = isStopWord ? 0 : UInt64(Int(UInt32.max) - reader.holding)
      order.append(rarity << 32 | UInt64(reader.number))
    }
    var spare: [UInt64] = []
    RadixSort.sort(&order, &spare) { $0 }
    let terms = order.prefix(Int(FrequentCode.mark)).map { UInt32(truncatingIfNeeded: $0) }
    var frequent = Bitmap(size: vocabulary.count)
    for term in terms { frequent.insert(Int(term)) }
    var sum = 0
    before = frequent.words.map { word in
      defer { sum += word.nonzeroBitCount }
      return UInt16(truncatingIfNeeded: sum)
    }
    codes = terms.indices.sorted { terms[$0] < terms[$1] }.map { UInt16(truncatingIfNeeded: $0) }
    self.terms = terms
    self.frequent = frequent
  }

  /// The code of a term.
  @inline(__always)
  func code(_ term: UInt32) -> UInt32 {
    let place = Int(term >> 6)
    let word = frequent.words[place]
    let bit = UInt64(1) << UInt64(term & 63)
    guard word & bit != 0 else { return term + FrequentCode.mark }
    return UInt32(codes[Int(before[place]) + (word & (bit - 1)).nonzeroBitCount])
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
