import DeclaredRecords
import FileHandles
import FootlightPlatform
import SearchEngine
import Synchronization
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStores

@Suite struct EmbeddedStoreTests {
  private static let settings = IndexSettings(
    analyzer: Analyzer(stopWords: []), attributes: [IndexedAttribute("color")])

  /// Builds a domain of items with these ids and titles; returns the unpublished build.
  func build(
    _ indexer: any StoreIndexer, _ items: [(id: String, title: String)]
  ) throws -> any StoreBuild {
    let build = try indexer.build("names", settings: Self.settings, memory: 1 << 20)
    let worker = try build.worker()
    worker.beginBatch(0)
    try add(items, to: worker)
    try worker.endBatch()
    _ = try build.finish(keeping: .keepFirst)
    return build
  }

  private func add(
    _ items: [(id: String, title: String)], to worker: any StoreBuildWorker
  ) throws {
    var buffer = ItemBuffer()
    for (place, item) in items.enumerated() {
      buffer.removeAll()
      let id = buffer.bytes.count
      buffer.bytes.append(item.id)
      buffer.id = ByteRange(start: id, count: buffer.bytes.count - id)
      let title = buffer.bytes.count
      buffer.bytes.append(item.title)
      buffer.title = ByteRange(start: title, count: buffer.bytes.count - title)
      buffer.record = UInt32(place + 1)
      #expect(worker.add(buffer) == nil)
    }
  }

  func publish(
    _ store: EmbeddedStore, _ items: [(id: String, title: String)]
  ) throws -> StoredDomain {
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    return try build(indexer, items).publish(
      DomainFacts(label: "names", version: 1, fingerprint: "f"))
  }

  @Test func `what was made for a domain is kept as long as it does not change`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    _ = try publish(store, [("1", "alpha"), ("2", "beta")])
    func change(_ id: String) throws {
      let indexer = try store.indexer(.none)
      defer { indexer.close() }
      let change = try indexer.change("names", memory: 1 << 20)
      let worker = try change.worker()
      worker.beginBatch(0)
      try add([(id, "gamma \(id)")], to: worker)
      try worker.endBatch()
      _ = try change.finish(keeping: .keepLast)
      let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
      _ = try change.commit(ChangeCommit(facts: facts, now: 1))
    }
    // Who indexes closes its own reader.
    let reader = EmbeddedStore(path: folder.path("index"))
    func opened() throws -> OpenDomain {
      try #require(try reader.embeddedSnapshot(of: nil).open["names"])
    }
    try change("3")
    let one = try opened()
    #expect(one.deltas.count == 1)
    // The catalog changes, the domain does not.
    let indexer = try store.indexer(.none)
    let other = try indexer.build("other", settings: Self.settings, memory: 1 << 20)
    _ = try other.finish(keeping: .keepFirst)
    _ = try other.publish(DomainFacts(label: "other", version: 1, fingerprint: "f"))
    indexer.close()
    let two = try opened()
    #expect(one.addedWords != nil && two.addedWords === one.addedWords)
    try change("4")
    let three = try opened()
    #expect(three.addedWords != nil && three.addedWords !== one.addedWords)
    #expect(!one.isMade(of: three.bases, three.deltas) && three.isMade(of: two.bases, three.deltas))
  }

  @Test func `what the machine refuses is no damage and is tried again`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    _ = try publish(store, [("1", "alpha")])
    let file = folder.path("index/names.1.sqlite")
    // A link to itself cannot be opened by anybody: no damage, and gone when it is gone.
    try FileOperations.system.rename(file, to: folder.path("aside"))
    try folder.link("index/names.1.sqlite", to: "names.1.sqlite")
    let refused = try store.snapshot(of: nil)
    #expect(refused.problem(of: "names") != nil)
    #expect(failure { _ = try refused.damage(of: "names") } != nil)
    try FileOperations.system.remove(file)
    try FileOperations.system.rename(folder.path("aside"), to: file)
    let again = try store.snapshot(of: nil)
    #expect(again.problem(of: "names") == nil)
    #expect(try again.item(id: "1", in: "names")?.title == "alpha")
    #expect(!EmbeddedSnapshot.damageCodes.contains(.sqliteIO))
  }

  @Test func `what the disk gives back otherwise than it was written is not published`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    _ = try publish(store, [("1", "alpha")])
    let indexer = try store.indexer(.none)
    let build = try build(indexer, [("2", "omega")])
    var bytes = try File.readWhole(folder.path("index/names.2.sqlite"))
    let title = Array("omega".utf8)
    let places = (0...(bytes.count - title.count)).filter { start in
      bytes.bytes(ByteRange(start: start, count: title.count)).elementsEqual(title)
    }
    for place in places { bytes[place] ^= 1 }
    try #require(!places.isEmpty)
    try folder.write("index/names.2.sqlite", bytes: bytes.bytes(bytes.all))
    let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
    #expect(failureCode { _ = try build.publish(facts) } == .indexDamaged)
    build.abandon()
    indexer.close()
    #expect(try store.snapshot(of: nil).item(id: "1", in: "names")?.title == "alpha")
    #expect(try folder.names("index").filter { $0.hasPrefix("names.") } == ["names.1.sqlite"])
  }

  @Test func `a generation that holds other items than were written is not published`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    _ = try publish(store, [("1", "alpha"), ("2", "beta")])
    let indexer = try store.indexer(.none)
    let build = try build(indexer, [("3", "gamma")])
    // Whole and of this program, but another one.
    let other = try File.readWhole(folder.path("index/names.1.sqlite"))
    try folder.write("index/names.2.sqlite", bytes: other.bytes(other.all))
    let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
    #expect(failureCode { _ = try build.publish(facts) } == .generationUnfaithful)
    build.abandon()
    indexer.close()
    #expect(try store.snapshot(of: nil).domains.map(\.generation) == [1])
  }

  @Test func `a generation of another size than the catalog knows is not searched`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let small = try publish(store, [("1", "alpha")])
    // Whole and of this program, but another one.
    let other = EmbeddedStore(path: folder.path("other"))
    let large = try publish(other, (1...6_000).map { ("\($0)", "omega \($0 * 7_919)") })
    try #require(small.bytes != large.bytes)
    let whole = try File.readWhole(folder.path("other/names.1.sqlite"))
    try FileOperations.system.remove(folder.path("index/names.1.sqlite"))
    try folder.write("index/names.1.sqlite", bytes: whole.bytes(whole.all))
    let found = try EmbeddedStore(path: folder.path("index")).snapshot(of: nil)
    #expect(found.problem(of: "names")?.code == .indexDamaged)
  }

  @Test func `a generation to which something was appended is not searched`() throws {
    let folder = try TemporaryFolder()
    let small = try publish(EmbeddedStore(path: folder.path("index")), [("1", "alpha")])
    let whole = try File.readWhole(folder.path("index/names.1.sqlite"))
    let longer = whole.bytes(whole.all) + [UInt8](repeating: 0, count: 16_384)
    try FileOperations.system.remove(folder.path("index/names.1.sqlite"))
    try folder.write("index/names.1.sqlite", bytes: longer)
    let found = try EmbeddedStore(path: folder.path("index")).snapshot(of: nil)
    #expect(found.problem(of: "names")?.code == .indexDamaged)
    #expect(found.problem(of: "names")?.message.contains("instead of \(small.bytes)") == true)
  }

  @Test func `a generation and its name are forced to the disk before it is published`() throws {
    let folder = try TemporaryFolder()
    let steps = Mutex<[FileOperations.Step]>([])
    let files = FileOperations { (step) throws(Failure) in steps.withLock { $0.append(step) } }
    let store = EmbeddedStore(path: folder.path("index"), files: files)
    _ = try publish(store, [("1", "alpha")])
    let file = folder.path("index/names.1.sqlite")
    let syncs = steps.withLock { steps in
      steps.drop { $0 != .synchronize(file) }.filter {
        $0 == .synchronize(file) || $0 == .synchronizeFolder(folder.path("index"))
      }
    }
    #expect(syncs.starts(with: [.synchronize(file), .synchronizeFolder(folder.path("index"))]))
  }

  @Test func `a new generation takes the place of all deltas`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    _ = try publish(store, [("1", "alpha"), ("2", "beta")])
    do {
      let indexer = try store.indexer(.none)
      defer { indexer.close() }
      let change = try indexer.change("names", memory: 1 << 20)
      let worker = try change.worker()
      worker.beginBatch(0)
      try add([("3", "gamma")], to: worker)
      try worker.endBatch()
      _ = try change.finish(keeping: .keepLast)
      let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")
      _ = try change.commit(ChangeCommit(facts: facts, now: 1))
    }
    func deltas() throws -> Int {
      let catalog = try Connection(path: folder.path("index/catalog.sqlite"), mode: .readOnly)
      let count = try catalog.statement("SELECT count(*) FROM delta")
      return try count.step() ? count.int(0) : -1
    }
    #expect(try deltas() == 1)
    _ = try publish(store, [("4", "delta")])
    #expect(try deltas() == 0)
  }

  @Test func `a number that a file in the folder has is not given out again`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    _ = try publish(store, [("1", "alpha")])
    // What is left of a build of ours, by its mark; and names of others.
    let mark = SegmentMark.bytes(of: "old.77.sqlite")
    try folder.write("index/old.77.sqlite", bytes: mark.bytes(mark.all))
    try folder.write("index/names.78.sqlite", "mine")
    try folder.write("index/old.9223372036854775807.sqlite", "")
    #expect(try publish(store, [("1", "alpha")]).generation == 79)
    #expect(try folder.text("index/names.78.sqlite") == "mine")
  }

  @Test func `the name of a fresh folder is forced to the disk`() throws {
    let folder = try TemporaryFolder()
    let steps = Mutex<[FileOperations.Step]>([])
    let files = FileOperations { (step) throws(Failure) in steps.withLock { $0.append(step) } }
    let store = EmbeddedStore(path: folder.path("index"), files: files)
    _ = try publish(store, [("1", "alpha")])
    #expect(steps.withLock { $0 }.contains(.synchronizeFolder(folder.path)))
  }

  @Test func `a build that cannot begin leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    let files = FileOperations { (step) throws(Failure) in
      if case .create(let path) = step, path.hasSuffix("names.1.sqlite") {
        throw Failure(.diskFull, "no room for \(path)")
      }
    }
    let store = EmbeddedStore(path: folder.path("index"), files: files)
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    #expect(
      failure { _ = try indexer.build("names", settings: Self.settings, memory: 1 << 20) } != nil)
    #expect(try folder.names("index").filter { $0.hasSuffix(".scratch") } == [])
  }

  @Test func `a removal that the catalog knows is done, whatever becomes of the file`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("index/names.1.sqlite")
    let files = FileOperations { (step) throws(Failure) in
      if step == .remove(file) { throw Failure(.fileFailed, "no") }
    }
    let store = EmbeddedStore(path: folder.path("index"), files: files)
    _ = try publish(store, [("1", "alpha")])
    let indexer = try store.indexer(.none)
    try indexer.remove("names")
    indexer.close()
    #expect(try store.snapshot(of: nil).domains.isEmpty)
    let next = try EmbeddedStore(path: folder.path("index")).indexer(.none)
    next.close()
    #expect(try folder.names("index").contains("names.1.sqlite") == false)
  }

  @Test func `changes are counted item by item, and spellings are compared byte for byte`() throws {
    let folder = try TemporaryFolder()
    let store = EmbeddedStore(path: folder.path("index"))
    let stored = try publish(
      store,
      [("1", "same"), ("2", "old"), ("3", "gone"), ("4", "caf\u{e9}"), ("\u{e9}", "id")])
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    let next = try build(
      indexer,
      [
        ("5", "fresh"), ("4", "cafe\u{301}"), ("e\u{301}", "id"), ("2", "other"), ("1", "same"),
      ])
    #expect(next.changes(since: stored) == ChangeCounts(inserted: 2, updated: 2, deleted: 2))
    var missing = stored
    missing.generation = 99
    #expect(next.changes(since: missing) == nil)
    next.abandon()
    #expect(ChangeCounts(items: 3, before: 5) == ChangeCounts(deleted: 2))
  }
}
