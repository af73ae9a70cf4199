package import FileHandles
package import FootlightPlatform

/// `catalog.sqlite`: all derived state that changes, above all which generation of each domain is
/// live.
///
/// Readers and the one indexer meet here and nowhere else.
package struct Catalog: ~Copyable {
  /// The format of the tables below; another number is another program's index.
  static let format = 8
  /// The name of the file.
  static let fileName = "catalog.sqlite"
  /// The application id by which it is told from the databases of others.
  static let application: UInt32 = 1_179_602_804

  package let connection: Connection
  private let files: FileOperations
  /// The shared store that the index is a copy of, if it is one: each change of a domain is published there first.
  var origin: (any CatalogOrigin)?

  /// The state of an opened catalog.
  enum Condition {
    /// Its tables are there.
    case ready
    /// It was created, but its tables were not: killed in between, or not there yet.
    case blank
  }

  private init(_ connection: consuming Connection, _ files: FileOperations) {
    self.connection = connection
    self.files = files
  }

  /// Opens the catalog for reading: in WAL mode, or as a file that nobody changes.
  package static func forReading(_ path: String, isImmutable: Bool) throws(Failure) -> Catalog {
    Catalog(try Connection(path: path, mode: isImmutable ? .immutable : .readOnly), .system)
  }

  /// Whether commits lie beside a catalog that may not be in its file yet.
  package static func hasLog(_ path: String) throws(Failure) -> Bool {
    (try FileStatus.of(path + "-wal")?.size ?? 0) > 0
  }

  /// Opens the catalog for the indexer; makes it when there is none.
  ///
  /// A commit must be on the disk before the generation that it replaces is deleted: hence
  /// `synchronous = full`.
  static func forWriting(
    _ path: String, files: FileOperations = .system
  ) throws(Failure) -> Catalog {
    let catalog = Catalog(try Connection(path: path, mode: .create), files)
    // Deltas are long rows that come and go. Where there are tables already, the first pragma does
    // nothing, and the second would only write that it was.
    let isBlank = try catalog.condition() == .blank
    if isBlank {
      // Before there is a log: a mark in the log would not be seen by who reads the file alone.
      try catalog.connection.setPragma("page_size", to: "16384")
      try catalog.connection.execute("PRAGMA auto_vacuum = incremental")
      try catalog.connection.execute("PRAGMA application_id = \(Catalog.application)")
    }
    try catalog.connection.setPragma("journal_mode", to: "wal")
    try catalog.forceCommits()
    guard isBlank else { return catalog }
    let before = CatalogWitness.read(of: path)
    try catalog.connection.transaction { () throws(Failure) in
      try catalog.connection.execute(Catalog.schema)
      // It goes on after the one that was lost, whose numbers somebody may still know.
      try catalog.raise(Catalog.changesName, to: before?.changes ?? 0)
      try catalog.raise("generation", to: before?.generation ?? 0)
      try catalog.seal()
    }
    return catalog
  }

  /// Opens a catalog that is there for reading alerts, or for noting who was told of them.
  static func forAlerts(_ path: String, _ mode: Connection.Mode) throws(Failure) -> Catalog {
    let catalog = Catalog(try Connection(path: path, mode: mode), .system)
    if mode == .readWrite { try catalog.forceCommits() }
    return catalog
  }

  /// A commit is on the disk when it ends.
  private func forceCommits() throws(Failure) {
    try connection.setPragma("synchronous", to: "full", expecting: "2")
  }

  /// Whether the tables are there; a catalog of another format is a failure.
  func condition() throws(Failure) -> Condition {
    let format = try presentFormat()
    if format == 0 { return .blank }
    if format == Catalog.format { return .ready }
    // Where the rows are sealed as here, the number alone is damaged.
    guard !isSealed() else { throw Catalog.damaged(connection.path) }
    guard format > Catalog.format else {
      throw Failure(
        .indexOlder,
        "the index was written by an earlier version of Footlight, in format \(format); this one has format \(Catalog.format)",
        at: SourceLocation(file: connection.path),
        remedy:
          "run `footlight sync`, which builds the index anew; what was pushed, visited and starred is kept"
      )
    }
    throw Failure(
      .indexNewer,
      "the index has format \(format), and this program knows formats up to \(Catalog.format)",
      at: SourceLocation(file: connection.path),
      remedy: "use the newer program, or name another folder with --index")
  }

  /// Remembers the present state beside the catalog, after a commit.
  func remember() {
    do throws(Failure) {
      try witness().write(of: connection.path, files)
    } catch {}
  }

  /// The format of the tables that are there; 0 when there are none.
  func presentFormat() throws(Failure) -> Int {
    try Int(connection.pragma("user_version") ?? "") ?? 0
  }

  /// Grows whenever somebody else has committed.
  ///
  /// SQLite: PRAGMA data_version.
  func changeCounter() throws(Failure) -> Int {
    let statement = try connection.statement("PRAGMA data_version")
    return try statement.step() ? statement.int(0) : 0
  }

  /// Gives the disk back what deleted deltas took, unless it is less than so many pages.
  ///
  /// SQLite: PRAGMA incremental_vacuum; a catalog that was made without it is written anew once more
  /// than half of it is free.
  func reclaim(from least: Int = 1) throws(Failure) {
    let free = try number("freelist_count")
    guard free >= least else { return }
    if try number("auto_vacuum") == 2 {
      try connection.execute("PRAGMA incremental_vacuum")
    } else if try free * 2 > number("page_count") {
      try connection.execute("VACUUM")
    }
  }

  private func number(_ pragma: String) throws(Failure) -> Int {
    try Int(connection.pragma(pragma) ?? "") ?? 0
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
      synonyms TEXT NOT NULL,
      cursor TEXT NOT NULL,
      doors TEXT NOT NULL,
      identity INTEGER NOT NULL,
      shards BLOB NOT NULL DEFAULT x''
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS delta (
      number INTEGER PRIMARY KEY,
      domain TEXT NOT NULL,
      base INTEGER NOT NULL,
      items INTEGER NOT NULL,
      hiding INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      hidden BLOB NOT NULL,
      words BLOB NOT NULL,
      segment BLOB NOT NULL,
      identity INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS journal (
      domain TEXT NOT NULL,
      key BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      first_seen INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      last_error TEXT NOT NULL,
      tried_at INTEGER NOT NULL,
      retry_at INTEGER NOT NULL,
      digest INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (domain, key)
    ) STRICT, WITHOUT ROWID;
    -- With them the changes that wait are counted without a look at each error.
    CREATE INDEX IF NOT EXISTS journal_attempts
      ON journal (domain, attempts, first_seen, retry_at);
    CREATE INDEX IF NOT EXISTS journal_tried ON journal (domain, tried_at, sequence);
    CREATE TABLE IF NOT EXISTS counter (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = \(application);
    PRAGMA user_version = \(format);
    """
}
