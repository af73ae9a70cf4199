import FileHandles
import FootlightPlatform
import SearchEngine
import TestSupport
import Testing

@testable import IndexStores

@Suite struct CatalogTests {
  static let sample: StoredDomain = {
    var sample = plain
    sample.facts.synonyms = Synonyms([["film", "movie"], ["a", "b", "c"]])
    return sample
  }()

  private static let plain = StoredDomain(
    name: "law.rules", generation: 3,
    facts: DomainFacts(
      label: "Federal Rules", weight: 1500, version: 7, fingerprint: "e1 abc",
      declaration: WatchedFile(path: "/w/domains/rules.yaml", size: 12, modified: -5),
      sourceStamp: "x:1", sourceIsFresh: true, sourceDigest: .max,
      watched: [
        WatchedFile(path: "/w/a\nb", size: 0, modified: .max),
        WatchedFile(path: "/w/ü", size: .max, modified: .min),
      ], records: 9, badRecords: 2, changes: ChangeCounts(inserted: 1, updated: 2, deleted: 3),
      seconds: 0.25,
      built: 1_700_000_000), items: 5, terms: 77, bytes: 16_384)

  @Test func `a counter never falls, so that no number of a generation is used twice`() throws {
    let folder = try TemporaryFolder()
    let catalog = try Catalog.forWriting(folder.path("catalog.sqlite"))
    #expect(try catalog.highestGeneration() == 0)
    try catalog.raise("generation", to: 7)
    try catalog.raise("generation", to: 3)
    #expect(try catalog.highestGeneration() == 7)
  }

  @Test(arguments: [
    "UPDATE domain SET items = 6", "UPDATE domain SET name = 'law.rule'",
    "UPDATE journal SET attempts = 1", "DELETE FROM journal",
    "UPDATE counter SET value = value + 1 WHERE name = 'generation'",
    "DELETE FROM counter WHERE name = 'seal'",
  ])
  func `a row that nobody wrote is damage to who reads`(_ change: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    do {
      let catalog = try Catalog.forWriting(path)
      _ = try catalog.publish(Self.plain, .merge)
      try catalog.record([JournalKey("1")], in: "law.rules", at: 7)
      try catalog.check()
    }
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute(change)
    }
    let reader = try Catalog.forReading(path, isImmutable: false)
    #expect(failureCode { try reader.check() } == .catalogDamaged)
  }

  @Test func `each attempt waits four times as long as the one before`() {
    #expect((1...5).map { JournalRow.backoff(after: $0) } == [10, 40, 160, 640, 2560])
    #expect(JournalRow.backoff(after: .max) == JournalRow.backoff(after: 9))
  }

  @Test func `what is published is read back whole`() throws {
    let folder = try TemporaryFolder()
    let catalog = try Catalog.forWriting(folder.path("catalog.sqlite"))
    _ = try catalog.publish(Self.sample, .merge)
    #expect(try catalog.domains() == [Self.sample])
    let reader = try Catalog.forReading(folder.path("catalog.sqlite"), isImmutable: false)
    #expect(try reader.domains() == [Self.sample])
  }

  @Test(arguments: 1..<Catalog.format)
  func `a catalog of an earlier format is none, and is begun anew`(_ format: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    do {
      let catalog = try Catalog.forWriting(path)
      _ = try catalog.publish(Self.sample, .merge)
      try catalog.connection.execute("PRAGMA user_version = \(format)")
    }
    #expect(failureCode { _ = try Catalog.forWriting(path) } == .catalogDamaged)
    var reader = CatalogReader(path: path)
    #expect(failureCode { _ = try reader.read() } == .catalogDamaged)
  }

  @Test func `the last error is that of a change that was not recorded again since`() throws {
    let folder = try TemporaryFolder()
    let catalog = try Catalog.forWriting(folder.path("catalog.sqlite"))
    _ = try catalog.publish(Self.sample, .merge)
    let key = JournalKey("a")
    let failed = FailedAttempt(JournalRow(key: key, sequence: 0, firstSeen: 0), error: "no title")
    try catalog.connection.transaction { () throws(Failure) in
      try catalog.settle(
        "law.rules", ChangeCommit(facts: Self.sample.facts, failed: [failed], now: 3))
    }
    #expect(try catalog.domains().map(\.lastError) == ["no title"])
    try catalog.record([key], in: "law.rules", at: 5)
    #expect(try catalog.domains().map(\.lastError) == [""])
  }

  @Test func `a later generation replaces the earlier one`() throws {
    let folder = try TemporaryFolder()
    let catalog = try Catalog.forWriting(folder.path("catalog.sqlite"))
    _ = try catalog.publish(Self.sample, .merge)
    var later = Self.sample
    later.generation = 4
    later.facts.version = 8
    _ = try catalog.publish(later, .merge)
    #expect(try catalog.domains() == [later])
  }

  @Test func `a generation number outlives the domain that had it`() throws {
    let folder = try TemporaryFolder()
    let catalog = try Catalog.forWriting(folder.path("catalog.sqlite"))
    _ = try catalog.publish(Self.sample, .merge)
    try catalog.remove("law.rules")
    #expect(try catalog.domains().isEmpty)
    #expect(try catalog.highestGeneration() == 3)
  }

  @Test func `a domain that is removed takes what is recorded of it along`() throws {
    let folder = try TemporaryFolder()
    let catalog = try Catalog.forWriting(folder.path("catalog.sqlite"))
    _ = try catalog.publish(Self.sample, .merge)
    try catalog.record([JournalKey("1")], in: "law.rules", at: 7)
    try catalog.remove("law.rules")
    #expect(try catalog.journal(of: "law.rules").isEmpty)
  }

  @Test func `several bad records of one name are one failed attempt, and the last tells why`()
    throws
  {
    let folder = try TemporaryFolder()
    let catalog = try Catalog.forWriting(folder.path("catalog.sqlite"))
    _ = try catalog.publish(Self.sample, .merge)
    var commit = ChangeCommit(facts: Self.sample.facts, now: 9)
    commit.failed = (1...3).map { number in
      FailedAttempt(
        JournalRow(key: JournalKey("1"), sequence: 0, firstSeen: 0), error: "bad \(number)",
        digest: UInt64(number))
    }
    for attempts in 1...2 {
      try catalog.change(of: "law.rules") { () throws(Failure) in
        try catalog.settle("law.rules", commit)
      }
      let rows = try catalog.journal(of: "law.rules")
      #expect(rows.map(\.attempts) == [attempts] && rows.map(\.lastError) == ["bad 3"])
    }
  }

  @Test func `a catalog whose tables were never made is blank, and is made on writing`() throws {
    let folder = try TemporaryFolder()
    try folder.write("catalog.sqlite", "")
    let path = folder.path("catalog.sqlite")
    let reader = try Catalog.forReading(path, isImmutable: false)
    #expect(try reader.condition() == .blank)
    #expect(try reader.domains().isEmpty)
    let writer = try Catalog.forWriting(path)
    #expect(try writer.condition() == .ready)
  }

  @Test func `a catalog of a newer program is refused with both numbers`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("catalog.sqlite")
    do {
      let catalog = try Catalog.forWriting(path)
      // Which seals its rows in a way of its own.
      try catalog.connection.execute(
        "PRAGMA user_version = 99; UPDATE counter SET value = 7 WHERE name = 'seal'")
    }
    let failure = failure { _ = try Catalog.forWriting(path) }
    #expect(failure?.diagnostics.first?.code == .indexNewer)
    #expect(failure?.description.contains("99") ?? false)
    #expect(failure?.exitCode == 3)
  }

  @Test(arguments: [[], [0], [0xFF, 0xFF], Array(repeating: UInt8(0x80), count: 40)])
  func `a damaged list of files is cut short, not a crash`(bytes: [UInt8]) {
    #expect(WatchedFile.decoded(bytes).isEmpty)
  }
}
