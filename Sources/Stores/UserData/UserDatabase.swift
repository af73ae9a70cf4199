package import FootlightDiagnostics
package import FootlightPlatform
import SQLiteHandles

/// `user.sqlite`: what cannot be derived again; no wipe touches it.
package struct UserDatabase: Sendable {
  /// The name of the file.
  package static let fileName = "user.sqlite"
  /// The name of the copy that is made of it now and then.
  package static let backupName = "user.backup.sqlite"
  /// The application id by which it is told from the databases of others, "FOou".
  package static let application: UInt32 = 0x464F_6F75
  static let format = 4
  /// The first format with pushed records.
  static let firstWithPushes = 3

  package let path: String
  let files: FileOperations
  /// Why the file must not be made in a folder; nil where it may.
  private let refusal: @Sendable (_ folder: String) -> Failure?

  /// Names the file; nothing is opened or made yet.
  ///
  /// - Parameter refusal: why the file must not be made in a folder; nil where it may.
  package init(
    path: String, files: FileOperations = .system,
    refusal: @escaping @Sendable (_ folder: String) -> Failure? = { _ in nil }
  ) {
    self.path = path
    self.files = files
    self.refusal = refusal
  }

  /// Reads the file; `missing` where there is none, or none with tables of a format.
  func reading<Result>(
    _ missing: Result, since format: Int = UserDatabase.firstWithPushes,
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard try FileStatus.of(path) != nil else { return missing }
    do throws(Failure) {
      let connection = try openForReading()
      guard try presentFormat(connection) >= format else { return missing }
      return try body(connection)
    } catch {
      throw named(error)
    }
  }

  /// Says of damage which file it is in, and what to do.
  private func named(_ failure: Failure) -> Failure {
    guard failure.concerns([.sqliteCorrupt, .sqliteNotADatabase]) else { return failure }
    return Failure(
      .userDataDamaged,
      "\(UserDatabase.fileName) is damaged: \(failure.diagnostics.first?.message ?? "")",
      at: SourceLocation(file: path),
      remedy: "run `footlight restore-user`, or put a copy of the file in its place")
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
    // Looked for first: whoever has just made both has filled the file before it was copied.
    let mustBeThere = beginsAnew ? false : try hasBackup()
    let status = try FileStatus.of(path)
    if mustBeThere, status?.size ?? 0 == 0 {
      throw Failure(loss(status == nil ? .missing : .empty, hasCopy: true))
    }
    if let folder = Path.parent(of: path) {
      if let failure = refusal(folder) { throw failure }
      try files.createFolder(folder, permissions: 0o700)
      try files.createPrivately(path)
    }
    let connection = try Connection(path: path, mode: .create)
    // Before anything is changed: what a newer program has written stays as it is.
    if try presentFormat(connection) == 0 {
      if mustBeThere { throw Failure(loss(.empty, hasCopy: true)) }
      try connection.execute("PRAGMA application_id = \(UserDatabase.application)")
    }
    try connection.setPragma("journal_mode", to: "wal")
    try connection.setPragma("synchronous", to: "full", expecting: "2")
    return connection
  }

  /// Each statement makes what is not there yet; the names of `push_state` are domains, and nothing
  /// for the file itself, whose sequence is a number drawn by lot; `push_forgotten` holds the highest
  /// sequence of a deletion that is no longer among the records.
  static let schema = """
    CREATE TABLE IF NOT EXISTS pushed (
      domain TEXT NOT NULL,
      id BLOB NOT NULL,
      record TEXT,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (domain, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS pushed_in_order ON pushed (domain, sequence);
    CREATE INDEX IF NOT EXISTS pushed_deleted ON pushed (domain, sequence) WHERE record IS NULL;
    CREATE TABLE IF NOT EXISTS push_state (
      domain TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS push_forgotten (
      domain TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS push_declaration (
      domain TEXT PRIMARY KEY,
      version INTEGER NOT NULL,
      fingerprint TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS client_state (
      domain TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (domain, name)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = \(format);
    """
}
