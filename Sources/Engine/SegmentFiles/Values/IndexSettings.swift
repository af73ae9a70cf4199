package import ItemMapping
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
