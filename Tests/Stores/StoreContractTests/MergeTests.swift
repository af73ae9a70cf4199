import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// When the embedded store merges deltas, and what is left of them.
@Suite struct MergeTests {
  private func ids(_ snapshot: any StoreSnapshot, _ query: String) throws -> [String] {
    try snapshot.search(SearchRequest(query: Query(query), now: 0), in: ["names"]).hits
      .map(\.item.id)
  }

  private func items(_ range: ClosedRange<Int>, _ word: String = "steady") -> [Item] {
    range.map { Item(id: "\($0)", title: "\(word) item\($0)") }
  }

  @Test func `deltas become one segment, and what was deleted leaves the disk`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let large = (1...400).map { number in
      Item(
        id: "\(number)", title: "large \(number)",
        body: (0..<400).map { "w\((number * 131 + $0 * 7919) % 9973)" }.joined(separator: " "))
    }
    let whole = try store.publish("names", large).stored
    try store.change("names", [], deleting: (1...300).map { "\($0)" })
    let before = try #require(try store.snapshot(of: nil).domains.first)
    #expect(before.segments == 2 && before.generation == whole.generation)
    let indexer = try store.indexer(.none)
    let after = try indexer.compact("names", memory: 1 << 20)
    #expect(try indexer.compact("names", memory: 1 << 20) == after)
    indexer.close()
    #expect(after.segments == 1 && after.items == 100 && after.generation > whole.generation)
    #expect(after.bytes < whole.bytes / 2, "\(after.bytes) of \(whole.bytes)")
    #expect(after.facts == before.facts)
    #expect(try store.leftovers().isEmpty)
    #expect(try store.snapshot(of: nil).item(id: "301", in: "names")?.title == "large 301")
  }

  @Test func `the catalog gives back what merged deltas took`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    func texts(_ turn: Int) -> [Item] {
      (1...60).map { number in
        Item(
          id: "\(number)", title: "text \(number)",
          body: (0..<200).map { "w\(number * 977 + $0 * 131 + turn)" }.joined(separator: " "))
      }
    }
    try store.publish("names", texts(0))
    for turn in 1...4 { try store.change("names", texts(turn)) }
    func size() throws -> Int {
      try #require(try FileStatus.of(folder.path("index/catalog.sqlite"))).size
    }
    let stored = try #require(try store.snapshot(of: nil).domains.first)
    let before = try size()
    #expect(stored.segments > 1 && before > stored.deltaBytes)
    let indexer = try store.indexer(.none)
    _ = try indexer.compact("names", memory: 1 << 20)
    indexer.close()
    let after = try size()
    #expect(before - after > stored.deltaBytes / 2, "\(before) \(after) \(stored.deltaBytes)")
  }

  @Test func `too much for a delta becomes a generation of the same data`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let first = try store.publish("names", items(1...1_000), batch: 100).stored
    let small = try store.change("names", items(1...400, "other"), batch: 50).stored
    #expect(small.segments == 2 && small.generation == first.generation)
    let large = try store.change("names", items(300...1_200, "fresh"), batch: 50)
    #expect(large.changes == ChangeCounts(inserted: 200, updated: 701))
    #expect(large.stored.segments == 1 && large.stored.generation > first.generation)
    #expect(large.stored.items == 1_200)
    let snapshot = try store.snapshot(of: nil)
    try snapshot.verify("names")
    for (word, count) in [("steady", 0), ("other", 299), ("fresh", 901)] {
      let found = try snapshot.search(
        SearchRequest(query: Query(word + " "), now: 0), in: ["names"])
      #expect(found.total == count)
    }
    #expect(try store.leftovers().isEmpty)
  }

  @Test func `merges that are stopped change nothing`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    try store.publish("names", items(1...1_000), batch: 100)
    let small = try store.change("names", items(1...400, "other"), batch: 50).stored
    let stopped = Cancellation()
    stopped.cancel()
    let indexer = try store.indexer(.none)
    #expect(
      failureCode { _ = try indexer.compact("names", memory: 1 << 20, stopped) } == .cancelled)
    let change = try indexer.change("names", memory: 1 << 20)
    try change.worker().add(items(300...1_200, "fresh"), batch: 50)
    _ = try change.finish(keeping: .keepLast)
    #expect(
      failureCode { _ = try change.commit(ChangeCommit(facts: small.facts), stopped) } == .cancelled
    )
    change.abandon()
    indexer.close()
    #expect(try store.snapshot(of: nil).domains.first == small)
    try store.snapshot(of: nil).verify("names")
    #expect(try store.leftovers().isEmpty)
  }

  @Test func `small changes that are large together are found first and merged then`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let first = try store.publish("names", items(1...1_000), batch: 100).stored
    func merge() throws -> StoredDomain? {
      let indexer = try store.indexer(.none)
      defer { indexer.close() }
      return try indexer.mergeLargeDeltas(of: "names", memory: 1 << 20, Cancellation())
    }
    #expect(try merge() == nil)
    try store.change("names", items(1...400, "second"), batch: 50)
    #expect(try merge() == nil)
    let changed = try store.change("names", items(401...800, "fresh"), batch: 50).stored
    #expect(changed.segments == 3 && changed.generation == first.generation)
    let stopped = Cancellation()
    stopped.cancel()
    let code = failureCode {
      let indexer = try store.indexer(.none)
      defer { indexer.close() }
      _ = try indexer.mergeLargeDeltas(of: "names", memory: 1 << 20, stopped)
    }
    #expect(code == .cancelled)
    #expect(try store.snapshot(of: nil).domains.first == changed)
    let merged = try #require(try merge())
    #expect(merged.segments == 1 && merged.generation > first.generation)
    #expect(merged.facts == changed.facts && merged.items == 1_000)
    try store.snapshot(of: nil).verify("names")
    #expect(try store.leftovers().isEmpty)
  }

  @Test func `a batch that outgrows its memory goes on in a file, which is gone afterwards`() throws
  {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    try store.publish("names", items(1...50))
    var random = SeededRandom.announced("a large batch")
    // More than the megabyte that stays in memory.
    let large = (1...150).map { number in
      Item(
        id: "l\(number)", title: "large \(number)",
        body: (0..<1_200).map { _ in "w\(random.below(1 << 30))" }.joined(separator: " "))
    }
    let (stored, changes) = try store.change("names", large)
    #expect(changes.inserted == 150 && stored.segments == 1 && stored.items == 200)
    #expect(try folder.names("index").filter { $0.hasPrefix("names.") }.count == 1)
    #expect(try store.snapshot(of: nil).item(id: "l7", in: "names") != nil)
  }

  @Test func `a reader keeps its answers while changes come and are merged`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let writer = EmbeddedStore(path: folder.path("index"))
    try store.publish("names", items(1...30))
    let first = try store.snapshot(of: nil)
    try writer.change("names", [Item(id: "1", title: "second")], deleting: ["2"])
    let second = try store.snapshot(of: nil)
    for turn in 0..<12 { try writer.change("names", [Item(id: "1", title: "turn\(turn)")]) }
    let indexer = try writer.indexer(.none)
    _ = try indexer.compact("names", memory: 1 << 20)
    indexer.close()
    #expect(try ids(first, "item1 ") == ["1"] && ids(first, "item2 ") == ["2"])
    #expect(try ids(second, "second") == ["1"] && ids(second, "item2 ").isEmpty)
    let third = try store.snapshot(of: nil)
    #expect(try ids(third, "turn11 ") == ["1"] && ids(third, "second").isEmpty)
    #expect(first.domains[0].items == 30 && third.domains[0].items == 29)
  }
}
