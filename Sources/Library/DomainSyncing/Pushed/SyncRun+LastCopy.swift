import FootlightPlatform
import IndexStores

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
    let indexer = try open.store.indexer(patience {})
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
