import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import RecordSources

extension DomainUpdate {
  /// Applies records that a source hands over as changed, and the deletions that it names, in one
  /// step with its cursor.
  mutating func applySome(_ reader: any RecordReader) throws(Failure) -> Outcome {
    let digests = try build.library.store.snapshot(of: [name]).recordDigests(of: name)
    let change = try indexer.change(name, memory: memory)
    var problems: [Diagnostic] = []
    var late: [String] = []
    let hasKeys: Bool
    let expiry: Int64?
    do throws(Failure) {
      var records = try ChangedRecords(change, definition, now: now)
      try records.read(reader, known: digests, cancellation)
      for deletion in reader.deletions() {
        if let number = records.lastNumbers[deletion.id] {
          // What came behind a deletion stays; what came before goes once it is there.
          if number < deletion.number { late.append(deletion.id) }
        } else {
          try change.delete(id: deletion.id)
        }
      }
      hasKeys = records.hasKeys
      expiry = records.expiry
      // A record that is found again by its key is tried again by it.
      let keys = records.failed.compactMap(\.key)
      try indexer.record(keys.map { JournalKey($0.bytes) }, in: name, at: now)
      problems = records.failed.filter { $0.key == nil }.map(\.problem)
    } catch {
      change.abandon()
      throw error
    }
    let isTolerable = definition.source.tolerate.endures(bad: problems.count, of: stored.items)
    let before = position
    position.asked = now
    // Where a record could not be taken, its source is asked for the same changes again.
    if isTolerable { position.cursor = reader.cursor() ?? position.cursor }
    var next = facts()
    if !isTolerable {
      next.sourceStamp = stored.facts.sourceStamp
      next.sourceIsFresh = true
      position.asked = before.asked
      next.cursor = position.text
    }
    for var problem in problems.prefix(RecordTally.shown) {
      problem.severity = isTolerable ? .warning : .error
      warnings.append(problem)
    }
    warnings += reader.remarks()
    var first = next
    if !late.isEmpty { first.cursor = before.text }
    let outcome = try publish(
      change, ChangeCommit(facts: first), expiry: expiry, rule: hasKeys ? nil : .keepLast,
      allowsDuplicates: !hasKeys)
    guard case .applied = outcome, !late.isEmpty else { return outcome }
    let second = try indexer.change(name, memory: memory)
    do throws(Failure) {
      for id in late { try second.delete(id: id) }
    } catch {
      second.abandon()
      throw error
    }
    return try publish(second, ChangeCommit(facts: next))
  }
}
