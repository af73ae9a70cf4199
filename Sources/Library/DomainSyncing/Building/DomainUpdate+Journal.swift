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
    pipeline.spare = { (record) throws(Failure) in
      if let indexed = record.indexed { try change.spare(indexed) }
    }
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

  /// The bad records that are failed attempts: empty where all bad records are tolerated.
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

extension DomainUpdate {
  /// Applies everything that was recorded, each change once, in batches that are published one by
  /// one: what the source holds when a batch is read decides, whatever happened before.
  mutating func drain(_ source: any ChangeTellingSource) throws(Failure) -> Outcome {
    let due: JournalDue = build.options.backsOff ? .retry(now: now) : .untried(since: .max)
    var rows = try indexer.pendingBatch(of: name, atMost: .max, due)?.rows ?? []
    // Changes that have just been tried are tried again by the next sync.
    if !tried.isEmpty {
      rows.removeAll { row in SourceKey(row.key.bytes).map(tried.contains) ?? false }
    }
    guard !rows.isEmpty else { return .applied }
    // A key that is asked for and not answered is deleted: never more are asked for than are answered.
    let most = max(1, type(of: source).recordKeyLimit)
    var first = 0
    while first < rows.count {
      let last = min(rows.count, first + most)
      if case .needsRebuild(let why) = try apply(Array(rows[first..<last]), source) {
        return .needsRebuild(why)
      }
      first = last
    }
    return .applied
  }

  private mutating func apply(
    _ rows: [JournalRow], _ source: any ChangeTellingSource
  ) throws(Failure) -> Outcome {
    let keys = rows.compactMap { SourceKey($0.key.bytes) }
    let change = try indexer.change(name, memory: memory)
    var failed: [SourceKey: FailedRecord] = [:]
    let expiries: Expiries
    do throws(Failure) {
      let reader = try source.records(withKeys: keys, plan, cancellation: cancellation)
      var records = try ChangedRecords(change, definition, now: now)
      try records.read(reader, cancellation)
      expiries = records.expiries
      for failure in records.failed {
        // A record without a key belongs to no recorded change.
        if let key = failure.key { failed[key] = failure }
      }
      for key in keys where !records.met.contains(key) {
        try change.delete(.sourceKey(key.bytes))
      }
    } catch {
      change.abandon()
      throw error
    }
    var commit = ChangeCommit(facts: facts())
    for row in rows {
      guard let key = SourceKey(row.key.bytes), let record = failed[key] else {
        commit.finished.append(row)
        continue
      }
      commit.failed.append(
        FailedAttempt(row, error: record.problem.message, digest: record.digest))
    }
    let outcome = try publish(change, commit, expiries: expiries)
    if case .applied = outcome {
      report(
        commit.failed.compactMap { attempt in
          SourceKey(attempt.row.key.bytes).flatMap { failed[$0] }
        }, DomainUpdate.byKey(rows))
    }
    return outcome
  }

  /// The changes that wait or were set aside, by key.
  func attempts() throws(Failure) -> [SourceKey: JournalRow] {
    guard stored.pending > 0 || stored.quarantined > 0 else { return [:] }
    return DomainUpdate.byKey(try indexer.journal(of: name))
  }

  private static func byKey(_ rows: [JournalRow]) -> [SourceKey: JournalRow] {
    var found: [SourceKey: JournalRow] = [:]
    for row in rows {
      if let key = SourceKey(row.key.bytes) { found[key] = row }
    }
    return found
  }

  /// Says which changes could not be applied; the first of them, and none that was set aside before.
  ///
  /// - Parameters:
  ///   - attempts: what was recorded of each before.
  ///   - uncounted: those that were met again and not tried.
  mutating func report(
    _ failed: [FailedRecord], _ attempts: [SourceKey: JournalRow], uncounted: Set<SourceKey> = []
  ) {
    for failure in failed {
      guard warnings.count < RecordTally.shown, let key = failure.name else { continue }
      var count = 1
      if let row = attempts[key] {
        guard let next = row.attempts(failingWith: failure.digest) else { continue }
        count = uncounted.contains(key) ? row.attempts : next
      }
      var problem = failure.problem
      problem.message =
        "\(name): the record with the key \(key) stays as it was indexed: \(problem.message)"
      problem.location = problem.location ?? definition.source.location
      problem.remedy =
        count < JournalRow.mostAttempts
        ? "mend the record; attempt \(count) of \(JournalRow.mostAttempts)"
        : "mend the record; it is set aside now, see `footlight quarantine`"
      problem.severity = .error
      warnings.append(problem)
    }
  }
}

extension FailedAttempt {
  /// A failed attempt of a change that nobody need have recorded.
  init(_ name: SourceKey, error: String, digest: UInt64) {
    self.init(
      JournalRow(key: JournalKey(name.bytes), sequence: 0, firstSeen: 0), error: error,
      digest: digest)
  }
}

extension JournalRow {
  /// Any change that was recorded under a key.
  init(whatever name: SourceKey) {
    self.init(key: JournalKey(name.bytes), sequence: .max, firstSeen: 0)
  }
}
