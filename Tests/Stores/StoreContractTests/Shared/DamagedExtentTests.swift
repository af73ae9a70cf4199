#if PostgresStore
  @testable import SharedStore
  import FootlightPlatform
  import DeclaredRecords
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  @Suite struct DamagedExtentTests {
    /// A store with one domain, and a machine that has pulled its first edition.
    private func prepared() throws -> SharedFolder {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(6_000))
      try shared.machine("two").pull()
      try one.publish("shelf", someItems(6_000, edition: 2), version: 2)
      return shared
    }

    /// Pulls with something wrong in the store: it is refused, and the state of before answers.
    private func expectRefusal(
      _ sql: String, _ codes: Set<DiagnosticCode> = [.storeIncomplete], leaving edition: Int = 1
    ) throws {
      let shared = try prepared()
      try shared.execute(sql)
      let two = try shared.machine("two")
      do throws(Failure) {
        try two.pull()
        Issue.record("it was taken: \(sql)")
      } catch {
        #expect(error.concerns(codes), "\(sql): \(error)")
        #expect(error.diagnostics.first?.remedy != nil)
      }
      let title = try two.snapshot(of: nil).item(id: "i7", in: "shelf")?.title
      #expect(title == "Title 7 edition \(edition)", "\(sql)")
    }

    private static let live = """
      file = (SELECT file FROM footlight.part p JOIN footlight.domain d ON p.generation = d.generation)
      """

    @Test(arguments: [0, 1, 100, 4_096, 262_143])
    func `a flipped bit is refused`(_ place: Int) throws {
      try expectRefusal(
        """
        UPDATE footlight.extent SET data = set_bit(data, \(place) * 8, 1 - get_bit(data, \(place) * 8))
        WHERE n = 0 AND \(Self.live)
        """)
    }

    @Test func `extents that are missing, short, long or in another order are refused`() throws {
      for sql in [
        "DELETE FROM footlight.extent WHERE n = 1 AND \(Self.live)",
        "DELETE FROM footlight.extent WHERE n = (SELECT max(n) FROM footlight.extent WHERE \(Self.live)) AND \(Self.live)",
        "UPDATE footlight.extent SET data = substr(data, 1, 1000) WHERE n = 0 AND \(Self.live)",
        "UPDATE footlight.extent SET data = data || '\\x00' WHERE n = 0 AND \(Self.live)",
        "UPDATE footlight.extent SET n = n + 1 WHERE n = (SELECT max(n) FROM footlight.extent WHERE \(Self.live)) AND \(Self.live)",
        "INSERT INTO footlight.extent SELECT file, n + 1, '\\x00' FROM footlight.extent WHERE \(Self.live) ORDER BY n DESC LIMIT 1",
        "UPDATE footlight.part SET bytes = bytes - 1 WHERE \(Self.live)",
        "UPDATE footlight.part SET sha256 = sha256('x') WHERE \(Self.live)",
      ] {
        try expectRefusal(sql)
      }
      try expectRefusal("DELETE FROM footlight.extent WHERE \(Self.live)", [.storeMissing])
    }

    /// The items are the same, so that all shards would go on as they are.
    @Test(arguments: [
      "DELETE FROM footlight.extent WHERE",
      "UPDATE footlight.extent SET data = set_bit(data, 800, 1 - get_bit(data, 800)) WHERE n = 0 AND",
      "DELETE FROM footlight.extent WHERE n = 0 AND",
    ])
    func `a build sends a shard anew that the store has lost, or its disk has changed`(
      _ damage: String
    ) throws {
      let shared = try SharedFolder()
      let one = ShardedStore(store: try shared.machine("one"), shards: 4)
      try one.publish("shelf", someItems(200))
      let before = try shared.generations(of: "one")
      try shared.execute(
        "\(damage) file = (SELECT file FROM footlight.part ORDER BY part LIMIT 1 OFFSET 2)")
      let two = try shared.machine("two")
      #expect(throws: Failure.self) { try two.pull() }
      try one.publish("shelf", someItems(200))
      try two.pull()
      #expect(try two.ids("shelf").count == 200)
      let after = try shared.generations(of: "two")
      #expect(Set(before.keys).intersection(after.keys).count == 3)
    }

    /// What happens when the server reads a file, how many of four shards stay, and how often it was asked.
    @Test(arguments: [
      ("RAISE EXCEPTION 'invalid page' USING ERRCODE = 'XX001'", 0, 4),
      ("PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(5)", 0, 4),
      ("IF turn = 2 THEN PERFORM pg_sleep(60); END IF", 4, 2),
    ])
    func `a shard that cannot be read is sent anew, one after which the server is slow stays`(
      _ statement: String, _ kept: Int, _ asked: Int
    ) throws {
      let shared = try SharedFolder()
      try ShardedStore(store: try shared.machine("one"), shards: 4)
        .publish("shelf", someItems(200))
      let before = try shared.generations(of: "one")
      try shared.disturbReading(statement)
      let again = ShardedStore(store: try shared.machine("one", answerSeconds: 2), shards: 4)
      try again.publish("shelf", someItems(200))
      #expect(try shared.number("SELECT last_value FROM footlight.asked") == asked)
      let two = try shared.machine("two")
      try two.pull()
      #expect(try two.ids("shelf").count == 200)
      let after = try shared.generations(of: "two")
      #expect(Set(before.keys).intersection(after.keys).count == kept)
    }

    @Test(.enabled(if: !PrivateServer.isCluster))
    func `a shard that ends the server's process when it is read is sent anew`() throws {
      let shared = try SharedFolder(on: PrivateServer.alone())
      try ShardedStore(store: try shared.machine("one"), shards: 4)
        .publish("shelf", someItems(200))
      let before = try shared.generations(of: "one")
      try shared.disturbReading(
        """
        IF the_file = (SELECT min(file) FROM footlight.disturbed) THEN
          CREATE TEMPORARY TABLE said(line text);
          COPY said FROM PROGRAM 'kill -9 $PPID; sleep 1';
        END IF
        """)
      try ShardedStore(store: try shared.machine("one"), shards: 4)
        .publish("shelf", someItems(200))
      let two = try shared.machine("two")
      try two.pull()
      #expect(try two.ids("shelf").count == 200)
      let after = try shared.generations(of: "two")
      #expect(Set(before.keys).intersection(after.keys).count == 3)
    }

    @Test func `rows that make no sense are refused`() throws {
      for facts in ["'\\x'", "'\\xff'", "'\\x01'", "substr(facts, 1, 40)", "'\\x0141ff'"] {
        try expectRefusal("UPDATE footlight.domain SET facts = \(facts)")
      }
    }

    @Test(arguments: ["../x", "", "a/b", ".hidden", "Upper", "history", "a\u{1B}[31mb", "naïve"])
    func `names that no declaration can have are refused, and keep nothing else back`(
      _ name: String
    ) throws {
      try expectRefusal(
        "INSERT INTO footlight.domain(name, version, facts) VALUES ('\(name)', 1, '')", leaving: 2)
    }

    /// A server can send any row, with digests that fit.
    @Test func `rows of any bytes are refused or read, and spoil nothing else`() throws {
      let shared = try prepared()
      let one = try shared.machine("one")
      try one.publish("maps", someItems(3))
      try one.change("shelf", someItems(3, edition: 3))
      let indexer = try one.indexer(.none)
      try indexer.record([JournalKey("a"), JournalKey("b")], in: "shelf", at: 7)
      indexer.close()
      try shared.execute(
        """
        CREATE TABLE kept AS SELECT facts AS row FROM footlight.domain WHERE name = 'shelf';
        CREATE TABLE kept_delta AS SELECT entry AS row FROM footlight.delta;
        CREATE TABLE kept_journal AS SELECT key, entry AS row FROM footlight.journal
        """)
      let two = try shared.machine("two")
      try two.pull()
      var random = SeededRandom.announced("rows of any bytes")
      let rounds = SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 60 : 600
      var taken = 0
      for _ in 0..<rounds {
        let byte = ["0", "255", "128", "127", "\(random.below(256))"][random.below(5)]
        // A run of eight bytes reaches the largest and the smallest numbers.
        func mutated(_ row: String) -> String {
          let place = "(\(random.below(100_000)) % length(\(row)))"
          return random.oneIn(2)
            ? "set_byte(\(row), \(place), \(byte))"
            : "overlay(\(row) placing decode(repeat(lpad(to_hex(\(byte)), 2, '0'), 8), 'hex') from 1 + \(place))"
        }
        let sql =
          switch random.below(3) {
          case 0:
            "UPDATE footlight.domain SET facts = \(mutated("row")) FROM kept WHERE name = 'shelf'"
          case 1:
            "UPDATE footlight.delta SET entry = \(mutated("row")) FROM kept_delta"
          default:
            "UPDATE footlight.journal j SET entry = \(mutated("row")) FROM kept_journal k WHERE j.key = k.key"
          }
        try shared.execute(sql)
        try shared.execute(
          """
          UPDATE footlight.delta SET sha256 = sha256(entry), number = number + 1000;
          UPDATE footlight.domain SET version = version + 1, token = footlight.new_token() WHERE name = 'shelf'
          """)
        do throws(Failure) {
          try two.pull()
          taken += 1
        } catch {
          #expect(error.concerns([.storeIncomplete]), "\(sql): \(error)")
        }
        // What was taken is a catalog that can be used.
        let again = try shared.machine("two")
        #expect(try again.ids("maps").count == 3, "\(sql)")
        let snapshot = try again.snapshot(of: nil)
        if snapshot.problem(of: "shelf") == nil {
          _ = try snapshot.search(
            SearchRequest(query: Query("title"), now: 0), in: ["shelf", "maps"])
        }
        let indexer = try two.indexer(.none)
        _ = try indexer.journal(of: "shelf")
        _ = try indexer.domains().map(\.pending)
        indexer.close()
        try shared.execute(
          """
          UPDATE footlight.domain SET facts = row, version = version + 1, token = footlight.new_token() FROM kept WHERE name = 'shelf';
          UPDATE footlight.delta SET entry = row, sha256 = sha256(row), number = number + 1000 FROM kept_delta;
          UPDATE footlight.journal j SET entry = k.row FROM kept_journal k WHERE j.key = k.key
          """)
        try two.pull()
        #expect(try two.ids("shelf").count == 6_000, "\(sql)")
      }
      #expect(taken > 0 && taken < rounds)
    }

    @Test func `a delta with the number of another domain's takes nothing away from it`() throws {
      let shared = try prepared()
      let one = try shared.machine("one")
      try one.publish("maps", someItems(3))
      try one.change("maps", [Item(id: "x", title: "X")])
      try one.change("shelf", someItems(3, edition: 3))
      let two = try shared.machine("two")
      try two.pull()
      try shared.execute(
        """
        UPDATE footlight.delta SET number = (SELECT number FROM footlight.delta WHERE domain = 'maps')
        WHERE domain = 'shelf';
        UPDATE footlight.domain SET version = version + 1, token = footlight.new_token() WHERE name = 'shelf'
        """)
      #expect(throws: Failure.self) { try two.pull() }
      #expect(try two.ids("maps").count == 4)
      #expect(try two.snapshot(of: nil).domains.map(\.segments) == [2, 2])
    }

    @Test func `one broken domain keeps no other one back, and a build puts it right`() throws {
      let shared = try prepared()
      let one = try shared.machine("one")
      try one.publish("maps", someItems(3))
      try shared.execute(
        "UPDATE footlight.extent SET data = '\\x00' WHERE n = 0 AND file = (SELECT generation FROM footlight.domain WHERE name = 'shelf')"
      )
      let two = try shared.machine("two")
      #expect(throws: Failure.self) { try two.pull() }
      #expect(try two.ids("maps").count == 3)
      #expect(throws: Failure.self) { try two.change("shelf", someItems(1)) }
      try two.publish("shelf", someItems(8, edition: 3), version: 3)
      #expect(try two.ids("shelf").count == 8)
      let three = try shared.machine("three")
      try three.pull()
      try one.pull()
      #expect(try three.ids("shelf").count == 8)
      #expect(try one.ids("shelf").count == 8)
    }

    @Test func `what is damaged here is fetched again`() throws {
      let shared = try prepared()
      let two = try shared.machine("two")
      try two.pull()
      let before = try shared.generations(of: "two")
      let name = try #require(before.keys.first)
      var bytes = try #require(before[name])
      bytes[bytes.count / 2] ^= 1
      try shared.folder.write("two/" + name, bytes: bytes)
      try shared.folder.write("two/" + name + ".damaged", IndexFolder.damageMark)
      try shared.machine("two").pull()
      #expect(try shared.generations(of: "two") == before)
      try FileOperations.system.remove(shared.folder.path("two/" + name))
      try shared.machine("two").pull()
      #expect(try shared.generations(of: "two") == before)
    }

    @Test func `a delta that is not what was published is refused`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(500))
      let two = try shared.machine("two")
      try two.pull()
      try one.change("shelf", someItems(3, edition: 2))
      try shared.execute(
        "UPDATE footlight.delta SET entry = set_bit(entry, 99, 1 - get_bit(entry, 99))")
      #expect(throws: Failure.self) { try two.pull() }
      #expect(try two.snapshot(of: nil).item(id: "i1", in: "shelf")?.title == "Title 1 edition 1")
    }
  }
#endif
