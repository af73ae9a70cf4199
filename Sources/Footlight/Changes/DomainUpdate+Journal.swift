import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import RecordSources

extension DomainUpdate {
  /// How many changes are applied together.
  private static var batchSize: Int { 1_000 }

  /// Applies everything that was recorded, each change once, in batches that are published one by
  /// one: what the source holds when a batch is read decides, whatever happened before.
  mutating func drain(_ source: any ChangeTellingSource) throws(Failure) -> Outcome {
    let due: JournalDue = build.options.backsOff ? .retry(now: now) : .untried(since: .max)
    let rows = try indexer.pendingBatch(of: name, atMost: .max, due)?.rows ?? []
    guard !rows.isEmpty else { return .applied }
    var first = 0
    while first < rows.count {
      let last = min(rows.count, first + DomainUpdate.batchSize)
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
    var failed: [SourceKey: Diagnostic] = [:]
    let expiry: Int64?
    do throws(Failure) {
      let reader = try source.records(withKeys: keys, plan, cancellation: cancellation)
      var records = try ChangedRecords(change, definition, now: now)
      try records.read(reader, cancellation)
      expiry = records.expiry
      for failure in records.failed {
        // What has no key here belongs to no recorded change.
        if let key = failure.key { failed[key] = failure.problem }
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
      guard let key = SourceKey(row.key.bytes), let problem = failed[key] else {
        commit.finished.append(row)
        continue
      }
      commit.failed.append(FailedAttempt(row, error: problem.message))
    }
    let outcome = try publish(change, commit, expiry: expiry)
    if case .applied = outcome { report(commit.failed, failed) }
    return outcome
  }

  /// Says which changes could not be applied; the first of them.
  private mutating func report(_ attempts: [FailedAttempt], _ problems: [SourceKey: Diagnostic]) {
    for attempt in attempts {
      guard warnings.count < RecordTally.shown, let key = SourceKey(attempt.row.key.bytes),
        var problem = problems[key]
      else { continue }
      let count = attempt.row.attempts + 1
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
