import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import TestSupport
import Testing

/// What every store promises about changes that wait (N1 to N8).
@Suite struct JournalTests {
  private let facts = DomainFacts(label: "names", version: 1, fingerprint: "f")

  private func keys(_ names: String...) -> [JournalKey] { names.map { JournalKey($0) } }

  /// Ends a batch without changing an item.
  private func settle(
    _ indexer: any StoreIndexer, finished: [JournalRow] = [], failed: [JournalRow] = [],
    now: Int64 = 0, in domain: String = "names"
  ) throws {
    let change = try indexer.change(domain, memory: 1 << 20)
    _ = try change.commit(
      ChangeCommit(
        facts: facts, finished: finished,
        failed: failed.map { FailedAttempt($0, error: "no title") }, now: now))
  }

  private func store(_ backend: Backend, _ folder: borrowing TemporaryFolder) throws
    -> any IndexStore
  {
    let store = backend.store(in: folder)
    for domain in ["names", "others"] { try store.publish(domain, [Item(id: "1", title: "one")]) }
    return store
  }

  @Test(arguments: Backend.allCases)
  func `repeated changes collapse, and the domain with the oldest goes first (N2, N3, RA-27)`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = try store(backend, folder)
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    try indexer.record(keys("a", "b"), in: "others", at: 20)
    try indexer.record(keys("c", "d", "c"), in: "names", at: 10)
    try indexer.record(keys("e"), in: "names", at: 30)
    let domains = try store.snapshot(of: nil).domains
    #expect(domains.map(\.pending) == [3, 2] && domains.map(\.oldestPending) == [10, 20])
    let batch = try #require(try indexer.pendingBatch(of: nil, atMost: 2, .retry(now: 40)))
    #expect(batch.domain == "names" && batch.rows.map(\.key.text).sorted() == ["c", "d"])
    try settle(indexer, finished: batch.rows)
    let next = try #require(try indexer.pendingBatch(of: nil, atMost: 1000, .retry(now: 40)))
    #expect(next.domain == "others" && next.rows.count == 2)
    let asked = try #require(try indexer.pendingBatch(of: "names", atMost: 1000, .retry(now: 40)))
    #expect(asked.rows.map(\.key.text) == ["e"])
  }

  @Test(arguments: Backend.allCases)
  func `a record that changes while its batch is in flight stays (N4, RA-23)`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = try store(backend, folder)
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    try indexer.record(keys("a", "b"), in: "names", at: 1)
    let batch = try #require(try indexer.pendingBatch(of: nil, atMost: 1000, .retry(now: 2)))
    try indexer.record(keys("a"), in: "names", at: 3)
    try settle(indexer, finished: batch.rows, now: 4)
    let left = try #require(try indexer.pendingBatch(of: nil, atMost: 1000, .retry(now: 5)))
    #expect(left.rows.map(\.key.text) == ["a"])
    // A failure of the old state says nothing of the new one.
    try settle(indexer, failed: batch.rows, now: 6)
    #expect(try indexer.pendingBatch(of: nil, atMost: 1, .retry(now: 6))?.rows.first?.attempts == 0)
  }

  @Test(arguments: Backend.allCases)
  func `failures that nobody recorded are counted, and what was set aside stays so`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = try store(backend, folder)
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    let found = keys("a", "b").map { JournalRow(key: $0, sequence: 0, firstSeen: 0) }
    for attempt in 1...7 {
      try settle(indexer, failed: found, now: Int64(attempt))
      let domain = try #require(try store.snapshot(of: nil).domains.first)
      #expect(domain.pending == (attempt < 5 ? 2 : 0))
      #expect(domain.quarantined == (attempt < 5 ? 0 : 2))
      #expect(domain.pending == 0 || domain.oldestPending == 1)
    }
    let aside = try store.snapshot(of: nil).quarantine(of: "names")
    #expect(aside.map(\.attempts) == [5, 5] && aside.map(\.lastError) == ["no title", "no title"])
    try settle(
      indexer, finished: [JournalRow(key: JournalKey("a"), sequence: .max, firstSeen: 0)])
    #expect(try store.snapshot(of: nil).quarantine(of: "names").map(\.key.text) == ["b"])
    // A new change of the record is tried again.
    try indexer.record(keys("b"), in: "names", at: 9)
    #expect(try store.snapshot(of: nil).domains.first?.pending == 1)
  }

  @Test(arguments: Backend.allCases)
  func `what was set aside is tried again once the record is another one`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = try store(backend, folder)
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    let row = JournalRow(key: JournalKey("a"), sequence: 0, firstSeen: 0)
    func fail(_ digest: UInt64) throws -> JournalRow {
      let change = try indexer.change("names", memory: 1 << 20)
      let failed = FailedAttempt(row, error: "no title", digest: digest)
      _ = try change.commit(ChangeCommit(facts: facts, failed: [failed], now: 1))
      return try #require(try indexer.journal(of: "names").first)
    }
    // Before that each attempt counts.
    for attempt in 1...5 { #expect(try fail(UInt64(attempt)).attempts == attempt) }
    #expect(try fail(5).attempts == 5 && fail(0).attempts == 5)
    let again = try fail(.max)
    #expect(again.attempts == 1 && again.digest == .max)
    #expect(try store.snapshot(of: nil).domains.first?.quarantined == 0)
  }

  @Test(arguments: Backend.allCases)
  func `failures are tried again later, and set aside after five attempts (N5, RA-24)`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = try store(backend, folder)
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    try indexer.record(keys("bad", "worse"), in: "names", at: 1)
    var now: Int64 = 100
    for attempt in 1...5 {
      let batch = try #require(
        try indexer.pendingBatch(of: nil, atMost: 1000, .untried(since: now)))
      #expect(batch.rows.count == 2 && batch.rows.allSatisfy { $0.attempts == attempt - 1 })
      try settle(indexer, failed: batch.rows, now: now)
      // Once in a sync, and not before its time in a watch.
      #expect(try indexer.pendingBatch(of: nil, atMost: 1, .untried(since: now)) == nil)
      #expect(try indexer.pendingBatch(of: nil, atMost: 1, .retry(now: now + 9)) == nil)
      now += 1_000
    }
    let domain = try #require(try store.snapshot(of: nil).domains.first)
    #expect(domain.pending == 0 && domain.quarantined == 2 && domain.oldestPending == nil)
    #expect(try indexer.pendingBatch(of: nil, atMost: 1, .untried(since: .max)) == nil)
    let quarantine = try store.snapshot(of: nil).quarantine(of: "names")
    #expect(quarantine.map(\.key.text) == ["bad", "worse"])
    #expect(quarantine.allSatisfy { $0.attempts == 5 && $0.lastError == "no title" })
    #expect(try store.snapshot(of: nil).quarantine(of: "others").isEmpty)
    // A new change frees one, a release the other.
    try indexer.record(keys("bad"), in: "names", at: now)
    #expect(try store.snapshot(of: nil).quarantine(of: nil).map(\.key.text) == ["worse"])
    #expect(try indexer.release("names", JournalKey("nobody")) == 0)
    #expect(try indexer.release("names", nil) == 1)
    #expect(try indexer.pendingBatch(of: nil, atMost: 9, .retry(now: now))?.rows.count == 2)
  }

  @Test(arguments: Backend.allCases)
  func `changes survive until they are applied, and go with their domain (N7)`(
    _ backend: Backend
  ) throws {
    let folder = try TemporaryFolder()
    let store = try store(backend, folder)
    let first = try store.indexer(.none)
    try first.record(keys("a"), in: "names", at: 1)
    first.close()
    let second = try store.indexer(.none)
    #expect(try second.pendingBatch(of: "names", atMost: 9, .retry(now: 2))?.rows.count == 1)
    try second.remove("names")
    #expect(try second.pendingBatch(of: nil, atMost: 9, .retry(now: 2)) == nil)
    second.close()
  }

  @Test func `a complete build holds the changes that were recorded before it, and no others`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try store(.embedded, folder)
    let indexer = try store.indexer(.none)
    defer { indexer.close() }
    try indexer.record(keys("a"), in: "names", at: 1)
    let build = try indexer.build("names", settings: .forTests, memory: 1 << 20)
    let ids = (1...501).map { "\($0)" }
    try build.add(ids.map { Item(id: $0, title: "one") })
    try indexer.record(keys("b"), in: "names", at: 2)
    _ = try build.finish(keeping: .keepFirst)
    _ = try build.publish(facts)
    let left = try indexer.pendingBatch(of: "names", atMost: 9, .retry(now: 3))
    #expect(left?.rows.map(\.key.text) == ["b"])
    // So many changes become a generation, which is no build: it holds what the index held.
    try indexer.record(keys("c"), in: "names", at: 4)
    let change = try indexer.change("names", memory: 1 << 20)
    for id in ids { try change.delete(.id(id)) }
    let (present, _) = try change.commit(ChangeCommit(facts: facts))
    #expect(present.items == 0 && present.segments == 1)
    #expect(try indexer.pendingBatch(of: "names", atMost: 9, .retry(now: 5))?.rows.count == 2)
  }
}
