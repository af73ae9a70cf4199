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
    analyzer: Analyzer, weights: RankingWeights = RankingWeights.undeclared,
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
