#if PostgresStore
  import FootlightDiagnostics
  import FootlightPlatform
  import ItemMapping
  import PostgresHandles
  import SearchIndex
  import SharedStore
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// The connection goes at every single piece that a client sends, before the server has it or after: what is
  /// published is the old state or the new one, and the next attempt succeeds.
  @Suite struct InterruptionTests {
    /// A store behind a proxy.
    private struct Setting: ~Copyable {
      let shared: SharedFolder
      let proxy: InterruptingProxy
      let socket: TemporaryFolder
      var address: String { "host=\(socket.path) user=postgres dbname=\(shared.database)" }

      init() throws {
        let shared = try SharedFolder()
        let socket = try TemporaryFolder()
        proxy = try InterruptingProxy(in: socket.path, to: shared.server.folder)
        self.shared = shared
        self.socket = socket
      }

      deinit { proxy.stop() }
    }

    /// Runs `work` with the connection cut at its first piece, its second, and so on, until it gets through.
    private func cutEverywhere(
      _ setting: borrowing Setting, after: Bool, _ work: (Int) throws -> Void,
      _ look: (_ cut: Int, _ isDone: Bool) throws -> Void
    ) throws {
      for cut in 1...400 {
        setting.proxy.set(after ? .cutAfter(cut) : .cutBefore(cut))
        var isDone = false
        do {
          try work(cut)
          isDone = true
        } catch let failure as Failure {
          #expect(failure.exitCode == 3, "cut \(cut): \(failure)")
        }
        let isThrough = setting.proxy.count < cut
        setting.proxy.set(.none)
        try setting.shared.expireLeases()
        try look(cut, isDone)
        if isThrough {
          #expect(isDone)
          return
        }
      }
      Issue.record("it never got through")
    }

    @Test(arguments: [false, true])
    func `a publication is there or not, wherever the connection goes`(_ after: Bool) throws {
      let setting = try Setting()
      let reader = try setting.shared.machine("reader")
      var edition = 1
      try setting.shared.machine("builder").publish("shelf", someItems(300))
      try cutEverywhere(
        setting, after: after,
        { cut in
          let builder = try setting.shared.machine("builder", address: setting.address)
          try builder.publish("shelf", someItems(300, edition: cut + 1), version: cut + 1)
        },
        { cut, isDone in
          try reader.pull()
          let title = try reader.snapshot(of: nil).item(id: "i7", in: "shelf")?.title
          let new = "Title 7 edition \(cut + 1)"
          #expect(title == new || !isDone && title == "Title 7 edition \(edition)", "cut \(cut)")
          if title == new { edition = cut + 1 }
        })
    }

    @Test(arguments: [false, true])
    func `a change is there or not, wherever the connection goes`(_ after: Bool) throws {
      let setting = try Setting()
      let reader = try setting.shared.machine("reader")
      try setting.shared.machine("builder").publish("shelf", someItems(300))
      var known: Set<String> = []
      try cutEverywhere(
        setting, after: after,
        { cut in
          let builder = try setting.shared.machine("builder", address: setting.address)
          try builder.change("shelf", [Item(id: "cut\(cut)", title: "Cut \(cut)")])
        },
        { cut, isDone in
          try reader.pull()
          let added = Set(try reader.ids("shelf").filter { $0.hasPrefix("cut") })
          #expect(added.subtracting(known).isSubset(of: ["cut\(cut)"]))
          #expect(known.isSubset(of: added))
          #expect(!isDone || added.contains("cut\(cut)"))
          known = added
        })
      // The builder's folder ends where the store is.
      let builder = try setting.shared.machine("builder")
      try builder.pull()
      #expect(try builder.ids("shelf") == reader.ids("shelf"))
    }

    @Test(arguments: [false, true])
    func `a pull brings the old state or the new one, wherever the connection goes`(_ after: Bool)
      throws
    {
      let setting = try Setting()
      let writer = try setting.shared.machine("writer")
      try writer.publish("shelf", someItems(300))
      try writer.change("shelf", [Item(id: "one", title: "One")])
      try cutEverywhere(
        setting, after: after,
        { cut in
          // Each time a machine that has nothing.
          try setting.shared.machine("reader\(cut)", address: setting.address).pull()
        },
        { cut, isDone in
          let name = "reader\(cut)"
          let count = try setting.shared.machine(name).ids("shelf").count
          #expect(count == 301 || !isDone && count == 0, "cut \(cut)")
          let again = try setting.shared.machine(name)
          try again.pull()
          #expect(try again.ids("shelf").count == 301)
        })
    }

    @Test(arguments: [false, true])
    func `sweeping deletes nothing that is needed, wherever the connection goes`(_ after: Bool)
      throws
    {
      let setting = try Setting()
      let writer = try setting.shared.machine("writer")
      for edition in 1...6 { try writer.publish("shelf", someItems(40, edition: edition)) }
      try cutEverywhere(
        setting, after: after,
        { _ in
          var owner = try StoreOwner(PostgresAddress(setting.address))
          _ = try owner.sweep(graceSeconds: 0)
        },
        { cut, _ in
          let reader = try setting.shared.machine("reader\(cut)")
          try reader.pull()
          #expect(try reader.ids("shelf").count == 40)
        })
      #expect(try setting.shared.number("SELECT count(*) FROM footlight.generation") == 1)
      #expect(try setting.shared.number("SELECT count(DISTINCT file) FROM footlight.extent") == 1)
    }

    @Test func `a server that has fallen silent is given up, and one that is slow is not`() throws {
      let setting = try Setting()
      let writer = try setting.shared.machine("writer")
      try writer.publish("shelf", someItems(40))
      setting.proxy.set(.delay(5))
      let reader = try setting.shared.machine("reader", address: setting.address, answerSeconds: 2)
      #expect(try reader.pull())
      try writer.publish("shelf", someItems(40, edition: 2))
      setting.proxy.set(.swallowFrom(1))
      #expect(throws: Failure.self) { try reader.pull() }
      #expect(try reader.ids("shelf").count == 40)
    }

    @Test func `a reader whose files are swept away meanwhile takes the newer ones`() throws {
      let setting = try Setting()
      let writer = try setting.shared.machine("writer")
      for edition in 1...3 { try writer.publish("shelf", someItems(40, edition: edition)) }
      var owner = try StoreOwner(
        PostgresAddress(setting.shared.server.address(setting.shared.database)))
      #expect(try owner.sweep(graceSeconds: 3_600) == 0)
      #expect(try owner.sweep(graceSeconds: 0) == 2)
      let reader = try setting.shared.machine("reader")
      try reader.pull()
      #expect(try reader.ids("shelf").count == 40)
    }

    @Test func `what a build uploads is not swept while its right lasts`() throws {
      let shared = try SharedFolder()
      try shared.execute(
        "INSERT INTO footlight.domain(name, fence, owner, lease) VALUES ('shelf', 4, 'x', now() + interval '1 hour')"
      )
      try shared.execute("SELECT footlight.begin_file('shelf', 4, 77)")
      var owner = try StoreOwner(PostgresAddress(shared.server.address(shared.database)))
      #expect(try owner.sweep(graceSeconds: 0) == 0)
      try shared.expireLeases()
      #expect(try owner.sweep(graceSeconds: 0) == 1)
    }
  }
#endif
