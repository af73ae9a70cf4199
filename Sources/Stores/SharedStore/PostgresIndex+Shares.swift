#if PostgresStore
  package import FootlightPlatform
  package import IndexStores

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
            shard.file = SharedFile(
              number: Int(rows.int(row, 4)), place: Int(rows.int(row, 5)),
              bytes: Int(rows.int(row, 6)), digest: rows.bytes(row, 7))
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
