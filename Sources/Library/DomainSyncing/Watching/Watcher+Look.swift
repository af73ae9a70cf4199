import DeclaredRecords
import FootlightPlatform
import IndexStores

extension Watcher {
  private static let second: Int64 = 1_000_000_000

  /// Reads the declarations; what is new or different in them is looked at next.
  mutating func reload() {
    let began = open.system.monotonic()
    watchFolders()
    do throws(Failure) {
      let fresh = try open.declarations()
      var watched: [String: WatchedDomain] = [:]
      for (name, declared) in fresh.domains where selection.contains(name) {
        var domain = domains[name] ?? WatchedDomain(declared)
        if !domain.declared.isSame(as: declared) {
          domain.declared = declared
          domain.due = 0
          domain.failedLook = nil
        }
        watched[name] = domain
      }
      domains = watched
      declarations = fresh
      let broken = fresh.broken.filter { $0.name.map(selection.contains) ?? true }
      let mended = Set(told.compactMap(\.location?.file)).subtracting(
        broken.flatMap(\.diagnostics).compactMap(\.location?.file))
      told = tell(broken.flatMap(\.diagnostics), after: told)
      if !mended.isEmpty {
        let notes = mended.sorted().map { file in
          Diagnostic(
            .declarationMended, "the declaration can be read again", at: SourceLocation(file: file),
            severity: .note)
        }
        options.report(SyncReport(warnings: notes))
      }
    } catch {
      told = tell(error.diagnostics, after: told)
    }
    let now = open.system.monotonic()
    reloadDue = now + pause(isTold: watch.isComplete, cost: now - began)
  }

  /// Looks at domains of which nothing was told, all of them with one reading of what is stored, and puts those off
  /// that are up to date; returns the others that are due.
  ///
  /// Those that are due a moment later are taken along, so that all come to be looked at together.
  mutating func passOver(_ due: [String]) -> [String] {
    guard due.contains(where: { domains[$0]?.isQuiet ?? false }) else { return due }
    let began = open.system.monotonic()
    let quiet = domains.filter { $0.value.isQuiet && $0.value.next <= began + Watcher.second }
    guard quiet.count > 1, let settled = try? run(over: Set(quiet.keys)).settled(),
      !settled.isEmpty
    else { return due }
    open.settleActivity()
    let now = open.system.monotonic()
    let cost = (now - began) / Int64(quiet.count)
    for name in settled {
      guard let domain = domains[name] else { continue }
      let pause = pause(for: domain, cost: cost)
      domains[name]?.succeed(at: now, pause: pause)
    }
    return due.filter { !settled.contains($0) }
  }

  /// Brings a domain up to date if it is not.
  mutating func look(_ name: String) {
    guard var domain = domains[name] else { return }
    let began = open.system.monotonic()
    let hasChanged = domain.changed != nil
    domain.changed = nil
    domain.open = []
    let before = domain.folders
    domain.findFolders()
    domains[name] = domain
    if hasChanged || domain.folders != before { watchFolders() }
    if domain.folders != before || !watch.isComplete {
      domain.isTold =
        watch.isComplete && !domain.folders.isEmpty
        && !domain.folders.contains { Folder.isOnNetwork($0) }
      domains[name] = domain
    }
    // Looked at before it is read: what changes meanwhile is another look. Output of a program has no look.
    let look = domain.mustRun ? nil : try? domain.declared.source.stamp().text
    let looked = open.system.monotonic()
    if domain.isHopeless(look, at: looked) {
      let pause = pause(for: domain, cost: looked - began)
      domain.due = min(domain.retry, looked + pause)
      domains[name] = domain
      return
    }
    let (failures, wait, isBatch) = sync(name, &domain)
    let now = open.system.monotonic()
    if failures.isEmpty {
      let pause = pause(for: domain, cost: (isBatch ? looked : now) - began)
      domain.succeed(at: now, pause: domain.mustRun ? max(pause, 60 * Watcher.second) : pause)
    } else {
      domain.fail(
        at: now, cost: now - looked, look: look,
        pause: pause(for: domain, cost: looked - began), wait: wait,
        isMissing: failures.allSatisfy { $0.code == .sourceMissing })
    }
    domains[name] = domain
  }

  /// How long the rows that could not be applied are to be left alone, in nanoseconds.
  private func wait(_ name: String) -> Int64 {
    guard let stored = (try? open.snapshotForSync())?.domains.first(where: { $0.name == name }),
      stored.pending > 0
    else { return 0 }
    let expiry = ReadPosition(stored.facts).expiries.next ?? .max
    let seconds = min(stored.nextAttempt, expiry) - open.system.now()
    return max(0, min(seconds, 3_600)) * Watcher.second
  }

  private func run(over names: Set<String>) -> SyncRun {
    var choice = SyncOptions(
      waits: true, memory: options.memory, collectsFailures: true, cancellation: cancellation,
      progress: options.progress)
    choice.backsOff = true
    var run = SyncRun(
      open: open, selection: DomainSelection(exactly: names), options: choice,
      declarations: declarations)
    run.pace = pace
    return run
  }

  /// One batch; what went wrong, how long what could not be applied is to be left alone, and whether anything was
  /// built or applied.
  private func sync(
    _ name: String, _ domain: inout WatchedDomain
  ) -> (failures: [Diagnostic], wait: Int64, isBatch: Bool) {
    let run = run(over: [name])
    var wait: Int64 = 0
    var isBatch = false
    var failures: [Diagnostic] = []
    var remarks: [Diagnostic] = []
    do throws(Failure) {
      var report = try run.perform()
      open.settleActivity()
      failures = report.failures
      report.failures = []
      report.rows = report.done
      // All but single rows was applied.
      if !failures.isEmpty, !report.rows.isEmpty { wait = self.wait(name) }
      remarks = report.rows.flatMap { $0.decision.isBatch ? [] : $0.warnings }
      report.rows.removeAll { !$0.decision.isBatch }
      isBatch = !report.rows.isEmpty
      if isBatch { options.report(report) }
    } catch {
      failures = error.diagnostics
    }
    // Declarations that are broken are told when they are read.
    let others = declarations.broken.flatMap(\.diagnostics)
    failures.removeAll { others.contains($0) }
    domain.told = tell(failures + remarks, after: domain.told)
    return (failures, wait, isBatch)
  }

  /// Says what is wrong, unless that was the last thing said; returns what was said last now.
  private func tell(_ diagnostics: [Diagnostic], after told: [Diagnostic]) -> [Diagnostic] {
    guard !cancellation.isCancelled, diagnostics != told else { return told }
    var report = SyncReport(failures: diagnostics.filter { $0.severity == .error })
    report.warnings = diagnostics.filter { $0.severity != .error }
    if !diagnostics.isEmpty { options.report(report) }
    return diagnostics
  }
}

extension DeclaredDomain {
  /// Whether another reading of a declaration has given the same.
  fileprivate func isSame(as other: DeclaredDomain) -> Bool {
    definition.contentHash == other.definition.contentHash && file == other.file
      && definition.source.allowsOutside == other.definition.source.allowsOutside
  }
}

extension SyncDecision {
  /// Whether something was done.
  fileprivate var isBatch: Bool {
    switch self {
    case .build, .rebuild, .apply: true
    case .none, .ahead, .undeclared, .leftOut: false
    }
  }
}
