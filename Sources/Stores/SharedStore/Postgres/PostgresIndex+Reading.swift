#if PostgresStore
  package import FootlightPlatform
  import IndexStores

  extension PostgresIndex {
    package func news() throws(Failure) -> SharedNews {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        let row = try connection.rows("SELECT identity, news FROM footlight.store")
        // 0 says of a folder that it is no copy.
        guard row.count == 1, (1..<(1 << 48)).contains(row.int(0, 0)) else {
          throw Failure(
            .storeFormat, "the store has no identity", remedy: "look at the table footlight.store")
        }
        return SharedNews(identity: Int(row.int(0, 0)), token: Int(row.int(0, 1)))
      }
    }

    package func tokens() throws(Failure) -> [String: Int] {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        // One that was claimed and never published is none yet.
        let rows = try connection.rows(
          "SELECT name, token FROM footlight.domain WHERE version > 0")
        var tokens: [String: Int] = [:]
        for row in 0..<rows.count { tokens[rows.text(row, 0)] = Int(rows.int(row, 1)) }
        return tokens
      }
    }

    package func sizes() throws(Failure) -> [String: SharedSizes] {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        let rows = try connection.rows(
          """
          SELECT d.name, d.token, coalesce(p.bytes, 0), coalesce(e.bytes, 0)
          FROM footlight.domain d JOIN footlight.part p ON p.generation = d.generation
            LEFT JOIN (SELECT domain, sum(octet_length(entry))::bigint AS bytes FROM footlight.delta GROUP BY domain) e
            ON e.domain = d.name
          WHERE d.version > 0 ORDER BY d.name, p.part
          """)
        var sizes: [String: SharedSizes] = [:]
        for row in 0..<rows.count {
          let name = rows.text(row, 0)
          let (token, bytes) = (Int(rows.int(row, 1)), PostgresIndex.size(rows.int(row, 2)))
          var domain =
            sizes[name]
            ?? SharedSizes(token: token, files: [], deltas: PostgresIndex.size(rows.int(row, 3)))
          domain.files.append(bytes)
          sizes[name] = domain
        }
        return sizes
      }
    }

    /// A size as the store tells it, within what can be: 1 TiB at most, so that no sum overflows.
    private static func size(_ told: Int64) -> Int { Int(min(max(0, told), 1 << 40)) }

    package func state(of domain: String) throws(Failure) -> SharedDomain {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        try connection.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") {
          (connection) throws(Failure) in
          let row = try connection.rows(
            "SELECT token, facts, coalesce(generation, 0) FROM footlight.domain WHERE name = $1",
            [.text(domain)])
          guard row.count == 1 else {
            throw Failure(
              .storeMissing, "the domain \(domain) is not in the store", remedy: "run it again")
          }
          var state = SharedDomain(name: domain, token: Int(row.int(0, 0)), row: row.bytes(0, 1))
          let parts = try connection.rows(
            """
            SELECT name, file, bytes, sha256 FROM footlight.part WHERE generation = $1 ORDER BY part
            """, [.int(row.int(0, 2))])
          state.files = (0..<parts.count).map { parts.file($0, from: 0) }
          guard row.int(0, 2) == 0 || !state.files.isEmpty else {
            throw Failure(
              .storeMissing, "the files of \(domain) are not in the store",
              remedy: "rebuild the domain where it is indexed")
          }
          let deltas = try connection.rows(
            """
            SELECT number, sha256, substr(entry, 1, 14) FROM footlight.delta WHERE domain = $1 ORDER BY number
            """, [.text(domain)])
          state.deltas = (0..<deltas.count).map {
            SharedDelta.Name(
              domain: domain, number: Int(deltas.int($0, 0)), digest: deltas.bytes($0, 1),
              head: deltas.bytes($0, 2))
          }
          let journal = try connection.rows(
            "SELECT key, entry FROM footlight.journal WHERE domain = $1", [.text(domain)])
          state.journal = (0..<journal.count).map {
            SharedJournalRow(key: journal.bytes($0, 0), row: journal.bytes($0, 1))
          }
          return state
        }
      }
    }

    package func fetch(_ delta: SharedDelta.Name) throws(Failure) -> [UInt8] {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        let rows = try connection.rows(
          "SELECT entry FROM footlight.delta WHERE domain = $1 AND number = $2",
          [.text(delta.domain), .int(Int64(delta.number))])
        guard rows.count == 1 else {
          throw Failure(
            .storeMissing, "delta \(delta.number) of \(delta.domain) is no longer in the store",
            remedy: "run it again")
        }
        let entry = rows.bytes(0, 0)
        guard SHA256.digest(of: entry.span) == delta.digest else {
          throw Failure(
            .storeIncomplete, "delta \(delta.number) of \(delta.domain) is not what was published",
            remedy: "look at the server's disk, and rebuild the domain")
        }
        return entry
      }
    }
  }
#endif
