import FileHandles
package import FootlightPlatform

extension UserDatabase {
  /// So many queries are kept at most.
  package static let mostQueries = 10_000

  /// All queries that were counted, as they are worth on a day, the most asked first.
  package func queries(on today: Int) throws(Failure) -> [AskedQuery] {
    try queries().map { $0.faded(by: today) }.sorted { one, other in
      one.asked != other.asked ? one.asked > other.asked : one.text < other.text
    }
  }

  private func queries() throws(Failure) -> [AskedQuery] {
    try reading([]) { (connection) throws(Failure) in
      try SealedTable.query.rows("ORDER BY asked DESC, query", in: connection) {
        UserDatabase.query($0)
      }
    }
  }

  /// Adds counts to those that are kept, in one transaction; of too many those go that were least used, the oldest
  /// first.
  package func count(_ queries: [AskedQuery]) throws(Failure) {
    guard !queries.isEmpty else { return }
    try changeQueries { (connection) throws(Failure) in
      for query in queries {
        let known = try UserDatabase.query(query.text, connection)
        let sum = known?.adding(query) ?? query
        try SealedTable.query.write(
          [
            .text(sum.text), .integer(Int64(sum.asked)), .integer(Int64(sum.hits)),
            .integer(Int64(sum.picks)), .integer(Int64(sum.day)),
          ], connection)
      }
      try connection.run(
        """
        DELETE FROM asked_query WHERE query IN (
          SELECT query FROM asked_query
          ORDER BY (asked + picks) >> min(62, max(0, ? / 30 - day / 30)) DESC, day DESC, query
          LIMIT -1 OFFSET ?)
        """, queries.map(\.day).max() ?? 0, UserDatabase.mostQueries)
    }
  }

  /// Forgets some queries, or all without names; returns how many these were.
  package func forgetQueries(_ texts: [String]?) throws(Failure) -> Int {
    guard try !queries().isEmpty else { return 0 }
    return try changeQueries { (connection) throws(Failure) in
      var count = 0
      for text in texts ?? [] {
        let statement = try connection.statement("DELETE FROM asked_query WHERE query = ?", text)
        count += try UserDatabase.query(text, connection) == nil ? 0 : 1
        try statement.run()
      }
      if texts == nil {
        let all = try connection.statement("SELECT count(*) FROM asked_query")
        if try all.step() { count = all.int(0) }
        try connection.execute("DELETE FROM asked_query")
      }
      return count
    }
  }

  private func changeQueries<Result>(
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try writing { (connection) throws(Failure) in
      let connection = connection
      return try connection.transaction { () throws(Failure) in
        try prepare(connection)
        return try body(connection)
      }
    }
  }

  private static func query(
    _ text: String, _ connection: borrowing Connection
  ) throws(Failure) -> AskedQuery? {
    try SealedTable.query.rows("WHERE query = ?", text, in: connection) { query($0) }.first
  }

  private static func query(_ row: borrowing Statement) -> AskedQuery {
    AskedQuery(
      row.text(0), asked: row.int(1), hits: row.int(2), picks: row.int(3), day: row.int(4))
  }
}

/// A query that was asked on this machine, and how often; nothing tells who asked.
public struct AskedQuery: Sendable, Hashable {
  /// The text, folded as names are compared.
  public var text: String
  /// How often it was asked; what lies back counts half for each turn of 30 days.
  public var asked: Int
  /// How many hits it had the last time.
  public var hits: Int
  /// How often something was picked from its answer.
  public var picks: Int
  /// The day on which it was asked last, counted from 1970.
  public var day: Int

  /// Describes a query.
  public init(_ text: String, asked: Int = 0, hits: Int = 0, picks: Int = 0, day: Int = 0) {
    self.text = text
    self.asked = asked
    self.hits = hits
    self.picks = picks
    self.day = day
  }

  /// The counts with those of later uses of the same query; what was counted before has faded until then.
  package func adding(_ later: AskedQuery) -> AskedQuery {
    let known = faded(by: later.day)
    return AskedQuery(
      text, asked: known.asked &+ later.asked, hits: later.asked > 0 ? later.hits : hits,
      picks: known.picks &+ later.picks, day: max(day, later.day))
  }

  /// The counts as they are worth on a day: half for each turn of 30 days since the query was asked last, rounded up.
  ///
  /// All counts are halved on the same days, so that those of a query that is asked again and again fade as well.
  package func faded(by today: Int) -> AskedQuery {
    let halvings = min(max(0, max(0, today) / 30 - max(0, day) / 30), 62)
    var query = self
    query.asked = AskedQuery.halved(asked, halvings)
    query.picks = AskedQuery.halved(picks, halvings)
    return query
  }

  private static func halved(_ count: Int, _ times: Int) -> Int {
    count > 0 ? (count - 1) >> times + 1 : count
  }
}
