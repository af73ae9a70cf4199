#if PostgresStore
  import FootlightPlatform
  import DeclaredRecords
  @testable import SharedStore
  import SearchEngine
  import StoreTestSupport
  import Synchronization
  import TestSupport
  import Testing

  @testable import IndexStores

  /// One domain in shards, built by several machines against one store.
  @Suite struct JointBuildTests {
    /// A build together with others.
    private struct Builder {
      var shards = 4
      var builders = 2
      var version = 1
      /// Whether the colors of items decide about their shards.
      var isKeyed = false
      /// The digest of the records that it reads.
      var source: UInt64 = 1

      /// Begins it; nil where it was published meanwhile.
      func begin(
        _ indexer: any StoreIndexer, _ cancellation: Cancellation = Cancellation()
      ) throws -> (any StoreBuild)? {
        var settings = isKeyed ? IndexSettings.forTests.keyed : .forTests
        settings.shards = shards
        return try indexer.jointBuild(
          "shelf", settings: settings, fingerprint: "f", memory: 1 << 20, builders: builders,
          key: "k\(version)", cancellation)
      }

      /// Goes on to the end; returns what is published then.
      func end(_ build: any StoreBuild, _ items: [Item]) throws -> StoredDomain {
        repeat {
          try build.add(isKeyed ? items.map(\.keyed) : items)
        } while try build.takesMore(keeping: .keepFirst, of: source)
        if let published = try build.publishedElsewhere() { return published }
        let (summary, _) = try build.finish(keeping: .keepFirst)
        #expect(summary.items == Set(items.map(\.id)).count)
        return try build.publish(
          DomainFacts(label: "shelf", version: version, fingerprint: "f"))
      }

      func run(_ store: EmbeddedStore, _ items: [Item]) throws -> StoredDomain? {
        let indexer = try store.indexer(.none)
        defer { indexer.close() }
        guard let build = try begin(indexer) else {
          return try indexer.domains().first { $0.name == "shelf" }
        }
        do {
          return try end(build, items)
        } catch {
          build.abandon()
          throw error
        }
      }
    }

    /// Runs builders side by side.
    private func sideBySide(
      _ stores: [EmbeddedStore], _ builders: [Builder], _ items: [Item]
    ) -> [Result<StoredDomain?, any Error>] {
      let results = Mutex([Result<StoredDomain?, any Error>?](repeating: nil, count: stores.count))
      Workers.run(stores.count) { number in
        let result = Result { try builders[number].run(stores[number], items) }
        results.withLock { $0[number] = result }
      }
      return results.withLock { $0.map { $0 ?? .success(nil) } }
    }

    /// The identities of the shards that one machine makes of these items alone.
    private func alone(_ items: [Item], shards: Int, isKeyed: Bool = false) throws -> [UInt64] {
      let folder = try TemporaryFolder()
      let store = ShardedStore(
        store: EmbeddedStore(path: folder.path("alone")), shards: shards, isKeyed: isKeyed)
      return try store.publish("shelf", items).stored.baseShards.map(\.identity)
    }

    @Test func `machines build the shards of a domain side by side, and one of them publishes`()
      throws
    {
      let shared = try SharedFolder()
      let stores = try ["one", "two"].map { (name) in try shared.machine(name) }
      let items = someItems(300)
      let results = sideBySide(stores, [Builder(), Builder()], items)
      let wanted = try alone(items, shards: 4)
      for result in results { #expect(try result.get()?.baseShards.map(\.identity) == wanted) }
      #expect(try shared.number("SELECT version FROM footlight.domain") == 1)
      #expect(try shared.number("SELECT count(*) FROM footlight.share") == 0)
      #expect(try shared.number("SELECT count(*) FROM footlight.part") == 4)
      let reader = try shared.machine("reader")
      for store in stores + [reader] {
        try store.pull()
        #expect(try store.ids("shelf") == items.map(\.id).sorted())
        try store.snapshot(of: nil).verify("shelf")
      }
    }

    @Test func `machines that build by a text find records with one id in each other's shards`()
      throws
    {
      let shared = try SharedFolder()
      let stores = try ["one", "two"].map { (name) in try shared.machine(name) }
      var items = someItems(200)
      for place in items.indices {
        items[place].attributes = [ItemAttribute("color", .text("color \(place % 9)"))]
      }
      items += items[0..<20].map { item in
        var item = item
        item.attributes = [ItemAttribute("color", .text("color 8"))]
        return item
      }
      var builder = Builder()
      builder.isKeyed = true
      let results = sideBySide(stores, [builder, builder], items)
      let wanted = try alone(items, shards: 4, isKeyed: true)
      for result in results { #expect(try result.get()?.baseShards.map(\.identity) == wanted) }
      let reader = try shared.machine("reader")
      try reader.pull()
      #expect(try reader.ids("shelf") == items.prefix(200).map(\.id).sorted())
    }

    @Test func `what machines that are gone have left is built by the others`() throws {
      let shared = try SharedFolder()
      let stalled = try shared.machine("stalled", leaseSeconds: 3_600)
      let items = someItems(600)
      var builder = Builder()
      builder.shards = 24
      builder.builders = 6
      // Two are killed with four shards each, and one stands still with four.
      for name in ["killed", "also killed"] {
        #expect(
          try shared.number(
            "SELECT count(*) FROM footlight.take_shares('shelf', 'k1', 0, 24, 4, '\(name)', 1)")
            == 4)
      }
      let slow = try stalled.indexer(.none)
      defer { slow.close() }
      let begun = try #require(try builder.begin(slow))
      try shared.execute(
        "UPDATE footlight.share SET lease = clock_timestamp() - interval '1 second' WHERE owner = 'stalled'"
      )
      let stores = try (0..<3).map { try shared.machine("m\($0)") }
      let results = sideBySide(stores, [builder, builder, builder], items)
      let wanted = try alone(items, shards: 24)
      for result in results { #expect(try result.get()?.baseShards.map(\.identity) == wanted) }
      #expect(try shared.number("SELECT version FROM footlight.domain") == 1)
      // The late one publishes nothing, and has what the others have built.
      #expect(try builder.end(begun, items).baseShards.map(\.identity) == wanted)
      #expect(try shared.number("SELECT version FROM footlight.domain") == 1)
      #expect(try stalled.ids("shelf").count == 600)
    }

    /// Or a machine that has taken a shard before would settle another one with its file.
    @Test func `no two shards have one fence, also when the store has gone back`() throws {
      let shared = try SharedFolder()
      func take() throws {
        let taken = try shared.number(
          "SELECT count(*) FROM footlight.take_shares('shelf', 'k1', 0, 4, 4, 'somebody', 30)")
        #expect(taken == 4)
      }
      let number = try shared.number("SELECT nextval('footlight.number')")
      try take()
      try shared.execute(
        """
        CREATE TABLE earlier AS SELECT fence FROM footlight.share;
        DELETE FROM footlight.share;
        SELECT setval('footlight.number', \(number))
        """)
      try take()
      #expect(
        try shared.number("SELECT count(*) FROM footlight.share JOIN earlier USING (fence)") == 0)
    }

    @Test func `shards of other records are not joined with one's own`() throws {
      let shared = try SharedFolder()
      let builders = [Builder(), Builder(source: 2)]
      let indexers = try ["one", "two"].map { (name) in try shared.machine(name).indexer(.none) }
      // Both have taken shards before either goes on.
      let builds = try zip(builders, indexers).map { try #require(try $0.begin($1)) }
      let results = Mutex([Result<StoredDomain, any Error>?](repeating: nil, count: 2))
      Workers.run(2) { number in
        let result = Result {
          try builders[number].end(builds[number], someItems(100, edition: number + 1))
        }
        if case .failure = result { builds[number].abandon() }
        results.withLock { $0[number] = result }
        indexers[number].close()
      }
      let failures = results.withLock { $0 }.compactMap { result -> Failure? in
        guard case .failure(let error)? = result else { return nil }
        return error as? Failure
      }
      #expect(failures.count <= 1)
      #expect(failures.allSatisfy { $0.concerns([.storeDiffers]) }, "\(failures)")
      #expect(try shared.number("SELECT version FROM footlight.domain") == 1)
      let reader = try shared.machine("reader")
      try reader.pull()
      let titles = try (0..<100).map {
        try reader.snapshot(of: nil).item(id: "i\($0)", in: "shelf")?.title
      }
      let editions = (1...2).filter { titles[0] == "Title 0 edition \($0)" }
      let edition = try #require(editions.first)
      #expect(titles == (0..<100).map { "Title \($0) edition \(edition)" })
    }

    @Test func `of two builders of different records the one with the greater digest goes on`()
      throws
    {
      let shared = try SharedFolder()
      let (small, great) = (Builder(source: 1), Builder(source: 2))
      let indexers = try ["one", "two"].map { (name) in try shared.machine(name).indexer(.none) }
      defer { for indexer in indexers { indexer.close() } }
      let one = try #require(try small.begin(indexers[0]))
      func build(_ build: any StoreBuild, _ builder: Builder, edition: Int) throws {
        repeat {
          try build.add(someItems(60, edition: edition))
        } while try build.takesMore(keeping: .keepFirst, of: builder.source)
      }
      try build(one, small, edition: 1)
      // All are built; whoever comes has what it finds built anew, once.
      let two = try #require(try great.begin(indexers[1]))
      try build(two, great, edition: 2)
      while try one.takesMore(keeping: .keepFirst, of: small.source) {
        try one.add(someItems(60, edition: 1))
      }
      while try two.takesMore(keeping: .keepFirst, of: great.source) {
        try two.add(someItems(60, edition: 2))
      }
      let refused = failure {
        while try one.takesMore(keeping: .keepFirst, of: small.source) {
          try one.add(someItems(60, edition: 1))
        }
      }
      #expect(refused?.concerns([.storeDiffers]) == true)
      one.abandon()
      #expect(try two.publishedElsewhere() == nil)
      _ = try two.finish(keeping: .keepFirst)
      _ = try two.publish(DomainFacts(label: "shelf", version: 1, fingerprint: "f"))
      let reader = try shared.machine("reader")
      try reader.pull()
      #expect(
        try reader.snapshot(of: nil).item(id: "i59", in: "shelf")?.title == "Title 59 edition 2")
    }

    @Test func `who finds its shards rejected when it publishes leaves the others be`() throws {
      let shared = try SharedFolder()
      let (small, great) = (Builder(source: 1), Builder(source: 2))
      let indexers = try ["one", "two"].map { (name) in try shared.machine(name).indexer(.none) }
      defer { for indexer in indexers { indexer.close() } }
      let two = try #require(try great.begin(indexers[1]))
      repeat {
        try two.add(someItems(60, edition: 2))
      } while try two.takesMore(keeping: .keepFirst, of: great.source)
      // It is about to publish; meanwhile another one rejects all shards together.
      let one = try #require(try small.begin(indexers[0]))
      try one.add(someItems(60))
      #expect(try one.takesMore(keeping: .keepFirst, of: small.source))
      #expect(try two.publishedElsewhere() == nil)
      #expect(
        failure { _ = try two.finish(keeping: .keepFirst) }?.concerns([.storeDiffers]) == true)
      two.abandon()
      indexers[1].close()
      #expect(try small.end(one, someItems(60)).items == 60)
    }

    @Test func `a record that is refused counts for each builder`() throws {
      let shared = try SharedFolder()
      let indexer = try shared.machine("one").indexer(.none)
      defer { indexer.close() }
      let build = try #require(try Builder().begin(indexer))
      defer { build.abandon() }
      // Two of the four shards are built here; items of the others are refused just so.
      let worker = try build.worker()
      worker.beginBatch(0)
      for number in 0..<20 {
        var item = ItemBuffer()
        let names = (0..<5_000).map { "name \($0)" }
        item.set(
          Item(id: "x\(number)", title: "Many names", aliases: names), record: UInt32(number + 1))
        #expect(worker.add(item)?.code.name == "item.too-many-names")
      }
    }

    @Test func `a shard that holds the same is neither sent nor fetched again`() throws {
      let shared = try SharedFolder()
      let store = ShardedStore(store: try shared.machine("one"), shards: 5)
      let reader = try shared.machine("reader")
      var items = someItems(200)
      let before = try store.publish("shelf", items).stored
      try reader.pull()
      let files = try shared.generations(of: "reader")
      items[7].title = "Another title"
      let after = try store.publish("shelf", items, version: 2).stored
      #expect(zip(before.baseShards, after.baseShards).count { $0 == $1 } == 4)
      let sent = try shared.number("SELECT count(DISTINCT file) FROM footlight.extent")
      #expect(sent == 6)
      try reader.pull()
      #expect(try Set(shared.generations(of: "reader").keys).intersection(files.keys).count == 4)
      #expect(try reader.snapshot(of: nil).item(id: "i7", in: "shelf")?.title == "Another title")
      // Of the retired generation nothing goes that lives on.
      var owner = try StoreOwner(PostgresAddress(shared.server.address(shared.database)))
      #expect(try owner.sweep(graceSeconds: 0).files == 1)
      #expect(try shared.number("SELECT count(DISTINCT file) FROM footlight.extent") == 5)
      #expect(try owner.domains().map { $0.problem == nil } == [true])
      let late = try shared.machine("late")
      try late.pull()
      #expect(try late.ids("shelf").count == 200)
      // All the same: nothing is sent, and the generation stays.
      let again = try store.publish("shelf", items, version: 3).stored
      #expect(again.baseShards == after.baseShards)
      #expect(try shared.number("SELECT count(DISTINCT file) FROM footlight.extent") == 5)
    }

    @Test
    func `built shards are kept while their build goes on, and swept away when it was given up`()
      throws
    {
      let shared = try SharedFolder()
      let store = try shared.machine("one")
      let indexer = try store.indexer(.none)
      let cancellation = Cancellation()
      let build = try #require(try Builder().begin(indexer, cancellation))
      try build.add(someItems(50))
      // The first two of four are built here; the others are another one's, which is killed.
      #expect(
        try shared.number(
          "SELECT count(*) FROM footlight.take_shares('shelf', 'k1', 0, 4, 2, 'killed', 3600)")
          == 2)
      var owner = try StoreOwner(PostgresAddress(shared.server.address(shared.database)))
      let ended = Mutex<Failure?>(nil)
      Workers.detach {
        do {
          _ = try build.takesMore(keeping: .keepFirst, of: 1)
        } catch {
          ended.withLock { $0 = error as? Failure }
        }
      }
      for _ in 0..<600
      where try shared.number("SELECT count(*) FROM footlight.share WHERE name > 0") < 2 {
        SystemServices.system.sleep(50_000_000)
      }
      try shared.execute(
        "UPDATE footlight.share SET touched = touched - interval '1 day'; UPDATE footlight.generation SET begun = begun - interval '1 day'"
      )
      #expect(try owner.sweep(graceSeconds: 3_600).files == 0)
      cancellation.cancel()
      for _ in 0..<600 where ended.withLock({ $0 == nil }) {
        SystemServices.system.sleep(50_000_000)
      }
      #expect(ended.withLock { $0 }?.concerns([.cancelled]) == true)
      build.abandon()
      indexer.close()
      try shared.execute("UPDATE footlight.share SET lease = NULL")
      #expect(try owner.sweep(graceSeconds: 3_600).files == 2)
      #expect(try shared.number("SELECT count(*) FROM footlight.extent") == 0)
    }

    /// One machine builds all shards, and fails before it publishes.
    private func leaveBuilt(
      _ builder: Builder, _ shared: borrowing SharedFolder, _ items: [Item]
    ) throws {
      let indexer = try shared.machine("one").indexer(.none)
      let build = try #require(try builder.begin(indexer))
      repeat {
        try build.add(items)
      } while try build.takesMore(keeping: .keepFirst, of: builder.source)
      build.abandon()
      indexer.close()
      #expect(try shared.number("SELECT count(*) FROM footlight.share WHERE name > 0") == 4)
    }

    @Test func `of what was built and never published a file that is lost is built anew`() throws {
      let shared = try SharedFolder()
      let items = someItems(80)
      try leaveBuilt(Builder(), shared, items)
      try shared.execute(
        """
        DELETE FROM footlight.extent WHERE file = (SELECT p.file FROM footlight.part p
          JOIN footlight.share s ON s.name = p.name WHERE s.shard = 2)
        """)
      let before = try shared.number("SELECT sum(name) FROM footlight.share WHERE shard <> 2")
      let two = try shared.machine("two")
      #expect(try Builder().run(two, items)?.baseShards.count == 4)
      let after = try shared.number("SELECT sum(name) FROM footlight.part WHERE part <> 2")
      #expect(after == before)
      let reader = try shared.machine("reader")
      try reader.pull()
      #expect(try reader.ids("shelf").count == 80)
    }

    @Test func `of what was built a file stays whose worker is away for a moment`() throws {
      let shared = try SharedFolder()
      let items = someItems(80)
      try leaveBuilt(Builder(), shared, items)
      let before = try shared.number("SELECT sum(name) FROM footlight.share")
      try shared.disturbReading(
        "IF turn <= 3 THEN RAISE EXCEPTION 'no connection' USING ERRCODE = '08006'; END IF")
      #expect(try Builder().run(try shared.machine("two"), items)?.baseShards.count == 4)
      #expect(try shared.number("SELECT sum(name) FROM footlight.part") == before)
    }

    @Test func `of what was built a file is built anew whose worker stays away`() throws {
      let shared = try SharedFolder()
      let items = someItems(80)
      try leaveBuilt(Builder(), shared, items)
      let lost = try shared.number("SELECT min(name) FROM footlight.share")
      try shared.disturbReading(
        """
        IF the_file = (SELECT file FROM footlight.part WHERE name = \(lost)) THEN
          RAISE EXCEPTION 'no connection' USING ERRCODE = '08006';
        END IF
        """)
      #expect(try Builder().run(try shared.machine("two"), items)?.baseShards.count == 4)
      let live = "SELECT generation FROM footlight.domain"
      #expect(
        try shared.number(
          "SELECT count(*) FROM footlight.part WHERE name = \(lost) AND generation IN (\(live))")
          == 0)
      let reader = try shared.machine("reader")
      try reader.pull()
      #expect(try reader.ids("shelf").count == 80)
    }

    @Test func `what was built and never published is published by who comes next`() throws {
      let shared = try SharedFolder()
      let items = someItems(80)
      let alone = Builder()
      try leaveBuilt(alone, shared, items)
      let two = try shared.machine("two")
      #expect(try alone.run(two, items)?.baseShards.count == 4)
      #expect(try two.ids("shelf").count == 80)
      // A build of which nothing is different leaves nothing to take for another one's.
      #expect(try alone.run(two, items)?.baseShards.count == 4)
      #expect(try shared.number("SELECT count(*) FROM footlight.share") == 0)
      // Nor does a change that came in between: all is built anew upon it.
      let three = try shared.machine("three")
      let slow = try three.indexer(.none)
      let begun = try #require(try alone.begin(slow))
      try two.change("shelf", someItems(1, edition: 2))
      try begun.add(items)
      #expect(try !begun.takesMore(keeping: .keepFirst, of: 1))
      #expect(try begun.publishedElsewhere()?.segments == 2)
      begun.abandon()
      slow.close()
      #expect(try alone.run(two, items)?.segments == 1)
      #expect(try two.snapshot(of: nil).item(id: "i0", in: "shelf")?.title == "Title 0 edition 1")
    }
  }
#endif
