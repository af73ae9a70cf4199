package import DeclaredRecords
package import FootlightPlatform
package import IndexStores

extension SyncRun {
  /// Why an index of pushed records must not be built from them.
  ///
  /// It holds what `user.sqlite` does not have any more, and is the last copy. Nil when it may
  /// be.
  ///
  /// A raised version forgets what was pushed anyway.
  func lastCopy(_ entry: SyncPlan.Entry, _ decision: Decision) throws(Failure) -> Failure? {
    guard !options.forgetsPushed, decision.cause != .versionRaised, let stored = entry.stored,
      stored.items > 0, let covered = PushCursor(ofAnyFormat: stored.facts.sourceStamp),
      covered.sequence > 0
    else { return nil }
    let problem = try open.userDataProblem(try open.snapshotForSync(), isThorough: true)
    if problem == nil, try !open.userData.hasLost(covered, of: entry.name) { return nil }
    return SyncRun.lastCopy(stored, problem)
  }

  /// That an index is kept, since it holds what `user.sqlite` does not have any more.
  static func lastCopy(_ stored: StoredDomain, _ problem: Diagnostic?) -> Failure {
    let reason = problem?.message ?? "\(UserDatabase.fileName) is another one, or an earlier copy"
    return Failure(
      Diagnostic(
        problem?.code ?? .userDataMissing,
        """
        the index of \(stored.name) is kept as it is: its \(stored.items) items are the last copy of \
        what was pushed, since \(reason)
        """,
        at: problem?.location,
        remedy: """
          \(problem?.remedy ?? "put the newest copy of the file in its place"); or give the items up \
          with `footlight sync --forget-pushed`, and let the program push all of its records again
          """))
  }

  /// Begins the file anew where its loss was accepted, so that programs can push again; a damaged
  /// one is put aside.
  func putAsideDamaged() throws(Failure) -> [Diagnostic] {
    guard options.forgetsPushed, !options.isDryRun,
      try open.userDataProblem(try open.snapshotForSync(), isThorough: true) != nil
    else { return [] }
    let indexer = try open.indexer(patience {})
    defer { indexer.close() }
    let condition = try open.userData.condition(isThorough: true)
    if case .damaged = condition { try open.userData.putAside() }
    try open.userData.push(beginsAnew: true) { _ in }
    guard case .damaged = condition else { return [] }
    return [
      Diagnostic(
        .userDataDamaged,
        "\(UserDatabase.fileName) was damaged, and is kept as \(UserDatabase.replacedName)",
        at: SourceLocation(file: open.workspace.index),
        remedy: "let programs push all of their records again", severity: .warning)
    ]
  }
}

extension SyncRun {
  /// Makes the records that were pushed into a domain fit its declaration as it is now; what to say
  /// about it.
  ///
  /// Those that were pushed for an earlier version are forgotten; another mapping can give them
  /// other ids. Done before the domain is built from them: killed in between, the next sync builds
  /// it. Done as well where nothing is built: after a build that failed, a mapping that is taken back
  /// takes the ids back.
  ///
  /// - Throws: what is wrong with records that do not fit, before any of them has another id.
  /// - Parameter isBuilt: whether the domain is built now; records that its index holds already are
  ///   not forgotten.
  func settlePushed(
    _ declared: DeclaredDomain, isBuilt: Bool
  ) throws(Failure) -> Diagnostic? {
    let definition = declared.definition
    let present = PushDeclaration(definition)
    guard let pushed = try open.userData.pushDeclaration(of: definition.name),
      !Decision.fits(pushed, definition)
    else { return nil }
    guard isBuilt, Decision.forgets(pushed, for: definition) else {
      let userData = open.userData
      let identities = try PushedIdentities(definition, now: open.system.now())
      var found = PushedFindings(definition)
      var after: Int64 = 0
      while true {
        let page = try userData.pushed(
          to: definition.name, after: after, atMost: PushedSource.page)
        guard let last = page.last else { break }
        after = last.sequence
        try identities.look(page, into: &found)
      }
      // Until it is mended all keep their ids, under which searches find them.
      if let failure = found.failure { throw failure }
      try userData.push { (pushing) throws(Failure) in
        try pushing.rename(found.renamed, in: definition.name)
        try pushing.set(present, of: definition.name)
      }
      return nil
    }
    try open.userData.push { (pushing) throws(Failure) in
      try pushing.wipe(definition.name)
      try pushing.set(present, of: definition.name)
    }
    return Diagnostic(
      .pushAgain,
      """
      the version of \(definition.name) was raised: the records that were pushed into it are \
      forgotten
      """,
      at: definition.location, remedy: "let the program push all of its records again",
      severity: .warning)
  }

  /// Whether a domain's records are stored for another declaration than its present one.
  ///
  /// An unreadable file is told of by the code that has to read it.
  func isUnsettled(_ entry: SyncPlan.Entry) -> Bool {
    guard case .success(let decision) = entry.decision, decision.action != .ahead,
      decision.action != .leftOut, let declared = entry.declared, declared.source is PushedSource,
      let pushed = try? open.userData.pushDeclaration(of: entry.name)
    else { return false }
    return !Decision.fits(pushed, declared.definition)
  }

  /// The indexes of pushed records that were all deleted, among those of domains without a
  /// declaration that can be used: nobody else applies that.
  func emptied(_ plan: SyncPlan) throws(Failure) -> [String] {
    guard selection.isAll, !isOrdered else { return [] }
    let applied = plan.entries.filter { $0.declared != nil }.map(\.name)
    guard applied.count < plan.entries.count || !plan.failures.isEmpty else { return [] }
    do throws(Failure) {
      return try open.emptied(except: Set(applied))
    } catch {
      // An unreadable file tells of no deletion.
      guard error.concerns([.userDataDamaged]) else { throw error }
      return []
    }
  }

  /// Applies what was pushed and is not in the index yet; nil when only a complete read can do that.
  func pushed(
    _ entry: SyncPlan.Entry, _ decision: Decision, _ indexer: any StoreIndexer
  ) throws(Failure) -> SyncRow? {
    guard decision.cause == .sourceChanged, let declared = entry.declared,
      let stored = entry.stored, try PushedChanges.canApply(declared, stored)
    else { return nil }
    let began = open.system.monotonic()
    let pushed = PushedChanges(
      open: open, declared: declared, stored: stored,
      memory: BuildSchedule.itemMemory(of: options.memory))
    let (applied, changes) = try pushed.apply(indexer)
    let (after, warnings) = indexer.merging(
      applied, memory: pushed.memory, options.cancellation)
    let isSame = changes == ChangeCounts()
    return SyncRow(
      domain: entry.name, decision: isSame ? .none : .apply,
      reason: isSame ? "nothing in the index had to change" : "records were pushed",
      version: after.facts.version, items: after.items, badRecords: after.facts.badRecords,
      changes: changes, took: .nanoseconds(open.system.monotonic() - began), bytes: after.bytes,
      warnings: warnings)
  }
}

extension OpenWorkspace {
  /// The stored domains, others than these, from which all that was pushed was deleted since their
  /// indexes were published.
  package func emptied(except applied: Set<String>) throws(Failure) -> [String] {
    var found: [String] = []
    for stored in try snapshotForSync()?.domains ?? [] where !applied.contains(stored.name) {
      // An index of this file's pushes; one with records of its own has no such stamp.
      guard let covered = PushCursor(stored.facts.sourceStamp),
        let present = try userData.pushCursor(of: stored.name),
        covered.sequence < present.sequence, try userData.hasBeen(at: covered, of: stored.name),
        try userData.pushed(to: stored.name, after: 0, atMost: 1).isEmpty
      else { continue }
      found.append(stored.name)
    }
    return found
  }

  /// Removes such an index; returns how many items it had.
  @discardableResult
  package func removeEmptied(_ name: String, _ indexer: any StoreIndexer) throws(Failure) -> Int {
    let items = try indexer.domains().first { $0.name == name }?.items ?? 0
    try indexer.remove(name)
    return items
  }
}

extension PushDeclaration {
  /// Takes over the part of a declaration that decides how pushed records are stored.
  package init(_ definition: DomainDefinition) {
    self.init(version: definition.version, fingerprint: definition.fingerprint)
  }
}
