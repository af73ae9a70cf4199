import DomainDeclarations
import FootlightDiagnostics
import IndexStores
import ItemMapping
import RecordSources

/// The ids under which pushed records are stored, which are those of their items: another mapping
/// can make others of the same records.
struct PushedIdentities {
  private let userData: UserData
  private let definition: DomainDefinition
  private let now: Int64

  init(_ userData: UserData, _ definition: DomainDefinition, now: Int64) {
    self.userData = userData
    self.definition = definition
    self.now = now
  }

  /// Stores the records under their present ids; in one step.
  ///
  /// Where two records have the same id now, all keep those that they had, so that no mistake in a
  /// declaration costs a record: the build that follows tells which they are.
  func settle() throws(Failure) {
    guard let renamed = try renamed() else { return }
    try userData.push { (pushing) throws(Failure) in
      try pushing.rename(renamed, in: definition.name)
      try pushing.set(PushDeclaration(definition), of: definition.name)
    }
  }

  /// The records with other ids than before; nil when two have the same.
  ///
  /// One without an id keeps the one it had.
  private func renamed() throws(Failure) -> [(from: String, to: String)]? {
    let plan = try JSONLinesPlan(definition.mapping.plan)
    var mapping = ItemMapper(definition, now: now).worker()
    var batch = RecordBatch()
    var item = ItemBuffer()
    var known: Set<String> = []
    var renamed: [(from: String, to: String)] = []
    var after: Int64 = 0
    while true {
      let page = try userData.pushed(
        to: definition.name, after: after, atMost: PushedSource.page)
      guard let last = page.last else { return renamed }
      after = last.sequence
      let records = page.filter { $0.json != nil }
      let reader = JSONLineReader(
        plan, name: PushedSource.name(of: definition.name), lines: records.compactMap(\.json))
      while try reader.next(&batch) {
        try reader.decode(&batch)
        for record in batch.records {
          let place = Int(record.number) - 1
          guard records.indices.contains(place) else { continue }
          let old = records[place].id
          let isIdentified = mapping.identify(batch, record, into: &item) == .item
          let id = isIdentified ? item.bytes.text(item.id) : old
          guard known.insert(id).inserted else { return nil }
          if !id.utf8.elementsEqual(old.utf8) { renamed.append((old, id)) }
        }
      }
    }
  }
}
