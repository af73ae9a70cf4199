import FileHandles
package import FootlightPlatform

extension UserDatabase {
  /// How old a copy is before another one is made, in seconds.
  private static let backupAge: Int64 = 86_400
  /// The name that a file gets when a copy takes its place.
  package static let replacedName = "user.replaced.sqlite"
  /// The ending of a copy that is being made.
  package static let unfinishedSuffix = ".tmp"
  /// The name of the lock that whoever makes a copy, or brings it back, holds all the time: an earlier state never
  /// takes the place of a later one.
  package static let backupLockName = "user.backup.lock"
  /// The name of the lock that whoever writes what a person does, or puts the copy in the place of the file, holds
  /// meanwhile: both take a moment, and nobody waits for a copy that is being made.
  package static let lockName = "user.lock"
  /// How long somebody waits until a copy is made that another one has begun, in seconds.
  private static let copyPatience = 600
  /// The endings of files that lie beside a database.
  private static let companions = ["-wal", "-shm", "-journal"]

  private var backup: String { Path.join(folder, UserDatabase.backupName) }
  private var folder: String { Path.parent(of: path) ?? "." }

  /// Whether there is a copy.
  package func hasBackup() throws(Failure) -> Bool { try FileStatus.of(backup) != nil }

  /// Whether a copy should be made: the file has changed since the last one, a day ago or longer.
  package func isBackupDue(now: Int64) throws(Failure) -> Bool {
    guard let present = try FileStatus.of(path), present.size > 0 else { return false }
    guard let copy = try FileStatus.of(backup) else { return true }
    let changed = max(present.modified, try FileStatus.of(path + "-wal")?.modified ?? 0)
    let made = copy.modified / 1_000_000_000
    // A copy of the future was made while the clock was ahead.
    return changed > copy.modified && made + UserDatabase.backupAge <= now || made > now
  }

  /// Makes the copy anew at once, where there is one: what was forgotten or revoked must not come back with it.
  ///
  /// - Throws: `index.user-data-damaged` or `index.user-data-missing` where it cannot be made: it still holds that.
  package func forgetInBackup() throws(Failure) {
    let hasFile = try FileStatus.of(path) != nil
    let hasCopy = try hasBackup()
    guard hasFile || hasCopy, let condition = try conditionOfForgetting(), condition != .usable
    else {
      return
    }
    let loss = loss(condition, hasCopy: true)
    throw Failure(
      loss.code,
      "the copy \(UserDatabase.backupName) still holds what was revoked or forgotten: \(loss.message)",
      at: SourceLocation(file: backup),
      remedy:
        "run `footlight history restore-copy`, then revoke or forget it again; or delete the copy")
  }

  /// Makes the copy anew and returns the condition of the file; nil where there is no copy.
  private func conditionOfForgetting() throws(Failure) -> Condition? {
    do throws(Failure) {
      return try whileNobodyCopies { () throws(Failure) in
        // Whoever has made the first copy meanwhile has read the file before it was changed.
        try hasBackup() ? try copy() : nil
      }
    } catch {
      guard error.concerns([.lockHeld, .cancelled]) else { throw error }
      throw Failure(
        .lockHeld,
        """
        the copy \(UserDatabase.backupName) may still hold what was revoked or forgotten: \
        \(error.diagnostics.first?.message ?? "")
        """,
        at: SourceLocation(file: backup),
        remedy: "delete the copy when that process is done; the next one is made without it")
    }
  }

  /// Copies the file, unless it is damaged: the copy before it stays until this one is whole.
  ///
  /// - Returns: what the file looks like; only one that can be used was copied.
  @discardableResult
  package func backUp() throws(Failure) -> Condition {
    try whileNobodyCopies { () throws(Failure) in try copy() }
  }

  /// Does something short while nobody else writes what a person does, or puts the copy in the place of the file.
  ///
  /// - Throws: `lock.held`, which names the holder, when it has taken too long; `cancelled`.
  func alone<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try holding(UserDatabase.lockName, atMost: patience, body)
  }

  private func whileNobodyCopies<Result>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try holding(UserDatabase.backupLockName, atMost: UserDatabase.copyPatience, body)
  }

  private func holding<Result>(
    _ name: String, atMost seconds: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lock = try FileLock(
      path: Path.join(folder, name), files: files, waiting: true, atMost: seconds,
      cancellation: cancellation)
    let result = try body()
    // Held up to here.
    _ = consume lock
    return result
  }

  /// The status of the file; while its copy takes its place, that is waited for.
  func presentStatus() throws(Failure) -> FileStatus? {
    if let status = try FileStatus.of(path), status.size > 0 { return status }
    guard try hasBackup() else { return try FileStatus.of(path) }
    // Somebody who may not write there cannot wait.
    try? alone {}
    return try FileStatus.of(path)
  }

  private func copy() throws(Failure) -> Condition {
    let condition = try condition(isThorough: true)
    guard condition == .usable else { return condition }
    let beside = backup + UserDatabase.unfinishedSuffix
    do throws(Failure) {
      try files.remove(beside)
      _ = try files.create(beside, exclusively: true, permissions: 0o600)
      try openForReading().copyAll(to: try Connection(path: beside, mode: .readWrite))
      for ending in UserDatabase.companions { try files.remove(beside + ending) }
      try files.synchronize(beside)
      // SQLite would take the log of the old copy for that of the new one.
      for ending in UserDatabase.companions { try files.remove(backup + ending) }
      try files.rename(beside, to: backup)
      try files.synchronizeFolder(folder)
      return .usable
    } catch {
      for ending in UserDatabase.companions + [""] { _ = try? files.remove(beside + ending) }
      throw error
    }
  }

  /// Puts the copy in the place of the file, which is kept under another name.
  ///
  /// - Returns: when the copy was made, in seconds since 1970.
  /// - Throws: `index.user-data-missing` where there is no copy.
  package func restore() throws(Failure) -> Int64 {
    guard let status = try FileStatus.of(backup) else {
      throw Failure(
        .userDataMissing, "there is no copy of \(UserDatabase.fileName)",
        at: SourceLocation(file: backup), remedy: "put a copy of your own in its place")
    }
    try whileNobodyCopies { () throws(Failure) in
      let copy = UserDatabase(path: backup, files: files)
      guard try copy.condition(isThorough: true) == .usable else {
        throw Failure(
          .userDataDamaged, "the copy is damaged, too", at: SourceLocation(file: backup),
          remedy: "put a copy of your own in its place")
      }
      try alone { () throws(Failure) in
        try putAside()
        try files.copy(backup, to: path)
        try files.synchronizeFolder(folder)
      }
    }
    return status.modified / 1_000_000_000
  }

  /// Keeps the file under another name, with what lies beside it.
  package func putAside() throws(Failure) {
    let other = Path.join(folder, UserDatabase.replacedName)
    if try FileStatus.of(path, followingLinks: false) != nil {
      for ending in UserDatabase.companions + [""] { try files.remove(other + ending) }
      try files.rename(path, to: other)
    }
    // A log follows its file, also that of a killed process: beside another file it would be taken for that one's.
    for ending in UserDatabase.companions
    where try FileStatus.of(path + ending, followingLinks: false) != nil {
      try files.rename(path + ending, to: other + ending)
    }
    try files.synchronizeFolder(folder)
  }
}
