import DeclaredRecords
import FootlightPlatform
import IndexStores

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
        try change.delete(sourceKey: key.bytes)
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
