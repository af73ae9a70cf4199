public import FootlightDiagnostics
public import FootlightPlatform
import SQLiteHandles

/// `user.sqlite`: what cannot be derived again; no wipe touches it.
public struct UserData: Sendable {
  /// The name of the file.
  public static let fileName = "user.sqlite"
  static let format = 4
  /// The first format with pushed records.
  static let firstWithPushes = 3

  private let path: String
  private let files: FileOperations

  /// Names the file; nothing is opened or made yet.
  public init(path: String, files: FileOperations = .system) {
    self.path = path
    self.files = files
  }

  /// Whether a declaration may read outside its folder and run its program: it was allowed to, and is still the same.
  public func allows(_ domain: String, hash: String) throws(Failure) -> Bool {
    try reading(false, since: 1) { (connection) throws(Failure) in
      try allows(domain, hash, connection)
    }
  }

  /// Reads the file; `missing` where there is none, or none with tables of a format.
  func reading<Result>(
    _ missing: Result, since format: Int = UserData.firstWithPushes,
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard try FileStatus.of(path) != nil else { return missing }
    let connection = try openForReading()
    guard try presentFormat(connection) >= format else { return missing }
    return try body(connection)
  }

  /// The format of the tables that are there; 0 when there are none.
  ///
  /// - Throws: `index.newer`: another program knows what they mean.
  func presentFormat(_ connection: borrowing Connection) throws(Failure) -> Int {
    let present = try Int(connection.pragma("user_version") ?? "") ?? 0
    guard present <= UserData.format else {
      throw Failure(
        .indexNewer,
        """
        \(UserData.fileName) has format \(present), and this program knows formats up to \
        \(UserData.format)
        """,
        at: SourceLocation(file: path),
        remedy: "use the newer program: the file holds what cannot be derived again")
    }
    return present
  }

  private func openForReading() throws(Failure) -> Connection {
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

  private func allows(
    _ domain: String, _ hash: String, _ connection: borrowing Connection
  ) throws(Failure) -> Bool {
    let statement = try connection.statement(
      "SELECT 1 FROM permission WHERE domain = ? AND hash = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(hash, at: 2)
    return try statement.step()
  }

  /// Allows a declaration, as it is now, to read outside its folder and run its program.
  public func allow(_ domain: String, hash: String, now: Int64) throws(Failure) {
    let connection = try openForWriting()
    try connection.transaction { () throws(Failure) in
      try connection.execute(UserData.schema)
      let statement = try connection.statement(
        "INSERT OR REPLACE INTO permission (domain, hash, granted) VALUES (?, ?, ?)")
      try statement.bind(domain, at: 1)
      try statement.bind(hash, at: 2)
      try statement.bind(now, at: 3)
      try statement.run()
    }
  }

  func openForWriting() throws(Failure) -> Connection {
    if let folder = Path.parent(of: path) { try files.createFolder(folder, parents: true) }
    let connection = try Connection(path: path, mode: .create)
    // Before anything is changed: what a newer program has written stays as it is.
    _ = try presentFormat(connection)
    try connection.setPragma("journal_mode", to: "wal")
    try connection.setPragma("synchronous", to: "full", expecting: "2")
    return connection
  }

  /// Each statement makes what is not there yet; the names of `push_state` are domains, and nothing
  /// for the file itself, whose sequence is a number drawn by lot; `push_forgotten` holds the highest
  /// sequence of a deletion that is no longer among the records.
  static let schema = """
    CREATE TABLE IF NOT EXISTS permission (
      domain TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      granted INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
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
