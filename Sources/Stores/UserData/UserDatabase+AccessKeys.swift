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
      let statement = try connection.statement("DELETE FROM access_key WHERE name = ?")
      try statement.bind(name, at: 1)
      try statement.run()
      return connection.changes > 0
    }
    try forgetInBackup()
    return isDeleted
  }

  /// All keys, by name.
  package func accessKeys() throws(Failure) -> [AccessKey] {
    try keys("ORDER BY name").map(\.key)
  }

  /// The keys that were made for a place, each by the hash of its secret.
  package func accessKeys(ofPlace place: String) throws(Failure) -> [String: AccessKey] {
    let keys = try keys("WHERE place = ?", place).map { ($0.hash, $0.key) }
    return Dictionary(keys) { first, _ in first }
  }

  private func keys(
    _ condition: String, _ values: String...
  ) throws(Failure) -> [(hash: String, key: AccessKey)] {
    try reading([]) { (connection) throws(Failure) in
      let statement = try connection.statement(
        "SELECT \(SealedTable.key.list) FROM access_key \(condition)")
      for (place, value) in values.enumerated() { try statement.bind(value, at: place + 1) }
      var found: [(hash: String, key: AccessKey)] = []
      while try statement.step() {
        try SealedTable.key.check(statement)
        let key = AccessKey(
          name: statement.text(0), actions: words(statement.text(2)),
          domains: words(statement.text(3)),
          expires: statement.isNull(4) ? nil : statement.int64(4), created: statement.int64(5))
        found.append((statement.text(1), key))
      }
      return found
    }
  }
}

private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
