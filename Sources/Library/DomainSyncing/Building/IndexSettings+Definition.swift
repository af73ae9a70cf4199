package import DeclaredRecords
package import SegmentFiles

extension IndexSettings {
  /// Takes over what a definition says about the bytes of its index.
  package init(_ definition: DomainDefinition) {
    let ranking = definition.ranking
    var weights = RankingWeights()
    weights.title = ranking.weights.title
    weights.aliases = ranking.weights.aliases
    weights.keywords = ranking.weights.keywords
    weights.description = ranking.weights.description
    weights.body = ranking.weights.body
    weights.k1 = ranking.k1
    weights.b = ranking.b
    weights.titleLength = Double(ranking.lengths.title)
    weights.keywordsLength = Double(ranking.lengths.keywords)
    weights.descriptionLength = Double(ranking.lengths.description)
    weights.bodyLength = Double(ranking.lengths.body)
    self.init(
      analyzer: definition.analyzer, weights: weights,
      attributes: definition.attributes.map { IndexedAttribute($0.name, .init($0.type)) }
        + definition.mapping.reserved.map { IndexedAttribute($0.rawValue, .init($0.type)) })
    shards = definition.shards
    looksInside = ranking.looksInside
  }
}

extension ItemBuffer.AttributeKind {
  /// The kind of the values of a declared type.
  init(_ type: AttributeType) {
    switch type {
    case .text: self = .text
    case .number: self = .number
    case .boolean: self = .boolean
    case .date: self = .date
    case .list: self = .listElement
    case .place: self = .place
    }
  }
}
