#if PostgresStore
  import FootlightDiagnostics
  import FootlightPlatform
  import ItemMapping
  import SearchIndex
  import TestSupport
  import Testing

  @testable import IndexStores

  @Suite struct DamagedExtentTests {
    /// A store with one domain, and a machine that has pulled its first edition.
    private func prepared() throws -> SharedFolder {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(3_000))
      try shared.machine("two").pull()
      try one.publish("shelf", someItems(3_000, edition: 2), version: 2)
      return shared
    }

    /// Pulls with something wrong in the store: it is refused, and the state of before answers.
    private func expectRefusal(
      _ sql: String, _ codes: Set<DiagnosticCode> = [.storeIncomplete]
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
      #expect(try two.snapshot(of: nil).item(id: "i7", in: "shelf")?.title == "Title 7 edition 1")
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

    @Test func `rows that make no sense are refused`() throws {
      for facts in ["'\\x'", "'\\xff'", "'\\x01'", "substr(facts, 1, 40)", "'\\x0141ff'"] {
        try expectRefusal("UPDATE footlight.domain SET facts = \(facts)")
      }
      try expectRefusal(
        "INSERT INTO footlight.domain(name, version, facts) VALUES ('../x', 1, '')")
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
