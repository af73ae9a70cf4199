public import TextAnalysis

/// What decides the bytes of an index beside the items: analysis, weights, attributes.
public struct IndexSettings: Sendable {
  /// How text becomes tokens.
  public var analyzer: Analyzer
  /// How fields count.
  public var weights: RankingWeights
  /// The names of the attributes, in the order of their ordinals.
  public var attributes: [String]

  /// Makes settings.
  public init(
    analyzer: Analyzer, weights: RankingWeights = RankingWeights(), attributes: [String] = []
  ) {
    self.analyzer = analyzer
    self.weights = weights
    self.attributes = attributes
  }
}
