public import FootlightPlatform
import IndexStores

extension Library {
  /// So many seconds two clocks may differ without a word about it.
  private static let slack: Int64 = 60

  /// Compares the stored state of each domain with its declaration, and says what a sync would do.
  ///
  /// A source that was changed a moment before it was read is read once more to compare its digest;
  /// that is what `cancellation` ends.
  public func status(
    _ domains: [String] = [], cancellation: Cancellation? = nil
  ) throws(Failure) -> StatusReport {
    let plan = try open.plan(DomainSelection(domains), cancellation: cancellation)
    var report = StatusReport(failures: plan.failures)
    let problem = try open.userDataProblem(try open.snapshotForSync())
    if let problem { report.failures.append(problem) }
    let pulled = try ReplicaAge.pulled(workspace.index)
    for entry in plan.entries {
      if case .failure(let failure) = entry.decision { report.failures += failure.diagnostics }
      var status = DomainStatus(entry)
      if let built = status.built, built > world.now() + Library.slack {
        status.reason += "; the clock went back after it was built"
      }
      status.pulled = pulled
      // Waiting pushes cannot be counted in a file that cannot be read.
      if problem == nil, let source = entry.declared?.source as? PushedSource,
        let stored = entry.stored
      {
        status.pending += try source.pending(since: stored)
      }
      report.domains.append(status)
    }
    return report
  }

  /// The declared and stored domains, by name, with as many items as a reader may see.
  public func domains(for audience: Audience = .owner) throws(Failure) -> [DomainSummary] {
    let state = try store.snapshot(of: audience.hidesPrivate ? nil : [])
    let searcher = Searcher(state: state, look: look(state), world: world)
    return Snapshot(searcher, for: audience).summaries
  }
}

extension DomainStatus {
  /// The facts about a domain, and what a sync would do or why it would fail.
  init(_ entry: SyncPlan.Entry) {
    let decision: Decision
    switch entry.decision {
    case .success(let made): decision = made
    case .failure(let failure):
      decision = Decision(
        action: .none, cause: .none,
        reason: failure.diagnostics.first.map { "a sync would fail: \($0.message)" } ?? "")
    }
    let definition = entry.declared?.definition
    let facts = entry.stored?.facts
    self.init(
      domain: entry.name, label: definition?.label ?? facts?.label ?? entry.name,
      file: definition?.file, decision: decision.action, reason: decision.reason,
      version: facts?.version, declared: definition?.version,
      generation: entry.stored?.generation, segments: entry.stored?.segments ?? 0,
      items: entry.stored?.items ?? 0, pending: entry.stored?.pending ?? 0,
      oldestPending: entry.stored?.oldestPending, quarantined: entry.stored?.quarantined ?? 0,
      lastError: entry.stored?.lastError ?? "", badRecords: facts?.badRecords ?? 0,
      changes: facts?.changes ?? ChangeCounts(), took: .seconds(facts?.seconds ?? 0),
      bytes: entry.stored?.bytes ?? 0, built: facts?.built)
  }
}
