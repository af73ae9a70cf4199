import DeclaredRecords
import IndexStores
import SegmentSearching

extension DomainFacts {
  /// Takes over the parts of a declaration that are read when somebody asks: they change without a build.
  mutating func takeQueryTime(_ definition: DomainDefinition) {
    label = definition.label
    weight = definition.weightInThousandths
    synonyms = Synonyms(definition.ranking.synonyms)
    doors = definition.doors
  }
}
