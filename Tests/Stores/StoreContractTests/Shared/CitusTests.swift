#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// What a cluster adds: workers that are lost, stand still, or are replaced.
  ///
  /// `make citus` runs them, each with a cluster of its own.
  @Suite(.serialized, .enabled(if: PrivateServer.isCluster)) struct CitusTests {
    /// A store on a cluster of its own; its domains `d1` and `d2` lie on the worker of that number.
    private struct Setting: ~Copyable {
      let shared: SharedFolder
      var server: PrivateServer { shared.server }

      init() throws {
        let shared = try SharedFolder(on: PrivateServer.alone())
        let one = try shared.machine("one")
        for worker in 1...2 {
          repeat {
            try one.publish("d\(worker)", someItems(300))
          } while try Setting.worker(of: "d\(worker)", shared) != worker
        }
        self.shared = shared
      }

      static func worker(of domain: String, _ shared: borrowing SharedFolder) throws -> Int {
        let file = try shared.number(
          """
          SELECT p.file FROM footlight.part p JOIN footlight.domain d ON p.generation = d.generation
          WHERE d.name = '\(domain)'
          """)
        return try shared.server.worker(of: file, in: shared.database)
      }

      func worker(of domain: String) throws -> Int { try Setting.worker(of: domain, shared) }

      func address(of role: String) throws -> String {
        let name = "\(shared.database)_\(role)"
        try shared.execute("CREATE ROLE \(name) LOGIN IN ROLE footlight_\(role)")
        return server.address(shared.database, user: name)
      }

      func owner() throws -> StoreOwner {
        try StoreOwner(PostgresAddress(server.address(shared.database)))
      }
    }

    @Test func `a builder publishes, a reader pulls, a sweeper sweeps, each with its role`() throws
    {
      let setting = try Setting()
      let builder = try setting.shared.machine("builder", address: setting.address(of: "builder"))
      for edition in 2...4 {
        try builder.publish("shelf", someItems(300, edition: edition))
        try builder.change("shelf", someItems(3, edition: edition + 1))
      }
      let reader = try setting.shared.machine("reader", address: setting.address(of: "reader"))
      try reader.pull()
      #expect(try reader.ids("shelf").count == 300)
      #expect(
        try setting.shared.generations(of: "reader") == setting.shared.generations(of: "builder"))
      var sweeper = try StoreOwner(PostgresAddress(setting.address(of: "sweeper")))
      let due = try setting.shared.number(
        "SELECT count(*) FROM footlight.generation WHERE state = 'retired'")
      #expect(try sweeper.sweep(graceSeconds: 0).files == due)
      #expect(try setting.shared.number("SELECT count(DISTINCT file) FROM footlight.extent") == 3)
      try setting.shared.machine("reader").pull()
    }

    @Test func `with a lost worker all else is pulled, published and swept, and it comes back`()
      throws
    {
      let setting = try Setting()
      let one = try setting.shared.machine("one")
      try one.publish("d2", someItems(30, edition: 2), version: 2)
      // A role is made on all workers.
      let address = try setting.address(of: "builder")
      try setting.server.loseWorker(1)
      let builder = try setting.shared.machine("builder", address: address)
      for turn in 1...4 {
        try builder.publish("new\(turn)", someItems(40))
        #expect(try setting.worker(of: "new\(turn)") == 2)
      }
      let reader = try setting.shared.machine("reader")
      do throws(Failure) {
        try reader.pull()
        Issue.record("nobody was told")
      } catch {
        #expect(error.concerns([.storeAway]), "\(error)")
        #expect(error.diagnostics.first?.message.hasPrefix("d1 could not be pulled") == true)
      }
      for turn in 1...4 { #expect(try reader.ids("new\(turn)").count == 40) }
      var owner = try setting.owner()
      let away = try owner.domains().filter { $0.problem != nil }
      #expect(away.map(\.name).first == "d1")
      #expect(away.allSatisfy { $0.problem?.concerns([.storeAway]) == true })
      let sweep = try owner.sweep(graceSeconds: 0)
      #expect(sweep.failures.allSatisfy { $0.concerns([.storeAway]) })
      try setting.server.startWorker(1)
      try reader.pull()
      #expect(try reader.ids("d1").count == 300)
      #expect(try owner.domains().allSatisfy { $0.problem == nil })
      #expect(try owner.sweep(graceSeconds: 0).failures.isEmpty)
      // What was begun on the lost worker, and what was replaced, is all gone.
      #expect(
        try setting.shared.number("SELECT count(DISTINCT file) FROM footlight.extent")
          == setting.shared.number("SELECT count(*) FROM footlight.domain"))
    }

    @Test func `a worker that stands still keeps nobody from the others`() throws {
      let setting = try Setting()
      try setting.server.freezeWorker(1, true)
      let builder = try setting.shared.machine("builder", answerSeconds: 3)
      try builder.publish("new", someItems(40))
      #expect(try setting.worker(of: "new") == 2)
      let reader = try setting.shared.machine("reader", answerSeconds: 3)
      #expect(throws: Failure.self) { try reader.pull() }
      #expect(try reader.ids("new").count == 40)
      #expect(try reader.ids("d2").count == 300)
      // A file of a healthy worker asks no other one for anything.
      try setting.shared.machine("one", answerSeconds: 3).change("d2", someItems(2, edition: 2))
      try setting.server.freezeWorker(1, false)
      try reader.pull()
      #expect(try reader.ids("d1").count == 300)
    }

    @Test func `a worker that is killed at any moment of a publication spoils nothing`() throws {
      let setting = try Setting()
      let reader = try setting.shared.machine("reader")
      var random = SeededRandom.announced("killed workers")
      let rounds = SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 6 : 40
      for round in 1...rounds {
        let worker = 1 + random.below(2)
        let pause = Int64(random.below(120)) * 1_000_000
        let server = setting.server
        let builder = try setting.shared.machine("builder")
        let edition = round + 1
        Workers.run(2) { number in
          do {
            if number == 0 {
              SystemServices.system.sleep(pause)
              try server.loseWorker(worker)
            } else {
              try builder.publish("shelf", someItems(3_000, edition: edition), version: edition)
            }
          } catch let failure as Failure {
            #expect(number == 1 && failure.exitCode == 3, "\(failure)")
          } catch {
            Issue.record(error)
          }
        }
        try server.startWorker(worker)
        // One more attempt, and everybody has it.
        try setting.shared.machine("builder").publish(
          "shelf", someItems(3_000, edition: edition), version: edition)
        try reader.pull()
        #expect(
          try reader.snapshot(of: nil).item(id: "i7", in: "shelf")?.title
            == "Title 7 edition \(edition)", "round \(round)")
        try reader.snapshot(of: nil).verify("shelf")
      }
      var owner = try setting.owner()
      try setting.shared.expireLeases()
      #expect(try owner.sweep(graceSeconds: 0).failures.isEmpty)
      #expect(try setting.shared.number("SELECT count(DISTINCT file) FROM footlight.extent") == 3)
    }

    @Test func `a worker that is lost for good is replaced by an empty one`() throws {
      let setting = try Setting()
      let database = setting.shared.database
      try setting.server.replaceWorker(1)
      try setting.server.makeMember(database, worker: 1)
      try setting.shared.execute("SELECT citus_activate_node('\(setting.server.folder)', 5433)")
      var owner = try setting.owner()
      _ = try owner.initialise(distributing: true)
      let lost = try owner.domains().filter { $0.problem != nil }
      #expect(lost.map(\.name) == ["d1"])
      #expect(lost.first?.problem?.concerns([.storeMissing]) == true)
      // Built anew where it is indexed, also on the worker that was replaced.
      let builder = try setting.shared.machine("one", address: setting.address(of: "builder"))
      repeat {
        try builder.publish("d1", someItems(300, edition: 2), version: 2)
      } while try setting.worker(of: "d1") != 1
      let reader = try setting.shared.machine("reader", address: setting.address(of: "reader"))
      try reader.pull()
      #expect(try reader.snapshot(of: nil).item(id: "i7", in: "d1")?.title == "Title 7 edition 2")
      #expect(try reader.ids("d2").count == 300)
    }

    @Test func `what a cluster lacks is said before anything is made`() throws {
      let server = try PrivateServer.running()
      let database = try server.makeDatabase(isBlank: true)
      try server.execute("SELECT citus_remove_node('\(server.folder)', 5433)", in: database)
      try server.execute("SELECT citus_remove_node('\(server.folder)', 5434)", in: database)
      func fault() throws -> String {
        var owner = try StoreOwner(PostgresAddress(server.address(database)))
        do throws(Failure) {
          _ = try owner.initialise(distributing: true)
          return ""
        } catch {
          #expect(error.concerns([.storeExtension]), "\(error)")
          return error.diagnostics.first?.message ?? ""
        }
      }
      #expect(try fault().contains("knows no worker"))
      try server.execute("DROP EXTENSION citus CASCADE", in: database)
      #expect(try fault().contains("lacks the extension"))
      #expect(
        try server.number(
          "SELECT count(*) FROM pg_namespace WHERE nspname = 'footlight'", in: database) == 0)
    }

    @Test func `a store with files is spread as it is, and no copy of them stays behind`() throws {
      let server = try PrivateServer.running()
      let database = try server.makeDatabase(isBlank: true)
      let address = server.address(database)
      let shared = try SharedFolder(on: server)
      var owner = try StoreOwner(PostgresAddress(address))
      _ = try owner.initialise()
      try shared.machine("one", address: address).publish("shelf", someItems(3_000))
      #expect(try server.number("SELECT footlight.is_distributed()::int", in: database) == 0)
      _ = try owner.initialise(distributing: true)
      #expect(try server.number("SELECT footlight.is_distributed()::int", in: database) == 1)
      #expect(
        try server.number("SELECT pg_relation_size('footlight.extent')", in: database) == 0)
      let two = try shared.machine("two", address: address)
      try two.pull()
      #expect(try two.ids("shelf").count == 3_000)
    }
  }
#endif
