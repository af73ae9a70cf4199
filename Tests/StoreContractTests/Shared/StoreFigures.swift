#if PostgresStore
  import FootlightDiagnostics
  import FootlightPlatform
  import ItemMapping
  import PostgresHandles
  import SharedStore
  import StoreTestSupport
  import Synchronization
  import TestSupport
  import Testing

  @testable import IndexStores

  /// What the shared store takes, printed for docs/benchmarks.md: nothing is expected of it.
  ///
  /// `FOOTLIGHT_FIGURES=1 swift test --filter StoreFigures`.
  @Suite(.enabled(if: World.system.environment("FOOTLIGHT_FIGURES") != nil), .serialized)
  struct StoreFigures {
    /// The median of some rounds, in milliseconds.
    private func median(_ rounds: Int, _ body: (Int) throws -> Void) rethrows -> Double {
      var times: [Double] = []
      for round in 0..<rounds {
        let began = World.system.monotonic()
        try body(round)
        times.append(Double(World.system.monotonic() - began) / 1e6)
      }
      return times.sorted()[rounds / 2]
    }

    @Test func `publishing and pulling a large file`() throws {
      let shared = try SharedFolder()
      let bytes = 128 << 20
      var random = SeededRandom(seed: 7)
      var chunk: [UInt8] = []
      for _ in 0..<(1 << 20) { chunk.append(UInt8(random.below(256))) }
      let path = shared.folder.path("large")
      do {
        let file = try FileOperations.system.create(path)
        for _ in 0..<(bytes >> 20) { try file.write(chunk.span) }
      }
      let address = try PostgresAddress(shared.server.address(shared.database))
      let index = PostgresIndex(address, owner: "figures")
      _ = try index.claim("large")
      var sent: SharedFile?
      let publishing = try median(3) { _ in
        sent = try index.upload(index.nextNumber(), of: "large", at: path)
      }
      let file = try #require(sent)
      let pulling = try median(5) { round in
        let copy = shared.folder.path("copy\(round)")
        let written = try FileOperations.system.create(copy)
        try index.fetch(file) { (bytes, range) throws(Failure) in try written.write(bytes, range) }
        try written.synchronize()
      }
      let size = Double(bytes) / 1e6
      print(
        "publish \(Int(size / publishing * 1000)) MB/s, pull \(Int(size / pulling * 1000)) MB/s")
      index.letGo("large")
    }

    @Test func `polling and following`() throws {
      let shared = try SharedFolder()
      let writer = try shared.machine("writer")
      for number in 0..<40 { try writer.publish("d\(number)", someItems(3)) }
      let reader = try shared.machine("reader")
      try reader.pull()
      let poll = try median(1_000) { _ in try reader.pull() }
      print("an idle poll of 40 domains \(poll) ms")
      try writer.publish("shelf", someItems(20_000))
      try reader.pull()
      let address = try PostgresAddress(shared.server.address(shared.database))
      let isOver = Atomic<Bool>(false)
      // When the writer's call returned, and when the reader found so many items.
      let written = Mutex<[Int: Int64]>([:])
      let found = Mutex<[Int: Int64]>([:])
      Workers.run(2) { number in
        do {
          if number == 0 {
            for round in 1...15 {
              try writer.change("shelf", [Item(id: "round\(round)", title: "Round \(round)")])
              written.withLock { $0[20_000 + round] = World.system.monotonic() }
              World.system.sleep(500_000_000)
            }
            isOver.store(true, ordering: .relaxed)
          } else {
            let index = PostgresIndex(address, owner: "follower")
            let follower = EmbeddedStore(
              path: shared.folder.path("reader"),
              copying: IndexReplica(index, workspace: "/nowhere"), of: "figures")
            while !isOver.load(ordering: .relaxed) {
              try follower.pull(Patience())
              let domains = try follower.snapshot(of: ["shelf"]).domains
              if let items = domains.first(where: { $0.name == "shelf" })?.items {
                let now = World.system.monotonic()
                found.withLock { if $0[items] == nil { $0[items] = now } }
              }
              try index.waitForNews(milliseconds: 1_000)
            }
          }
        } catch {
          Issue.record(error)
        }
      }
      let times = found.withLock { $0 }
      let late = written.withLock { $0 }.compactMap { items, then in
        times[items].map { Double($0 - then) / 1e6 }
      }.sorted()
      print(
        "\(late.count) deltas: visible \(late[late.count / 2]) ms after, at most \(late.last ?? 0)")
    }
  }
#endif
