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
      try SealedTable.pushDeclaration.rows("WHERE domain = ?", domain, in: connection) {
        PushDeclaration(version: $0.int(1), fingerprint: $0.text(2))
      }.first
    }
  }

  /// The number of records of a domain that changed after a place.
  package func pushes(to domain: String, after sequence: Int64) throws(Failure) -> Int {
    try reading(0) { (connection) throws(Failure) in
      let statement = try connection.statement(
        """
        SELECT count(*) FROM pushed
        WHERE domain = ?1 AND sequence > ?2 AND (?2 > 0 OR record IS NOT NULL)
        """, domain, sequence)
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
        """, domain, Array(old.utf8))
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
    try connection.run("DELETE FROM client_state WHERE domain = ?", domain)
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

extension UserDatabase {
  /// The most bytes of a client state, in UTF-8.
  package static let longestState = 250

  /// Looks whether a state may be stored.
  ///
  /// - Throws: `index.state-too-long`.
  package static func check(state text: String) throws(Failure) {
    guard text.utf8.count > longestState else { return }
    throw Failure(
      .clientStateTooLong, "the state has \(text.utf8.count) bytes; \(longestState) are allowed",
      remedy: "store a token or a hash instead of the whole")
  }

  /// Changes records and states in one transaction: all of it happens, durably, or nothing.
  ///
  /// - Parameter beginsAnew: whether the loss of an earlier file was accepted.
  package func push<Result>(
    beginsAnew: Bool = false, _ body: (borrowing Pushing) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let connection = try openForWriting(beginsAnew: beginsAnew)
    try connection.transaction { () throws(Failure) in try prepare(connection) }
    let pushing = Pushing(connection: connection)
    return try pushing.transaction(body)
  }

  /// The records of a domain that changed after a place, in the order of their last push; after 0,
  /// all that are there.
  ///
  /// - Parameter limit: how many at most; fewer where they come to a megabyte.
  package func pushed(
    to domain: String, after sequence: Int64, atMost limit: Int
  ) throws(Failure) -> [PushedRecord] {
    try reading([]) { (connection) throws(Failure) in
      try Pushing.pushed(to: domain, after: sequence, atMost: limit, connection)
    }
  }

  /// The ids of the records of a domain that were pushed last, the latest first.
  package func latestPushes(to domain: String, atMost count: Int) throws(Failure) -> [String] {
    try reading([]) { (connection) throws(Failure) in
      try Pushing.latest(in: domain, atMost: count, connection)
    }
  }

  /// How far the pushes of a domain have come; nil when there never was one.
  package func pushCursor(of domain: String) throws(Failure) -> PushCursor? {
    try reading(nil) { (connection) throws(Failure) in
      guard !domain.isEmpty, let epoch = try SealedTable.pushState.number(of: "", in: connection),
        let sequence = try SealedTable.pushState.number(of: domain, in: connection)
      else { return nil }
      return PushCursor(
        epoch: epoch, sequence: sequence,
        proof: try proof(of: domain, at: sequence, connection)
          ?? PushCursor.withoutProof,
        forgotten: try SealedTable.pushForgotten.number(of: domain, in: connection) ?? 0)
    }
  }

  /// Whether the history of this file has been at a place: if not, what came after it is not known here.
  package func hasBeen(at cursor: PushCursor, of domain: String) throws(Failure) -> Bool {
    guard let present = try pushCursor(of: domain), present.epoch == cursor.epoch,
      present.sequence >= cursor.sequence
    else { return false }
    return try reading(false) { (connection) throws(Failure) in
      try proof(of: domain, at: cursor.sequence, connection) == cursor.proof
    }
  }

  /// Whether this file lacks what was pushed up to a place: it is another one, or an earlier copy.
  ///
  /// A place without a proof, or older than the proofs that are kept, is judged by epoch and sequence alone.
  package func hasLost(_ cursor: PushCursor, of domain: String) throws(Failure) -> Bool {
    guard let present = try pushCursor(of: domain), present.epoch == cursor.epoch,
      present.sequence >= cursor.sequence
    else { return true }
    guard cursor.proof != PushCursor.withoutProof else { return false }
    if try cursor.sequence < oldestProof(of: domain) ?? 0 { return false }
    return try !hasBeen(at: cursor, of: domain)
  }

  /// The sequence of the oldest push whose proof is kept; nil for none.
  private func oldestProof(of domain: String) throws(Failure) -> Int64? {
    try reading(nil) { (connection) throws(Failure) in
      try SealedTable.pushProof.rows(
        "WHERE domain = ? ORDER BY sequence LIMIT 1", domain, in: connection
      ) { $0.int64(1) }.first
    }
  }

  private func proof(
    of domain: String, at sequence: Int64, _ connection: borrowing Connection
  ) throws(Failure) -> Int64? {
    try SealedTable.pushProof.rows(
      "WHERE domain = ? AND sequence = ?", domain, sequence, in: connection
    ) { $0.int64(2) }.first
  }

  /// The state that a program stored with its last batch of a name; nil for none.
  package func clientState(_ name: String, of domain: String) throws(Failure) -> String? {
    try reading(nil) { (connection) throws(Failure) in
      try Pushing.state(name, domain, connection)
    }
  }
}
