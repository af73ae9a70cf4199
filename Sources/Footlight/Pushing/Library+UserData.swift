public import FootlightDiagnostics
import FootlightPlatform
import IndexStores

extension Library {
  /// Brings the last copy of `user.sqlite` back; the file that is there is kept as
  /// `user.replaced.sqlite`.
  ///
  /// - Returns: when the copy was made, in seconds since 1970.
  /// - Throws: `index.user-data-missing` where there is no copy, `lock.held`.
  @discardableResult
  public func restoreUserData(waits: Bool = false) throws(Failure) -> Int64 {
    let indexer = try store.indexer(Patience(waits: waits))
    defer { indexer.close() }
    return try userData.restore()
  }

  /// Makes the daily copy of `user.sqlite`, where one is due; what cannot be copied is told.
  func backUpUserData() -> [Diagnostic] {
    do throws(Failure) {
      guard try userData.isBackupDue(now: world.now()) else { return [] }
      try userData.backUp()
      return []
    } catch {
      return error.asWarnings
    }
  }

  /// What is wrong with `user.sqlite` although something was stored in it; nil when nothing is.
  ///
  /// - Parameter isThorough: whether all of it is read.
  func userDataProblem(
    _ snapshot: (any StoreSnapshot)?, isThorough: Bool = false
  ) throws(Failure) -> Diagnostic? {
    let condition = try userData.condition(isThorough: isThorough)
    if case .usable = condition { return nil }
    let hasCopy = try userData.hasBackup()
    let remedy =
      hasCopy
      ? "run `footlight restore-user`, which brings the last copy back"
      : "put a copy of the file in its place"
    let place = SourceLocation(file: Path.join(workspace.index, UserData.fileName))
    if case .damaged(let fault) = condition {
      return Diagnostic(
        .userDataDamaged, "\(UserData.fileName) is damaged: \(fault)", at: place, remedy: remedy)
    }
    guard hasCopy || snapshot?.knowsUserData ?? false else { return nil }
    let what = condition == .missing ? "is gone" : "is empty"
    return Diagnostic(
      .userDataMissing,
      "\(UserData.fileName) \(what), which held what programs have pushed and what you have done",
      at: place, remedy: remedy)
  }
}

extension SyncRun {
  /// Why an index of pushed records must not be built from them.
  ///
  /// It holds what `user.sqlite` does not have any more, and is the last copy. Nil when it may
  /// be.
  ///
  /// A raised version forgets what was pushed anyway.
  func lastCopy(_ entry: SyncPlan.Entry, _ decision: Decision) throws(Failure) -> Failure? {
    guard !options.forgetsPushed, decision.cause != .versionRaised, let stored = entry.stored,
      stored.items > 0, let covered = PushCursor(stored.facts.sourceStamp), covered.sequence > 0
    else { return nil }
    let problem = try library.userDataProblem(try library.snapshotForSync(), isThorough: true)
    let present = problem == nil ? try library.userData.pushCursor(of: entry.name) : nil
    if let present, present.epoch == covered.epoch, present.sequence >= covered.sequence {
      return nil
    }
    return SyncRun.lastCopy(stored, problem)
  }

  /// That an index is kept, since it holds what `user.sqlite` does not have any more.
  static func lastCopy(_ stored: StoredDomain, _ problem: Diagnostic?) -> Failure {
    let reason = problem?.message ?? "\(UserData.fileName) is another one, or an earlier copy"
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
      try library.userDataProblem(try library.snapshotForSync(), isThorough: true) != nil
    else { return [] }
    let indexer = try library.store.indexer(patience {})
    defer { indexer.close() }
    let condition = try library.userData.condition(isThorough: true)
    if case .damaged = condition { try library.userData.putAside() }
    try library.userData.push { _ in }
    guard case .damaged = condition else { return [] }
    return [
      Diagnostic(
        .userDataDamaged,
        "\(UserData.fileName) was damaged, and is kept as \(UserData.replacedName)",
        at: SourceLocation(file: library.workspace.index),
        remedy: "let programs push all of their records again", severity: .warning)
    ]
  }
}
