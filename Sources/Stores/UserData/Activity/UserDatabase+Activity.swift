package import FootlightDiagnostics
import SQLiteHandles

extension UserDatabase {
  /// The tables of activity: made when there is some, so that their format is no business of the others.
  static let activitySchema = """
    CREATE TABLE IF NOT EXISTS activity (
      domain TEXT NOT NULL,
      id BLOB NOT NULL,
      url TEXT NOT NULL,
      type TEXT NOT NULL,
      title TEXT NOT NULL,
      details TEXT NOT NULL,
      keywords TEXT NOT NULL,
      data TEXT NOT NULL,
      required TEXT NOT NULL,
      identifier TEXT NOT NULL,
      excluded INTEGER NOT NULL,
      weak INTEGER NOT NULL,
      expires INTEGER,
      strength INTEGER NOT NULL,
      day INTEGER NOT NULL,
      starred INTEGER NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (domain, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS activity_identifier ON activity (identifier)
      WHERE identifier <> '';
    CREATE TABLE IF NOT EXISTS activity_pick (
      domain TEXT NOT NULL,
      id BLOB NOT NULL,
      query TEXT NOT NULL,
      strength INTEGER NOT NULL,
      day INTEGER NOT NULL,
      PRIMARY KEY (domain, id, query)
    ) STRICT, WITHOUT ROWID;
    """

  /// All that is recorded; nothing where nothing was.
  package func activity() throws(Failure) -> [ActivityRecord] {
    try reading([], since: 1) { (connection) throws(Failure) in
      guard try ActivityTables.exist(connection) else { return [] }
      return try connection.transaction(.deferred) { () throws(Failure) in
        try ActivityTables.records(connection)
      }
    }
  }

  /// Changes what is recorded, in one transaction, durable on return; waits for others, never for an
  /// indexer.
  package func changeActivity<Result>(
    _ body: (borrowing ActivityChange) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let change = ActivityChange(connection: try openForWriting())
    return try change.connection.transaction { () throws(Failure) in
      try change.connection.execute(UserDatabase.schema)
      try change.connection.execute(UserDatabase.activitySchema)
      return try body(change)
    }
  }
}

/// A transaction that changes what is recorded.
package struct ActivityChange: ~Copyable {
  let connection: Connection

  /// All that is recorded.
  package func records() throws(Failure) -> [ActivityRecord] {
    try ActivityTables.records(connection)
  }

  /// What is recorded of one thing.
  package func record(_ domain: String, _ id: String) throws(Failure) -> ActivityRecord? {
    try ActivityTables.record(domain, id, connection)
  }

  /// The number of the next use.
  package func nextSequence() throws(Failure) -> Int64 {
    let statement = try connection.statement("SELECT max(sequence) FROM activity")
    guard try statement.step() else { return 1 }
    return statement.int64(0) &+ 1
  }

  /// Stores what is known of one thing, in place of what was.
  package func store(_ record: ActivityRecord) throws(Failure) {
    try ActivityTables.store(record, connection)
  }

  /// Forgets one thing.
  package func forget(_ domain: String, _ id: String) throws(Failure) {
    try ActivityTables.forget(domain, id, connection)
  }

  /// Forgets what has no class, star or data any more, and pages that have ended.
  package func purge(now: Int64) throws(Failure) {
    let today = ActivityStrength.day(of: now)
    let statement = try connection.statement(
      """
      SELECT domain, id FROM activity
      WHERE starred = 0 AND (data = '' AND day < ?1 OR expires <= ?2)
      """)
    // What was used in the last thirty days has a class.
    try statement.bind(today - 29, at: 1)
    try statement.bind(now, at: 2)
    var suspects: [(String, String)] = []
    while try statement.step() {
      suspects.append((statement.text(0), String(decoding: statement.bytes(1), as: UTF8.self)))
    }
    for (domain, id) in suspects {
      guard let record = try record(domain, id) else { continue }
      if record.isSpent(now: now) || record.isPage && record.hasExpired(now: now) {
        try forget(domain, id)
      }
    }
  }
}

extension ActivityChange {
  /// Takes a persistent id from whatever else has it: it means one thing.
  package func release(_ identifier: String, for record: ActivityRecord) throws(Failure) {
    let statement = try connection.statement(
      "UPDATE activity SET identifier = '' WHERE identifier = ? AND NOT (domain = ? AND id = ?)")
    try statement.bind(identifier, at: 1)
    try statement.bind(record.domain, at: 2)
    try statement.bind(Array(record.id.utf8), at: 3)
    try statement.run()
  }
}
