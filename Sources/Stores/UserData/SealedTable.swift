import FileHandles
import FootlightPlatform

/// A table of `user.sqlite`, each row of which carries a checksum of itself in its last column.
///
/// SQLite notices a page that makes no sense, but not a letter that is another one; and what this file
/// holds cannot be derived again.
struct SealedTable: Sendable {
  /// A value as it is stored.
  enum Value: Sendable {
    case integer(Int64?)
    case text(String?)
    case bytes([UInt8])
  }

  let name: String
  /// A row of it, for messages.
  let row: String
  /// The columns with their types, without the checksum.
  let columns: [(name: String, type: String)]
  let key: String
  /// SQL of the indexes, by name.
  var indexes: [String: String] = [:]

  /// The columns with the checksum, as ``check(_:)`` wants them selected.
  var list: String { (columns.map(\.name) + ["sum"]).joined(separator: ", ") }

  var schema: String {
    let columns = columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    let indexes = indexes.sorted { $0.key < $1.key }.map { name, rest in
      "CREATE \(rest.hasPrefix("UNIQUE") ? "UNIQUE " : "")INDEX IF NOT EXISTS \(name) ON \(self.name) "
        + (rest.hasPrefix("UNIQUE ") ? String(rest.dropFirst(7)) : rest) + ";"
    }
    return """
      CREATE TABLE IF NOT EXISTS \(name) (\(columns), sum INTEGER NOT NULL, PRIMARY KEY (\(key)))
        STRICT, WITHOUT ROWID;
      """ + indexes.joined(separator: "\n")
  }

  /// Writes a row in place of the one with its key.
  ///
  /// - Parameter keepsOther: leaves a row that is there as it is.
  func write(
    _ values: [Value], _ connection: borrowing Connection, keepsOther: Bool = false
  ) throws(Failure) {
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    let statement = try connection.statement(
      "INSERT OR \(keepsOther ? "IGNORE" : "REPLACE") INTO \(name) (\(list)) VALUES (\(marks))")
    var row = ByteArena(capacity: 256)
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let number):
        try statement.bind(number, at: index + 1)
        SealedTable.add(number, to: &row)
      case .text(let text):
        try statement.bind(text, at: index + 1)
        let start = SealedTable.begin(text == nil ? .null : .text, &row)
        if let text { row.append(text) }
        SealedTable.end(start, &row)
      case .bytes(let bytes):
        try statement.bind(bytes, at: index + 1)
        let start = SealedTable.begin(.blob, &row)
        row.append(bytes)
        SealedTable.end(start, &row)
      }
    }
    try statement.bind(sum(of: row), at: values.count + 1)
    try statement.run()
  }

  /// What `body` makes of the rows that the end of a statement selects, each compared with its checksum.
  func rows<Value>(
    _ condition: String, binding values: [any SQLiteValue], in connection: borrowing Connection,
    _ body: (borrowing Statement) -> Value
  ) throws(Failure) -> [Value] {
    let statement = try connection.statement(
      "SELECT \(list) FROM \(name) \(condition)", binding: values)
    var found: [Value] = []
    while try statement.step() {
      try check(statement)
      found.append(body(statement))
    }
    return found
  }

  /// The same with values one by one.
  func rows<Value>(
    _ condition: String, _ values: any SQLiteValue..., in connection: borrowing Connection,
    _ body: (borrowing Statement) -> Value
  ) throws(Failure) -> [Value] {
    try rows(condition, binding: values, in: connection, body)
  }

  /// The number that a table of numbers keeps for a domain; nil where there is none.
  func number(of domain: String, in connection: borrowing Connection) throws(Failure) -> Int64? {
    try rows("WHERE domain = ?", domain, in: connection) { $0.int64(1) }.first
  }

  /// Compares the present row of a statement, which selects ``list``, with its checksum.
  ///
  /// - Throws: `index.user-data-damaged`.
  func check(_ statement: borrowing Statement) throws(Failure) {
    guard !isWhole(statement) else { return }
    throw Failure(
      .userDataDamaged, "\(UserDatabase.fileName) is damaged: \(row) differs from its checksum",
      at: SourceLocation(file: statement.path),
      remedy: "run `footlight history restore-copy`, or put a copy of the file in its place")
  }

  /// Whether the present row of such a statement is as it was written.
  func isWhole(_ statement: borrowing Statement) -> Bool {
    var row = ByteArena(capacity: 256)
    for column in columns.indices {
      let type = statement.type(column)
      guard type != .integer else {
        SealedTable.add(statement.int64(column), to: &row)
        continue
      }
      let start = SealedTable.begin(type, &row)
      if type == .text { statement.text(column, into: &row) }
      if type == .blob { statement.blob(column, into: &row) }
      SealedTable.end(start, &row)
    }
    return statement.type(columns.count) == .integer
      && statement.int64(columns.count) == sum(of: row)
  }

  private func sum(of row: borrowing ByteArena) -> Int64 {
    Int64(bitPattern: ByteArena.mix(row.hash(row.all), ByteArena(name).hash(ByteArena(name).all)))
  }

  private static func add(_ number: Int64?, to row: inout ByteArena) {
    let start = begin(number == nil ? .null : .integer, &row)
    if let number { row.append(littleEndian: number) }
    end(start, &row)
  }

  /// Writes the type first: a text is never taken for a number.
  ///
  /// The size and the value follow it.
  private static func begin(_ type: ColumnType, _ row: inout ByteArena) -> Int {
    let code: UInt8 =
      switch type {
      case .null: 0
      case .integer: 1
      case .real: 2
      case .text: 3
      case .blob: 4
      }
    row.append(code)
    return row.count
  }

  private static func end(_ start: Int, _ row: inout ByteArena) {
    row.append(littleEndian: UInt64(row.count - start))
  }
}

/// The tables of `user.sqlite`.
extension SealedTable {
  static let all = [
    pushed, pushState, pushProof, pushForgotten, pushDeclaration, clientState, activity, pick,
    query, key,
  ]

  /// Records as programs pushed them; those that were deleted stay without one until an index covers it.
  static let pushed = SealedTable(
    name: "pushed", row: "a pushed record",
    columns: [
      ("domain", "TEXT NOT NULL"), ("id", "BLOB NOT NULL"), ("record", "TEXT"),
      ("sequence", "INTEGER NOT NULL"),
    ], key: "domain, id",
    indexes: [
      "pushed_in_order": "(domain, sequence)",
      "pushed_deleted": "(domain, sequence) WHERE record IS NULL",
    ])

  /// The number of the last push into each domain; under no name that of the file itself, drawn by lot.
  static let pushState = SealedTable(
    name: "push_state", row: "the number of the last push into a domain",
    columns: [("domain", "TEXT NOT NULL"), ("sequence", "INTEGER NOT NULL")], key: "domain")

  /// A number drawn by lot for each transaction that pushed, by the sequence with which it ended: two
  /// histories of one file that have come equally far have different ones.
  static let pushProof = SealedTable(
    name: "push_proof", row: "the proof of a push",
    columns: [
      ("domain", "TEXT NOT NULL"), ("sequence", "INTEGER NOT NULL"), ("proof", "INTEGER NOT NULL"),
    ], key: "domain, sequence")

  /// The highest sequence of a deletion that is no longer among the records.
  static let pushForgotten = SealedTable(
    name: "push_forgotten", row: "the last deletion that was forgotten",
    columns: [("domain", "TEXT NOT NULL"), ("sequence", "INTEGER NOT NULL")], key: "domain")

  static let pushDeclaration = SealedTable(
    name: "push_declaration", row: "the declaration for which records were pushed",
    columns: [
      ("domain", "TEXT NOT NULL"), ("version", "INTEGER NOT NULL"),
      ("fingerprint", "TEXT NOT NULL"),
    ], key: "domain")

  static let clientState = SealedTable(
    name: "client_state", row: "the state of a program that pushes",
    columns: [("domain", "TEXT NOT NULL"), ("name", "TEXT NOT NULL"), ("state", "TEXT NOT NULL")],
    key: "domain, name")

  static let activity = SealedTable(
    name: "activity", row: "a visit or a star",
    columns: [
      ("domain", "TEXT NOT NULL"), ("id", "BLOB NOT NULL"), ("url", "TEXT NOT NULL"),
      ("type", "TEXT NOT NULL"), ("title", "TEXT NOT NULL"), ("details", "TEXT NOT NULL"),
      ("keywords", "TEXT NOT NULL"), ("data", "TEXT NOT NULL"), ("required", "TEXT NOT NULL"),
      ("identifier", "TEXT NOT NULL"), ("excluded", "INTEGER NOT NULL"),
      ("weak", "INTEGER NOT NULL"), ("expires", "INTEGER"), ("strength", "INTEGER NOT NULL"),
      ("day", "INTEGER NOT NULL"), ("starred", "INTEGER NOT NULL"), ("first", "INTEGER NOT NULL"),
      ("last", "INTEGER"), ("sequence", "INTEGER NOT NULL"), ("spent", "INTEGER"),
    ], key: "domain, id",
    indexes: ["activity_identifier": "(identifier) WHERE identifier <> ''"])

  /// The queries after which something was picked.
  static let pick = SealedTable(
    name: "activity_pick", row: "a query after which something was picked",
    columns: [
      ("domain", "TEXT NOT NULL"), ("id", "BLOB NOT NULL"), ("query", "TEXT NOT NULL"),
      ("strength", "INTEGER NOT NULL"), ("day", "INTEGER NOT NULL"),
    ], key: "domain, id, query")

  /// The queries that were asked; nothing tells by whom.
  static let query = SealedTable(
    name: "asked_query", row: "a query that was asked",
    columns: [
      ("query", "TEXT NOT NULL"), ("asked", "INTEGER NOT NULL"), ("hits", "INTEGER NOT NULL"),
      ("picks", "INTEGER NOT NULL"), ("day", "INTEGER NOT NULL"),
    ], key: "query")

  static let key = SealedTable(
    name: "access_key", row: "a key",
    columns: [
      ("name", "TEXT NOT NULL"), ("hash", "TEXT NOT NULL"), ("actions", "TEXT NOT NULL"),
      ("domains", "TEXT NOT NULL"), ("expires", "INTEGER"), ("created", "INTEGER NOT NULL"),
      ("place", "TEXT"),
    ], key: "name", indexes: ["access_key_hash": "UNIQUE (hash)"])
}
