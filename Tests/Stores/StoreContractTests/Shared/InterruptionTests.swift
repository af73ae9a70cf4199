#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// The connection goes, or the server crashes, at every single piece that a client sends, before the server has it
  /// or after: what is published is the old state or the new one, and the next attempt succeeds.
  ///
  /// With `FOOTLIGHT_TORTURE` set the server crashes at every piece, otherwise at some.
  @Suite struct InterruptionTests {
    /// What happens.
    enum Way: CaseIterable, Sendable {
      case cutBefore, cutAfter, crashBefore, crashAfter

      var crashes: Bool { self == .crashBefore || self == .crashAfter }

      /// The piece at which it happens first, and how many there are from one to the next.
      var steps: (first: Int, stride: Int) {
        guard crashes, SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil else {
          return (1, 1)
        }
        return self == .crashBefore ? (2, 5) : (4, 5)
      }

      func fault(_ piece: Int) -> InterruptingProxy.Fault {
        self == .cutBefore || self == .crashBefore ? .cutBefore(piece) : .cutAfter(piece)
      }
    }

    /// A store behind a proxy.
    private struct Setting: ~Copyable {
      let shared: SharedFolder
      let proxy: InterruptingProxy
      let socket: TemporaryFolder
      var address: String { "host=\(socket.path) user=postgres dbname=\(shared.database)" }

      init(_ way: Way? = nil) throws {
        let server = way?.crashes == true ? try PrivateServer.alone() : try PrivateServer.running()
        let shared = try SharedFolder(on: server)
        let socket = try TemporaryFolder()
        proxy = try InterruptingProxy(in: socket.path, to: shared.server.folder)
        self.shared = shared
        self.socket = socket
      }

      deinit { proxy.stop() }
    }

    /// Runs `work` with the end at its first piece, its second, and so on, until it gets through.
    private func interruptEverywhere(
      _ setting: borrowing Setting, _ way: Way, _ work: (Int) throws -> Void,
      _ look: (_ piece: Int, _ isDone: Bool) throws -> Void
    ) throws {
      let server = setting.shared.server
      for piece in stride(from: way.steps.first, through: 400, by: way.steps.stride) {
        setting.proxy.set(way.fault(piece)) {
          guard way.crashes else { return }
          do { try server.crash() } catch { Issue.record(error) }
        }
        var isDone = false
        do {
          try work(piece)
          isDone = true
        } catch let failure as Failure {
          #expect(failure.exitCode == 3, "piece \(piece): \(failure)")
        }
        let isThrough = setting.proxy.count < piece
        setting.proxy.set(.none)
        try setting.shared.expireLeases()
        try look(piece, isDone)
        if isThrough {
          #expect(isDone)
          return
        }
      }
      Issue.record("it never got through")
    }

    @Test(arguments: Way.allCases)
    func `a publication is there or not, wherever it is interrupted`(_ way: Way) throws {
      let setting = try Setting(way)
      let reader = try setting.shared.machine("reader")
      var edition = 1
      try setting.shared.machine("builder").publish("shelf", someItems(300))
      try interruptEverywhere(
        setting, way,
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

    @Test(arguments: Way.allCases)
    func `a change is there or not, wherever it is interrupted`(_ way: Way) throws {
      let setting = try Setting(way)
      let reader = try setting.shared.machine("reader")
      try setting.shared.machine("builder").publish("shelf", someItems(300))
      var known: Set<String> = []
      try interruptEverywhere(
        setting, way,
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

    @Test(arguments: Way.allCases)
    func `a pull brings the old state or the new one, wherever it is interrupted`(_ way: Way) throws
    {
      let setting = try Setting(way)
      let writer = try setting.shared.machine("writer")
      try writer.publish("shelf", someItems(300))
      try writer.change("shelf", [Item(id: "one", title: "One")])
      try interruptEverywhere(
        setting, way,
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

    @Test(arguments: Way.allCases)
    func `sweeping deletes nothing that is needed, wherever it is interrupted`(_ way: Way) throws {
      let setting = try Setting(way)
      let writer = try setting.shared.machine("writer")
      for edition in 1...6 { try writer.publish("shelf", someItems(40, edition: edition)) }
      try interruptEverywhere(
        setting, way,
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

    @Test
    func `answers that are cut or end in silence, anywhere, bring the old state or the new one`()
      throws
    {
      let setting = try Setting()
      let writer = try setting.shared.machine("writer")
      try writer.publish("shelf", someItems(3_000))
      try writer.change("shelf", [Item(id: "one", title: "One")])
      setting.proxy.set(.none)
      try setting.shared.machine("whole", address: setting.address).pull()
      let size = setting.proxy.answeredBytes
      #expect(size > 100_000)
      var random = SeededRandom.announced("answers cut")
      let rounds = SystemServices.system.environment("FOOTLIGHT_TORTURE") == nil ? 12 : 300
      for round in 0..<rounds {
        // Half of them within the first answers, which are small.
        let place = random.below(round % 2 == 0 ? 4_000 : size)
        let isSilent = round % 4 == 3
        setting.proxy.set(isSilent ? .swallowAnswersAfter(place) : .cutAnswersAfter(place))
        let name = "reader\(round)"
        let reader = try setting.shared.machine(name, address: setting.address, answerSeconds: 1)
        do throws(Failure) {
          try reader.pull()
          Issue.record("it was pulled with \(place) of \(size) bytes")
        } catch {
          #expect(error.concerns([.storeUnreachable, .storeSilent]), "\(place): \(error)")
        }
        #expect(try reader.ids("shelf").isEmpty)
        setting.proxy.set(.none)
        let again = try setting.shared.machine(name)
        try again.pull()
        #expect(try again.ids("shelf").count == 3_001, "\(place)")
      }
    }

    @Test func `a reader whose files are swept away meanwhile takes the newer ones`() throws {
      let setting = try Setting()
      let writer = try setting.shared.machine("writer")
      for edition in 1...3 { try writer.publish("shelf", someItems(40, edition: edition)) }
      var owner = try StoreOwner(
        PostgresAddress(setting.shared.server.address(setting.shared.database)))
      #expect(try owner.sweep(graceSeconds: 3_600).files == 0)
      #expect(try owner.sweep(graceSeconds: 0).files == 2)
      let reader = try setting.shared.machine("reader")
      try reader.pull()
      #expect(try reader.ids("shelf").count == 40)
    }

    @Test func `what a build uploads is not swept while its right lasts`() throws {
      let shared = try SharedFolder()
      try shared.execute(
        "INSERT INTO footlight.domain(name, fence, owner, lease) VALUES ('shelf', 4, 'x', now() + interval '1 hour')"
      )
      try shared.execute("SELECT footlight.begin_file('shelf', 4, 77, 77)")
      var owner = try StoreOwner(PostgresAddress(shared.server.address(shared.database)))
      #expect(try owner.sweep(graceSeconds: 0).files == 0)
      try shared.expireLeases()
      #expect(try owner.sweep(graceSeconds: 0).files == 1)
    }
  }
#endif
