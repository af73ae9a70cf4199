import FileHandles
package import FootlightPlatform

/// The declaration for which the records of a domain were pushed.
package struct PushDeclaration: Sendable, Hashable {
  /// Its version.
  package var version: Int
  /// Its fingerprint: where that is another one, records can have other ids now.
  package var fingerprint: String

  /// Describes a declaration.
  package init(version: Int, fingerprint: String) {
    self.version = version
    self.fingerprint = fingerprint
  }
}

extension UserDatabase {
  /// The declaration for which the records of a domain were pushed; nil when none were.
  package func pushDeclaration(of domain: String) throws(Failure) -> PushDeclaration? {
    try reading(nil) { (connection) throws(Failure) in
      let statement = try connection.statement(
        "SELECT \(SealedTable.pushDeclaration.list) FROM push_declaration WHERE domain = ?")
      try statement.bind(domain, at: 1)
      guard try statement.step() else { return nil }
      try SealedTable.pushDeclaration.check(statement)
      return PushDeclaration(version: statement.int(1), fingerprint: statement.text(2))
    }
  }

  /// The number of records of a domain that changed after a place.
  package func pushes(to domain: String, after sequence: Int64) throws(Failure) -> Int {
    try reading(0) { (connection) throws(Failure) in
      let statement = try connection.statement(
        """
        SELECT count(*) FROM pushed
        WHERE domain = ?1 AND sequence > ?2 AND (?2 > 0 OR record IS NOT NULL)
        """)
      try statement.bind(domain, at: 1)
      try statement.bind(sequence, at: 2)
      return try statement.step() ? statement.int(0) : 0
    }
  }
}

extension Pushing {
  /// Remembers for which declaration the records of a domain are.
  package func set(_ declaration: PushDeclaration, of domain: String) throws(Failure) {
    try SealedTable.pushDeclaration.write(
      [.text(domain), .integer(Int64(declaration.version)), .text(declaration.fingerprint)],
      connection)
  }

  /// Gives records their ids anew, without pushing them anew.
  ///
  /// - Parameter renamed: old and new ids; no new one belongs to a record that keeps its own.
  package func rename(_ renamed: [(from: String, to: String)], in domain: String) throws(Failure) {
    var rows: [(id: String, json: String?, sequence: Int64)] = []
    for (old, new) in renamed {
      let found = try connection.statement(
        """
        DELETE FROM pushed WHERE domain = ? AND id = ? RETURNING \(SealedTable.pushed.list)
        """)
      try found.bind(domain, at: 1)
      try found.bind(Array(old.utf8), at: 2)
      while try found.step() {
        try SealedTable.pushed.check(found)
        rows.append((new, found.optionalText(2), found.int64(3)))
      }
    }
    for row in rows {
      // A row that is there already is a deletion.
      try SealedTable.pushed.write(
        [.text(domain), .bytes(Array(row.id.utf8)), .text(row.json), .integer(row.sequence)],
        connection)
    }
  }

  /// Forgets the states of all batches of a domain.
  package func forgetStates(of domain: String) throws(Failure) {
    let statement = try connection.statement("DELETE FROM client_state WHERE domain = ?")
    try statement.bind(domain, at: 1)
    try statement.run()
  }

  /// The domains that have records or states, by name.
  package func domains() throws(Failure) -> [String] {
    let statement = try connection.statement(
      """
      SELECT domain FROM pushed WHERE record IS NOT NULL UNION SELECT domain FROM client_state
      ORDER BY domain
      """)
    var found: [String] = []
    while try statement.step() { found.append(statement.text(0)) }
    return found
  }
}
