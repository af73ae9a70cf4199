import FootlightDiagnostics
import SQLiteHandles

/// `catalog.sqlite`: all derived state that changes, above all which generation of each domain is
/// live.
///
/// Readers and the one indexer meet here and nowhere else.
struct Catalog: ~Copyable {
  /// The format of the tables below; another number is another program's index.
  static let format = 2
  /// The name of the file.
  static let fileName = "catalog.sqlite"

  let connection: Connection

  /// What an opened catalog turned out to be.
  enum Condition {
    /// Its tables are there.
    case ready
    /// It was created, but its tables were not: killed in between, or not there yet.
    case blank
  }

  private init(_ connection: consuming Connection) {
    self.connection = connection
  }

  /// Opens the catalog for reading: in WAL mode, or as a file that nobody changes.
  static func forReading(_ path: String, isImmutable: Bool) throws(Failure) -> Catalog {
    Catalog(try Connection(path: path, mode: isImmutable ? .immutable : .readOnly))
  }

  /// Opens the catalog for the indexer; makes it when there is none.
  ///
  /// A commit must be on the disk before the generation that it replaces is deleted: hence
  /// `synchronous = full`.
  static func forWriting(_ path: String) throws(Failure) -> Catalog {
    let catalog = Catalog(try Connection(path: path, mode: .create))
    try catalog.connection.setPragma("journal_mode", to: "wal")
    try catalog.connection.setPragma("synchronous", to: "full", expecting: "2")
    if try catalog.condition() == .blank {
      try catalog.connection.transaction { () throws(Failure) in
        try catalog.connection.execute(Catalog.schema)
      }
    } else if try catalog.storedFormat() < 2 {
      try catalog.connection.transaction { () throws(Failure) in
        try catalog.connection.execute(
          """
          ALTER TABLE domain ADD COLUMN synonyms TEXT NOT NULL DEFAULT '';
          PRAGMA user_version = \(Catalog.format);
          """)
      }
    }
    return catalog
  }

  /// Whether the tables are there; a catalog of another format is a failure.
  func condition() throws(Failure) -> Condition {
    let format = try storedFormat()
    guard format != 0 else { return .blank }
    guard format <= Catalog.format else {
      throw Failure(
        .indexNewer,
        "the index has format \(format), and this program knows formats up to \(Catalog.format)",
        at: SourceLocation(file: connection.path),
        remedy: "use the newer program, or delete the folder of the index and sync again")
    }
    return .ready
  }

  /// The format of the tables that are there; 0 when there are none.
  func storedFormat() throws(Failure) -> Int {
    try Int(connection.pragma("user_version") ?? "") ?? 0
  }

  /// Grows whenever somebody else has committed.
  ///
  /// SQLite: PRAGMA data_version.
  func changeCounter() throws(Failure) -> Int {
    let statement = try connection.statement("PRAGMA data_version")
    return try statement.step() ? statement.int(0) : 0
  }

  private static let schema = """
    CREATE TABLE IF NOT EXISTS domain (
      name TEXT PRIMARY KEY,
      generation INTEGER NOT NULL,
      label TEXT NOT NULL,
      weight INTEGER NOT NULL,
      version INTEGER NOT NULL,
      fingerprint TEXT NOT NULL,
      items INTEGER NOT NULL,
      terms INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      records INTEGER NOT NULL,
      bad_records INTEGER NOT NULL,
      inserted INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      deleted INTEGER NOT NULL,
      seconds REAL NOT NULL,
      built INTEGER NOT NULL,
      source_stamp TEXT NOT NULL,
      source_fresh INTEGER NOT NULL,
      source_digest INTEGER NOT NULL,
      declaration BLOB NOT NULL,
      watched BLOB NOT NULL,
      synonyms TEXT NOT NULL DEFAULT ''
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS counter (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 1179602804;
    PRAGMA user_version = \(format);
    """
}
