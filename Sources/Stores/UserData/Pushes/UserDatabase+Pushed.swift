package import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles

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
    let pushing = Pushing(connection)
    return try pushing.transaction(body)
  }

  /// The records of a domain that changed behind a place, in the order of their last push; all of
  /// them that are there behind 0.
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
      let statement = try connection.statement(
        """
        SELECT (SELECT sequence FROM push_state WHERE domain = ''), sequence FROM push_state
        WHERE domain = ? AND domain <> ''
        """)
      try statement.bind(domain, at: 1)
      guard try statement.step() else { return nil }
      var cursor = PushCursor(epoch: statement.int64(0), sequence: statement.int64(1))
      // A file of an earlier format gets the table with the next push.
      guard try presentFormat(connection) >= 4 else { return cursor }
      let forgotten = try connection.statement(
        "SELECT sequence FROM push_forgotten WHERE domain = ?")
      try forgotten.bind(domain, at: 1)
      if try forgotten.step() { cursor.forgotten = forgotten.int64(0) }
      return cursor
    }
  }

  /// The state that a program stored with its last batch of a name; nil for none.
  package func clientState(_ name: String, of domain: String) throws(Failure) -> String? {
    try reading(nil) { (connection) throws(Failure) in
      try Pushing.state(name, domain, connection)
    }
  }
}
