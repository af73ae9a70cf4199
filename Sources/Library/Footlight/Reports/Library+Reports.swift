public import FootlightPlatform
import IndexStores

extension Library {
  /// Deletes the index data of domains, and their declarations if wished.
  ///
  /// - Throws: `domain.unknown`, `lock.held`.
  public func remove(
    _ domains: [String], declarations: Bool = false, waits: Bool = false,
    cancellation: Cancellation? = nil
  ) throws(Failure) -> [RemovedDomain] {
    guard !domains.isEmpty else { return [] }
    let selection = DomainSelection(domains)
    let files = try declarationPaths()
    // Only the names count here: a damaged index is removed all the same.
    let before = try storedNames()
    try selection.check(against: Set(before).union(files.keys))
    let indexer = try open.indexer(
      waits ? Patience(cancellation: cancellation) : .none)
    defer { indexer.close() }
    let stored = Dictionary(try indexer.domains().map { ($0.name, $0) }) { first, _ in first }
    var removed: [RemovedDomain] = []
    for name in Set(stored.keys).union(files.keys).sorted() where selection.contains(name) {
      if stored[name] != nil { try indexer.remove(name) }
      var result = RemovedDomain(domain: name, items: stored[name]?.items ?? 0)
      if let file = files[name] {
        if declarations {
          try system.files.remove(file.path)
          result.deletedDeclaration = file.shown
        } else {
          result.remainingDeclaration = file.shown
        }
      }
      removed.append(result)
    }
    return removed
  }

  private func storedNames() throws(Failure) -> [String] {
    do throws(Failure) {
      return try store.snapshot(of: []).domains.map(\.name)
    } catch {
      guard error.concerns(DiagnosticCode.ofUnusableCatalogs) else { throw error }
      return []
    }
  }

  /// The declarations by the domains that they declare, also when they cannot be used.
  private func declarationPaths() throws(Failure) -> [String: DeclarationFile] {
    var paths: [String: DeclarationFile] = [:]
    for file in try DeclarationFile.all(in: workspace, files: system.files) {
      if let name = file.probableName() { paths[name] = file }
    }
    return paths
  }
}

/// The effect of compacting one domain.
public struct CompactedDomain: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// Of how many segments its index consists now; 0 for one that is not stored.
  public var segments: Int
  /// How many files were deleted.
  public var deletedFiles: Int = 0
  /// How much room they took.
  public var freedBytes: Int = 0
}

extension Library {
  /// Brings the index of the named domains (all of them without names) into its smallest form.
  ///
  /// The changes since a domain was built are merged with it, and deleted items leave the disk.
  /// The files that belong to no live generation are deleted, those of all domains. Takes the
  /// right to index only when there is something to do.
  ///
  /// - Throws: `domain.unknown`, `lock.held`, `cancelled`: then what was merged until then stays so.
  public func compact(
    _ domains: [String] = [], waits: Bool = false, cancellation: Cancellation? = nil
  ) throws(Failure) -> [CompactedDomain] {
    try open.checkSettings()
    let selection = DomainSelection(domains)
    let before = try store.leftovers()
    let stored = Dictionary(try store.snapshot(of: []).domains.map { ($0.name, $0) }) { $1 }
    let known = Set(stored.keys).union(before.map(\.domain))
    try selection.check(against: known)
    var remaining: Set<String> = []
    var merged = stored
    let segmented = stored.values.filter { $0.segments > 1 && selection.contains($0.name) }
    if !before.isEmpty || !segmented.isEmpty {
      // Whoever gets the right to index clears away first.
      let indexer = try open.indexer(waits ? Patience(cancellation: cancellation) : .none)
      defer { indexer.close() }
      remaining = Set(try store.leftovers().map(\.name))
      for domain in segmented.sorted(by: { $0.name < $1.name }) {
        try cancellation?.check()
        merged[domain.name] = try indexer.compact(
          domain.name, memory: BuildSchedule.itemMemory(of: nil),
          cancellation ?? Cancellation())
      }
    }
    return known.sorted().filter { selection.contains($0) }.map { name in
      let gone = before.filter { $0.domain == name && !remaining.contains($0.name) }
      return CompactedDomain(
        domain: name, segments: merged[name]?.segments ?? 0, deletedFiles: gone.count,
        freedBytes: gone.reduce(0) { $0 + $1.bytes }
          + max(0, (stored[name]?.bytes ?? 0) - (merged[name]?.bytes ?? 0)))
    }
  }
}

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
    var report = StatusReport(failures: plan.failures + [plan.damage].compactMap(\.self))
    let problem = try open.userDataProblem(try open.snapshotForSync())
    if let problem { report.failures.append(problem) }
    let pulled = try store.copy()?.pulled
    for entry in plan.entries {
      let lack = entry.declared.flatMap(lackedProgram)
      report.failures += [lack].compactMap(\.self)
      // What it lacks is told once, with its name.
      if case .failure(let failure) = entry.decision,
        lack == nil || !failure.concerns([.programMissing])
      {
        report.failures += failure.diagnostics
      }
      var status = DomainStatus(entry)
      if let built = status.built, built > system.now() + Library.slack {
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

  /// Why domains cannot be read on this machine: a program is lacked that reads their format, such as `footlight-read`,
  /// which a program that uses the library brings along.
  ///
  /// - Throws: what is wrong with the workspace; broken declarations are left to ``check(files:samples:cancellation:progress:)``.
  public func lackedPrograms() throws(Failure) -> [Diagnostic] {
    try open.declarations().domains.sorted { $0.key < $1.key }.compactMap {
      lackedProgram($0.value)
    }
  }

  private func lackedProgram(_ declared: DeclaredDomain) -> Diagnostic? {
    let definition = declared.definition
    guard let kind = open.kinds.last(where: { $0.name == definition.source.kind }),
      kind.keys.isForeign
    else { return nil }
    do throws(Failure) {
      _ = try SisterProgram.read.located(system)
      return nil
    } catch {
      guard let lack = error.diagnostics.first else { return nil }
      return Diagnostic(
        lack.code, "\(definition.name) cannot be read: \(lack.message)", at: definition.location,
        remedy: lack.remedy)
    }
  }

  /// The declared and stored domains, by name, with as many items as a reader may see; those of these names and groups,
  /// or all.
  public func domains(
    _ names: [String] = [], for audience: Audience = .owner
  ) throws(Failure) -> [DomainSummary] {
    let state = try store.snapshot(of: audience.hidesPrivate ? nil : [])
    let searcher = Searcher(state: state, look: look(state), system: system)
    let all = Snapshot(searcher, for: audience).summaries
    let selection = DomainSelection(names)
    try selection.check(against: all.map(\.domain))
    return all.filter { selection.contains($0.domain) }
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
    if isCopy {
      remedy = "run `footlight store pull`, or `footlight sync \(entry.name)` to publish it"
    }
    switch decision.action {
    // Searches say what was left out.
    case .none, .leftOut: return nil
    case .build: code = .unbuilt
    case .rebuild, .apply: code = .stale
    case .ahead:
      code = .versionAhead
      remedy = "raise the version, or run `footlight sync --rebuild \(entry.name)`"
    case .undeclared:
      // It is declared where it is indexed.
      guard !isCopy else { return nil }
      code = .undeclared
      remedy = "`footlight delete --built \(entry.name)` deletes its index"
    }
    return Diagnostic(
      code, "\(entry.name): \(decision.reason)", at: entry.declared?.definition.location,
      remedy: remedy, severity: .warning)
  }
}
