import DeclaredRecords
import FootlightPlatform
import IndexStores

extension DomainUpdate {
  /// Applies records that a source hands over as changed, and the deletions that it names, in one
  /// step with its cursor; very many in several steps, the cursor with the last one.
  ///
  /// The item of a record that could not become one stays, which counts as a failed attempt. Where
  /// the source finds no records by key it is asked for the same changes again, until the record is
  /// mended or set aside; and for all records, without its cursor, when it has not told again of one
  /// that could not be applied before.
  mutating func applySome(
    _ reader: any RecordReader, findsRecords: Bool
  ) throws(Failure) -> Outcome {
    var mapping = ItemMapper(definition, now: now).worker()
    let attempts = try attempts()
    /// The numbers of the last records about items, and what could not be applied.
    var last: [SourceKey: UInt32] = [:]
    var ending = Ending()
    if !findsRecords {
      ending.untold = Set(attempts.filter { isTriedNow($0.value) }.keys)
    }
    while true {
      let change = try indexer.change(name, memory: memory)
      let isLast: Bool
      var commit: ChangeCommit
      var failed: [FailedRecord] = []
      let expiries: Expiries
      do throws(Failure) {
        let (store, name) = (build.open.store, name)
        let known = KnownRecords(change) { () throws(Failure) in
          try store.snapshot(of: [name]).recordDigests(of: name)
        }
        let held = try HeldRecords(reader, known, &mapping, cancellation)
        isLast = held.isLast
        if !held.hasKeys { last.merge(held.last) { $1 } }
        // By bytes: of two ids that are canonically equal each has its own item.
        var deletions: [SourceKey: UInt32] = [:]
        for deletion in reader.deletions() {
          let id = SourceKey(deletion.id)
          deletions[id] = max(deletion.number, deletions[id] ?? 0)
        }
        var records = try ChangedRecords(change, definition, now: now)
        try records.take(held, deleting: deletions)
        expiries = records.expiries
        for (id, number) in deletions where number > last[id] ?? 0 {
          try change.delete(.id(id.description))
        }
        commit = ChangeCommit(facts: facts())
        for failure in records.failed {
          guard let name = failure.name, !findsRecords || failure.key != nil else {
            ending.lose(failure.problem)
            continue
          }
          failed.append(failure)
          let count = attempts[name].map { $0.attempts(failingWith: failure.digest) ?? .max } ?? 1
          if !findsRecords, count < JournalRow.mostAttempts { ending.holdsBack = true }
          // A failure in an earlier batch of this read counts as the same attempt.
          guard !tried.contains(name) else { continue }
          commit.failed.append(
            FailedAttempt(name, error: failure.problem.message, digest: failure.digest))
        }
        ending.lost += held.unlisted
        let isFailed = Set(failed.compactMap(\.name))
        let told = records.met.union(deletions.keys)
        ending.untold.subtract(told)
        commit.finished = attempts.keys.filter { name in
          !isFailed.contains(name) && told.contains(name)
        }.map { JournalRow(whatever: $0) }
      } catch {
        change.abandon()
        throw error
      }
      let before = position
      if isLast {
        conclude(&commit.facts, reader, ending)
      } else {
        commit.facts.sourceStamp = stored.facts.sourceStamp
        commit.facts.sourceIsFresh = true
        commit.facts.cursor = before.text
      }
      let outcome = try publish(change, commit, expiries: expiries)
      guard case .applied = outcome else { return outcome }
      tried.formUnion(failed.compactMap(\.name))
      report(failed, attempts)
      if isLast { return .applied }
    }
  }

  /// Moves the cursor on, unless something has to be asked for again.
  private mutating func conclude(
    _ facts: inout DomainFacts, _ reader: any RecordReader, _ ending: Ending
  ) {
    let isTolerable = definition.source.tolerate.endures(bad: ending.lost, of: stored.items)
    for var problem in ending.firstLost {
      problem.severity = isTolerable ? .warning : .error
      warnings.append(problem)
    }
    warnings += reader.remarks()
    if isTolerable, !ending.holdsBack {
      position.asked = now
      position.cursor = reader.cursor() ?? position.cursor
    } else {
      facts.sourceStamp = stored.facts.sourceStamp
      facts.sourceIsFresh = true
    }
    // Changes that are not told any more come again with a complete read.
    if !ending.untold.isEmpty { position.cursor = nil }
    facts.cursor = position.text
  }

  /// The facts that decide how far the source was read, once it has ended.
  private struct Ending {
    /// How many records are lost of which nobody can tell which they are.
    var lost = 0
    /// The first of them.
    private(set) var firstLost: [Diagnostic] = []
    /// Whether the same changes have to be asked for again.
    var holdsBack = false
    /// The changes that wait to be told again.
    var untold: Set<SourceKey> = []

    mutating func lose(_ problem: Diagnostic) {
      lost += 1
      if firstLost.count < RecordTally.shown { firstLost.append(problem) }
    }
  }
}
