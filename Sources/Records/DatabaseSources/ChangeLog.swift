import DeclaredRecords
package import FileHandles
package import FootlightPlatform

/// The log that triggers keep of a table's changes: one row for each key that ever changed, with a
/// sequence number that is higher for every later change.
///
/// An outer `OR IGNORE` or `OR REPLACE` overrules the conflict clauses of statements in a trigger
/// (https://www.sqlite.org/lang_createtrigger.html), so that nothing in the log can conflict: a key
/// is inserted, and then its older rows are deleted. The newest row of the log always stays, so that
/// no sequence number comes twice; AUTOINCREMENT would not do, because a statement that ends with
/// `OR FAIL` keeps its rows and forgets how far it has counted. Rows that REPLACE removes fire no delete trigger unless `recursive_triggers` is on:
/// triggers before the change log what stands where the new row wants to be, by every unique index.
struct ChangeLog: Sendable, Hashable {
  /// The table whose changes are logged, and the column of its keys.
  let table: String
  let key: String
  /// The table that holds the log; its index and its triggers have the same name, a colon, which no
  /// domain's name holds, and more.
  let name: String

  init(table: String, key: String, domain: String) {
    self.table = table
    self.key = key
    name = ChangeLog.name(domain)
  }

  static func name(_ domain: String) -> String { "footlight_changes_\(domain)" }

  /// The endings of the triggers' names.
  static let endings = [
    "before_insert", "before_update", "after_insert", "after_update", "after_delete",
  ]

  /// The state of the log of a table.
  enum State: Sendable, Hashable {
    /// Every change since the installation is in it.
    case complete(Position)
    /// It is not installed, or not as the table needs it now; the text says which.
    case missing(String)
    /// No triggers could log all changes of this table; the text says why.
    case impossible(String)
  }

  /// A place in the log.
  struct Position: Sendable, Hashable {
    /// The installation, as hexadecimal digits.
    var epoch: String
    /// The table as it was made and altered: a column more changes records without a trigger.
    var shape: UInt64
    var sequence: Int64
    /// The database, by device and inode: one that was put back from a copy is another one.
    var file = ""
    /// Its rows from the last milestone on: they tell this history from another one that began with the same rows,
    /// such as that of a copy that was put back and changed again.
    var tail: [Row] = []
  }

  /// A row of the log, with a hash of its key and the number that was drawn by lot for it.
  struct Row: Sendable, Hashable {
    var sequence: Int64
    var key: UInt64
    var proof: Int64
  }

  /// Every so many changes a row stays for good: a milestone of its history.
  static let milestone: Int64 = 64

  /// The SQL that makes the log, by name.
  var tables: [String: String] {
    // Keys have no type of their own here: they keep that of the column.
    [
      name: "CREATE TABLE \(Quoting.sql(name))(sequence INTEGER PRIMARY KEY, key, proof)",
      "\(name):key": "CREATE INDEX \(Quoting.sql("\(name):key")) ON \(Quoting.sql(name))(key)",
    ]
  }

  /// The SQL of the triggers, by name.
  func triggers(_ shape: TableShape) -> [String: String] {
    var victims: [String] = []
    let alias = "footlight_row"
    if let row = shape.rowName { victims.append("\(alias).\(row) = NEW.\(row)") }
    for index in shape.indexes {
      var terms = index.parts.map { part in
        let value = "NEW.\(Quoting.sql(part.column))"
        // The triggers see the row as it was asked for, before REPLACE puts a default in place of NULL.
        let replaced = part.replacement.map { "ifnull(\(value), (\($0)\n))" } ?? value
        return
          "\(alias).\(Quoting.sql(part.column)) COLLATE \(Quoting.sql(part.collation)) = \(replaced)"
      }
      if let condition = index.condition { terms.append("(\(condition)\n)") }
      victims.append(terms.joined(separator: " AND "))
    }
    // A unique index has one row at most that stands in the way: the newest row of the log is its.
    let older =
      "AND sequence BETWEEN 1 AND (SELECT max(sequence) FROM \(Quoting.sql(name))) - 1 "
      + "AND sequence % \(ChangeLog.milestone) <> 0"
    let before = victims.map { condition in
      // The plus takes the column's affinity away, with which no index of the log would be used.
      let rows = "FROM \(Quoting.sql(table)) AS \(alias) WHERE \(condition)"
      return
        "INSERT INTO \(Quoting.sql(name))(key, proof) SELECT \(alias).\(Quoting.sql(key)), random() \(rows) "
        + "AND \(alias).\(Quoting.sql(key)) IS NOT NULL; "
        + "DELETE FROM \(Quoting.sql(name)) WHERE key IN (SELECT +\(alias).\(Quoting.sql(key)) \(rows)) "
        + "\(older);"
    }.joined(separator: " ")
    func log(_ row: String) -> String {
      let value = "\(row).\(Quoting.sql(key))"
      return
        "INSERT INTO \(Quoting.sql(name))(key, proof) SELECT \(value), random() WHERE \(value) IS NOT NULL; "
        + "DELETE FROM \(Quoting.sql(name)) WHERE key = +\(value) \(older);"
    }
    let bodies = [
      "before_insert": before, "before_update": before, "after_insert": log("NEW"),
      "after_update": log("OLD") + " " + log("NEW"), "after_delete": log("OLD"),
    ]
    var made: [String: String] = [:]
    for (ending, body) in bodies where !body.isEmpty {
      let event = ending.split(separator: "_").joined(separator: " ").uppercased()
      let trigger = "\(name):\(ending)"
      made[trigger] =
        "CREATE TRIGGER \(Quoting.sql(trigger)) \(event) ON \(Quoting.sql(table)) BEGIN \(body) END"
    }
    return made
  }

  /// Reads the state of the log; in the transaction in which the records are read, it belongs to them.
  ///
  /// - Throws: `source.setting` when there is no such table.
  func state(_ connection: borrowing Connection) throws(Failure) -> State {
    guard let shape = try TableShape(table, key: key, connection) else {
      throw Failure(.sourceSetting, "the database has no table `\(table)`")
    }
    if let obstacle = shape.obstacle { return .impossible(obstacle) }
    let schema = try connection.statement(
      "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index', 'trigger') "
        + "AND substr(name, 1, length(?1)) = ?1", name)
    var found: [String: String] = [:]
    while try schema.step() { found[schema.text(0)] = schema.text(1) }
    guard found[name] != nil else {
      return .missing("changes of `\(table)` are not logged")
    }
    let needed = triggers(shape)
    let isExact =
      (needed.merging(tables) { first, _ in first }).allSatisfy { found[$0.key] == $0.value }
      && ChangeLog.endings.allSatisfy { ending in
        found["\(name):\(ending)"] == nil || needed["\(name):\(ending)"] != nil
      }
    guard isExact else {
      return .missing("the triggers on `\(table)` are not those that it needs now")
    }
    let position = try connection.statement(
      "SELECT hex((SELECT key FROM \(Quoting.sql(name)) WHERE sequence = 0)), "
        + "(SELECT max(sequence) FROM \(Quoting.sql(name)))")
    guard try position.step(), !position.text(0).isEmpty else {
      return .missing("the log of `\(table)` is damaged")
    }
    var bytes = ByteArena()
    bytes.append(shape.sql)
    let sequence = position.int64(1)
    return .complete(
      Position(
        epoch: position.text(0), shape: bytes.hash(bytes.all), sequence: sequence,
        tail: try tail(upTo: sequence, connection)))
  }

  /// The rows from the last milestone up to a place.
  private func tail(
    upTo sequence: Int64, _ connection: borrowing Connection
  ) throws(Failure) -> [Row] {
    let rows = try connection.statement(
      "SELECT sequence, key, proof FROM \(Quoting.sql(name)) WHERE sequence BETWEEN ? AND ? ORDER BY sequence",
      max(1, sequence - sequence % ChangeLog.milestone), sequence)
    var tail: [Row] = []
    while try rows.step() {
      guard let key = SourceKey(rows, column: 1) else { continue }
      tail.append(Row(sequence: rows.int64(0), key: key.hash, proof: rows.int64(2)))
    }
    return tail
  }

  /// Whether the log can have grown out of what it was at a position: it has passed the same milestone, no row up to
  /// the position is another one, and what is gone is among the keys that have changed since.
  ///
  /// With the epoch for the milestone before the first one, whatever another history has changed is met: as a row
  /// with another proof, or as a key to be read.
  func continues(
    _ old: Position, with keys: [SourceKey], _ connection: borrowing Connection
  ) throws(Failure) -> Bool {
    let present = Set(try tail(upTo: old.sequence, connection))
    let known = Set(old.tail)
    guard present.isSubset(of: known) else { return false }
    if old.sequence >= ChangeLog.milestone {
      let milestone = old.sequence - old.sequence % ChangeLog.milestone
      guard present.contains(where: { $0.sequence == milestone }) else { return false }
    }
    let changed = Set(keys.map(\.hash))
    return known.subtracting(present).allSatisfy { changed.contains($0.key) }
  }

  /// How many keys have changed since a place in the log, counted up to a limit and one more.
  func count(
    since sequence: Int64, limit: Int, _ connection: borrowing Connection
  ) throws(Failure) -> Int {
    let count = try connection.statement(
      "SELECT count(*) FROM (SELECT 1 FROM \(Quoting.sql(name)) WHERE sequence > ? LIMIT ?)",
      sequence, max(0, limit) &+ 1)
    return try count.step() ? count.int(0) : 0
  }

  /// The keys that have changed since a place in the log, in the order of their last change.
  func keys(
    since sequence: Int64, _ connection: borrowing Connection
  ) throws(Failure) -> [SourceKey] {
    let statement = try connection.statement(
      "SELECT key FROM \(Quoting.sql(name)) WHERE sequence > ? ORDER BY sequence",
      sequence)
    var keys: [SourceKey] = []
    var seen: Set<SourceKey> = []
    while try statement.step() {
      if let key = SourceKey(statement, column: 0), seen.insert(key).inserted { keys.append(key) }
    }
    return keys
  }
}

extension SourceKey {
  /// A hash of the canonical form.
  var hash: UInt64 {
    var arena = ByteArena(capacity: 64)
    arena.append(bytes)
    return arena.hash(arena.all)
  }

  /// The value of a column; nil when it is NULL.
  init?(_ statement: borrowing Statement, column: Int) {
    switch statement.type(column) {
    case .null: return nil
    case .integer: self.init(statement.int64(column))
    case .real: self.init(statement.double(column))
    case .text:
      var bytes = ByteArena(capacity: 64)
      statement.text(column, into: &bytes)
      self.init(text: bytes.bytes(bytes.all))
    case .blob: self.init(blob: statement.bytes(column))
    }
  }
}

extension SourceKey: SQLiteValue {
  /// Binds it as the value that it stands for.
  package func bind(to statement: borrowing Statement, at parameter: Int) throws(Failure) {
    switch value {
    case .integer(let number): try statement.bind(number, at: parameter)
    case .real(let number): try statement.bind(number, at: parameter)
    case .text(let text): try statement.bind(text: text, at: parameter)
    case .blob(let bytes): try statement.bind(bytes, at: parameter)
    }
  }
}
