package import DeclaredRecords
package import TextAnalysis

/// The settings that decide the bytes of an index beside its items: analysis, weights, attributes.
package struct IndexSettings: Sendable {
  /// How text becomes tokens.
  package var analyzer: Analyzer
  /// How fields count.
  package var weights: RankingWeights
  /// The attributes, in the order of their ordinals.
  package var attributes: [IndexedAttribute]
  /// How many files the items of a build are parted into; what is stored in one of them does not tell it.
  package var shards = 1

  /// Whether words of names are found by what stands within them.
  package var looksInside = false

  /// Makes settings.
  package init(
    analyzer: Analyzer, weights: RankingWeights = RankingWeights(),
    attributes: [IndexedAttribute] = []
  ) {
    self.analyzer = analyzer
    self.weights = weights
    self.attributes = attributes
  }
}

/// An attribute as an index knows it: its name and the type of its values.
package struct IndexedAttribute: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The type; `listElement` for a list of text.
  package var kind: ItemBuffer.AttributeKind

  /// Makes an attribute.
  package init(_ name: String, _ kind: ItemBuffer.AttributeKind = .text) {
    self.name = name
    self.kind = kind
  }
}

extension [IndexedAttribute] {
  /// Whether a condition or an order of this name means one of them.
  package func hold(_ name: String) -> Bool { !meant(by: name).isEmpty }

  /// Those that a name means: the one that is called so, or the places for the names that stand for all of these.
  package func meant(by name: String) -> [IndexedAttribute] {
    let named = filter { $0.name == name }
    guard named.isEmpty, AttributeFilter.placeNames.contains(name) else { return named }
    return filter { $0.kind == .place }
  }
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
  package init() {}

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
