package import FootlightDiagnostics
import SQLiteHandles

/// What a program that holds a key may do over the network.
public struct AccessKey: Sendable, Hashable {
  /// The name by which people tell keys apart.
  public var name: String
  /// What it allows.
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
  private static let keys = """
    CREATE TABLE IF NOT EXISTS access_key (
      name TEXT PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      actions TEXT NOT NULL,
      domains TEXT NOT NULL,
      expires INTEGER,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Stores a key; false when its name is taken.
  package func addKey(_ key: AccessKey, hash: String) throws(Failure) -> Bool {
    let connection = try openForWriting()
    return try connection.transaction { () throws(Failure) in
      try connection.execute(UserDatabase.schema)
      try connection.execute(UserDatabase.keys)
      let statement = try connection.statement(
        """
        INSERT OR IGNORE INTO access_key (name, hash, actions, domains, expires, created)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
      try statement.bind(key.name, at: 1)
      try statement.bind(hash, at: 2)
      try statement.bind(key.actions.joined(separator: " "), at: 3)
      try statement.bind(key.domains.joined(separator: " "), at: 4)
      if let expires = key.expires { try statement.bind(expires, at: 5) }
      try statement.bind(key.created, at: 6)
      try statement.run()
      return connection.changes > 0
    }
  }

  /// Deletes the key of a name; false when there is none.
  package func deleteKey(_ name: String) throws(Failure) -> Bool {
    guard try accessKeys().contains(where: { $0.name == name }) else { return false }
    let connection = try openForWriting()
    let statement = try connection.statement("DELETE FROM access_key WHERE name = ?")
    try statement.bind(name, at: 1)
    try statement.run()
    return connection.changes > 0
  }

  /// All keys, by name.
  package func accessKeys() throws(Failure) -> [AccessKey] { try keys("ORDER BY name", nil) }

  /// The key whose secret has this hash.
  package func accessKey(hash: String) throws(Failure) -> AccessKey? {
    try keys("WHERE hash = ?", hash).first
  }

  private func keys(_ condition: String, _ hash: String?) throws(Failure) -> [AccessKey] {
    try reading([], since: 1) { (connection) throws(Failure) in
      let table = try connection.statement(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'access_key'")
      guard try table.step() else { return [] }
      let statement = try connection.statement(
        "SELECT name, actions, domains, expires, created FROM access_key \(condition)")
      if let hash { try statement.bind(hash, at: 1) }
      var found: [AccessKey] = []
      while try statement.step() {
        found.append(
          AccessKey(
            name: statement.text(0), actions: words(statement.text(1)),
            domains: words(statement.text(2)),
            expires: statement.isNull(3) ? nil : statement.int64(3), created: statement.int64(4)))
      }
      return found
    }
  }
}

private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
