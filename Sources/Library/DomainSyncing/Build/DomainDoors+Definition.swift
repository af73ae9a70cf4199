import DomainDeclarations
import IndexStores
import SegmentSearching

extension DomainDoors {
  /// Takes over what a declaration says.
  init(_ doors: DoorsDefinition) {
    self.init()
    recordsActivity = doors.recordsActivity
    showsOnDesktop = doors.showsOnDesktop
    schemaType = doors.schemaType ?? ""
    shown = doors.shown
    labels = doors.labels
    accept = doors.links?.accept ?? []
    linkID = doors.links?.id ?? ""
    unknown = doors.links?.unknown ?? ""
    opener = doors.opener
  }
}

extension DomainFacts {
  /// Takes over the parts of a declaration that are read when somebody asks: they change without a build.
  mutating func takeQueryTime(_ definition: DomainDefinition) {
    label = definition.label
    weight = definition.weightInThousandths
    synonyms = Synonyms(definition.ranking.synonyms)
    doors = DomainDoors(definition.doors)
  }
}
