#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import FileHandles
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// A store that version 0.2.0 has made, and copies of it.
  @Suite struct OlderStoreTests {
    /// What version 0.2.0 would have in its tables, of what is published in another store; returns the database.
    private func older(_ shared: borrowing SharedFolder) throws -> String {
      let database = try shared.server.makeDatabase(isBlank: true)
      try shared.server.execute(StoreSchema.first, in: database)
      let identity = try shared.number("SELECT identity FROM footlight.store")
      try shared.server.execute(
        "UPDATE footlight.store SET format = 1, identity = \(identity)", in: database)
      for (table, columns) in [
        ("domain", "name, version, generation, facts, fence, owner, lease"),
        ("generation", "id, domain, fence, state, parts, begun, retired"),
        ("part", "generation, part, share, fence, worker, lease, file, done, bytes, sha256"),
        ("extent", "file, n, data"), ("delta", "domain, number, entry, sha256"),
        ("journal", "domain, key, entry"),
      ] {
        let path = "\(shared.server.folder)/\(database).\(table)"
        try shared.execute("COPY (SELECT \(columns) FROM footlight.\(table)) TO '\(path)'")
        try shared.server.execute(
          "COPY footlight.\(table)(\(columns)) FROM '\(path)'", in: database)
      }
      return database
    }

    @Test func `it is refused with what to do, and brought up to date by init`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(300))
      try one.change("shelf", someItems(5, edition: 2))
      let database = try older(shared)
      let address = shared.server.address(database)
      let two = try shared.machine("two", address: address)
      for (name, look) in [
        ("a pull", { _ = try two.pull() }),
        (
          "status",
          {
            var owner = try StoreOwner(PostgresAddress(address))
            _ = try owner.domains()
          }
        ),
      ] as [(String, () throws -> Void)] {
        do {
          try look()
          Issue.record("\(name) has taken an older store")
        } catch let failure as Failure {
          #expect(failure.concerns([.storeFormat]), "\(name): \(failure)")
          #expect(failure.diagnostics.first?.remedy?.contains("store init") == true)
        }
      }
      var owner = try StoreOwner(PostgresAddress(address))
      #expect(try owner.initialise() == 1)
      try two.pull()
      #expect(try two.ids("shelf").count == 300)
      #expect(try two.snapshot(of: nil).item(id: "i4", in: "shelf")?.title == "Title 4 edition 2")
      #expect(try owner.domains().map(\.version) == [2])
      // And it can be changed.
      try two.change("shelf", [Item(id: "new", title: "New")])
      try two.publish("maps", someItems(3))
      let three = try shared.machine("three", address: address)
      try three.pull()
      #expect(try three.ids("shelf").count == 301)
    }

    @Test func `a copy of it, which has noted no digests, is compared byte by byte`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(300))
      try one.change("shelf", someItems(5, edition: 2))
      let address = shared.server.address(try older(shared))
      var owner = try StoreOwner(PostgresAddress(address))
      _ = try owner.initialise()
      let two = try shared.machine("two")
      try two.pull()
      // As 0.2.0 has left it: versions for tokens, and no digests.
      let lock = try Catalog.forWriting(shared.folder.path("two/catalog.sqlite"))
      try lock.change { () throws(Failure) in
        try lock.connection.execute("DELETE FROM counter WHERE name LIKE 'copied:%'")
        try lock.setSharedToken(of: "shelf", to: 2)
      }
      let before = try #require(shared.generations(of: "two").first)
      // The file of this number is that of another edition.
      var bytes = before.value
      bytes[bytes.count - 9] ^= 1
      try shared.folder.write("two/" + before.key, bytes: bytes)
      let again = try shared.machine("two", address: address)
      try again.pull()
      #expect(try shared.generations(of: "two") == shared.generations(of: "one"))
      #expect(try again.ids("shelf").count == 300)
    }
  }
#endif
