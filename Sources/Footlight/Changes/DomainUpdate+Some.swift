import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import ItemMapping
import RecordSources

extension DomainUpdate {
  /// Applies records that a source hands over as changed, and the deletions that it names, in one
  /// step with its cursor; very many in several steps, the cursor with the last one.
  ///
  /// The item of a record that could not become one stays, which counts as a failed attempt. Where
  /// the source finds no records by key it is asked for the same changes again, until the record is
  /// mended or set aside.
  mutating func applySome(
    _ reader: any RecordReader, findsRecords: Bool
  ) throws(Failure) -> Outcome {
    let digests = try build.library.store.snapshot(of: [name]).recordDigests(of: name)
    var mapping = ItemMapper(definition, now: now).worker()
    let attempts = try attempts()
    /// The numbers of the last records about items, and what could not be applied.
    var last: [String: UInt32] = [:]
    var lost: [Diagnostic] = []
    var holdsBack = false
    while true {
      let held = try HeldRecords(reader, known: digests, &mapping, cancellation)
      if !held.hasKeys {
        for (name, number) in held.last { last[name.description] = number }
      }
      var deletions: [String: UInt32] = [:]
      for deletion in reader.deletions() {
        deletions[deletion.id] = max(deletion.number, deletions[deletion.id] ?? 0)
      }
      let change = try indexer.change(name, memory: memory)
      let isLast = held.isLast
      var commit: ChangeCommit
      var failed: [FailedRecord] = []
      let expiry: Int64?
      do throws(Failure) {
        var records = try ChangedRecords(change, definition, now: now)
        try records.take(held, deleting: deletions)
        expiry = records.expiry
        for (id, number) in deletions where number > last[id] ?? 0 { try change.delete(id: id) }
        commit = ChangeCommit(facts: facts())
        for failure in records.failed {
          if let name = failure.name, findsRecords == (failure.key != nil) {
            failed.append(failure)
            let before = attempts[name] ?? 0
            holdsBack = holdsBack || !findsRecords && before + 1 < JournalRow.mostAttempts
            commit.failed.append(FailedAttempt(name, error: failure.problem.message))
          } else {
            lost.append(failure.problem)
          }
        }
        let isFailed = Set(failed.compactMap(\.name))
        let gone = deletions.keys.map { SourceKey($0) }
        commit.finished = attempts.keys.filter { name in
          !isFailed.contains(name) && (records.met.contains(name) || gone.contains(name))
        }.map { JournalRow(whatever: $0) }
      } catch {
        change.abandon()
        throw error
      }
      let before = position
      if isLast {
        conclude(&commit.facts, reader, lost, holdsBack: holdsBack)
      } else {
        commit.facts.sourceStamp = stored.facts.sourceStamp
        commit.facts.sourceIsFresh = true
        commit.facts.cursor = before.text
      }
      let outcome = try publish(change, commit, expiry: expiry)
      guard case .applied = outcome else { return outcome }
      tried.formUnion(failed.compactMap(\.name))
      report(failed, attempts)
      if isLast { return .applied }
    }
  }

  /// Moves the cursor on, unless something has to be asked for again.
  private mutating func conclude(
    _ facts: inout DomainFacts, _ reader: any RecordReader, _ lost: [Diagnostic], holdsBack: Bool
  ) {
    let isTolerable = definition.source.tolerate.endures(bad: lost.count, of: stored.items)
    for var problem in lost.prefix(RecordTally.shown) {
      problem.severity = isTolerable ? .warning : .error
      warnings.append(problem)
    }
    warnings += reader.remarks()
    if isTolerable, !holdsBack {
      position.asked = now
      position.cursor = reader.cursor() ?? position.cursor
    } else {
      facts.sourceStamp = stored.facts.sourceStamp
      facts.sourceIsFresh = true
    }
    facts.cursor = position.text
  }
}
