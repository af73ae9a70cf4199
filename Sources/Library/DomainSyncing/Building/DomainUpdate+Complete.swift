import DeclaredRecords
import FootlightPlatform
import IndexStores

extension DomainUpdate {
  /// Reads all records, drops those that are known before they are taken apart, applies the others,
  /// and deletes the items of records that were not met.
  ///
  /// The item of a bad record that can be told from others stays, however many there are: they cost
  /// no memory but a mark on each item. More of them than the source tolerates are failed attempts.
  /// Nothing happens at all unless the read comes to its end with no
  /// more of the others than are tolerated; nor when so many are bad that the source is more likely
  /// broken than changed.
  mutating func complete(_ reader: any RecordReader) throws(Failure) -> Outcome {
    let meter = meter
    var pipeline = RecordPipeline(
      definition: definition, source: build.declared.source, now: now, threads: threads,
      cancellation: cancellation
    ) { records, bytes in
      meter.read(records: records, bytes: bytes)
    }
    let digests = try build.open.store.snapshot(of: [name]).recordDigests(of: name)
    pipeline.known = digests
    pipeline.namedFailures = keyLimit
    let change = try indexer.change(name, memory: memory)
    pipeline.spare = { (record) throws(Failure) in try change.spare(record) }
    let tally: RecordTally
    let failed: [FailedRecord]
    do throws(Failure) {
      tally = try pipeline.run(reader) { () throws(Failure) in try change.worker() }
      failed = try accountable(tally)
      try change.deleteUnseen(digests, tally.seen)
    } catch {
      change.abandon()
      throw error
    }
    guard tally.seen.repeats == 0 else {
      change.abandon()
      return .needsRebuild("several records have the same id")
    }
    meter.enter(.writing)
    let attempts = try attempts()
    position.cursor = isToldAgain(failed, attempts) ? reader.cursor() : nil
    position.asked = now
    position.completed = now
    var facts = facts()
    facts.records = tally.records
    facts.badRecords = tally.bad
    facts.sourceDigest = tally.digest
    // All records were read: what was recorded before is in them.
    let isFailed = Set(failed.compactMap(\.name))
    var commit = ChangeCommit(facts: facts)
    commit.finished = attempts.keys.filter { !isFailed.contains($0) }
      .map { JournalRow(whatever: $0) }
    let untouched = Set(failed.filter { isUntouched($0, attempts) }.compactMap(\.name))
    for record in failed {
      guard let name = record.name, !untouched.contains(name) else { continue }
      commit.failed.append(
        FailedAttempt(name, error: record.problem.message, digest: record.digest))
    }
    let outcome = try publish(change, commit, expiries: tally.expiries, guarded: true)
    guard case .applied = outcome else { return outcome }
    tried.formUnion(isFailed)
    report(located(failed, tally), attempts, uncounted: untouched)
    let numbers = Set(failed.map(\.number))
    warnings += tally.warnings(without: numbers)
    return outcome
  }

  /// Whether a bad record was tried before as it is, and need not be tried again yet: the source changed
  /// elsewhere, which is no attempt.
  private func isUntouched(
    _ record: FailedRecord, _ attempts: [SourceKey: JournalRow]
  ) -> Bool {
    let tells = (build.declared.source as? any ChangeTellingSource)?.tellsChanges ?? false
    guard build.decision.cause == .sourceChanged, !tells, record.digest != 0,
      let row = record.name.flatMap({ attempts[$0] })
    else { return false }
    return (1..<JournalRow.mostAttempts).contains(row.attempts) && row.digest == record.digest
      && row.retryAt > now
  }

  /// Whether the source can tell of these records again when it is asked what has changed; if not,
  /// and some will be tried again, it has to be asked for all records until then.
  private func isToldAgain(_ failed: [FailedRecord], _ attempts: [SourceKey: JournalRow]) -> Bool {
    if findsRecords { return true }
    return failed.allSatisfy { record in
      guard let name = record.name, let row = attempts[name] else { return false }
      return row.attempts(failingWith: record.digest) ?? .max >= JournalRow.mostAttempts
    }
  }

  /// The bad records that are failed attempts: none where all bad ones are tolerated.
  private func accountable(_ tally: RecordTally) throws(Failure) -> [FailedRecord] {
    let tolerance = definition.source.tolerate
    if tolerance.endures(bad: tally.bad, of: tally.records) { return [] }
    let others = tally.bad - tally.named
    guard tally.named <= min(keyLimit, tally.records / 2),
      tolerance.endures(bad: others, of: tally.records)
    else {
      try tally.check(definition)
      return []
    }
    return tally.failed
  }

  /// Those that are shown, first and with their places.
  private func located(_ failed: [FailedRecord], _ tally: RecordTally) -> [FailedRecord] {
    var places: [UInt32: Diagnostic] = [:]
    for bad in tally.firstBad { places[bad.number] = bad.diagnostic }
    return failed.sorted { $0.number < $1.number }.map { record in
      var record = record
      if let diagnostic = places[record.number] { record.problem = diagnostic }
      return record
    }
  }
}
