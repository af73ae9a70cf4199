/// How much each field counts, and the parameters of BM25F; part of an index's fingerprint.
@usableFromInline package struct RankingWeights: Sendable, Hashable {
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
  @usableFromInline package init() {}

  /// All of them in a fixed order, as an index stores them.
  var numbers: [Double] {
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
