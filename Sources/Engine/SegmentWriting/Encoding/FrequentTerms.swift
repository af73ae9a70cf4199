import FootlightPlatform
import TextAnalysis

/// The terms that the stream `long` names by short codes (``FrequentCodes``).
struct FrequentTerms: Sendable {
  /// The frequent terms, the most frequent first.
  let terms: [UInt32]
  /// The code of how many bits a number has, by how often each number will about occur.
  let sizes: PrefixCode
  /// Each of these codes with its last bit first.
  private let sizeCodes: [UInt16]
  /// The number of each term that has a short one; `none` for the others.
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
    terms = order.prefix(Int(FrequentCodes.mark)).map { UInt32(truncatingIfNeeded: $0) }
    var codes = [UInt16](repeating: FrequentTerms.none, count: vocabulary.count)
    for (code, term) in terms.enumerated() {
      codes[Int(term)] = UInt16(truncatingIfNeeded: code)
    }
    self.codes = codes
    sizes = try FrequentTerms.sizes(
      vocabulary, codes, stopWords: order.prefix { $0 >> 32 == 0 }.count)
    sizeCodes = sizes.codes.enumerated().map { [sizes] in
      PrefixCode.reversed($0.element, size: Int(sizes.sizes[$0.offset]))
    }
  }

  /// A code for the sizes of numbers: a word stands in about as many places as there are documents that hold it, and a
  /// stop word in as many as the most frequent other one.
  private static func sizes(
    _ vocabulary: Vocabulary, _ codes: [UInt16], stopWords: Int
  ) throws(Failure) -> PrefixCode {
    var counts = [UInt64](repeating: 0, count: FrequentCodes.mostBits + 1)
    var most = 1
    var reader = VocabularyReader(vocabulary)
    while try reader.advance() {
      let number = number(UInt32(truncatingIfNeeded: reader.number), codes)
      counts[FrequentCodes.size(number)] += UInt64(max(1, reader.holding))
      most = max(most, reader.holding)
    }
    for number in 0..<stopWords {
      counts[FrequentCodes.size(UInt32(truncatingIfNeeded: number))] += UInt64(most)
    }
    let all = counts.reduce(0, +)
    return PrefixCode(
      counts: counts.map { UInt32(truncatingIfNeeded: $0 > 0 ? 1 + ($0 << 16) / (all + 1) : 0) })
  }

  @inline(__always)
  private static func number(_ term: UInt32, _ codes: [UInt16]) -> UInt32 {
    let code = codes[Int(term)]
    return code == none ? term + FrequentCodes.mark : UInt32(code)
  }

  /// Appends the code of a term.
  @inline(__always)
  func append(_ term: UInt32, _ appender: inout BitAppender, to bytes: inout ByteArena) {
    let number = FrequentTerms.number(term, codes)
    let size = FrequentCodes.size(number)
    let sizeBits = Int(sizes.sizes[size])
    let rest = max(0, size &- 1)
    let low = UInt64(number) & ((1 &<< UInt64(rest)) &- 1)
    appender.append(
      UInt64(sizeCodes[size]) | low &<< UInt64(sizeBits), bits: sizeBits &+ rest, to: &bytes)
  }

  /// How many documents a term needs to be among the most frequent; more than one in any case.
  private static func leastHolding(_ counts: [Int]) -> UInt32 {
    var left = Int(FrequentCodes.mark)
    var least = counts.count
    while least > 2, counts[least - 1] <= left {
      least -= 1
      left -= counts[least]
    }
    return UInt32(least)
  }
}
