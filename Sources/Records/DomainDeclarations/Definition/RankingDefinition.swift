/// The weights and parameters of the order of hits, as declared.
///
/// The domain's weight and its synonyms are read at query time; everything else decides the bytes of
/// an index.
package struct RankingDefinition: Sendable, Hashable {
  /// A factor of every score of the domain; read at query time.
  package var domainWeight = 1.0
  /// Groups of words that count as the same word, folded; read at query time.
  package var synonyms: [[String]] = []
  /// Whether words of names are found by what stands within them.
  package var looksInside = false
  /// How the fields count.
  package var weights = RankingWeights()
}

/// How much each field counts, and the parameters of BM25F; part of an index's fingerprint.
package struct RankingWeights: Sendable, Hashable {
  /// The weight of the title.
  package var title = 3.0
  /// The weight of an alias; the best single alias counts, without regard to its length.
  package var aliases = 3.0
  /// The weight of the keywords.
  package var keywords = 2.0
  /// The weight of the description.
  package var description = 1.0
  /// The weight of the body.
  package var body = 1.0
  /// How soon repetition stops counting.
  package var k1 = 1.2
  /// How much length counts, 0 … 1.
  package var b = 0.75
  /// The length in tokens of an ordinary title.
  package var titleLength = 8.0
  /// The length in tokens of ordinary keywords.
  package var keywordsLength = 16.0
  /// The length in tokens of an ordinary description.
  package var descriptionLength = 32.0
  /// The length in tokens of an ordinary body.
  package var bodyLength = 128.0

  /// The weights of a domain that declares none.
  package static let undeclared = RankingWeights()

  /// All of them in a fixed order, as an index stores them.
  package var numbers: [Double] {
    get {
      [
        title, aliases, keywords, description, body, k1, b, titleLength, keywordsLength,
        descriptionLength, bodyLength,
      ]
    }
    set {
      guard newValue.count == 11 else { return }
      title = newValue[0]
      aliases = newValue[1]
      keywords = newValue[2]
      description = newValue[3]
      body = newValue[4]
      k1 = newValue[5]
      b = newValue[6]
      titleLength = newValue[7]
      keywordsLength = newValue[8]
      descriptionLength = newValue[9]
      bodyLength = newValue[10]
    }
  }
}
