import DomainDeclarations
import IndexStores

extension DomainDoors {
  /// What a declaration says, as a store keeps it.
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
