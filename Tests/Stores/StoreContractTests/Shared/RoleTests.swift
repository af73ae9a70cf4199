#if PostgresStore
  import FootlightPlatform
  @testable import SharedStore
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  @Suite struct RoleTests {
    /// A store with a published domain, and a user of it with a role.
    private func user(of role: String, _ shared: borrowing SharedFolder) throws -> String {
      let name = "\(shared.database)_\(role)"
      try shared.execute("CREATE ROLE \(name) LOGIN IN ROLE footlight_\(role)")
      return shared.server.address(shared.database, user: name)
    }

    /// The statements of these that a user is allowed: they run, or fail because of what there is.
    private func allowed(_ statements: [String], _ address: String) throws -> [String] {
      var connection = try PostgresConnection(PostgresAddress(address))
      return statements.filter { sql in
        do throws(Failure) {
          try connection.transaction { (connection) throws(Failure) in
            _ = try connection.rows(sql)
            throw Failure(.cancelled, "it was allowed, and is undone")
          }
        } catch {
          return !error.concerns([.storeForbidden])
        }
        return false
      }
    }

    private static let writing = [
      "INSERT INTO footlight.extent VALUES (1, 1, 'x')", "DELETE FROM footlight.extent",
      "UPDATE footlight.extent SET n = n", "TRUNCATE footlight.extent",
      "INSERT INTO footlight.domain(name) VALUES ('x')", "UPDATE footlight.domain SET version = 9",
      "DELETE FROM footlight.domain", "UPDATE footlight.part SET done = false",
      "DELETE FROM footlight.part WHERE false", "DELETE FROM footlight.generation WHERE false",
      "DELETE FROM footlight.delta", "DELETE FROM footlight.journal",
      "UPDATE footlight.store SET format = 9", "SELECT nextval('footlight.number')",
      "SELECT footlight.claim('shelf', 'x', 1)", "SELECT footlight.let_go('shelf', 1)",
      "SELECT footlight.renew('shelf', 1, 1)", "SELECT footlight.settle_file(1, 1)",
      "SELECT footlight.begin_file('shelf', 1, 99, 99)",
      "CREATE TABLE footlight.x(n int)", "DROP TABLE footlight.extent",
      "CREATE FUNCTION footlight.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    ]

    @Test func `a reader can do nothing but read`() throws {
      let shared = try SharedFolder()
      try shared.machine("one").publish("shelf", someItems(30))
      let address = try user(of: "reader", shared)
      #expect(try allowed(Self.writing, address) == [])
      var owner = try StoreOwner(PostgresAddress(address))
      do throws(Failure) {
        _ = try owner.initialise()
        Issue.record("a reader has made roles")
      } catch {
        #expect(error.concerns([.storeForbidden]))
        #expect(error.diagnostics.first?.remedy?.contains("owner") == true)
      }
      let reader = try shared.machine("two", address: address)
      try reader.pull()
      #expect(try reader.ids("shelf").count == 30)
      do {
        try reader.publish("shelf", someItems(3))
        Issue.record("a reader has published")
      } catch let failure as Failure {
        #expect(failure.concerns([.storeForbidden]))
      }
    }

    @Test func `a builder publishes, and changes nothing but through the functions`() throws {
      let shared = try SharedFolder()
      let address = try user(of: "builder", shared)
      let builder = try shared.machine("one", address: address)
      try builder.publish("shelf", someItems(30))
      try builder.change("shelf", someItems(2, edition: 2))
      let functions = Self.writing.filter { $0.hasPrefix("SELECT ") }
      #expect(try allowed(Self.writing, address) == [Self.writing[0]] + functions)
      #expect(functions.count == 6)
    }

    @Test func `a sweeper deletes what is retired and publishes nothing`() throws {
      let shared = try SharedFolder()
      let writer = try shared.machine("one")
      for edition in 1...3 { try writer.publish("shelf", someItems(30, edition: edition)) }
      let address = try user(of: "sweeper", shared)
      var owner = try StoreOwner(PostgresAddress(address))
      #expect(try owner.sweep(graceSeconds: 0).files == 2)
      #expect(
        try allowed(Self.writing, address) == [
          "DELETE FROM footlight.extent", "DELETE FROM footlight.part WHERE false",
          "DELETE FROM footlight.generation WHERE false",
        ])
      #expect(throws: Failure.self) {
        try shared.machine("two", address: address).publish("shelf", someItems(3))
      }
    }
  }

  @Suite struct StoreOwnerTests {
    @Test func `a store is made once, and made again without harm`() throws {
      let server = try PrivateServer.running()
      let database = try server.makeDatabase(isBlank: true)
      let address = try PostgresAddress(server.address(database))
      let folder = try TemporaryFolder()
      let store = EmbeddedStore(
        path: folder.path("index"),
        copying: IndexReplica(PostgresIndex(address, owner: "x"), workspace: folder.path))
      do throws(Failure) {
        try store.pull()
        Issue.record("there is no store yet")
      } catch {
        #expect(error.concerns([.storeBlank]))
      }
      var owner = try StoreOwner(address)
      #expect(try owner.initialise() == 0)
      try store.publish("shelf", someItems(3))
      #expect(try owner.initialise() == StoreSchema.format)
      #expect(try owner.domains().map(\.name) == ["shelf"])
      try server.execute("UPDATE footlight.store SET format = 99", in: database)
      #expect(throws: Failure.self) { _ = try owner.initialise() }
      #expect(throws: Failure.self) { _ = try PostgresIndex(address, owner: "x").tokens() }
    }

    @Test(.enabled(if: !PrivateServer.isCluster))
    func `without the extension nothing is distributed, and nothing is made`() throws {
      let server = try PrivateServer.running()
      let database = try server.makeDatabase(isBlank: true)
      var owner = try StoreOwner(PostgresAddress(server.address(database)))
      do throws(Failure) {
        _ = try owner.initialise(distributing: true)
        Issue.record("this server has Citus")
      } catch {
        #expect(error.concerns([.storeExtension]))
      }
      #expect(
        try server.number(
          "SELECT count(*) FROM pg_namespace WHERE nspname = 'footlight'", in: database) == 0)
    }
  }
#endif
