#if PostgresStore
  import FootlightPlatform
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import SharedStore

  @Suite struct PostgresConnectionTests {
    private func connect(
      _ limits: PostgresLimits = PostgresLimits()
    ) throws -> PostgresConnection {
      let server = try PrivateServer.running()
      return try PostgresConnection(PostgresAddress(server.address("postgres")), limits: limits)
    }

    /// What a statement fails with.
    private func failure(_ sql: String) throws -> Failure? {
      var connection = try connect()
      do throws(Failure) {
        _ = try connection.rows(sql)
        return nil
      } catch {
        // The connection is as good as before.
        #expect(try connection.rows("SELECT 1").int(0, 0) == 1)
        return error
      }
    }

    @Test func `values come back as they were sent`() throws {
      var connection = try connect()
      let bytes = (0...255).map { UInt8($0) }
      let rows = try connection.rows(
        "SELECT $1::bigint, $2::text, $3::bytea, $4::boolean, $5::bigint, $6::bigint[], $7::bytea[]",
        [
          .int(.min), .text("naïve ☃"), .bytes(bytes), .bool(true), .null, .ints([1, -2, .max]),
          .byteRuns([[], [0], bytes]),
        ])
      #expect(rows.int(0, 0) == .min)
      #expect(rows.text(0, 1) == "naïve ☃")
      #expect(rows.bytes(0, 2) == bytes)
      #expect(rows.bool(0, 3) == true)
      #expect(rows.isNull(0, 4) == true)
      #expect(rows.bytes(0, 5) == PostgresValue.ints([1, -2, .max]).encoded)
      #expect(rows.bytes(0, 6) == PostgresValue.byteRuns([[], [0], bytes]).encoded)
      // Nothing is there beyond.
      #expect(rows.isNull(1, 0) && rows.isNull(0, 7) && rows.isNull(-1, 0))
    }

    @Test func `small and negative numbers of every width are read`() throws {
      var connection = try connect()
      let rows = try connection.rows("SELECT 255::smallint, -1::smallint, -2::int, 7::int, false")
      #expect((0..<5).map { rows.int(0, $0) } == [255, -1, -2, 7, 0])
    }

    @Test func `what is copied in comes out again`() throws {
      var connection = try connect()
      try connection.run("CREATE TEMP TABLE piece(a bigint, n int, data bytea)")
      var random = SeededRandom.announced("copied pieces")
      let pieces = (0..<40).map { _ in
        (0..<random.below(90_000)).map { _ in UInt8(random.below(256)) }
      }
      var next = 0
      try connection.copyIn("COPY piece FROM STDIN (FORMAT binary)") { (rows) throws(Failure) in
        guard next < pieces.count else { return }
        var bytes = ByteArena()
        bytes.append(pieces[next])
        rows.append([Int64(7), Int32(next)], bytes, bytes.all)
        next += 1
      }
      let rows = try connection.rows("SELECT data FROM piece ORDER BY n")
      #expect(rows.count == pieces.count)
      for (number, piece) in pieces.enumerated() { #expect(rows.bytes(number, 0) == piece) }
      var size = 0
      try connection.copyOut("COPY (SELECT data FROM piece) TO STDOUT (FORMAT binary)") {
        size += $0.count
      }
      // The head, the end, and for each row the number of columns and the size of one.
      #expect(size == 19 + 2 + pieces.reduce(0) { $0 + $1.count + 6 })
    }

    @Test func `a copy that is given up leaves nothing and the connection as it was`() throws {
      var connection = try connect()
      try connection.run("CREATE TEMP TABLE piece(n int, data bytea)")
      let given = Failure(.cancelled, "enough")
      #expect(throws: given) {
        try connection.copyIn("COPY piece FROM STDIN (FORMAT binary)") { (rows) throws(Failure) in
          guard rows.count < 3 else { throw given }
          let bytes = ByteArena("text")
          rows.append([Int32(rows.count)], bytes, bytes.all)
        }
      }
      #expect(try connection.rows("SELECT count(*) FROM piece").int(0, 0) == 0)
      #expect(throws: given) {
        try connection.copyOut(
          "COPY (SELECT repeat('x', 100000) FROM generate_series(1, 1000)) TO STDOUT"
        ) { (_) throws(Failure) in throw given }
      }
      #expect(try connection.rows("SELECT 1").int(0, 0) == 1)
    }

    @Test func `states of SQL become codes with remedies`() throws {
      let states: [(String, DiagnosticCode)] = [
        ("SELECT * FROM footlight.nothing", .storeBlank), ("SELECT 1/0", .storeRefused),
        ("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '53100'; END $$", .storeFull),
        ("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '42501'; END $$", .storeForbidden),
        ("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '58030'; END $$", .storeDamaged),
        ("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$", .storeBusy),
        ("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '08006'; END $$", .storeUnreachable),
      ]
      for (sql, code) in states {
        let diagnostic = try failure(sql)?.diagnostics.first
        #expect(diagnostic?.code == code, "\(sql)")
        #expect(diagnostic?.remedy != nil)
      }
    }

    @Test func `what the server says is one line that a terminal does not obey`() throws {
      let failure = try failure("DO $$ BEGIN RAISE EXCEPTION E'a\\nb\\x1B[31mc'; END $$")
      let message = failure?.diagnostics.first?.message ?? ""
      #expect(message.contains("a b [31mc"))
      #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test func `an answer that does not come has an end`() throws {
      var connection = try connect(PostgresLimits(connectSeconds: 5, answerSeconds: 1))
      #expect(throws: Failure.self) { _ = try connection.rows("SELECT pg_sleep(60)") }
    }

    @Test func `a raised flag stops what runs`() throws {
      let server = try PrivateServer.running()
      let cancellation = Cancellation()
      var connection = try PostgresConnection(
        PostgresAddress(server.address("postgres")), cancellation: cancellation)
      cancellation.cancel()
      do throws(Failure) {
        _ = try connection.rows("SELECT pg_sleep(60)")
        Issue.record("it was not stopped")
      } catch {
        #expect(error.concerns([.cancelled]))
      }
    }

    @Test func `a transaction whose body fails leaves nothing`() throws {
      var connection = try connect()
      try connection.run("CREATE TEMP TABLE t(n int)")
      let given = Failure(.cancelled, "enough")
      #expect(throws: given) {
        try connection.transaction { (connection) throws(Failure) in
          try connection.run("INSERT INTO t VALUES (1)")
          throw given
        }
      }
      #expect(connection.isInTransaction == false)
      #expect(try connection.rows("SELECT count(*) FROM t").int(0, 0) == 0)
    }

    @Test func `who listens is told`() throws {
      var connection = try connect()
      var other = try connect()
      try connection.run("LISTEN footlight_test")
      #expect(try !connection.waitForNotice(milliseconds: 0))
      try other.run("NOTIFY footlight_test, 'nobody reads this'")
      #expect(try connection.waitForNotice(milliseconds: 30_000))
      #expect(try !connection.waitForNotice(milliseconds: 0))
    }

    @Test func `a server that is not there is told in time`() throws {
      let address = try PostgresAddress("host=/nowhere dbname=x")
      do throws(Failure) {
        _ = try PostgresConnection(address)
        Issue.record("it was reached")
      } catch {
        #expect(error.concerns([.storeUnreachable]))
      }
    }

    @Test func `less protection than TLS with a checked name is refused, but on this machine`()
      throws
    {
      for text in [
        "host=search.example sslmode=require", "postgresql://search.example/team?sslmode=disable",
        "host=localhost,search.example sslmode=disable",
        "host=localhost hostaddr=192.0.2.7 sslmode=disable",
        "host=127.0.0.1.example sslmode=prefer",
        "service=team sslmode=verify-ca", "dbname=team sslmode=allow",
      ] {
        do throws(Failure) {
          _ = try PostgresAddress(text)
          Issue.record("it was taken: \(text)")
        } catch {
          #expect(error.concerns([.storeUnprotected]), "\(text)")
        }
      }
      for text in [
        "host=localhost sslmode=disable", "postgresql://[::1]/team?sslmode=prefer",
        "host=/run/postgresql sslmode=disable", "host=search.example sslmode=verify-full",
      ] {
        #expect(throws: Never.self, "\(text)") { try PostgresAddress(text) }
      }
    }

    @Test func `who connects to a server that says nothing gives up, and hears an interruption`()
      throws
    {
      let folder = try TemporaryFolder()
      let server = try PrivateServer.running()
      let proxy = try InterruptingProxy(in: folder.path, to: server.folder)
      defer { proxy.stop() }
      proxy.set(.swallowFrom(1))
      let address = try PostgresAddress("host=\(folder.path) user=postgres dbname=postgres")
      do throws(Failure) {
        _ = try PostgresConnection(
          address, limits: PostgresLimits(connectSeconds: 1, answerSeconds: 1))
        Issue.record("it was let in")
      } catch {
        #expect(error.concerns([.storeUnreachable]))
      }
      let cancellation = Cancellation()
      cancellation.cancel()
      do throws(Failure) {
        _ = try PostgresConnection(
          address, limits: PostgresLimits(connectSeconds: 3_600, answerSeconds: 1),
          cancellation: cancellation)
        Issue.record("it was let in")
      } catch {
        #expect(error.concerns([.cancelled]))
      }
    }

    @Test func `addresses with passwords or without sense are refused`() {
      for text in ["postgresql://a:b@host/x", "host=h password=p", "host=h sslpassword=p"] {
        #expect(throws: Failure.self, "\(text)") { try PostgresAddress(text) }
      }
      for text in ["", "team", "postgresql://[", "nonsense=1", "host='a", "host=a\0b"] {
        #expect(throws: Failure.self, "\(text)") { try PostgresAddress(text) }
      }
      #expect(throws: Never.self) { try PostgresAddress("postgresql:///team?service=search") }
    }
  }
#endif
