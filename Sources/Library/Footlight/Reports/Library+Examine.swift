public import FootlightPlatform
import IndexStores

extension Library {
  /// Looks for everything that can be wrong with a workspace and its index, and says what to do.
  ///
  /// Reads every byte of the index and compares it with its checksum, checks the catalog and
  /// `user.sqlite`, the rights to the folder, and whether declarations and data are newer than what
  /// is stored. Reads no records; ``verify(_:cancellation:progress:difference:)`` does.
  ///
  /// - Throws: `domain.unknown`, `workspace.missing`.
  public func examine(
    _ domains: [String] = [], cancellation: Cancellation? = nil
  ) throws(Failure) -> ExaminationReport {
    var report = ExaminationReport()
    report.findings += try store.examine().map { Finding($0) }
    if let problem = try open.userDataProblem(try open.snapshotForSync(), isThorough: true),
      !report.findings.contains(where: { $0.diagnostic.code == problem.code })
    {
      report.findings.append(Finding(problem))
    }
    if Folder.isOnNetwork(workspace.index) {
      report.findings.append(Finding(open.networkWarning))
    }
    let plan = try open.plan(DomainSelection(domains))
    report.findings += plan.failures.map { Finding($0) }
    let state = try open.snapshotForSync(of: plan.entries.filter { $0.stored != nil }.map(\.name))
    for entry in plan.entries {
      try cancellation?.check()
      report.domains.append(DomainStatus(entry))
      let found = findings(entry, state)
      report.findings += found.map { Finding(domain: entry.name, $0) }
    }
    return report
  }

  private func findings(_ entry: SyncPlan.Entry, _ state: (any StoreSnapshot)?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var isDamaged = false
    if entry.stored != nil, let state {
      do throws(Failure) {
        try state.verify(entry.name)
      } catch {
        isDamaged = true
        found += error.diagnostics
      }
    }
    switch entry.decision {
    case .failure(let failure): found += failure.diagnostics
    case .success(let decision):
      // Damage is reason enough for a rebuild, and has been named.
      if !(isDamaged && decision.cause == .damaged), let one = finding(entry, decision) {
        found.append(one)
      }
    }
    if let bad = entry.stored?.facts.badRecords, bad > 0 {
      found.append(
        Diagnostic(
          .tooManyBadRecords, "records that are bad and not in the index: \(bad)",
          at: entry.declared?.definition.source.location,
          remedy: "`footlight check` shows them", severity: .note))
    }
    return found
  }

  private func finding(_ entry: SyncPlan.Entry, _ decision: Decision) -> Diagnostic? {
    let code: DiagnosticCode
    var remedy = "run `footlight sync \(entry.name)`"
    if isCopy { remedy = "run `footlight pull`, or `footlight sync \(entry.name)` to publish it" }
    switch decision.action {
    // Searches say what was left out.
    case .none, .leftOut: return nil
    case .build: code = .unbuilt
    case .rebuild, .apply: code = .stale
    case .ahead:
      code = .versionAhead
      remedy = "raise the version, or run `footlight rebuild \(entry.name)`"
    case .undeclared:
      // It is declared where it is indexed.
      guard !isCopy else { return nil }
      code = .undeclared
      remedy = "`footlight remove \(entry.name)` deletes its index"
    }
    return Diagnostic(
      code, "\(entry.name): \(decision.reason)", at: entry.declared?.definition.location,
      remedy: remedy, severity: .warning)
  }
}
