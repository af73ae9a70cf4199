#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// A worker of a cluster is away: what lies on it cannot be fetched, and all else goes on.
  ///
  /// The workers are imagined; those of a real cluster are lost in `CitusTests`.
  @Suite(.enabled(if: !PrivateServer.isCluster)) struct AwayWorkerTests {
    /// A store whose domains `left` and `right` lie on different workers; the worker of `left` is away.
    private struct Setting: ~Copyable {
      let shared: SharedFolder
      let worker: Int

      init(isAway: Bool = true) throws {
        let shared = try SharedFolder()
        try shared.server.addWorkers(to: shared.database)
        let one = try shared.machine("one")
        try one.publish("left", someItems(300))
        let worker = try shared.number(Setting.worker(of: "left"))
        // Numbers are random at their end: a few tries bring it to the other worker.
        repeat {
          try one.publish("right", someItems(300))
        } while try shared.number(Setting.worker(of: "right")) == worker
        if isAway { try shared.execute("INSERT INTO footlight.away VALUES (\(worker))") }
        self.shared = shared
        self.worker = worker
      }

      static func worker(of domain: String) -> String {
        """
        SELECT p.file % 2 FROM footlight.part p JOIN footlight.domain d ON p.generation = d.generation
        WHERE d.name = '\(domain)'
        """
      }

      func lose() throws { try shared.execute("INSERT INTO footlight.away VALUES (\(worker))") }
      func bringBack() throws { try shared.execute("DELETE FROM footlight.away") }
      func owner() throws -> StoreOwner {
        try StoreOwner(PostgresAddress(shared.server.address(shared.database)))
      }
    }

    @Test func `a domain that is away is named and passed over, and comes when it is back`() throws
    {
      let setting = try Setting()
      let two = try setting.shared.machine("two")
      do throws(Failure) {
        try two.pull()
        Issue.record("nobody was told")
      } catch {
        #expect(error.concerns([.storeAway]) && error.exitCode == 3)
        #expect(
          error.diagnostics.map(\.message).contains { $0.hasPrefix("left could not be pulled") })
        #expect(error.diagnostics.count == 1)
      }
      #expect(try two.ids("right").count == 300)
      #expect(try two.ids("left").isEmpty)
      // Who follows is told of nothing else until it is tried again.
      #expect(try !two.pull(retrying: false))
      try setting.shared.machine("three").change("right", someItems(1, edition: 2))
      do { try two.pull(retrying: false) } catch {}
      #expect(try two.snapshot(of: nil).item(id: "i0", in: "right")?.title == "Title 0 edition 2")
      try setting.bringBack()
      #expect(try two.pull())
      #expect(try two.ids("left").count == 300)
    }

    @Test func `the old state of a domain answers while its new one is away`() throws {
      let setting = try Setting(isAway: false)
      let two = try setting.shared.machine("two")
      try two.pull()
      let one = try setting.shared.machine("one")
      repeat {
        try one.publish("left", someItems(300, edition: 2))
      } while try setting.shared.number(Setting.worker(of: "left")) != setting.worker
      try setting.lose()
      #expect(throws: Failure.self) { try two.pull() }
      #expect(try two.snapshot(of: nil).item(id: "i3", in: "left")?.title == "Title 3 edition 1")
      // A change that follows can be taken by nobody who lacks the file.
      try one.change("left", someItems(1, edition: 3))
      #expect(throws: Failure.self) { try two.pull() }
      #expect(try two.snapshot(of: nil).item(id: "i0", in: "left")?.title == "Title 0 edition 1")
      try setting.bringBack()
      try two.pull()
      #expect(try two.snapshot(of: nil).item(id: "i0", in: "left")?.title == "Title 0 edition 3")
    }

    @Test func `of files that are published no more nothing is kept that has come`() throws {
      let setting = try Setting(isAway: false)
      let two = try setting.shared.machine("two")
      try two.pull()
      func scratch() throws -> [String] {
        try setting.shared.folder.names("two").filter { $0.hasSuffix(".scratch") }
      }
      let one = try setting.shared.machine("one")
      for edition in 2...4 {
        repeat {
          try one.publish("left", someItems(300, edition: edition), version: edition)
        } while try setting.shared.number(Setting.worker(of: "left")) != setting.worker
        try setting.lose()
        #expect(throws: Failure.self) { try setting.shared.machine("two").pull() }
        #expect(try scratch().count == 1, "edition \(edition)")
        try setting.bringBack()
      }
      try setting.shared.machine("two").pull()
      #expect(try scratch().isEmpty)
    }

    @Test func `a builder that lacks a file builds all others, and that one anew`() throws {
      let setting = try Setting()
      let builder = try setting.shared.machine("builder")
      try builder.publish("maps", someItems(40))
      try builder.change("right", someItems(2, edition: 2))
      try builder.publish("left", someItems(50, edition: 2), version: 2)
      try setting.bringBack()
      let reader = try setting.shared.machine("reader")
      try reader.pull()
      #expect(try reader.ids("maps").count == 40)
      #expect(try reader.ids("left").count == 50)
    }

    @Test func `what is published while a worker is away lies on another one`() throws {
      let setting = try Setting()
      let builder = try setting.shared.machine("builder")
      for turn in 1...6 {
        try builder.publish("d\(turn)", someItems(30))
        #expect(try setting.shared.number(Setting.worker(of: "d\(turn)")) == 1 - setting.worker)
      }
      let reader = try setting.shared.machine("reader")
      #expect(throws: Failure.self) { try reader.pull() }
      for turn in 1...6 { #expect(try reader.ids("d\(turn)").count == 30) }
      #expect(try setting.shared.generations(of: "builder").count == 7)
      for (name, bytes) in try setting.shared.generations(of: "builder") {
        #expect(try setting.shared.generations(of: "reader")[name] == bytes)
      }
    }

    @Test func `with all workers away nothing is published, and it is said why`() throws {
      let setting = try Setting()
      try setting.shared.execute("INSERT INTO footlight.away VALUES (0), (1)")
      let builder = try setting.shared.machine("builder")
      do {
        try builder.publish("maps", someItems(3))
        Issue.record("it was published")
      } catch let failure as Failure {
        #expect(failure.concerns([.storeAway]), "\(failure)")
      }
    }

    @Test func `the store's status names what is away`() throws {
      let setting = try Setting()
      var owner = try setting.owner()
      let domains = try owner.domains()
      #expect(domains.map(\.name) == ["left", "right"])
      #expect(domains[0].problem?.concerns([.storeAway]) == true)
      #expect(domains[0].problem?.diagnostics.first?.remedy?.contains("citus.md") == true)
      #expect(domains[1].problem == nil)
      try setting.bringBack()
      #expect(try owner.domains().allSatisfy { $0.problem == nil })
      try setting.shared.execute(
        "DELETE FROM footlight.stored_extent WHERE file % 2 = \(setting.worker)")
      #expect(try owner.domains().first?.problem?.concerns([.storeMissing]) == true)
    }

    @Test func `sweeping goes on, and what is away goes with the next one`() throws {
      let setting = try Setting(isAway: false)
      let one = try setting.shared.machine("one")
      for edition in 2...7 { try one.publish("left", someItems(30, edition: edition)) }
      try setting.lose()
      let due = try setting.shared.number(
        "SELECT count(*) FROM footlight.generation WHERE state = 'retired'")
      var owner = try setting.owner()
      let sweep = try owner.sweep(graceSeconds: 0)
      #expect(!sweep.failures.isEmpty && sweep.failures.allSatisfy { $0.concerns([.storeAway]) })
      #expect(sweep.files + sweep.failures.count == due)
      try setting.bringBack()
      #expect(try owner.sweep(graceSeconds: 0).files == due - sweep.files)
      #expect(
        try setting.shared.number("SELECT count(DISTINCT file) FROM footlight.stored_extent") == 2)
    }
  }
#endif
