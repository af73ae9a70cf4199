import DeclaredRecords
package import FootlightPlatform
package import IndexStores
import SourceKinds
import Synchronization

/// One run of a sync or a rebuild over the selected domains.
package struct SyncRun: Sendable {
  let open: OpenWorkspace
  let selection: DomainSelection
  let options: SyncOptions
  /// Whether every selected domain is built, whatever is stored.
  var isOrdered = false
  /// The declarations, where they have just been read.
  var declarations: Declarations?
  /// How fast programs are read, where that goes on over several runs.
  var pace: RecordPace?

  /// Decides, and does it; failures of single domains stand in the report.
  ///
  /// The decision is made without the right to index, so that a sync with nothing to do needs no
  /// lock. It holds when what is stored is the same once nobody else can change anything, and is
  /// made again when not.
  package func perform() throws(Failure) -> SyncReport {
    let retriesDue = options.backsOff ? open.system.now() : nil
    let pace = pace ?? options.maxRate.map { RecordPace($0, open.system) }
    let aside = try putAsideDamaged()
    var report = try perform(retriesDue, pace)
    report.warnings += aside
    return report
  }

  /// The domains whose index, declaration and source are as they were when they were last compared, and those that
  /// are not built here; empty where something is to be done that concerns no domain alone.
  func settled() throws(Failure) -> Set<String> {
    let plan = try plan(options.backsOff ? open.system.now() : nil, pace, declarations)
    guard !plan.isDamaged, try !open.userData.isBackupDue(now: open.system.now()) else { return [] }
    return Set(
      plan.entries.filter { entry in
        guard case .success(let decision) = entry.decision,
          decision.action == .none || decision.action == .leftOut
        else { return false }
        return entry.restamped == nil && !isUnsettled(entry)
      }.map(\.name))
  }

  private func perform(_ retriesDue: Int64?, _ pace: RecordPace?) throws(Failure) -> SyncReport {
    let plan = try self.plan(retriesDue, pace, declarations)
    var hasWork = plan.isDamaged || plan.changesStore || plan.entries.contains(where: isUnsettled)
    if !hasWork, selection.isAll { hasWork = try open.store.hasLeftovers() }
    if !hasWork { hasWork = try open.userData.isBackupDue(now: open.system.now()) }
    let emptied = try emptied(plan)
    guard hasWork || !emptied.isEmpty, !options.isDryRun else { return idleReport(plan) }
    let hasWaited = Atomic<Bool>(false)
    let indexer: any StoreIndexer
    do throws(Failure) {
      // Nobody waits for the right to tidy, or to store a look.
      indexer = try open.indexer(
        plan.mustBuild || plan.isDamaged
          ? patience { hasWaited.store(true, ordering: .relaxed) } : .none)
    } catch {
      // Only tidying was left to do: that can wait for the next one.
      guard plan.mustBuild || plan.isDamaged || error.concerns([.cancelled]) else {
        return idleReport(plan)
      }
      throw error
    }
    defer { indexer.close() }
    if !emptied.isEmpty {
      // Looked at again: who had the right to index may have filled it.
      let still = Set(try self.emptied(self.plan(retriesDue, pace, nil)))
      for name in emptied where still.contains(name) { try open.removeEmptied(name, indexer) }
    }
    // After waiting, the plan may rest on outdated declarations.
    if !hasWaited.load(ordering: .relaxed), try plan.holds(for: indexer.domains()) {
      return try perform(plan, indexer)
    }
    var again = try self.plan(retriesDue, pace, nil)
    // The catalog was begun anew with the right to index; what is built anew is told all the same.
    let isGone =
      plan.entries.contains { $0.stored != nil } && again.entries.allSatisfy { $0.stored == nil }
    again.isDamaged = again.isDamaged || plan.isDamaged || isGone
    again.damage = again.damage ?? plan.damage
    return try perform(again, indexer)
  }

  /// Decides; with a pace, programs are read at it, for the decision and for what follows.
  private func plan(
    _ retriesDue: Int64?, _ pace: RecordPace?, _ known: Declarations?
  ) throws(Failure) -> SyncPlan {
    var declarations = known
    if let pace {
      if declarations == nil { declarations = try open.declarations() }
      for name in declarations?.domains.keys.sorted() ?? [] {
        guard let source = declarations?.domains[name]?.source else { continue }
        declarations?.domains[name]?.source = source.paced(by: pace)
      }
    }
    return try open.plan(
      selection, isOrdered: isOrdered, retriesDue: retriesDue, declarations,
      cancellation: options.cancellation)
  }

  func patience(_ whenWaiting: @escaping @Sendable () -> Void) -> Patience {
    let progress = options.progress
    return Patience(waits: options.waits, cancellation: options.cancellation) { _ in
      whenWaiting()
      progress?(ProgressUpdate(domain: "", phase: .waiting))
    }
  }

  /// The report when nothing is changed.
  private func idleReport(_ plan: SyncPlan) -> SyncReport {
    var report = SyncReport(
      failures: plan.failures, warnings: damageWarnings(plan) + userDataWarnings(plan))
    for entry in plan.entries { report.add(idleResult(entry), of: entry) }
    return report
  }

  private func idleResult(_ entry: SyncPlan.Entry) -> Result<SyncRow, Failure> {
    entry.decision.flatMap { decision in
      let row = SyncRow(
        domain: entry.name, decision: decision.action, reason: decision.reason,
        version: entry.stored?.facts.version, items: entry.stored?.items ?? 0,
        badRecords: entry.stored?.facts.badRecords ?? 0, bytes: entry.stored?.bytes ?? 0)
      // Whoever asks for it by its name is told that it cannot be done.
      if let refusal = entry.refusal, selection.names(entry.name), !options.isDryRun {
        return .failure(refusal)
      }
      guard decision.action == .ahead else { return .success(row) }
      return ahead(row, entry)
    }
  }

  /// A domain whose index is newer than its declaration: a warning, or an error if that is wished.
  private func ahead(_ row: SyncRow, _ entry: SyncPlan.Entry) -> Result<SyncRow, Failure> {
    var diagnostic = Diagnostic(
      .versionAhead, "\(entry.name) is left alone: \(row.reason)",
      at: entry.declared?.definition.location,
      remedy: "raise the version, or run `footlight sync --rebuild \(entry.name)`")
    if options.isStrict { return .failure(Failure(diagnostic)) }
    diagnostic.severity = .warning
    var row = row
    row.warnings.append(diagnostic)
    return .success(row)
  }

  /// Does what was decided, with the right to index.
  package func perform(_ plan: SyncPlan, _ indexer: any StoreIndexer) throws(Failure) -> SyncReport
  {
    var results: [String: Result<SyncRow, Failure>] = [:]
    var warnings: [String: Diagnostic] = [:]
    var builds: [DomainBuild] = []
    for entry in plan.entries {
      switch entry.decision {
      case .success(let decision) where decision.isBuild:
        guard let declared = entry.declared else { continue }
        var options = options
        if declared.source is PushedSource {
          do throws(Failure) {
            if let failure = try lastCopy(entry, decision) { throw failure }
            if options.forgetsPushed { options.allowsShrink = true }
            warnings[entry.name] = try settlePushed(declared, isBuilt: true)
            if let row = try pushed(entry, decision, indexer) {
              results[entry.name] = .success(row)
              continue
            }
          } catch {
            results[entry.name] = .failure(error)
            continue
          }
        }
        builds.append(
          DomainBuild(
            open: open, indexer: indexer, options: options, declared: declared,
            stored: entry.stored, decision: decision, files: SourceFiles(declared.source)))
      case .success, .failure:
        results[entry.name] = idleResult(entry)
        restamp(entry, indexer)
        guard isUnsettled(entry), let declared = entry.declared else { continue }
        do throws(Failure) {
          warnings[entry.name] = try settlePushed(declared, isBuilt: false)
        } catch {
          results[entry.name] = .failure(error)
        }
      }
    }
    for (name, result) in BuildSchedule(builds, options: options).run() {
      results[name] = result.map { row in
        guard let warning = warnings[name] else { return row }
        var row = row
        row.warnings.append(warning)
        return row
      }
    }
    var report = SyncReport(
      failures: plan.failures,
      warnings: networkWarnings(plan) + damageWarnings(plan) + userDataWarnings(plan)
        + open.backUpUserData())
    for entry in plan.entries {
      if let result = results[entry.name] { report.add(result, of: entry) }
    }
    return report
  }

  /// That the catalog could not be used, so that nothing of it is left.
  private func damageWarnings(_ plan: SyncPlan) -> [Diagnostic] {
    guard plan.isDamaged else { return [] }
    let what = plan.damage?.code == .indexOlder ? plan.damage : nil
    return [
      Diagnostic(
        what?.code ?? .catalogDamaged,
        "\(what?.message ?? "the catalog of the index is damaged"): every domain is built anew",
        at: SourceLocation(file: open.workspace.index),
        remedy: (what == nil ? "look at the disk; " : "")
          + "what programs have pushed, and what you have done, is kept",
        severity: .warning)
    ]
  }

  /// The faults of the data that cannot be derived again.
  private func userDataWarnings(_ plan: SyncPlan) -> [Diagnostic] {
    do throws(Failure) {
      let snapshot = try open.snapshotForSync()
      guard var problem = try open.userDataProblem(snapshot) else { return [] }
      problem.severity = .warning
      return [problem]
    } catch {
      return error.asWarnings
    }
  }

  /// Said when an index begins: nobody wants to read it every day.
  private func networkWarnings(_ plan: SyncPlan) -> [Diagnostic] {
    let folder = open.workspace.index
    guard plan.entries.allSatisfy({ $0.stored == nil }), Folder.isOnNetwork(folder) else {
      return []
    }
    return [open.networkWarning]
  }

  /// Stores a new label, weight or look; if that fails, the next sync tries again.
  private func restamp(_ entry: SyncPlan.Entry, _ indexer: any StoreIndexer) {
    guard let facts = entry.restamped else { return }
    // Nothing that a search needs is lost.
    try? indexer.restamp(entry.name, facts: facts)
  }
}

extension SyncPlan {
  /// Whether what is stored of its domains is what it was when it was made.
  func holds(for stored: [StoredDomain]) -> Bool {
    let present = Dictionary(stored.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return entries.allSatisfy { $0.stored == present[$0.name] }
  }

  /// Whether records have to be read.
  var mustBuild: Bool {
    entries.contains { entry in
      guard case .success(let decision) = entry.decision else { return false }
      return decision.isBuild
    }
  }
}

extension SyncReport {
  /// Adds the outcome of a domain.
  mutating func add(_ result: Result<SyncRow, Failure>, of entry: SyncPlan.Entry) {
    var row: SyncRow
    switch result {
    case .success(let done):
      row = done
      // A change that could not be applied fails the command, not the rest of its domain.
      row.failures = row.warnings.filter { $0.severity == .error }
      row.warnings.removeAll { $0.severity == .error }
    case .failure(let failure):
      let decision = try? entry.decision.get()
      row = SyncRow(
        domain: entry.name, decision: decision?.action ?? .none, reason: decision?.reason ?? "",
        version: entry.stored?.facts.version, items: entry.stored?.items ?? 0,
        badRecords: entry.stored?.facts.badRecords ?? 0, bytes: entry.stored?.bytes ?? 0)
      // A failure that names no place is told at the declaration.
      let place = entry.declared?.definition.location
      row.failures = failure.diagnostics.map { diagnostic in
        var told = diagnostic
        told.location = told.location ?? place
        return told
      }
      row.isDone = false
    }
    failures += row.failures
    rows.append(row)
  }
}
