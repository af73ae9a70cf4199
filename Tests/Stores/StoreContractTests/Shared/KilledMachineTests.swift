#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import TestSupport
  import Testing

  @testable import IndexStores

  /// A machine that dies at its n-th change of a file, while it publishes or pulls: the store and the folders of
  /// others hold the old state or the new one, and its own folder is put right by the next attempt.
  ///
  /// With `FOOTLIGHT_TORTURE` set every step is tried, otherwise some.
  @Suite(.serialized) struct KilledMachineTests {
    /// What it does.
    enum Work: Int, CaseIterable, Sendable {
      case publish, change, pull
    }

    @Test(arguments: Work.allCases)
    func `what is killed at a change of a file leaves the old state or the new one`(
      _ work: Work
    ) async throws {
      let shared = try SharedFolder()
      let address = shared.server.address(shared.database)
      let path = shared.folder.path("victim")
      let writer = try shared.machine("writer")
      let reader = try shared.machine("reader")
      try writer.publish("shelf", someItems(60))
      try Self.machine(address, path).pull()
      var turn = 1
      /// Brings about that there is something to do.
      func prepare() throws {
        turn += 1
        if work == .pull {
          try writer.publish("shelf", someItems(60, edition: turn), version: turn)
        }
      }
      try prepare()
      let counted = turn
      await #expect(processExitsWith: .success) {
        [
          address = address as String, path = path as String, work = work.rawValue as Int,
          turn = counted as Int,
        ] in
        let faults = Faults()
        try Self.run(work, turn, address, path, faults)
        let count = try FileOperations.system.create(path + ".count")
        let text = ByteArena("\(faults.count)")
        try count.write(text, text.all)
      }
      let count = try #require(Int(try shared.folder.text("victim.count")))
      #expect(count > 5)
      for step in Faults.steps(of: count, parts: 4, ends: 2, "a machine that is killed") {
        try prepare()
        let isTorn = step % 2 == 0
        let present = turn
        await #expect(processExitsWith: .signal(SIGKILL), "step \(step)") {
          [
            address = address as String, path = path as String, work = work.rawValue as Int,
            turn = present as Int, step = step as Int, isTorn = isTorn as Bool,
          ] in
          try Self.run(work, turn, address, path, Faults(at: step, isTorn ? .tornKill : .kill))
          kill(getpid(), SIGKILL)
        }
        try shared.expireLeases()
        try reader.pull()
        let victim = try Self.machine(address, path)
        for store in [reader, victim] {
          let snapshot = try store.snapshot(of: nil)
          try snapshot.verify("shelf")
          let titles = Set(
            try (0..<60).compactMap {
              try snapshot.item(id: "i\($0)", in: "shelf")?.title.dropFirst(8)
            })
          #expect(snapshot.domains.first?.items == 60, "step \(step)")
          let editions = Set(titles.compactMap { $0.split(separator: " ").last })
          #expect(
            editions == ["\(present)"] || editions == ["\(present - 1)"],
            "step \(step): \(editions)")
        }
        try Self.run(work.rawValue, present, address, path, nil)
        try reader.pull()
        try victim.pull()
        #expect(
          try victim.snapshot(of: nil).item(id: "i7", in: "shelf")?.title
            == "Title 7 edition \(present)")
        #expect(
          try reader.snapshot(of: nil).item(id: "i7", in: "shelf")?.title
            == "Title 7 edition \(present)")
        #expect(try victim.leftovers().isEmpty, "step \(step)")
      }
    }

    private static func machine(
      _ address: String, _ path: String, _ files: FileOperations = .system
    ) throws -> EmbeddedStore {
      let index = try PostgresIndex(PostgresAddress(address), owner: "victim")
      return EmbeddedStore(
        path: path, files: files, copying: IndexReplica(index, workspace: "/nowhere"))
    }

    private static func run(
      _ work: Int, _ turn: Int, _ address: String, _ path: String, _ faults: Faults?
    ) throws {
      try faults?.observeSQLite()
      let store = try machine(address, path, faults?.files ?? .system)
      switch Work(rawValue: work) {
      case .publish: try store.publish("shelf", someItems(60, edition: turn), version: turn)
      case .change: try store.change("shelf", someItems(60, edition: turn))
      default: try store.pull()
      }
    }
  }
#endif
