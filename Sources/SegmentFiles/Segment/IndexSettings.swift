public import ItemMapping
public import TextAnalysis

/// What decides the bytes of an index beside the items: analysis, weights, attributes.
public struct IndexSettings: Sendable {
  /// How text becomes tokens.
  public var analyzer: Analyzer
  /// How fields count.
  public var weights: RankingWeights
  /// The attributes, in the order of their ordinals.
  public var attributes: [IndexedAttribute]

  /// Makes settings.
  public init(
    analyzer: Analyzer, weights: RankingWeights = RankingWeights(),
    attributes: [IndexedAttribute] = []
  ) {
    self.analyzer = analyzer
    self.weights = weights
    self.attributes = attributes
  }
}

/// An attribute as an index knows it: its name and the type of its values.
public struct IndexedAttribute: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The type; `listElement` for a list of text.
  public var kind: ItemBuffer.AttributeKind

  /// Makes an attribute.
  public init(_ name: String, _ kind: ItemBuffer.AttributeKind = .text) {
    self.name = name
    self.kind = kind
  }
}
