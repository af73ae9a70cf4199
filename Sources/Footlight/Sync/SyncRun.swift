import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import Synchronization

/// One run of a sync or a rebuild over the selected domains.
struct SyncRun: Sendable {
  let library: Library
  let selection: DomainSelection
  let options: SyncOptions
  /// Whether every selected domain is built, whatever is stored.
  var isOrdered = false

  /// Decides, and does it; failures of single domains stand in the report.
  ///
  /// The first decision is made without the right to index, so that a sync with nothing to do
  /// needs no lock; what it finds to do is decided again once nobody else can change anything.
  func perform() throws(Failure) -> SyncReport {
    let plan = try library.plan(selection, isOrdered: isOrdered)
    var hasWork = plan.changesStore
    if !hasWork, selection.isAll { hasWork = try library.store.hasLeftovers() }
    guard hasWork, !options.isDryRun else { return idleReport(plan) }
    let indexer: any StoreIndexer
    do throws(Failure) {
      // Nobody waits for the right to tidy, or to store a look.
      indexer = try library.store.indexer(plan.mustBuild ? patience : .none)
    } catch {
      // Only tidying was left to do: that can wait for the next one.
      guard plan.mustBuild || error.concerns([.cancelled]) else { return idleReport(plan) }
      throw error
    }
    defer { indexer.close() }
    return try perform(library.plan(selection, isOrdered: isOrdered), indexer)
  }

  private var patience: Patience {
    let progress = options.progress
    return Patience(waits: options.waits, cancellation: options.cancellation) { _ in
      progress?(ProgressUpdate(domain: "", phase: .waiting))
    }
  }

  /// What there is to say when nothing is changed.
  private func idleReport(_ plan: SyncPlan) -> SyncReport {
    var report = SyncReport(failures: plan.failures)
    for entry in plan.entries { report.add(idleResult(entry)) }
    return report
  }

  private func idleResult(_ entry: SyncPlan.Entry) -> Result<SyncRow, Failure> {
    entry.decision.flatMap { decision in
      let row = SyncRow(
        domain: entry.name, decision: decision.action, reason: decision.reason,
        version: entry.stored?.facts.version, items: entry.stored?.items ?? 0,
        badRecords: entry.stored?.facts.badRecords ?? 0, bytes: entry.stored?.bytes ?? 0)
      guard decision.action == .ahead else { return .success(row) }
      return ahead(row, entry)
    }
  }

  /// A domain whose index is newer than its declaration: a warning, or an error if that is wished.
  private func ahead(_ row: SyncRow, _ entry: SyncPlan.Entry) -> Result<SyncRow, Failure> {
    var diagnostic = Diagnostic(
      .versionAhead, "\(entry.name) is left alone: \(row.reason)",
      at: entry.declared?.definition.location,
      remedy: "raise the version, or run `footlight rebuild \(entry.name)`")
    if options.isStrict { return .failure(Failure(diagnostic)) }
    diagnostic.severity = .warning
    var row = row
    row.warnings.append(diagnostic)
    return .success(row)
  }

  private func perform(_ plan: SyncPlan, _ indexer: any StoreIndexer) throws(Failure) -> SyncReport
  {
    var results: [String: Result<SyncRow, Failure>] = [:]
    var builds: [DomainBuild] = []
    for entry in plan.entries {
      switch entry.decision {
      case .success(let decision) where decision.isBuild:
        guard let declared = entry.declared else { continue }
        builds.append(
          DomainBuild(
            library: library, indexer: indexer, options: options, declared: declared,
            stored: entry.stored, decision: decision, files: SourceFiles(declared.source)))
      case .success, .failure:
        results[entry.name] = idleResult(entry)
        if entry.needsRestamp { restamp(entry, indexer) }
      }
    }
    for (name, result) in BuildSchedule(builds, options: options).run() { results[name] = result }
    var report = SyncReport(failures: plan.failures, warnings: networkWarnings(plan))
    for entry in plan.entries {
      if let result = results[entry.name] { report.add(result) }
    }
    return report
  }

  /// Said when an index begins: nobody wants to read it every day.
  private func networkWarnings(_ plan: SyncPlan) -> [Diagnostic] {
    let folder = library.workspace.index
    guard plan.entries.allSatisfy({ $0.stored == nil }), Folder.isOnNetwork(folder) else {
      return []
    }
    return [library.networkWarning]
  }

  /// Stores a new label, weight or look; if that fails, the next sync tries again.
  private func restamp(_ entry: SyncPlan.Entry, _ indexer: any StoreIndexer) {
    guard let stored = entry.stored, let declared = entry.declared else { return }
    do throws(Failure) {
      let look = try SourceLook.of(declared, comparedWith: stored.facts, now: library.world.now())
      guard !look.hasChanged else { return }
      try indexer.restamp(
        entry.name, facts: library.restamped(stored.facts, declared, look))
    } catch {
      // Nothing that a search needs is lost.
    }
  }
}

extension SyncPlan {
  /// Whether records have to be read.
  var mustBuild: Bool {
    entries.contains { entry in
      guard case .success(let decision) = entry.decision else { return false }
      return decision.isBuild
    }
  }
}

extension SyncReport {
  /// Adds what came of a domain.
  mutating func add(_ result: Result<SyncRow, Failure>) {
    switch result {
    case .success(var row):
      // What could not be applied fails the command, not the rest of its domain.
      failures += row.warnings.filter { $0.severity == .error }
      row.warnings.removeAll { $0.severity == .error }
      rows.append(row)
    case .failure(let failure): failures += failure.diagnostics
    }
  }
}
