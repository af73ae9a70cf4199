import DeclaredRecords
import FileHandles
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// What every store promises about batches of changes.
@Suite struct ChangeTests {
  private func ids(
    _ snapshot: any StoreSnapshot, _ query: String, now: Int64 = 0
  ) throws -> [String] {
    try snapshot.search(SearchRequest(query: Query(query), now: now), in: ["names"]).hits
      .map(\.item.id)
  }

  private func items(_ range: ClosedRange<Int>, _ word: String = "steady") -> [Item] {
    range.map { Item(id: "\($0)", title: "\(word) item\($0)") }
  }

  @Test(arguments: Backend.allCases)
  func `items are inserted, updated and deleted, and the same counts nowhere`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish("names", items(1...20))
    let (stored, changes) = try store.change(
      "names",
      [
        Item(id: "3", title: "changed item3"), Item(id: "4", title: "steady item4"),
        Item(id: "21", title: "steady item21"),
      ], deleting: ["5", "6", "nobody"])
    #expect(changes == ChangeCounts(inserted: 1, updated: 1, deleted: 2))
    #expect(stored.items == 19 && stored.facts.changes.deleted == 2)
    let snapshot = try store.snapshot(of: nil)
    #expect(snapshot.domains.first?.items == 19)
    #expect(try ids(snapshot, "changed") == ["3"])
    #expect(try ids(snapshot, "item5 ").isEmpty)
    #expect(try snapshot.item(id: "6", in: "names") == nil)
    #expect(try snapshot.item(id: "3", in: "names")?.title == "changed item3")
    let none = try store.change("names", [Item(id: "3", title: "changed item3")])
    #expect(none.changes == ChangeCounts() && none.stored.segments == stored.segments)
  }

  @Test(arguments: Backend.allCases)
  func `an item that is deleted and added in one batch is there (RA-30)`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish("names", items(1...3) + [Item(id: "100%25 :é", title: "odd")])
    let (_, changes) = try store.change(
      "names",
      [Item(id: "2", title: "other words"), Item(id: "3", title: "steady item3")],
      deleting: ["2", "3", "100%25 :é"])
    #expect(changes == ChangeCounts(updated: 1, deleted: 1))
    let snapshot = try store.snapshot(of: nil)
    #expect(try ids(snapshot, "other") == ["2"])
    #expect(try ids(snapshot, "odd").isEmpty)
    try store.change("names", [Item(id: "100%25 :é", title: "odd again")])
    #expect(try ids(try store.snapshot(of: nil), "odd") == ["100%25 :é"])
  }

  @Test(arguments: Backend.allCases)
  func `a later batch hides what an earlier one added`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish("names", items(1...5))
    for turn in 1...20 {
      try store.change(
        "names", [Item(id: "7", title: "turn\(turn)"), Item(id: "2", title: "turn\(turn) two")])
      let snapshot = try store.snapshot(of: nil)
      #expect(try ids(snapshot, "turn\(turn) ") == ["7", "2"])
      #expect(snapshot.domains[0].items == 6 && snapshot.domains[0].segments <= 9)
      if turn > 1 { #expect(try ids(snapshot, "turn\(turn - 1) ").isEmpty) }
    }
    try store.change("names", [], deleting: ["7", "2"])
    #expect(try store.snapshot(of: nil).domains[0].items == 4)
    #expect(try ids(try store.snapshot(of: nil), "turn20").isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `what is spared stays, whatever was deleted, unless it has expired`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish("names", items(1...4) + [Item(id: "5", title: "short", expires: 100)])
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    let change = try indexer.change("names", memory: 1 << 20)
    for id in ["1", "2", "3", "nobody"] { try change.delete(.id(id)) }
    for id in ["2", "5", "nobody"] { try change.spare(.id(id)) }
    try change.spare(.sourceKey(Array("3".utf8)))
    #expect(try change.deleteExpired(by: 200).passed == 100)
    let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
    let (stored, changes) = try change.commit(ChangeCommit(facts: facts))
    #expect(changes == ChangeCounts(deleted: 2) && stored.items == 3)
    let left = try store.snapshot(of: nil)
    #expect(try ["2", "3", "4"].allSatisfy { try left.item(id: $0, in: "names") != nil })
  }

  @Test(arguments: Backend.allCases)
  func `an item that goes back to what it was within a batch is what it was`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish("names", items(1...3))
    let two = [Item(id: "2", title: "other"), Item(id: "2", title: "steady item2")]
    let (stored, _) = try store.change("names", two)
    #expect(stored.items == 3)
    #expect(try store.snapshot(of: nil).item(id: "2", in: "names")?.title == "steady item2")
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    let change = try indexer.change("names", memory: 1 << 20)
    try change.worker().add(two.reversed())
    let summary = try change.finish(keeping: .keepLast)
    #expect(!summary.duplicates.isEmpty || summary.claimed == ["2"])
    change.abandon()
  }

  @Test(arguments: Backend.allCases)
  func `what has expired is deleted when it is asked for`(_ backend: Backend) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    try store.publish(
      "names",
      items(1...3) + [
        Item(id: "4", title: "short", expires: 100), Item(id: "5", title: "short", expires: 300),
      ])
    try store.change("names", [Item(id: "6", title: "short", expires: 150)])
    #expect(try ids(try store.snapshot(of: nil), "short", now: 120) == ["5", "6"])
    #expect(try store.snapshot(of: nil).domains[0].items == 6)
    let indexer = try store.indexer(.none)
    let change = try indexer.change("names", memory: 1 << 20)
    #expect(try change.deleteExpired(by: 200) == Expiries(next: 300, passed: 150))
    let facts = DomainFacts(label: "names", version: 1, fingerprint: "f", cursor: "c 7")
    let (stored, changes) = try change.commit(ChangeCommit(facts: facts))
    indexer.close()
    #expect(changes == ChangeCounts(deleted: 2) && stored.items == 4)
    #expect(try store.snapshot(of: nil).domains[0].facts.cursor == "c 7")
    #expect(try ids(try store.snapshot(of: nil), "short", now: 0) == ["5"])
  }

  @Test(arguments: Backend.allCases)
  func `records are found by the key of their source, and unchanged ones by their digest`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = backend.store(in: folder)
    let indexer = try store.indexer(.none)
    let build = try indexer.build("names", settings: .forTests, memory: 1 << 20)
    try build.worker().add(
      records: [(1, "a"), (2, "b"), (3, "b"), (4, "d"), (5, "")], skipping: [77])
    _ = try build.finish(keeping: .keepFirst)
    let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
    _ = try build.publish(facts)

    // Two items of one record go with it; the empty key is the id.
    let change = try indexer.change("names", memory: 1 << 20)
    try change.delete(.sourceKey(Array("b".utf8)))
    try change.delete(.sourceKey(Array("5".utf8)))
    try change.delete(.sourceKey(Array("4".utf8)))
    try change.worker().add(records: [(6, "f")], skipping: [88])
    #expect(
      try change.commit(ChangeCommit(facts: facts)).1 == ChangeCounts(inserted: 1, deleted: 3))

    for turn in 0..<2 {
      let digests = try store.snapshot(of: nil).recordDigests(of: "names")
      var marks = RecordMarks()
      let known: [UInt64] = [1001, 1004, 1006, 77, 88]
      #expect(known.allSatisfy { digests.see($0, &marks) }, "turn \(turn)")
      #expect(![1002, 1003, 1005, 0].contains { digests.see($0, &marks) })
      if turn == 0 { _ = try indexer.compact("names", memory: 1 << 20) }
    }

    // A complete reading that meets the first record alone.
    let digests = try store.snapshot(of: nil).recordDigests(of: "names")
    var marks = RecordMarks()
    #expect(digests.see(1001, &marks))
    let sweep = try indexer.change("names", memory: 1 << 20)
    try sweep.worker().add(records: [(4, "d")], skipping: [])
    try sweep.deleteUnseen(digests, marks)
    let (stored, changes) = try sweep.commit(ChangeCommit(facts: facts))
    indexer.close()
    #expect(changes == ChangeCounts(deleted: 1) && stored.items == 2)
    let left = try store.snapshot(of: nil)
    #expect(try left.item(id: "1", in: "names") != nil && left.item(id: "4", in: "names") != nil)
  }

  @Test func `an item that came out the same but of another record is known by the new digest`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    try store.publish("names", items(1...3))
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    let change = try indexer.change("names", memory: 1 << 20)
    let worker = try change.worker()
    var buffer = ItemBuffer()
    worker.beginBatch(0)
    buffer.set(items(2...2)[0], record: 1)
    buffer.recordDigest = 4242
    #expect(worker.add(buffer) == nil)
    try worker.endBatch()
    let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
    #expect(try change.commit(ChangeCommit(facts: facts)).1 == ChangeCounts())
    var marks = RecordMarks()
    #expect(try store.snapshot(of: nil).recordDigests(of: "names").see(4242, &marks))
    #expect(try store.snapshot(of: nil).domains[0].items == 3)
  }

  @Test func `digests of another state of the index are refused`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    try store.publish("names", items(1...3))
    let digests = try store.snapshot(of: nil).recordDigests(of: "names")
    try store.change("names", [Item(id: "9", title: "nine")])
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    let change = try indexer.change("names", memory: 1 << 20)
    #expect(throws: Failure.self) { try change.deleteUnseen(digests, RecordMarks()) }
    change.abandon()
    #expect(try store.snapshot(of: nil).domains[0].items == 4)
  }

  @Test func `a damaged delta is met by its checksum and says so`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    try store.publish("names", items(1...30))
    try store.publish("others", items(1...5))
    try store.change("names", items(31...60))
    try folder.damageLastDelta()
    let broken = EmbeddedStore(path: folder.path("index"))
    let snapshot = try broken.snapshot(of: nil)
    let found = try snapshot.search(
      SearchRequest(query: Query("item5"), now: 0), in: ["names", "others"])
    #expect(found.hits.allSatisfy { $0.place == 1 })
    #expect(snapshot.problem(of: "names")?.code == .indexDamaged)
    #expect(try broken.snapshot(of: nil).damage(of: "names")?.code == .indexDamaged)
  }
}

extension StoreBuildWorker {
  /// Adds an item for each record, with its key, in one batch; digests are 1000 and the number.
  fileprivate func add(records: [(Int, String)], skipping skipped: [UInt64]) throws {
    var buffer = ItemBuffer()
    beginBatch(0)
    for (number, key) in records {
      buffer.set(Item(id: "\(number)", title: "record \(number)"), record: UInt32(number))
      buffer.recordDigest = 1_000 + UInt64(number)
      let start = buffer.bytes.count
      buffer.bytes.append(key)
      buffer.sourceKey = ByteRange(start: start, count: buffer.bytes.count - start)
      if let problem = add(buffer) { throw Failure(problem) }
    }
    for digest in skipped { addSkipped(digest) }
    try endBatch()
  }
}

extension TemporaryFolder {
  /// Changes a byte of the terms of the last delta, where its segment ends.
  borrowing func damageLastDelta() throws {
    let connection = try Connection(path: path("index/catalog.sqlite"), mode: .create)
    try connection.execute(
      """
      UPDATE delta SET segment = CAST(
        substr(segment, 1, length(segment) - 100) || x'FFFEFD' || substr(segment, length(segment) - 96)
        AS BLOB)
      """)
  }
}
