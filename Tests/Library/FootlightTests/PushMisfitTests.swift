import DeclaredRecords
import Footlight
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

/// Records that were pushed earlier and do not fit the declaration as it is now.
@Suite struct PushMisfitTests {
  private let work: TestWorkspace
  private let library: Library

  init() throws {
    work = try TestWorkspace()
    library = try work.library()
  }

  private func declare(
    id: String = "{id}", title: String = "{title}", source: String = "", item: String = ""
  ) throws {
    try work.folder.write(
      "domains/u.yaml",
      """
      domain: u
      version: 1
      source: { kind: external\(source) }
      item: { id: "\(id)", title: "\(title)"\(item) }

      """)
  }

  private func sync() throws -> SyncReport {
    try library.sync(options: SyncOptions(collectsFailures: true))
  }

  private func titles() throws -> [String: String] {
    var found: [String: String] = [:]
    try library.dump(["u"]) { found[$0.item.id] = $0.item.title }
    return found
  }

  @Test func `of records with one id none is chosen where programs push`() throws {
    try declare(source: ", duplicates: first")
    let failure = failure { try library.records(of: "u").index([["id": "1", "title": "one"]]) }
    #expect(failure?.diagnostics.map(\.code) == [.sourceSetting])
    #expect(failure?.diagnostics.first?.remedy != nil)
    #expect(try sync().exitCode == 2)
    try declare(source: ", duplicates: error")
    try library.records(of: "u").index([["id": "1", "title": "one"]])
    #expect(try titles() == ["1": "one"])
  }

  @Test func `ids that are written the same and have other bytes are two`() throws {
    try declare()
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    try library.records(of: "u").index([
      ["id": .text(one), "title": "one"], ["id": .text(two), "title": "two"],
    ])
    try declare(id: "x{id}")
    #expect(try sync().rows.first?.items == 2)
    #expect(try sync().rows.first?.decision == SyncDecision.none)
    #expect(try library.deleteRecords(at: ["u:x" + one]).changes.deleted == 1)
    #expect(try library.rebuild(["u"]).rows.first?.items == 1)
    try library.records(of: "u").index([["id": .text(two), "title": "three"]])
    #expect(try Array(titles().values) == ["three"])
  }

  @Test func `what a push puts and then deletes is gone, also where others did not fit`() throws {
    try declare()
    try library.records(of: "u").index([
      ["id": "1", "title": "one", "name": "first"], ["id": "2", "title": "two"],
    ])
    try declare(title: "{name}")
    #expect(try sync().exitCode == 2)
    let batch = try library.records(of: "u").beginBatch("b")
    try batch.index([["id": "1", "name": "again"]])
    try batch.delete(ids: ["1"])
    try batch.index([["id": "2", "name": "mended"]])
    try batch.endBatch(clientState: "s")
    #expect(try titles() == ["2": "mended"])
  }

  @Test func `ids that become the same are told, whether or not all are indexed`() throws {
    try declare(item: ", skip_when: \"{draft}\"")
    try library.records(of: "u").index([
      ["id": "1", "slug": "a", "title": "one", "draft": true],
      ["id": "2", "slug": "a", "title": "two"], ["id": "3", "slug": "c", "title": "three"],
    ])
    #expect(try titles() == ["2": "two", "3": "three"])
    try declare(id: "{slug}", item: ", skip_when: \"{draft}\"")
    for _ in 0..<2 {
      let report = try sync()
      #expect(report.failures.map(\.code) == [.duplicateID, .duplicateID])
      #expect(report.failures.last?.message.contains("u:1 and u:2") ?? false)
    }
    // All is as it was, and each record can be deleted by the id that searches give.
    #expect(try titles() == ["2": "two", "3": "three"])
    #expect(throws: Failure.self) {
      try library.records(of: "u").index([["slug": "d", "title": "four"]])
    }
    let report = try library.deleteRecords(at: ["u:3"])
    #expect(report.changes == ChangeCounts(deleted: 1))
    #expect(report.warnings.first?.code == .duplicateID)
    #expect(try titles() == ["2": "two"])
    try library.deleteRecords(at: ["u:1"])
    #expect(try titles() == ["a": "two"])
    #expect(try sync().rows.first?.decision == SyncDecision.none)
    #expect(try library.deleteRecords(at: ["u:a"]).changes.deleted == 1)
    #expect(try titles().isEmpty)
  }

  private func spoil() throws {
    try declare()
    try library.records(of: "u").index([
      ["id": "1", "title": "one"], ["id": "2", "title": "two"],
      ["id": "3", "title": "three", "name": "drei"],
    ])
    try declare(id: "n{id}", title: "{name}")
  }

  @Test func `records that a new mapping spoils can be deleted by the ids that searches give`()
    throws
  {
    try spoil()
    let report = try sync()
    #expect(report.failures.map(\.code) == [.tooManyBadRecords, .missingTitle, .missingTitle])
    #expect(report.failures.last?.message.contains("u:2") ?? false)
    let before = try titles()
    #expect(before == ["1": "one", "2": "two", "3": "three"])
    let first = try library.deleteRecords(at: ["u:1"])
    #expect(first.changes.deleted == 1 && !first.waits)
    #expect(first.warnings.map(\.code) == [.tooManyBadRecords, .missingTitle])
    #expect(first.warnings.allSatisfy { $0.severity == .warning })
    #expect(try titles() == ["2": "two", "3": "three"])
    #expect(try sync().exitCode == 2)
    #expect(try titles() == ["2": "two", "3": "three"])
    // Without the last of them the domain is built.
    let last = try library.deleteRecords(at: ["u:2"])
    #expect(last.warnings.isEmpty && last.items == 1)
    #expect(try titles() == ["n3": "drei"])
    #expect(try sync().rows.first?.decision == SyncDecision.none)
    #expect(try library.verify().exitCode == 0)
  }

  @Test func `records that a new mapping spoils can be pushed mended, all of them at once`() throws
  {
    try spoil()
    let one: Record = ["id": "1", "title": "one", "name": "eins"]
    let failure = failure { try library.records(of: "u").index([one]) }
    #expect(failure?.diagnostics.map(\.code) == [.tooManyBadRecords, .missingTitle])
    #expect(failure?.diagnostics.last?.message.hasPrefix("u:2,") ?? false)
    #expect(failure?.exitCode == 2)
    #expect(try titles() == ["1": "one", "2": "two", "3": "three"])
    let report = try library.records(of: "u").index([one, ["id": "2", "name": "zwei"]])
    #expect(report.items == 3 && report.warnings.isEmpty)
    #expect(try titles() == ["n1": "eins", "n2": "zwei", "n3": "drei"])
    #expect(try library.rebuild(["u"]).rows.first?.items == 3)
    #expect(try sync().rows.first?.decision == SyncDecision.none)
  }

  @Test func `a spoilt domain can be emptied`() throws {
    try spoil()
    let report = try library.deleteRecords(ofDomains: ["u"])
    #expect(report.records == 3 && report.items == 0)
    #expect(try titles().isEmpty)
    try library.records(of: "u").index([["id": "7", "name": "sieben"]])
    #expect(try titles() == ["n7": "sieben"])
    try declare()
    #expect(try sync().exitCode == 2)
    #expect(try library.deleteAllRecords().records == 1)
    #expect(try titles().isEmpty)
    #expect(try sync().exitCode == 0)
  }

  @Test func `a mapping that is taken back finds all records under their ids`() throws {
    try spoil()
    _ = try sync()
    try library.deleteRecords(at: ["u:1"])
    try declare()
    #expect(try sync().exitCode == 0)
    #expect(try titles() == ["2": "two", "3": "three"])
    try library.records(of: "u").index([["id": "2", "title": "second"]])
    #expect(try library.rebuild(["u"]).rows.first?.items == 2)
    #expect(try titles() == ["2": "second", "3": "three"])
  }

  @Test func `an older index that comes back loses what was deleted since`() throws {
    try declare()
    try library.records(of: "u").index(
      (1...9).map { ["id": .text("\($0)"), "title": .text("t\($0)")] })
    let names = try work.files().filter { $0.hasPrefix("catalog") || $0.hasPrefix("u.") }
    var copies: [String: [UInt8]] = [:]
    for name in names {
      let bytes = try File.readWhole(work.folder.path(".footlight/" + name))
      copies[name] = bytes.bytes(bytes.all)
    }
    try library.deleteRecords(at: ["u:2"])
    // The second push forgets what every index covers, as far as it knows.
    for id in ["8", "9"] {
      try library.records(of: "u").index([["id": .text(id), "title": "new"]])
    }
    for name in try work.files() where name.hasPrefix("catalog") || name.hasPrefix("u.") {
      _ = try FileOperations.system.remove(work.folder.path(".footlight/" + name))
    }
    for (name, bytes) in copies { try work.folder.write(".footlight/" + name, bytes: bytes) }
    #expect(try sync().exitCode == 0)
    let expected = ["1": "t1", "3": "t3", "4": "t4", "5": "t5", "6": "t6", "7": "t7"]
    #expect(try titles() == expected.merging(["8": "new", "9": "new"]) { $1 })
  }

  @Test func `what all was deleted from and nobody applies to goes with the next sync`() throws {
    try declare()
    try library.records(of: "u").index([["id": "1", "title": "one"]])
    _ = try FileOperations.system.remove(work.folder.path("domains/u.yaml"))
    // What a process has done that was killed before it changed the index.
    let data = UserDatabase(path: work.folder.path(".footlight/user.sqlite"))
    _ = try data.push { (pushing) throws(Failure) in try pushing.deleteAll(from: "u") }
    #expect(try library.ids("one") == ["1"])
    _ = try sync()
    #expect(try library.ids("one").isEmpty)
    #expect(try library.status().domains.isEmpty)
  }

  @Test func `an undeclared domain that holds records stays`() throws {
    try declare()
    try library.records(of: "u").index([["id": "1", "title": "one"]])
    _ = try FileOperations.system.remove(work.folder.path("domains/u.yaml"))
    _ = try sync()
    #expect(try library.ids("one") == ["1"])
  }

  @Test func `how many records there are is known after a push, too`() throws {
    try declare()
    try library.records(of: "u").index(
      (1...9).map { ["id": .text("\($0)"), "title": .text("t\($0)")] })
    try library.deleteRecords(at: ["u:2", "u:3"])
    try library.records(of: "u").index([["id": "1", "title": "new"]])
    let store = EmbeddedStore(path: work.folder.path(".footlight"))
    #expect(try store.snapshot(of: []).domains.first?.facts.records == 7)
  }
}
