#if PostgresStore
  import FileHandles
  @testable import SharedStore
  import FootlightPlatform
  import DeclaredRecords
  import SearchEngine
  import TestSupport
  import Testing

  @testable import IndexStores

  /// A machine that keeps some domains of the shared store, and says which it lacks.
  @Suite struct KeptPartTests {
    private func prepared() throws -> SharedFolder {
      let shared = try SharedFolder()
      let one = try shared.machine("one")
      for name in ["law.rules", "law.statutes", "lawns", "plants"] {
        try one.publish(name, someItems(30))
      }
      return shared
    }

    private func names(_ store: EmbeddedStore) throws -> [String] {
      try store.snapshot(of: nil).domains.map(\.name)
    }

    @Test func `only what was named is pulled, and stays so for whoever pulls next`() throws {
      let shared = try prepared()
      try shared.machine("two").pull(keeping: .also(["law"]))
      let two = try shared.machine("two")
      #expect(try names(two) == ["law.rules", "law.statutes"])
      #expect(try shared.generations(of: "two").count == 2)
      try shared.machine("one").change("law.rules", someItems(1, edition: 2))
      try shared.machine("one").change("plants", someItems(1, edition: 2))
      try two.pull()
      #expect(try names(two) == ["law.rules", "law.statutes"])
      #expect(
        try two.snapshot(of: nil).item(id: "i0", in: "law.rules")?.title == "Title 0 edition 2")
      let state = try ReplicaState.read(two.path)
      #expect(state.lacking == ["lawns": .leftOut, "plants": .leftOut])
    }

    @Test func `more can be named later, what is left out goes, and all comes again`() throws {
      let shared = try prepared()
      let two = try shared.machine("two")
      try two.pull()
      #expect(try names(two).count == 4)
      try two.pull(keeping: .also(["plants"]))
      #expect(try names(two) == ["plants"])
      #expect(try shared.generations(of: "two").count == 1)
      try two.pull(keeping: .also(["lawns"]))
      #expect(try names(two) == ["lawns", "plants"])
      try two.pull(keeping: .all)
      #expect(try names(two).count == 4)
      #expect(try ReplicaState.read(two.path) == ReplicaState())
    }

    @Test func `of a domain in shards some can be kept, and others later`() throws {
      let shared = try SharedFolder()
      let one = ShardedStore(store: try shared.machine("one"), shards: 4)
      var items = someItems(200)
      try one.publish("shelf", items)
      let two = try shared.machine("two")
      try two.pull(keeping: .part([], shards: 1...2))
      #expect(try shared.generations(of: "two").count == 2)
      #expect(try ReplicaState.read(two.path).lacking == ["shelf": .partly])
      let some = try two.ids("shelf")
      #expect(!some.isEmpty && some.count < 200)
      // What is changed of these shards comes as well, and of the others nothing.
      for number in 0..<7 { items[number].title = "Another title" }
      try one.change("shelf", Array(items[..<7]), deleting: ["i8"])
      let again = try shared.machine("two")
      try again.pull()
      for id in (0..<7).map({ "i\($0)" }) {
        let title = try again.snapshot(of: nil).item(id: id, in: "shelf")?.title
        #expect(title == (some.contains(id) ? "Another title" : nil))
      }
      #expect(try again.ids("shelf") == some.filter { $0 != "i8" })
      try again.snapshot(of: nil).verify("shelf")
      #expect(failureCode { try again.publish("shelf", items) } == .storeCopy)
      #expect(failureCode { try again.change("shelf", [items[7]]) } == .storeCopy)
      try again.pull(keeping: .part([], shards: 0...1))
      #expect(try shared.generations(of: "two").count == 2)
      #expect(try again.ids("shelf") != some)
      try again.pull(keeping: .all)
      #expect(try again.ids("shelf").count == 199)
      #expect(try ReplicaState.read(two.path) == ReplicaState())
    }

    @Test func `deltas of shards that are not kept stay away, and come when these are kept`() throws
    {
      let shared = try SharedFolder()
      let one = ShardedStore(store: try shared.machine("one"), shards: 4)
      try one.publish("shelf", someItems(2_000))
      for number in 0..<3 { try one.change("shelf", [someItems(2_000, edition: 2)[number * 7]]) }
      try one.change("shelf", someItems(40, edition: 3))
      /// The numbers of the deltas of shards that a machine has.
      func deltas(_ name: String) throws -> [Int] {
        let store = try shared.machine(name)
        let bases = try #require(store.snapshot(of: nil).domains.first).baseShards
        let catalog = try Connection(path: store.folder.catalog, mode: .readOnly)
        let rows = try catalog.statement("SELECT base FROM delta ORDER BY number")
        var shards: [Int] = []
        while try rows.step() {
          shards.append(try #require(bases.firstIndex { $0.generation == rows.int(0) }))
        }
        return shards
      }
      let all = try deltas("one")
      #expect(Set(all) == [0, 1, 2, 3])
      let two = try shared.machine("two")
      try two.pull(keeping: .part([], shards: 1...2))
      #expect(try deltas("two") == all.filter { (1...2).contains($0) })
      // What they do not know stays away as well, and what they know is as the builder has it.
      let whole = try one.snapshot(of: nil)
      try two.snapshot(of: nil).scanItems(of: "shelf") { (item) throws(Failure) in
        #expect(try whole.item(id: item.id, in: "shelf")?.title == item.title)
      }
      try two.snapshot(of: nil).verify("shelf")
      try two.pull(keeping: .part([], shards: 2...3))
      #expect(try deltas("two") == all.filter { (2...3).contains($0) })
      try two.pull(keeping: .all)
      #expect(try deltas("two") == all)
      #expect(try two.ids("shelf") == one.ids("shelf"))
    }

    @Test func `a domain that is kept in part is not built while it is away either`() throws {
      let shared = try SharedFolder()
      let one = ShardedStore(store: try shared.machine("one"), shards: 4)
      try one.publish("shelf", someItems(200))
      let two = try shared.machine("two")
      try two.pull(keeping: .part([], shards: 1...2))
      try one.publish("shelf", someItems(200, edition: 2), version: 2)
      try shared.execute(
        """
        DELETE FROM footlight.extent WHERE file IN (SELECT p.file FROM footlight.part p
          JOIN footlight.domain d ON p.generation = d.generation)
        """)
      #expect(throws: Failure.self) { try two.pull() }
      let state = try ReplicaState.read(two.path)
      #expect(state.lacking == ["shelf": .old])
      let stored = try two.snapshot(of: nil).domains.first
      #expect(state.refusal(of: "shelf", stored)?.concerns([.storeCopy]) == true)
      #expect(state.refusal(of: "other", nil) == nil)
    }

    @Test func `a range of shards that none has leaves a domain that is told of`() throws {
      let shared = try SharedFolder()
      try ShardedStore(store: try shared.machine("one"), shards: 3).publish(
        "shelf", someItems(30))
      let two = try shared.machine("two")
      try two.pull(keeping: .part([], shards: 7...9))
      #expect(try shared.generations(of: "two").isEmpty)
      let state = try ReplicaState.read(two.path)
      #expect(state.lacking == ["shelf": .noShard])
      let refusal = try state.refusal(of: "shelf", two.snapshot(of: nil).domains.first)
      #expect(refusal?.diagnostics.first?.message.contains("none of the shards") == true)
      #expect(refusal?.diagnostics.first?.remedy?.contains("pull --all") == true)
      #expect(try two.snapshot(of: nil).item(id: "i1", in: "shelf") == nil)
      for text in ["", "-", "3-1", "a", "1-2-3", "-1"] {
        #expect(ReplicaState.shards(text) == nil, "\(text)")
      }
      #expect(ReplicaState.shards("4") == 4...4)
    }

    @Test func `what others publish elsewhere wakes nobody who does not keep it`() throws {
      let shared = try prepared()
      let two = try shared.machine("two")
      try two.pull(keeping: .also(["plants"]))
      try shared.machine("one").change("lawns", someItems(1, edition: 2))
      #expect(try !two.pull())
      try shared.machine("one").change("plants", someItems(1, edition: 2))
      #expect(try two.pull())
    }

    @Test func `a domain that is not kept is not built either, and it is said why`() throws {
      let shared = try prepared()
      let two = try shared.machine("two")
      try two.pull(keeping: .also(["plants"]))
      do {
        try two.publish("lawns", someItems(3))
        Issue.record("it was published")
      } catch let failure as Failure {
        #expect(failure.concerns([.storeCopy]))
        #expect(failure.diagnostics.first?.remedy?.contains("pull --domain lawns") == true)
      }
      try two.publish("plants", someItems(3))
      try shared.machine("one").pull()
      #expect(try shared.machine("one").ids("plants").count == 3)
    }

    @Test func `a pull that ends before all has come says what has not`() throws {
      let shared = try prepared()
      let full = FileOperations { (step) throws(Failure) in
        guard case .create(let path) = step, path.contains("/plants.") else { return }
        throw Failure(.diskFull, "no room")
      }
      #expect(failureCode { try shared.machine("two", files: full).pull() } == .diskFull)
      let two = try shared.machine("two")
      let here = try names(two)
      #expect(here == ["law.rules", "law.statutes", "lawns"])
      #expect(try ReplicaState.read(two.path).lacking(beside: here) == ["plants": .away])
      try two.pull()
      #expect(try names(two).count == 4)
      #expect(try ReplicaState.read(two.path) == ReplicaState())
    }

    @Test func `what could not be fetched is known to who only reads`() throws {
      let shared = try prepared()
      let two = try shared.machine("two")
      try two.pull()
      let one = try shared.machine("one")
      try one.publish("plants", someItems(30, edition: 2), version: 2)
      try one.publish("trees", someItems(30))
      try shared.execute(
        """
        DELETE FROM footlight.extent WHERE file IN (SELECT p.file FROM footlight.part p
          JOIN footlight.domain d ON p.generation = d.generation WHERE d.name IN ('plants', 'trees'))
        """)
      #expect(throws: Failure.self) { try two.pull() }
      #expect(try ReplicaState.read(two.path).lacking == ["plants": .old, "trees": .away])
      for name in ["plants", "trees"] {
        try one.publish(name, someItems(30, edition: 3), version: 3)
      }
      try two.pull()
      #expect(try ReplicaState.read(two.path).lacking.isEmpty)
    }
  }
#endif
