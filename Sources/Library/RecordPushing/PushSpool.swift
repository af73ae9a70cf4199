import FileHandles
import FootlightPlatform

/// The steps of a push before they are stored: in a private file when they are many, gone when the process is.
struct PushSpool: ~Copyable {
  /// The action on a record.
  enum Action: Int {
    case put
    case merge
    case delete
  }

  /// One step of a push.
  struct Entry {
    var domain: String
    var action: Action
    var id: String
    var json: String?
    /// The line of the input, for messages.
    var line: Int
    /// Its place among the steps, from 1; given when it is read.
    var number = 0
    /// Whether no later step is about the same record, where that is asked for.
    var isLast = true
  }

  private let connection: Connection
  /// How many steps there are.
  private(set) var count = 0
  /// Whether some of them bring parts of records.
  private(set) var merges = false
  /// Why a step could not be added: nobody knows which of the earlier ones are still there.
  private var failure: Failure?

  init() throws(Failure) {
    try self.init(Connection.temporary())
  }

  /// Keeps the steps in an empty database.
  init(_ connection: consuming Connection) throws(Failure) {
    self.connection = try PushSpool.prepared(connection)
  }

  private static func prepared(_ connection: consuming Connection) throws(Failure) -> Connection {
    // Without a journal SQLite can take nothing back, as on a full disk.
    try connection.setPragma("journal_mode", to: "off")
    try connection.execute(
      """
      CREATE TABLE step (
        number INTEGER PRIMARY KEY, domain TEXT, action INTEGER, id BLOB, json TEXT, line INTEGER
      ) STRICT;
      BEGIN;
      """)
    return connection
  }

  /// Adds a step; when that fails the spool is useless, and every later call fails as this one did.
  mutating func add(_ entry: Entry) throws(Failure) {
    try check()
    do throws(Failure) {
      try insert(entry)
    } catch {
      failure = error
      throw error
    }
    count += 1
    if entry.action == .merge { merges = true }
  }

  private func check() throws(Failure) {
    if let failure { throw failure }
  }

  private func insert(_ entry: Entry) throws(Failure) {
    try connection.run(
      "INSERT INTO step (domain, action, id, json, line) VALUES (?, ?, ?, ?, ?)", entry.domain,
      entry.action.rawValue, Array(entry.id.utf8), entry.json, entry.line)
  }

  /// Forgets the steps from a number on.
  mutating func truncate(to kept: Int) throws(Failure) {
    try check()
    try connection.run("DELETE FROM step WHERE number > ?", kept)
    count = kept
  }

  /// Makes what finding out which steps decide needs.
  func prepareToFindLast() throws(Failure) {
    try check()
    try connection.execute("CREATE INDEX IF NOT EXISTS step_by_id ON step (domain, id, number)")
  }

  /// Calls `body` with each step, in their order.
  ///
  /// - Parameter findsLast: whether it is found out which steps decide: no later one is about their record.
  func forEach(
    findsLast: Bool = false, _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    try check()
    if findsLast { try prepareToFindLast() }
    let later =
      "SELECT 1 FROM step b WHERE b.domain = a.domain AND b.id = a.id AND b.number > a.number"
    let statement = try connection.statement(
      """
      SELECT domain, action, id, json, line, number, \(findsLast ? "NOT EXISTS (\(later))" : "1")
      FROM step a ORDER BY number
      """)
    while try statement.step() {
      try body(
        Entry(
          domain: statement.text(0), action: Action(rawValue: statement.int(1)) ?? .put,
          id: String(decoding: statement.bytes(2), as: UTF8.self),
          json: statement.optionalText(3), line: statement.int(4), number: statement.int(5),
          isLast: statement.int(6) == 1))
    }
  }
}
