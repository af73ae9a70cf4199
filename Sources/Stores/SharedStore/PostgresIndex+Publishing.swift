#if PostgresStore
  package import FootlightPlatform
  package import IndexStores

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
          // Who stands still within a change would hold the domain without an end.
          try connection.run(
            "SET LOCAL idle_in_transaction_session_timeout = '\(leases.seconds)s'")
          _ = try connection.rows(
            "SELECT footlight.begin_change($1, $2, $3)", name + [.int(Int64(change.token))])
          // With a base all deltas go, also those that this machine could not read.
          var gone = change.removed.map { Int64($0) }
          if change.base != .same {
            let deltas = try connection.rows(
              "SELECT number FROM footlight.delta WHERE domain = $1", [.text(change.domain)])
            gone = (0..<deltas.count).map { deltas.int($0, 0) }
          }
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
#endif
