public import FootlightDiagnostics
public import FootlightPlatform
import SQLiteHandles

/// `user.sqlite`: what cannot be derived again; no wipe touches it.
public struct UserData: Sendable {
  /// The name of the file.
  public static let fileName = "user.sqlite"
  private static let format = 1

  private let path: String
  private let files: FileOperations

  /// Names the file; nothing is opened or made yet.
  public init(path: String, files: FileOperations = .system) {
    self.path = path
    self.files = files
  }

  /// Whether a declaration may read outside its folder and run its program: it was allowed to, and is still the same.
  public func allows(_ domain: String, hash: String) throws(Failure) -> Bool {
    guard try FileStatus.of(path) != nil else { return false }
    do throws(Failure) {
      return try allows(domain, hash, Connection(path: path, mode: .readOnly))
    } catch {
      // As for the catalog: where nobody can write, nobody does.
      guard error.concerns([.sqliteCannotOpen, .sqliteReadOnly, .fileForbidden]),
        try FileStatus.of(path + "-wal") == nil
      else { throw error }
      return try allows(domain, hash, Connection(path: path, mode: .immutable))
    }
  }

  private func allows(
    _ domain: String, _ hash: String, _ connection: borrowing Connection
  ) throws(Failure) -> Bool {
    guard try connection.pragma("user_version") != "0" else { return false }
    let statement = try connection.statement(
      "SELECT 1 FROM permission WHERE domain = ? AND hash = ?")
    try statement.bind(domain, at: 1)
    try statement.bind(hash, at: 2)
    return try statement.step()
  }

  /// Allows a declaration, as it is now, to read outside its folder and run its program.
  public func allow(_ domain: String, hash: String, now: Int64) throws(Failure) {
    if let folder = Path.parent(of: path) { try files.createFolder(folder, parents: true) }
    let connection = try Connection(path: path, mode: .create)
    try connection.setPragma("journal_mode", to: "wal")
    try connection.setPragma("synchronous", to: "full", expecting: "2")
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

  private static let schema = """
    CREATE TABLE IF NOT EXISTS permission (
      domain TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      granted INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = \(format);
    """
}
