import DeclaredRecords
import FootlightPlatform
import IndexStores

/// A push, from what was taken in to the published index.
///
/// The records are stored in one transaction, and then applied to the index. Killed before the transaction ends,
/// nothing has happened; killed later, the next process with the right to index applies it, since the index knows up
/// to which push it goes.
struct PushRun: Sendable {
  let open: OpenWorkspace
  let options: PushOptions
  /// The state that a program stores with its batch.
  var state: (ClientState, domain: String)?
  /// Whether the states are forgotten, too, and whatever was pushed into other domains.
  var deletesAll = false
  /// The name of the records in messages.
  var inputName = "pushed records"

  /// Stores and applies what the spool holds, to these domains as they were declared when it was
  /// filled; deletes all records of the domains `emptied` before.
  func perform(
    _ spool: borrowing PushSpool, _ domains: [DeclaredDomain], emptied: [String] = []
  ) throws(Failure) -> PushReport {
    // Before anything is stored: a full disk must not keep a push that is done from being told.
    if spool.merges || options.hooks.didIndex != nil { try spool.prepareToFindLast() }
    let (report, ignored) = try push(spool, domains, emptied: emptied)
    if !report.waits { open.settleActivity() }
    // Told when nobody is kept from indexing any more: a hook can push.
    if !report.waits, let didIndex = options.hooks.didIndex {
      // Of several steps about a record the last one decides: only then do searches find it.
      try spool.forEach(findsLast: true) { (entry) throws(Failure) in
        if entry.isLast, entry.action != .delete, !ignored.contains(entry.number) {
          didIndex(entry.id)
        }
      }
    }
    return report
  }

  /// The push itself, with the right to index; the numbers of the steps that found no record to merge
  /// with.
  private func push(
    _ spool: borrowing PushSpool, _ domains: [DeclaredDomain], emptied: [String]
  ) throws(Failure) -> (PushReport, ignored: Set<Int>) {
    let progress = options.progress
    let indexer = try open.indexer(
      Patience(waits: options.waits, cancellation: options.cancellation) { _ in
        progress?(ProgressUpdate(domain: "", phase: .waiting))
      })
    defer { indexer.close() }
    var report = PushReport(records: spool.count)
    // A file that is made now would look as if nothing had been there.
    if let problem = try open.userDataProblem(try open.snapshotForSync()) {
      throw Failure(problem)
    }
    var misfits = PushedMisfits(try bringUpToDate(domains, indexer, &report.warnings))
    let stored = Dictionary(try indexer.domains().map { ($0.name, $0) }) { first, _ in first }
    try options.cancellation?.check()
    var ignored: Set<Int> = []
    try open.userData.push { (pushing) throws(Failure) in
      for domain in domains.map(\.definition) {
        if let cursor = PushCursor(stored[domain.name]?.facts.sourceStamp ?? "") {
          try pushing.forgetDeleted(in: domain.name, upTo: cursor.sequence)
        }
        // Never for rows that do not follow it.
        if misfits[domain.name] == nil { try pushing.set(PushDeclaration(domain), of: domain.name) }
      }
      for name in emptied { report.records += try pushing.deleteAll(from: name) }
      if deletesAll {
        for name in try pushing.domains() {
          report.records += try pushing.deleteAll(from: name)
          try pushing.forgetStates(of: name)
        }
      }
      let done = try misfits.begin(domains, spool, pushing, now: open.system.now())
      ignored = try store(spool, pushing, domains, without: done)
      try misfits.end(domains, pushing, now: open.system.now())
      if let (state, domain) = state {
        try pushing.setState(state.batch, state.text, expecting: state.expected, of: domain)
      }
    }
    report.ignored = ignored.count
    // From here on it is done: who stops now stops what cannot be taken back, and what fails now is
    // done by the next who has the right to index.
    do throws(Failure) {
      try apply(domains, misfits, indexer, &report)
    } catch {
      report.waits = true
      report.warnings.append(
        Diagnostic(
          .pushWaits, "what was pushed is stored, but not in the index yet",
          remedy: "do not push it again: mend what is told below, and run `footlight sync`",
          severity: .warning))
      report.warnings += error.asWarnings
    }
    report.warnings += open.backUpUserData()
    return (report, ignored)
  }

  /// Brings what is stored into the index.
  private func apply(
    _ domains: [DeclaredDomain], _ misfits: PushedMisfits, _ indexer: any StoreIndexer,
    _ report: inout PushReport
  ) throws(Failure) {
    if !misfits.mended.isEmpty {
      for row in try build(misfits.mended, indexer) {
        report.items += row.items
        report.changes += row.changes
        report.warnings += row.warnings
      }
    }
    let stored = Dictionary(try indexer.domains().map { ($0.name, $0) }) { first, _ in first }
    for domain in domains where !misfits.mended.contains(domain.definition.name) {
      let name = domain.definition.name
      guard let before = stored[name] else { continue }
      let pushed = PushedChanges(
        open: open, declared: domain, stored: before,
        memory: BuildSchedule.itemMemory(of: options.memory))
      var (after, changes) = (before, ChangeCounts())
      if let failure = misfits[name] {
        (after, changes) = try pushed.delete(misfits.deleted[name] ?? [], indexer)
        report.warnings += failure.asWarnings
      } else {
        (after, changes) = try pushed.apply(indexer)
        let merged = indexer.merging(after, memory: pushed.memory, options.cancellation)
        after = merged.stored
        report.warnings += merged.warnings
      }
      report.items += after.items
      report.changes += changes
    }
    if deletesAll {
      for name in try open.emptied(except: Set(domains.map(\.definition.name))) {
        report.changes.deleted += try open.removeEmptied(name, indexer)
      }
    }
  }

  /// Builds what is not built yet, and applies what an earlier push has left.
  ///
  /// - Returns: what is wrong with records that were pushed earlier and do not fit the declarations
  ///   as they are now, by domain: there all is as it was.
  private func bringUpToDate(
    _ domains: [DeclaredDomain], _ indexer: any StoreIndexer, _ warnings: inout [Diagnostic]
  ) throws(Failure) -> [String: Failure] {
    guard !domains.isEmpty else { return [:] }
    let plan = try plan(domains.map(\.definition.name))
    var failures: [Diagnostic] = []
    for entry in plan.entries {
      switch entry.decision {
      case .failure(let failure): failures += failure.diagnostics
      case .success(let decision) where decision.action == .ahead:
        failures.append(
          Diagnostic(
            .versionAhead, "nothing is pushed into \(entry.name): \(decision.reason)",
            remedy: "raise the version, or run `footlight sync --rebuild \(entry.name)`"))
      case .success: break
      }
    }
    let present = Dictionary(plan.entries.map { ($0.name, $0.declared?.definition) }) { first, _ in
      first
    }
    for taken in domains.map(\.definition) {
      if Decision.isSame(taken, as: present[taken.name] ?? nil) { continue }
      failures.append(
        Diagnostic(
          .pushRefused, "the declaration of \(taken.name) changed while records were read",
          remedy: "push them again"))
    }
    if let failure = Failure(failures) { throw failure }
    var misfits: [String: Failure] = [:]
    for entry in plan.entries {
      let report = try run(SyncPlan(entries: [entry], failures: []), indexer)
      warnings += report.warnings + report.rows.flatMap(\.warnings)
      let isSettled = try isSettled(entry)
      let failure = Failure(report.failures)
      // Only what is wrong with the records can be mended by a push.
      if let failure, isSettled || !failure.concerns([.duplicateID, .tooManyBadRecords]) {
        throw failure
      }
      if !isSettled {
        misfits[entry.name] =
          failure
          ?? Failure(
            .pushRefused, "the records of \(entry.name) are stored for another declaration")
      }
    }
    return misfits
  }

  /// Whether the records of a domain are stored for its declaration as it is now.
  private func isSettled(_ entry: SyncPlan.Entry) throws(Failure) -> Bool {
    guard let definition = entry.declared?.definition,
      let pushed = try open.userData.pushDeclaration(of: entry.name)
    else { return true }
    return Decision.fits(pushed, definition)
  }

  /// Builds domains whose records have come to fit their declarations.
  private func build(
    _ names: [String], _ indexer: any StoreIndexer
  ) throws(Failure) -> [SyncRow] {
    let report = try run(try plan(names), indexer)
    if let failure = Failure(report.failures) { throw failure }
    return report.rows
  }

  private func plan(_ names: [String]) throws(Failure) -> SyncPlan {
    var plan = try open.plan(DomainSelection(names.sorted()))
    // A name is a group, too: what is wrong with the others is not asked for.
    plan.entries.removeAll { !names.contains($0.name) }
    plan.failures = []
    return plan
  }

  private func run(
    _ plan: SyncPlan, _ indexer: any StoreIndexer
  ) throws(Failure) -> SyncReport {
    let run = SyncRun(
      open: open, selection: DomainSelection(plan.entries.map(\.name)),
      options: SyncOptions(
        memory: options.memory, collectsFailures: true, cancellation: options.cancellation,
        progress: options.progress))
    return try run.perform(plan, indexer)
  }

  /// Writes the steps that are not done yet; partial records are merged with what is there, and
  /// mapped as a whole.
  ///
  /// - Returns: the numbers of the steps that found no record to merge with.
  private func store(
    _ spool: borrowing PushSpool, _ pushing: borrowing Pushing, _ domains: [DeclaredDomain],
    without handled: Set<Int>
  ) throws(Failure) -> Set<Int> {
    var ignored: Set<Int> = []
    var done = 0
    // Only one domain at a time has partial records.
    var merged = try domains.first.map { (domain) throws(Failure) in
      try MergedRecords(domain, open.system, named: inputName)
    }
    try spool.forEach(findsLast: spool.merges) { (entry) throws(Failure) in
      done += 1
      if done % 1_000 == 0 { try options.cancellation?.check() }
      guard !handled.contains(entry.number) else { return }
      switch entry.action {
      case .put:
        try pushing.put(entry.id, json: entry.json ?? "{}", in: entry.domain)
      case .delete:
        try pushing.delete(entry.id, from: entry.domain)
      case .merge:
        guard let present = try pushing.record(entry.id, of: entry.domain) else {
          ignored.insert(entry.number)
          return
        }
        let whole = try Record(json: present).merged(with: Record(json: entry.json ?? "{}")).json
        try pushing.put(entry.id, json: whole, in: entry.domain)
        // A part that a later step completes, replaces or deletes is not judged by itself.
        if entry.isLast { try merged?.add(whole, entry) }
      }
    }
    try merged?.finish()
    return ignored
  }
}
