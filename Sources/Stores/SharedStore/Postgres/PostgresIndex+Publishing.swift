#if PostgresStore
  package import FootlightPlatform
  import IndexStores

  extension PostgresIndex {
    package func nextNumber() throws(Failure) -> Int {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        Int(try connection.rows("SELECT footlight.next_number()").int(0, 0))
      }
    }

    package func claim(_ domain: String) throws(Failure) -> Int {
      let (fence, token) = try withConnection(isReading: true) { (connection) throws(Failure) in
        let rows = try connection.rows(
          "SELECT * FROM footlight.claim($1, $2, $3::int8::int)",
          [.text(domain), .text(leases.owner), .int(Int64(leases.seconds))])
        return (rows.int(0, 0), Int(rows.int(0, 1)))
      }
      leases.hold(domain, fence)
      return token
    }

    package func letGo(_ domain: String) {
      guard let fence = leases.drop(domain) else { return }
      do throws(Failure) {
        try withConnection(isReading: true) { (connection) throws(Failure) in
          _ = try connection.rows(
            "SELECT footlight.let_go($1, $2)", [.text(domain), .int(fence)])
        }
      } catch {
        // The lease runs out by itself.
      }
    }

    /// The fence under which this process may change a domain.
    func fence(of domain: String) throws(Failure) -> Int64 {
      if let fence = leases.fence(of: domain) { return fence }
      throw Failure(
        .storeFenced, "the right to change \(domain) was given back", remedy: "run it again")
    }

    package func commit(_ change: SharedChange) throws(Failure) -> Int {
      let fence = try fence(of: change.domain)
      let name: [PostgresValue] = [.text(change.domain), .int(fence)]
      return try withConnection { (connection) throws(Failure) in
        try connection.transaction { (connection) throws(Failure) in
          // A machine that stands still within a change would hold the domain without an end.
          try connection.run(
            "SET LOCAL idle_in_transaction_session_timeout = '\(leases.seconds)s'")
          _ = try connection.rows(
            "SELECT footlight.begin_change($1, $2, $3)", name + [.int(Int64(change.token))])
          // Also those that this machine could not read.
          let present = try connection.rows(
            "SELECT number FROM footlight.delta WHERE domain = $1", [.text(change.domain)])
          let gone = (0..<present.count).map { present.int($0, 0) }
            .filter { !change.deltas.contains(Int($0)) }
          if !gone.isEmpty {
            _ = try connection.rows(
              "SELECT footlight.drop_deltas($1, $2, $3)", name + [.ints(gone)])
          }
          for delta in change.added {
            _ = try connection.rows(
              "SELECT footlight.put_delta($1, $2, $3, $4, $5)",
              name + [
                .int(Int64(delta.number)), .bytes(delta.row),
                .bytes(SHA256.digest(of: delta.row.span)),
              ])
          }
          try putJournal(change, name, &connection)
          var generation = PostgresValue.null
          if case .replaced(let files) = change.base {
            let joined = try connection.rows(
              "SELECT footlight.join_parts($1, $2, $3)", name + [.ints(files.map(Int64.init))])
            generation = .int(joined.int(0, 0))
          }
          if change.base == .removed { generation = .int(0) }
          let token = try connection.rows(
            "SELECT footlight.finish_change($1, $2, $3, $4)",
            name + [.bytes(change.row), generation])
          return Int(token.int(0, 0))
        }
      }
    }

    /// Sends what is different in a journal, some thousands of rows at a time.
    private func putJournal(
      _ change: SharedChange, _ name: [PostgresValue], _ connection: inout PostgresConnection
    ) throws(Failure) {
      var recorded = change.recorded[...]
      var settled = change.settled[...]
      while !recorded.isEmpty || !settled.isEmpty {
        let rows = recorded.prefix(4_096)
        let gone = settled.prefix(4_096)
        _ = try connection.rows(
          "SELECT footlight.put_journal($1, $2, $3, $4, $5)",
          name + [
            .byteRuns(rows.map(\.key)), .byteRuns(rows.map(\.row)), .byteRuns(Array(gone)),
          ])
        recorded = recorded.dropFirst(rows.count)
        settled = settled.dropFirst(gone.count)
      }
    }
  }

  extension PostgresIndex {
    package func takeShards(
      of domain: String, _ build: SharedBuild, atMost most: Int
    ) throws(Failure) -> [Int: Int64] {
      let taken = try withConnection { (connection) throws(Failure) in
        let rows = try connection.rows(
          "SELECT * FROM footlight.take_shares($1, $2, $3, $4::int8::int, $5::int8::int, $6, $7::int8::int)",
          [
            .text(domain), .text(build.key), .int(Int64(build.token)), .int(Int64(build.shards)),
            .int(Int64(most)), .text(leases.owner), .int(Int64(leases.seconds)),
          ])
        var taken: [Int: Int64] = [:]
        for row in 0..<rows.count { taken[Int(rows.int(row, 0))] = rows.int(row, 1) }
        return taken
      }
      if !taken.isEmpty { leases.hold(shards: taken.values) }
      return taken
    }

    package func letGoShards(_ fences: [Int64]) {
      guard leases.drop(shards: fences) else { return }
      do throws(Failure) {
        try withConnection(isReading: true) { (connection) throws(Failure) in
          _ = try connection.rows("SELECT footlight.let_go_shares($1)", [.ints(fences)])
        }
      } catch {
        // The leases run out by themselves.
      }
    }

    package func uploadShard(
      _ number: Int, of domain: String, at path: String, _ fence: Int64
    ) throws(Failure) {
      try upload(number, of: domain, at: path, fence)
    }

    package func finishShard(
      _ number: Int, of domain: String, _ fence: Int64, facts: [UInt8]
    ) throws(Failure) {
      try withConnection { (connection) throws(Failure) in
        _ = try connection.rows(
          "SELECT footlight.finish_share($1, $2, $3, $4)",
          [.text(domain), .int(fence), .int(Int64(number)), .bytes(facts)])
      }
      _ = leases.drop(shards: [fence])
    }

    package func shards(of domain: String, _ build: SharedBuild) throws(Failure) -> [SharedShard] {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        let rows = try connection.rows(
          """
          SELECT s.shard, s.fence, s.name IS NOT NULL, coalesce(s.facts, ''::bytea),
            coalesce(s.name, 0), coalesce(p.file, 0), coalesce(p.bytes, 0),
            coalesce(p.sha256, ''::bytea)
          FROM footlight.share s LEFT JOIN footlight.part p ON p.name = s.name AND p.done
            AND EXISTS (SELECT FROM footlight.generation g
              WHERE g.id = p.generation AND g.domain = s.domain AND g.state <> 'retired')
          WHERE s.domain = $1 AND s.key = $2 AND s.token = $3 ORDER BY s.shard
          """, [.text(domain), .text(build.key), .int(Int64(build.token))])
        return (0..<rows.count).map { row in
          var shard = SharedShard(number: Int(rows.int(row, 0)), fence: rows.int(row, 1))
          if rows.bool(row, 2) {
            shard.facts = rows.bytes(row, 3)
            shard.file = rows.file(row, from: 4)
          }
          return shard
        }
      }
    }

    package func endShards(of domain: String) throws(Failure) {
      let fence = try fence(of: domain)
      try withConnection { (connection) throws(Failure) in
        _ = try connection.rows(
          "SELECT footlight.end_shares($1, $2)", [.text(domain), .int(fence)])
      }
    }

    package func rejectShards(
      _ shards: [SharedShard], of domain: String
    ) throws(Failure) -> Int {
      try withConnection { (connection) throws(Failure) in
        let rows = try connection.rows(
          "SELECT footlight.reject_shares($1, $2)",
          [.text(domain), .ints(shards.map(\.fence))])
        return rows.count == 1 ? Int(rows.int(0, 0)) : 0
      }
    }
  }
#endif
