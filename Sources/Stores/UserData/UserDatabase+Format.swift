import FileHandles
package import FootlightPlatform

/// A key, and the rights of a program that holds it.
public struct AccessKey: Sendable, Hashable {
  /// The name by which people tell keys apart.
  public var name: String
  /// The actions that it allows.
  public var actions: [String]
  /// The domains and groups that it reaches; all when empty.
  public var domains: [String]
  /// When it ends, in seconds since 1970; nil for never.
  public var expires: Int64?
  /// When it was made.
  public var created: Int64

  /// Describes a key.
  public init(
    name: String, actions: [String], domains: [String], expires: Int64?, created: Int64
  ) {
    self.name = name
    self.actions = actions
    self.domains = domains
    self.expires = expires
    self.created = created
  }
}

/// Keys are kept by the hash of their secret alone: whoever reads the file learns none.
extension UserDatabase {
  /// Stores a key; false when its name is taken.
  ///
  /// - Parameter place: where it is accepted: a copy of the file at another place brings none.
  package func addKey(_ key: AccessKey, hash: String, place: String) throws(Failure) -> Bool {
    try writing { (connection) throws(Failure) in
      try connection.transaction { () throws(Failure) in
        try prepare(connection)
        try SealedTable.key.write(
          [
            .text(key.name), .text(hash), .text(key.actions.joined(separator: " ")),
            .text(key.domains.joined(separator: " ")), .integer(key.expires),
            .integer(key.created), .text(place),
          ], connection, keepsOther: true)
        return connection.changes > 0
      }
    }
  }

  /// Deletes the key of a name, also from the last copy of the file; false when there is none.
  package func deleteKey(_ name: String) throws(Failure) -> Bool {
    guard try accessKeys().contains(where: { $0.name == name }) else { return false }
    let isDeleted = try writing { (connection) throws(Failure) in
      try prepare(connection)
      try connection.run("DELETE FROM access_key WHERE name = ?", name)
      return connection.changes > 0
    }
    try forgetInBackup()
    return isDeleted
  }

  /// All keys, by name.
  package func accessKeys() throws(Failure) -> [AccessKey] {
    try keys("ORDER BY name", []).map(\.key)
  }

  /// The keys that were made for a place, each by the hash of its secret.
  package func accessKeys(ofPlace place: String) throws(Failure) -> [String: AccessKey] {
    let keys = try keys("WHERE place = ?", [place]).map { ($0.hash, $0.key) }
    return Dictionary(keys) { first, _ in first }
  }

  private func keys(
    _ condition: String, _ values: [any SQLiteValue]
  ) throws(Failure) -> [(hash: String, key: AccessKey)] {
    try reading([]) { (connection) throws(Failure) in
      try SealedTable.key.rows(condition, binding: values, in: connection) { row in
        let key = AccessKey(
          name: row.text(0), actions: words(row.text(2)), domains: words(row.text(3)),
          expires: row.isNull(4) ? nil : row.int64(4), created: row.int64(5))
        return (row.text(1), key)
      }
    }
  }
}

private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

/// The tables are all made at once, and brought to the present format by the first who may write.
extension UserDatabase {
  static let format = 6

  /// Makes the tables, within a transaction; what an earlier program has stored is taken over as it is.
  func prepare(_ connection: borrowing Connection) throws(Failure) {
    guard try presentFormat(connection) < UserDatabase.format else { return }
    for table in SealedTable.all {
      let before = table.name + "_before"
      let known = try columns(of: table.name, connection)
      if !known.isEmpty {
        for index in table.indexes.keys.sorted() {
          try connection.execute("DROP INDEX IF EXISTS \(index)")
        }
        try connection.execute("ALTER TABLE \(table.name) RENAME TO \(before)")
      }
      try connection.execute(table.schema)
      guard !known.isEmpty else { continue }
      let list = table.columns.map { known.contains($0.name) ? $0.name : "NULL" }
      let rows = try connection.statement(
        "SELECT \(list.joined(separator: ", ")) FROM \(before)")
      while try rows.step() { try table.write(table.values(rows), connection) }
      try connection.execute("DROP TABLE \(before)")
    }
    try proveLastPushes(connection)
    try placeKeys(connection)
    try connection.execute("PRAGMA user_version = \(UserDatabase.format)")
  }

  /// Draws a proof for the last push into each domain: an earlier program has stored none, and without one no
  /// index could tell that it covers the push.
  private func proveLastPushes(_ connection: borrowing Connection) throws(Failure) {
    let rows = try connection.statement(
      "SELECT \(SealedTable.pushState.list) FROM push_state WHERE domain <> ''")
    while try rows.step() {
      try SealedTable.pushProof.write(
        [.text(rows.text(0)), .integer(rows.int64(1)), .integer(Int64.random(in: 1...Int64.max))],
        connection, keepsOther: true)
    }
  }

  /// Binds keys of an earlier program, which knew no places, to the place where the file is upgraded.
  private func placeKeys(_ connection: borrowing Connection) throws(Failure) {
    let table = SealedTable.key
    var keys: [[SealedTable.Value]] = []
    do {
      let rows = try connection.statement(
        "SELECT \(table.list) FROM \(table.name) WHERE place IS NULL")
      while try rows.step() { keys.append(table.values(rows)) }
    }
    guard !keys.isEmpty, let place = try place() else { return }
    for key in keys { try table.write(key.dropLast() + [.text(place)], connection) }
  }

  private func columns(
    of table: String, _ connection: borrowing Connection
  ) throws(Failure) -> Set<String> {
    let statement = try connection.statement("SELECT name FROM pragma_table_info(?)", table)
    var names: Set<String> = []
    while try statement.step() { names.insert(statement.text(0)) }
    return names
  }

  /// Brings a file of an earlier program to the present format.
  ///
  /// - Throws: `index.read-only` where this user may not write it.
  func upgrade() throws(Failure) {
    do throws(Failure) {
      let connection = try openForWriting()
      try connection.transaction { () throws(Failure) in try prepare(connection) }
    } catch {
      guard
        error.concerns([.userDataReadOnly, .sqliteCannotOpen, .sqliteReadOnly, .fileForbidden])
      else {
        throw error
      }
      throw Failure(
        .userDataOld,
        "\(UserDatabase.fileName) is of an earlier version, and this user may not write it",
        at: SourceLocation(file: path),
        remedy: "let somebody who may write there run `footlight status` once")
    }
  }

  /// Compares every row with its checksum; says what is wrong, nil for nothing.
  func damagedRow(_ connection: borrowing Connection) throws(Failure) -> String? {
    guard try presentFormat(connection) == UserDatabase.format else { return nil }
    for table in SealedTable.all {
      let rows = try connection.statement("SELECT \(table.list) FROM \(table.name)")
      while try rows.step() {
        if !table.isWhole(rows) { return "\(table.row) differs from its checksum" }
      }
    }
    return nil
  }
}

extension SealedTable {
  /// The present row of a statement that selects the columns, as values to write.
  fileprivate func values(_ row: borrowing Statement) -> [Value] {
    columns.indices.map { column in
      switch row.type(column) {
      case .integer: .integer(row.int64(column))
      case .blob: .bytes(row.bytes(column))
      case .null: .text(nil)
      case .text, .real: .text(row.text(column))
      }
    }
  }
}
