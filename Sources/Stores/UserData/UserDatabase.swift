import FileHandles
package import FootlightPlatform

/// `user.sqlite`: what cannot be derived again; no wipe touches it.
package struct UserDatabase: Sendable {
  /// The name of the file.
  package static let fileName = "user.sqlite"
  /// The name of the copy that is made of it now and then.
  package static let backupName = "user.backup.sqlite"
  /// The application id by which it is told from the databases of others, "FOou".
  package static let application: UInt32 = 0x464F_6F75

  /// The place to which keys of an earlier program are bound; nil where there can be none.
  package typealias KeyPlace = @Sendable () throws(Failure) -> String?

  package let path: String
  let files: FileOperations
  /// Why the file must not be made in a folder; nil where it may.
  private let refusal: @Sendable (_ folder: String) -> Failure?
  let place: KeyPlace
  /// How long a write waits for its turn, in seconds.
  var patience = 10
  /// Ends the waiting.
  var cancellation = Cancellation(followsSignals: true)

  /// Names the file; nothing is opened or made yet.
  ///
  /// - Parameters:
  ///   - refusal: why the file must not be made in a folder; nil where it may.
  ///   - place: the place to which keys of an earlier program are bound; nil where there can be none.
  package init(
    path: String, files: FileOperations = .system,
    refusal: @escaping @Sendable (_ folder: String) -> Failure? = { _ in nil },
    place: @escaping KeyPlace = { () throws(Failure) in nil }
  ) {
    self.path = path
    self.files = files
    self.refusal = refusal
    self.place = place
  }

  /// Reads the file; `missing` where there is none, or none with tables.
  func reading<Result>(
    _ missing: Result, _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let before = try presentStatus() else { return missing }
    let found: Swift.Result<Result, Failure>
    do throws(Failure) {
      found = .success(try readingOnce(missing, body))
    } catch {
      found = .failure(named(error))
    }
    // The copy may have taken its place between two steps of SQLite, which then has read the file without its log.
    guard let after = try presentStatus(), after.inode != before.inode else {
      return try found.get()
    }
    return try reading(missing, body)
  }

  private func readingOnce<Result>(
    _ missing: Result, _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let connection = try openForReading()
    let format = try presentFormat(connection)
    guard format > 0 else { return missing }
    guard format < UserDatabase.format else { return try body(connection) }
    try upgrade()
    return try body(try openForReading())
  }

  /// Says of damage which file it is in, and what to do.
  private func named(_ failure: Failure) -> Failure {
    guard failure.concerns([.sqliteCorrupt, .sqliteNotADatabase]) else { return failure }
    return Failure(
      .userDataDamaged,
      "\(UserDatabase.fileName) is damaged: \(failure.diagnostics.first?.message ?? "")",
      at: SourceLocation(file: path),
      remedy: "run `footlight history restore-copy`, or put a copy of the file in its place")
  }

  /// The format of the tables that are there; 0 when there are none.
  ///
  /// - Throws: `index.newer`: another program knows what they mean.
  func presentFormat(_ connection: borrowing Connection) throws(Failure) -> Int {
    let present = try Int(connection.pragma("user_version") ?? "") ?? 0
    guard present <= UserDatabase.format else {
      throw Failure(
        .indexNewer,
        """
        \(UserDatabase.fileName) has format \(present), and this program knows formats up to \
        \(UserDatabase.format)
        """,
        at: SourceLocation(file: path),
        remedy: "use the newer program: the file holds what cannot be derived again")
    }
    return present
  }

  func openForReading() throws(Failure) -> Connection {
    do throws(Failure) {
      let connection = try Connection(path: path, mode: .readOnly)
      _ = try connection.pragma("user_version")
      return connection
    } catch {
      // As for the catalog: where nobody can write, nobody does.
      guard error.concerns([.sqliteCannotOpen, .sqliteReadOnly, .fileForbidden]),
        try FileStatus.of(path + "-wal") == nil
      else { throw error }
      return try Connection(path: path, mode: .immutable)
    }
  }

  /// Opens the file, and makes it where there is none.
  ///
  /// - Parameter beginsAnew: whether it is made although there is a copy of one that is gone.
  /// - Throws: `index.user-data-missing` where there is such a copy: the new file would look as if nothing had
  ///   been there, and be copied over it a day later.
  func openForWriting(beginsAnew: Bool = false) throws(Failure) -> Connection {
    do throws(Failure) {
      return try openedForWriting(beginsAnew: beginsAnew)
    } catch {
      throw readable(error)
    }
  }

  /// Says of a refusal what cannot be written, and not with which words SQLite was asked.
  func readable(_ failure: Failure) -> Failure {
    guard failure.concerns([.sqliteReadOnly, .sqliteCannotOpen, .fileForbidden]) else {
      return failure
    }
    return Failure(
      .userDataReadOnly, "\(UserDatabase.fileName) cannot be written by this user",
      at: SourceLocation(file: path),
      remedy:
        "check the permissions of the file and of its folder, or name another one with --index")
  }

  private func openedForWriting(beginsAnew: Bool) throws(Failure) -> Connection {
    // Looked for first: whoever has just made both has filled the file before it was copied.
    let mustBeThere = beginsAnew ? false : try hasBackup()
    let status = try FileStatus.of(path)
    if mustBeThere, status?.size ?? 0 == 0 {
      throw Failure(loss(status == nil ? .missing : .empty, hasCopy: true))
    }
    try makeFolder()
    try files.createPrivately(path)
    let connection = try Connection(path: path, mode: .create)
    // Before anything is changed: what a newer program has written stays as it is.
    if try presentFormat(connection) == 0 {
      if mustBeThere { throw Failure(loss(.empty, hasCopy: true)) }
      try connection.execute("PRAGMA application_id = \(UserDatabase.application)")
    }
    try setMode(connection)
    try connection.setPragma("synchronous", to: "full", expecting: "2")
    // Forgotten rows are overwritten in the file, too.
    try connection.execute("PRAGMA secure_delete = ON")
    return connection
  }

  private func makeFolder() throws(Failure) {
    guard let folder = Path.parent(of: path) else { return }
    if let failure = refusal(folder) { throw failure }
    try files.createFolder(folder, permissions: 0o700)
  }

  /// Puts the file into WAL mode; two who make it at the same moment wait for each other, which SQLite leaves
  /// to its callers here.
  private func setMode(_ connection: borrowing Connection) throws(Failure) {
    for attempt in 0... {
      do throws(Failure) {
        return try connection.setPragma("journal_mode", to: "wal")
      } catch {
        guard error.concerns([.sqliteBusy]), attempt < 1_000 else { throw error }
        Workers.pause()
      }
    }
  }

  /// Opens the file for one transaction, which `body` makes, while nobody puts its copy in its place: SQLite would
  /// write the log of this file, and read it as that of the copy.
  func writing<Result>(
    _ body: (consuming Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      try makeFolder()
      return try alone { () throws(Failure) in try body(try openForWriting()) }
    } catch {
      throw readable(error)
    }
  }

  /// The condition of the file.
  package enum Condition: Sendable, Hashable {
    /// There is none.
    case missing
    /// It holds nothing: no byte, or no tables.
    case empty
    /// It can be read.
    case usable
    /// It cannot be read, and why.
    case damaged(String)
  }

  /// Looks at the file and changes nothing.
  ///
  /// - Parameter isThorough: whether every page is read (SQLite: PRAGMA integrity_check) and every row compared
  ///   with its checksum.
  package func condition(isThorough: Bool = false) throws(Failure) -> Condition {
    guard let status = try FileStatus.of(path) else { return .missing }
    guard status.size > 0 else { return .empty }
    do throws(Failure) {
      let connection = try openForReading()
      guard try presentFormat(connection) > 0 else { return .empty }
      guard isThorough else { return .usable }
      let answer = try connection.pragma("integrity_check(1)") ?? "ok"
      guard answer == "ok" else { return .damaged(answer) }
      return try damagedRow(connection).map { .damaged($0) } ?? .usable
    } catch {
      guard
        error.concerns([.sqliteCorrupt, .sqliteNotADatabase, .sqliteStatement, .userDataDamaged])
      else {
        throw error
      }
      return .damaged(error.diagnostics.first?.message ?? "")
    }
  }

  /// That the file cannot be used although something was stored in it.
  package func loss(_ condition: Condition, hasCopy: Bool) -> Diagnostic {
    let remedy =
      hasCopy
      ? "run `footlight history restore-copy`, which brings the last copy back"
      : "put a copy of the file in its place"
    let place = SourceLocation(file: path)
    if case .damaged(let fault) = condition {
      return Diagnostic(
        .userDataDamaged, "\(UserDatabase.fileName) is damaged: \(fault)", at: place, remedy: remedy
      )
    }
    let what = condition == .missing ? "is gone" : "is empty"
    return Diagnostic(
      .userDataMissing,
      "\(UserDatabase.fileName) \(what), which held what programs have pushed and what you have done",
      at: place, remedy: remedy)
  }
}
