#if PostgresStore
  package import FootlightDiagnostics
  import FootlightPlatform
  package import IndexStores
  import PostgresHandles
  import SecureDigests

  extension PostgresIndex {
    package func nextNumber() throws(Failure) -> Int {
      try withConnection(isReading: true) { (connection) throws(Failure) in
        Int(try connection.rows("SELECT nextval('footlight.number')").int(0, 0))
      }
    }

    package func claim(_ domain: String) throws(Failure) -> Int {
      let (fence, version) = try withConnection(isReading: true) { (connection) throws(Failure) in
        let rows = try connection.rows(
          "SELECT * FROM footlight.claim($1, $2, $3::int8::int)",
          [.text(domain), .text(leases.owner), .int(Int64(leases.seconds))])
        return (rows.int(0, 0), Int(rows.int(0, 1)))
      }
      leases.hold(domain, fence)
      return version
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
    private func fence(of domain: String) throws(Failure) -> Int64 {
      if let fence = leases.fence(of: domain) { return fence }
      throw Failure(
        .storeFenced, "the right to change \(domain) was given back", remedy: "run it again")
    }

    package func upload(
      _ number: Int, of domain: String, at path: String
    ) throws(Failure) -> SharedFile {
      let fence = try fence(of: domain)
      let file = try File(path: path)
      let size = try file.size()
      // A build takes long: who cuts idle connections has cut this one.
      try withConnection(isReading: true) { (connection) throws(Failure) in
        _ = try connection.rows("SELECT 1")
      }
      return try withConnection { (connection) throws(Failure) in
        _ = try connection.rows(
          "SELECT footlight.begin_file($1, $2, $3)",
          [.text(domain), .int(fence), .int(Int64(number))])
        var digests = ExtentDigests()
        var extent = ByteArena(capacity: StoreSchema.extentSize)
        var offset = 0
        var place: Int32 = 0
        try connection.copyIn(
          "COPY footlight.extent(file, n, data) FROM STDIN (FORMAT binary)"
        ) { (rows) throws(Failure) in
          try cancellation.check()
          extent.removeAll()
          let read = try file.read(into: &extent, at: offset, upTo: StoreSchema.extentSize)
          guard read > 0 else { return }
          guard read == min(StoreSchema.extentSize, size - offset) else {
            throw Failure(
              .generationUnfaithful, "the new index changes while it is sent",
              at: SourceLocation(file: path))
          }
          digests.append(extent, extent.all)
          rows.append([Int64(number), place], extent, extent.all)
          offset += read
          place += 1
        }
        let sent = SharedFile(number: number, bytes: size, digest: digests.finish())
        try recoverTransactions(&connection)
        // The server reads all of it once more, 20 MB in a second at least.
        let usual = connection.limits
        defer { connection.limits = usual }
        connection.limits.answerSeconds += size / 20_000_000
        _ = try connection.rows(
          "SELECT footlight.finish_file($1, $2, $3, $4)",
          [.int(Int64(number)), .int(fence), .int(Int64(size)), .bytes(sent.digest)])
        return sent
      }
    }

    /// Has a Citus cluster end what a lost worker has left half committed, before anything counts on it.
    private func recoverTransactions(_ connection: inout PostgresConnection) throws(Failure) {
      guard try connection.rows("SELECT is_distributed FROM footlight.store").bool(0, 0) else {
        return
      }
      try connection.run("SELECT recover_prepared_transactions()")
    }

    package func commit(_ change: SharedChange) throws(Failure) -> Int {
      let fence = try fence(of: change.domain)
      let name: [PostgresValue] = [.text(change.domain), .int(fence)]
      return try withConnection { (connection) throws(Failure) in
        try connection.transaction { (connection) throws(Failure) in
          _ = try connection.rows(
            "SELECT footlight.begin_change($1, $2, $3)", name + [.int(Int64(change.version))])
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
          if case .replaced(let file) = change.base { generation = .int(Int64(file.number)) }
          if change.base == .removed { generation = .int(0) }
          let version = try connection.rows(
            "SELECT footlight.finish_change($1, $2, $3, $4)",
            name + [.bytes(change.row), generation])
          return Int(version.int(0, 0))
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
