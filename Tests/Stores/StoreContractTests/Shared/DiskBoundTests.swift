#if PostgresStore
  @testable import SharedStore
  import FootlightPlatform
  import DeclaredRecords
  import SearchEngine
  import TestSupport
  import Testing

  @testable import IndexStores

  /// A machine that keeps what fits into its disk, and says what does not.
  @Suite struct DiskBoundTests {
    private func sizes(_ shared: borrowing SharedFolder) throws -> [String: SharedSizes] {
      let replica = try #require(try shared.machine("one").replica)
      return try replica.shared.sizes()
    }

    private func size(of domain: String, _ shared: borrowing SharedFolder) throws -> Int {
      let found = try sizes(shared)[domain]
      let sizes = try #require(found)
      return sizes.files.reduce(sizes.deltas, +)
    }

    /// How many bytes the files and deltas of a machine have.
    private func taken(_ name: String, _ shared: borrowing SharedFolder) throws -> Int {
      let files = try shared.generations(of: name).values.reduce(0) { $0 + $1.count }
      let domains = try shared.machine(name).snapshot(of: nil).domains
      return domains.reduce(files) { $0 + $1.deltaBytes }
    }

    private func names(_ store: EmbeddedStore) throws -> [String] {
      try store.snapshot(of: nil).domains.map(\.name)
    }

    private func prepared() throws -> SharedFolder {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      for (name, count) in [("large", 3_000), ("middle", 1_500), ("small", 400)] {
        try one.publish(name, someItems(count))
      }
      return shared
    }

    @Test func `the smallest domains come first, and what does not fit is named`() throws {
      let shared = try prepared()
      let bound = try size(of: "small", shared) + size(of: "middle", shared) + 1_000
      let two = try shared.machine("two")
      try two.pull(keeping: .disk(bound))
      #expect(try names(two) == ["middle", "small"])
      #expect(try taken("two", shared) <= bound)
      #expect(try ReplicaState.read(two.path).lacking == ["large": .crowded])
      let told = two.replica?.crowded ?? []
      #expect(told.map(\.code) == [.storeRoom])
      #expect(
        told.first?.message.hasPrefix("large was not pulled: it would take ") == true, "\(told)")
      // It stays so for whoever pulls next, until somebody wishes something else.
      let later = try shared.machine("two")
      try later.pull()
      #expect(try names(later) == ["middle", "small"])
      #expect(later.replica?.crowded == told)
      try later.pull(keeping: .all)
      #expect(try names(later) == ["middle", "small"])
      try later.pull(keeping: .unbounded)
      #expect(try names(later) == ["large", "middle", "small"])
      #expect(try ReplicaState.read(later.path) == ReplicaState())
      #expect(later.replica?.crowded == [])
    }

    @Test func `what is here stays, though something smaller would fit in its place`() throws {
      let shared = try prepared()
      let two = try shared.machine("two")
      var wish = CopyWish.disk(try size(of: "middle", shared) + 1_000)
      wish.domains = ["middle"]
      try two.pull(keeping: wish)
      try two.pull(keeping: .also(["small"]))
      #expect(try names(two) == ["middle"])
      #expect(try ReplicaState.read(two.path).lacking == ["large": .leftOut, "small": .crowded])
    }

    @Test func `a domain that has outgrown the room goes, and comes again when there is room`()
      throws
    {
      let shared = try prepared()
      let bound = try size(of: "small", shared) + size(of: "middle", shared) + 1_000
      let two = try shared.machine("two")
      try two.pull(keeping: .disk(bound))
      let one = try shared.machine("one")
      try one.publish("middle", someItems(3_000, edition: 2), version: 2)
      #expect(try two.pull())
      #expect(try names(two) == ["small"])
      #expect(try taken("two", shared) <= bound)
      #expect(try ReplicaState.read(two.path).lacking["middle"] == .crowded)
      #expect(try !two.pull())
      // Also what is not here wakes it: it may fit now.
      try one.publish("large", someItems(100, edition: 3), version: 3)
      #expect(try two.pull())
      #expect(try names(two) == ["large", "small"])
      let indexer = try one.indexer(.none)
      try indexer.remove("small")
      indexer.close()
      try one.publish("middle", someItems(200, edition: 3), version: 3)
      #expect(try two.pull())
      #expect(try names(two) == ["large", "middle"])
      #expect(try two.ids("middle").count == 200)
      #expect(try taken("two", shared) <= bound)
    }

    @Test func `deltas count, and the bound holds with them`() throws {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      try one.publish("shelf", someItems(1_000))
      let bound = try size(of: "shelf", shared) + 100
      let two = try shared.machine("two")
      try two.pull(keeping: .disk(bound))
      #expect(try names(two) == ["shelf"])
      try one.change("shelf", someItems(20, edition: 2))
      let grown = try size(of: "shelf", shared)
      try #require(grown > bound)
      try two.pull()
      #expect(try names(two).isEmpty)
      #expect(try shared.generations(of: "two").isEmpty)
      try two.pull(keeping: .disk(grown))
      #expect(try two.snapshot(of: nil).item(id: "i3", in: "shelf")?.title == "Title 3 edition 2")
    }

    @Test func `of a domain in shards as many come as fit, and it is not built here`() throws {
      let shared = try SharedFolder()
      let one = ShardedStore(store: try shared.machine("one"), shards: 4)
      try one.publish("shelf", someItems(2_000))
      let files = try sizes(shared)["shelf"]?.files ?? []
      try #require(files.count == 4)
      let two = try shared.machine("two")
      try two.pull(keeping: .disk(files[0] + files[1] + 1_000))
      #expect(try shared.generations(of: "two").count == 2)
      #expect(try ReplicaState.read(two.path).lacking == ["shelf": .squeezed])
      let told = two.replica?.crowded.first?.message ?? ""
      #expect(told.hasPrefix("shelf was not pulled whole: shards 2-3 of 4 would take "), "\(told)")
      let some = try two.ids("shelf")
      #expect(!some.isEmpty && some.count < 2_000)
      #expect(failureCode { try two.publish("shelf", someItems(3)) } == .storeCopy)
      // Those that are here stay, and the room goes to others beside them.
      try two.pull(keeping: .disk(files[0] + files[1] + files[2] + 1_000))
      #expect(Set(try two.ids("shelf")).isSuperset(of: some))
      #expect(try shared.generations(of: "two").count == 3)
      try two.pull(keeping: .unbounded)
      #expect(try two.ids("shelf").count == 2_000)
    }

    @Test func `on a full disk less can be wished for, in the room of what has come in vain`()
      throws
    {
      let shared = try prepared()
      let bound = try size(of: "small", shared) + size(of: "middle", shared) + 1_000
      let cut = FileOperations { (step) throws(Failure) in
        guard case .rename(let path, _) = step, path.contains("/large.") else { return }
        throw Failure(.diskFull, "no room")
      }
      #expect(failureCode { try shared.machine("two", files: cut).pull() } == .diskFull)
      let path = shared.folder.path("two")
      @Sendable func takesRoom() throws(Failure) -> Bool {
        try FileOperations.system.list(path).contains { $0.name.hasPrefix("large.") }
      }
      try #require(try takesRoom())
      let full = FileOperations { (step) throws(Failure) in
        guard case .create(let file) = step, file.hasSuffix("/copy.tmp"), try takesRoom() else {
          return
        }
        throw Failure(.diskFull, "no room")
      }
      let two = try shared.machine("two", files: full)
      try two.pull(keeping: .disk(bound))
      #expect(try names(two) == ["middle", "small"])
      #expect(try !takesRoom())
    }

    @Test func `nothing is published from here of what has no room here`() throws {
      let shared = try prepared()
      let two = try shared.machine("two")
      try two.pull(keeping: .disk(try size(of: "small", shared) + 1_000))
      do {
        try two.publish("large", someItems(3))
        Issue.record("it was published")
      } catch let failure as Failure {
        #expect(failure.concerns([.storeCopy]))
        #expect(failure.diagnostics.first?.remedy?.contains("--disk") == true)
      }
    }

    @Test func `whatever is published, the bound holds and nothing is silently less`() throws {
      let shared = try SharedFolder()
      var random = SeededRandom.announced("disk bound")
      let one = try shared.machine("one")
      let names = ["a", "b", "c", "d", "e"]
      var edition = 1
      for name in names {
        try one.publish(name, someItems(Int.random(in: 50...2_000, using: &random)))
      }
      let all = try sizes(shared).values.reduce(0) { $0 + $1.files.reduce($1.deltas, +) }
      let bound = all * 6 / 10
      try shared.machine("two").pull(keeping: .disk(bound))
      for _ in 0..<12 {
        edition += 1
        let name = names[Int.random(in: 0..<5, using: &random)]
        let items = someItems(Int.random(in: 1...2_500, using: &random), edition: edition)
        if edition % 3 == 0 {
          try one.change(name, Array(items.prefix(30)))
        } else {
          let sharded = ShardedStore(store: one, shards: edition % 2 == 0 ? 1 : 3)
          try sharded.publish(name, items, version: edition)
        }
        let two = try shared.machine("two")
        try two.pull()
        #expect(try taken("two", shared) <= bound, "seed \(random.seed)")
        let lacking = try ReplicaState.read(two.path).lacking
        for name in names {
          let (here, there) = (try two.ids(name), try one.ids(name))
          switch lacking[name] {
          case nil: #expect(here == there, "\(name), seed \(random.seed)")
          case .squeezed: #expect(Set(here).isSubset(of: there), "seed \(random.seed)")
          default: #expect(lacking[name] == .crowded && here.isEmpty, "seed \(random.seed)")
          }
        }
      }
    }
  }
#endif
