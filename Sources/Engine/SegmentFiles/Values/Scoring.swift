package import DeclaredRecords

/// The arithmetic of ranking, the same for every store and every machine.
///
/// BM25F (Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009) in integers: what a
/// word is worth in an item is quantised to seven bits when the item is indexed (its *impact*),
/// what it is worth in the collection is a fixed-point logarithm at query time (its *idf*). Only
/// additions, multiplications and divisions of IEEE doubles are used, no library function whose
/// last bit may differ between machines.
package enum Scoring {
  /// The highest impact; the byte's eighth bit says that the word occurs in a name.
  package static var highestImpact: Int { 127 }

  /// 256 · log2((items + 1) / (holding + 1)), at least 1: a common word still counts a little.
  ///
  /// - Parameters:
  ///   - items: how many items all searched segments hold.
  ///   - holding: how many of them hold the word; for a prefix the sum over its words.
  package static func idf(items: Int, holding: Int) -> Int {
    let whole = max(0, items) + 1
    let part = min(max(0, holding), whole - 1) + 1
    return max(1, log2Fixed(UInt64(whole)) - log2Fixed(UInt64(part)))
  }

  /// A quarter of an idf: the exact form of a word adds it to its stem's.
  package static func exactShare(_ idf: Int) -> Int { idf / 4 }

  /// 256 · log2(n), rounded down, by shifts and squarings (Knuth, TAOCP 1.2.2, exercise 28).
  package static func log2Fixed(_ n: UInt64) -> Int {
    guard n > 1 else { return 0 }
    let exponent = 63 - n.leadingZeroBitCount
    // The mantissa as 1.31 fixed point; eight squarings give eight binary digits.
    var mantissa = exponent > 31 ? n >> UInt64(exponent - 31) : n << UInt64(31 - exponent)
    var fraction = 0
    for _ in 0..<8 {
      mantissa = (mantissa * mantissa) >> 31
      fraction <<= 1
      if mantissa >= 1 << 32 {
        mantissa >>= 1
        fraction |= 1
      }
    }
    return exponent << 8 | fraction
  }

  /// The impact of a word in an item, 1 … 127: 127 · f / (k1 + f), where f adds up the fields.
  ///
  /// A field adds weight · count / (1 − b + b · length / reference); the aliases add the count of
  /// the best single alias, without regard to its length.
  package static func impact(
    _ counts: FieldCounts, _ norms: FieldNorms, _ weights: RankingWeights
  ) -> UInt8 {
    var frequency = 0.0
    if counts.title > 0 { frequency += weights.title * Double(counts.title) / norms.title }
    if counts.alias > 0 { frequency += weights.aliases * Double(counts.alias) }
    if counts.keywords > 0 {
      frequency += weights.keywords * Double(counts.keywords) / norms.keywords
    }
    if counts.description > 0 {
      frequency += weights.description * Double(counts.description) / norms.description
    }
    if counts.body > 0 { frequency += weights.body * Double(counts.body) / norms.body }
    let saturated = 127.0 * frequency / (weights.k1 + frequency)
    return UInt8(max(1.0, min(127.0, saturated)))
  }
}

/// How often a word occurs in each field of an item; derived tokens count, stop words in
/// description and body do not.
package struct FieldCounts: Sendable, Hashable, BitwiseCopyable {
  /// In the title.
  package var title: UInt32 = 0
  /// In the alias that holds it most often.
  package var alias: UInt32 = 0
  /// In the keywords together.
  package var keywords: UInt32 = 0
  /// In the description.
  package var description: UInt32 = 0
  /// In the body.
  package var body: UInt32 = 0

  /// No occurrence.
  package init() {}
}

/// The length norms of an item's fields; a length counts the tokens of the sequence that have
/// postings, without derived tokens.
package struct FieldNorms: Sendable, Hashable {
  /// 1 − b + b · length / reference of the title.
  package var title: Double
  /// The same of the keywords.
  package var keywords: Double
  /// The same of the description.
  package var description: Double
  /// The same of the body.
  package var body: Double

  /// The norms of an item whose fields have these lengths.
  package init(
    title: Int, keywords: Int, description: Int, body: Int, _ weights: RankingWeights
  ) {
    let b = weights.b
    self.title = 1.0 - b + b * Double(title) / weights.titleLength
    self.keywords = 1.0 - b + b * Double(keywords) / weights.keywordsLength
    self.description = 1.0 - b + b * Double(description) / weights.descriptionLength
    self.body = 1.0 - b + b * Double(body) / weights.bodyLength
  }
}
