import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import ItemMapping
import RecordSources

/// A push, from what was taken in to the published index.
///
/// What is pushed is stored in one transaction, and then applied to the index. Killed before the
/// transaction ends, nothing has happened; killed behind it, the next who has the right to index
/// applies it, since the index knows up to which push it goes.
struct PushRun: Sendable {
  let library: Library
  let options: PushOptions
  /// The state that a program stores with its batch.
  var state: (ClientState, domain: String)?
  /// Whether the states are forgotten, too, and whatever was pushed into other domains.
  var deletesAll = false
  /// What the records are called in messages.
  var inputName = "pushed records"

  /// Stores and applies what the spool holds, to these domains as they were declared when it was
  /// filled; deletes all records of the domains `emptied` before.
  func perform(
    _ spool: borrowing PushSpool, _ domains: [DeclaredDomain], emptied: [String] = []
  ) throws(Failure) -> PushReport {
    let progress = options.progress
    let indexer = try library.store.indexer(
      Patience(waits: options.waits, cancellation: options.cancellation) { _ in
        progress?(ProgressUpdate(domain: "", phase: .waiting))
      })
    defer { indexer.close() }
    var report = PushReport(records: spool.count)
    let present = try bringUpToDate(domains, indexer, &report.warnings)
    try options.cancellation?.check()
    var ignored: Set<Int> = []
    try library.userData.push { (pushing) throws(Failure) in
      for domain in domains {
        if let cursor = PushCursor(present[domain.definition.name]?.facts.sourceStamp ?? "") {
          try pushing.forgetDeleted(in: domain.definition.name, upTo: cursor.sequence)
        }
        try pushing.set(PushDeclaration(domain.definition), of: domain.definition.name)
      }
      for name in emptied { report.records += try pushing.deleteAll(from: name) }
      if deletesAll {
        for name in try pushing.domains() {
          report.records += try pushing.deleteAll(from: name)
          try pushing.forgetStates(of: name)
        }
      }
      ignored = try store(spool, pushing, domains)
      if let (state, domain) = state {
        try pushing.setState(state.batch, state.text, expecting: state.expected, of: domain)
      }
    }
    report.ignored = ignored.count
    // From here on it is done: who stops now stops what cannot be taken back, and what fails now is
    // done by the next who has the right to index.
    do throws(Failure) {
      try apply(domains, indexer, &report)
    } catch {
      report.warnings.append(
        Diagnostic(
          .pushWaits, "what was pushed is stored, but not in the index yet",
          remedy: "do not push it again: mend what is told below, and run `footlight sync`",
          severity: .warning))
      for var cause in error.diagnostics {
        cause.severity = .warning
        report.warnings.append(cause)
      }
      return report
    }
    if let didIndex = options.hooks.didIndex {
      try spool.forEach { (entry) throws(Failure) in
        if entry.action != .delete, !ignored.contains(entry.number) { didIndex(entry.id) }
      }
    }
    return report
  }

  /// Brings what is stored into the index.
  private func apply(
    _ domains: [DeclaredDomain], _ indexer: any StoreIndexer, _ report: inout PushReport
  ) throws(Failure) {
    let stored = Dictionary(try indexer.domains().map { ($0.name, $0) }) { first, _ in first }
    for domain in domains {
      guard let before = stored[domain.definition.name] else { continue }
      let (after, changes) = try PushedChanges(
        library: library, declared: domain, stored: before,
        memory: PushedChanges.memory(options.memory)
      ).apply(indexer)
      report.items += after.items
      report.changes.inserted += changes.inserted
      report.changes.updated += changes.updated
      report.changes.deleted += changes.deleted
    }
    if deletesAll {
      report.changes.deleted += try removeOthers(Set(domains.map(\.definition.name)), indexer)
    }
  }

  /// Deletes the indexes of pushed records that belong to no domain that can be applied to.
  ///
  /// None of their records is left. Returns how many items they had.
  private func removeOthers(
    _ applied: Set<String>, _ indexer: any StoreIndexer
  ) throws(Failure) -> Int {
    var items = 0
    for stored in try indexer.domains() where !applied.contains(stored.name) {
      // An index of this file's pushes; one with records of its own has no such stamp.
      guard let covered = PushCursor(stored.facts.sourceStamp),
        let present = try library.userData.pushCursor(of: stored.name),
        covered.epoch == present.epoch
      else { continue }
      try indexer.remove(stored.name)
      items += stored.items
    }
    return items
  }

  /// Builds what is not built yet, and applies what an earlier push has left.
  private func bringUpToDate(
    _ domains: [DeclaredDomain], _ indexer: any StoreIndexer, _ warnings: inout [Diagnostic]
  ) throws(Failure) -> [String: StoredDomain] {
    guard !domains.isEmpty else { return [:] }
    let names = Set(domains.map(\.definition.name))
    var plan = try library.plan(DomainSelection(names.sorted()))
    // A name is a group, too: what is wrong with the others is not asked for.
    plan.entries.removeAll { !names.contains($0.name) }
    plan.failures = []
    var failures: [Diagnostic] = []
    for entry in plan.entries {
      switch entry.decision {
      case .failure(let failure): failures += failure.diagnostics
      case .success(let decision) where decision.action == .ahead:
        failures.append(
          Diagnostic(
            .versionAhead, "nothing is pushed into \(entry.name): \(decision.reason)",
            remedy: "raise the version, or run `footlight rebuild \(entry.name)`"))
      case .success: break
      }
    }
    let present = Dictionary(plan.entries.map { ($0.name, $0.declared?.definition) }) { first, _ in
      first
    }
    for taken in domains.map(\.definition) {
      // A version is no part of the fingerprint; a domain without an entry is declared no more.
      if let definition = present[taken.name] ?? nil, definition.version == taken.version,
        definition.fingerprint == taken.fingerprint
      {
        continue
      }
      failures.append(
        Diagnostic(
          .pushRefused, "the declaration of \(taken.name) changed while records were read",
          remedy: "push them again"))
    }
    if let failure = Failure(failures) { throw failure }
    let run = SyncRun(
      library: library, selection: DomainSelection(names.sorted()),
      options: SyncOptions(
        memory: options.memory, collectsFailures: true, cancellation: options.cancellation,
        progress: options.progress))
    let report = try run.perform(plan, indexer)
    if let failure = Failure(report.failures) { throw failure }
    warnings = report.warnings + report.rows.flatMap(\.warnings)
    return Dictionary(try indexer.domains().map { ($0.name, $0) }) { first, _ in first }
  }

  /// Writes the steps; partial records are merged with what is there, and mapped as a whole.
  ///
  /// - Returns: the numbers of the steps that found no record to merge with.
  private func store(
    _ spool: borrowing PushSpool, _ pushing: borrowing Pushing, _ domains: [DeclaredDomain]
  ) throws(Failure) -> Set<Int> {
    var ignored: Set<Int> = []
    var done = 0
    // Only one domain at a time has partial records.
    var merged = try domains.first.map { (domain) throws(Failure) in
      try MergedRecords(domain, library.world, named: inputName)
    }
    try spool.forEach { (entry) throws(Failure) in
      done += 1
      if done % 1_000 == 0 { try options.cancellation?.check() }
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
        try merged?.add(whole, entry)
      }
    }
    try merged?.finish()
    return ignored
  }
}
