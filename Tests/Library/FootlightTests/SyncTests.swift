import FileHandles
import Footlight
import FootlightPlatform
import IndexStores
import TestSupport
import Testing

@Suite struct SyncTests {
  @Test func `a declared domain is built, and then left alone without being read (MA-4)`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha"), (2, "beta")])
    let library = try work.library()
    let row = try #require(try library.sync().rows.first)
    #expect(row.decision == .build)
    #expect(row.version == 1 && row.items == 2 && row.bytes > 0)
    #expect(row.changes == ChangeCounts(inserted: 2))
    #expect(try library.ids("alpha") == ["1"])
    let again = try #require(try library.sync().rows.first)
    #expect(again.decision == .none)
    #expect(again.items == 2 && again.changes == ChangeCounts())
    #expect(work.records.reads("names") == 1)
  }

  @Test func `a raised version wipes and rebuilds that domain alone, once (MA-3, MA-7)`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    try work.declare("others")
    work.put("names", [(1, "alpha"), (2, "beta")])
    work.put("others", [(1, "omega")])
    let library = try work.library()
    try library.sync()
    let others = try work.generations("others")
    let bytes = try File.readWhole(work.folder.path(".footlight/\(others[0])"))
    work.put("names", [(2, "beta"), (3, "gamma")])
    try work.declare("names", version: 2)
    let rows = try library.sync().rows
    #expect(rows.map(\.decision) == [.rebuild, .none])
    #expect(rows[0].version == 2)
    #expect(try library.ids("alpha").isEmpty)
    #expect(try library.ids("gamma") == ["3"])
    #expect(try work.generations("others") == others)
    let after = try File.readWhole(work.folder.path(".footlight/\(others[0])"))
    let isSame = after.equals(after.all, bytes, bytes.all)
    #expect(isSame)
    #expect(try library.sync().rows.allSatisfy { $0.decision == .none })
    #expect(try work.generations("names").count == 1)
  }

  @Test func `a lower version is left alone with a warning, and fails when strict (MA-5)`() throws {
    let work = try TestWorkspace()
    try work.declare("names", version: 5)
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    work.put("names", [(2, "beta")])
    try work.declare("names", version: 4)
    let row = try #require(try library.sync().rows.first)
    #expect(row.decision == .ahead && row.version == 5)
    #expect(row.warnings.contains { $0.code == .versionAhead && $0.severity == .warning })
    #expect(try library.ids("alpha") == ["1"])
    let strict = failure { _ = try library.sync(options: SyncOptions(isStrict: true)) }
    #expect(strict?.exitCode == 2)
    try library.rebuild(["names"])
    #expect(try library.ids("beta") == ["2"])
    #expect(try library.decision("names") == SyncDecision.none)
  }

  @Test func `a changed source is applied without a new version`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    work.put("names", [(1, "alpha"), (2, "delta")])
    #expect(try library.decision("names") == .apply)
    #expect(try library.ids("delta") == ["2"])
  }

  @Test func `a source that was read while it was young is compared once more, an old one is not`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    work.records.look("names", isFresh: true)
    let library = try work.library()
    try library.sync()
    work.records.putUnseen("names", [["id": .number("1"), "title": .text("beta")]])
    #expect(try library.decision("names") == .apply)
    #expect(try library.ids("beta") == ["1"])
    work.records.look("names", isFresh: false)
    #expect(try library.decision("names") == SyncDecision.none)
    let reads = work.records.reads("names")
    #expect(try library.decision("names") == SyncDecision.none)
    #expect(work.records.reads("names") == reads)
  }

  @Test func `another mapping is rebuilt, another label is not (RA-22)`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    try work.declare("names", item: ", aliases: [\"person {id}\"]")
    #expect(try library.decision("names") == .rebuild)
    #expect(try library.ids("person 1") == ["1"])
    try work.declare("names", item: ", aliases: [\"person {id}\"]", tail: "label: People")
    let reads = work.records.reads("names")
    #expect(try library.decision("names") == SyncDecision.none)
    #expect(work.records.reads("names") == reads)
    #expect(try library.domains().first?.label == "People")
  }

  @Test func `a domain that joins an index with data is built (RA-29)`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    try work.declare("later")
    work.put("later", [(7, "omega")])
    #expect(try library.sync().rows.map(\.decision) == [.build, .none])
    #expect(try library.ids("omega") == ["7"])
    #expect(try library.ids("alpha") == ["1"])
  }

  @Test func `an undeclared domain is reported, searched, and gone when it is removed`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    try work.declare("namesake")
    work.put("names", [(1, "alpha")])
    work.put("namesake", [(9, "omega")])
    let library = try work.library()
    try library.sync()
    try FileOperations.system.remove(work.folder.path("domains/names.yaml"))
    let row = try #require(try library.sync().rows.first { $0.domain == "names" })
    #expect(row.decision == .undeclared && row.items == 1)
    #expect(try library.ids("alpha") == ["1"])
    let removed = try library.remove(["names"])
    #expect(removed.map(\.items) == [1])
    #expect(removed[0].remainingDeclaration == nil)
    #expect(try work.generations("names").isEmpty)
    #expect(try library.sync().rows.map(\.domain) == ["namesake"])
    #expect(try library.ids("alpha").isEmpty)
    #expect(try library.ids("omega") == ["9"])
  }

  @Test func `a removed domain that is still declared is built again by the next sync`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    #expect(
      try library.remove(["names"]).first?.remainingDeclaration?.hasSuffix("names.yaml") == true)
    #expect(try library.search("alpha").notes.map(\.code) == [.unbuilt])
    #expect(try library.decision("names") == .build)
    let gone = try library.remove(["names"], declarations: true)
    #expect(gone.first?.deletedDeclaration != nil)
    #expect(try library.sync().rows.isEmpty)
  }

  @Test func `a dry run decides and changes nothing`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    #expect(try library.decision("names", SyncOptions(isDryRun: true)) == .build)
    #expect(try !Folder.exists(work.folder.path(".footlight")))
    #expect(work.records.reads("names") == 0)
  }

  @Test func `only the named domains and groups are synced, and unknown ones are refused`() throws {
    let work = try TestWorkspace()
    for name in ["law.rules", "law.statutes", "lawn"] {
      try work.declare(name)
      work.put(name, [(1, "scope")])
    }
    let library = try work.library()
    #expect(try library.sync(["law"]).rows.map(\.domain) == ["law.rules", "law.statutes"])
    let hits = try library.search("scope", options: SearchOptions(domains: ["law"])).hits
    #expect(hits.map(\.domain) == ["law.rules", "law.statutes"])
    #expect(failureCode { _ = try library.sync(["la"]) } == .unknownDomain)
    #expect(
      failureCode { _ = try library.search("x", options: SearchOptions(domains: ["la"])) }
        == .unknownDomain)
  }

  @Test func `a failing domain stops no other, and the failure names it`() throws {
    let work = try TestWorkspace()
    try work.declare("bad")
    try work.declare("good")
    work.put("good", [(1, "alpha")])
    work.records.fail("bad", Failure(.sourceShrank, "the disk of bad is on fire"))
    let library = try work.library()
    let report = try library.sync(options: SyncOptions(collectsFailures: true))
    #expect(report.rows.map(\.domain) == ["bad", "good"])
    #expect(report.rows.map(\.isDone) == [false, true])
    #expect(report.rows.map(\.items) == [0, 1])
    #expect(report.rows.map { $0.failures.map(\.message) } == [["the disk of bad is on fire"], []])
    #expect(report.failures.map(\.message) == ["the disk of bad is on fire"])
    #expect(report.exitCode == 2)
    #expect(try library.sync().rows.map(\.isDone) == [false, true])
    #expect(try library.ids("alpha") == ["1"])
  }

  @Test func `a broken declaration fails, and its stored domain stays and is not undeclared`()
    throws
  {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    try work.folder.write("domains/names.yaml", "domain: names\nversion: soon\n")
    let report = try library.sync(options: SyncOptions(collectsFailures: true))
    #expect(report.rows.isEmpty)
    #expect(report.exitCode == 2)
    #expect(report.failures.contains { $0.location?.line == 2 })
    #expect(try library.ids("alpha") == ["1"])
  }

  @Test func `a workspace without domains is the caller's mistake`() throws {
    let folder = try TemporaryFolder()
    let library = try Library(workspace: folder.path)
    #expect(failureCode { _ = try library.sync() } == .workspaceMissing)
  }

  @Test func `a rebuild counts what happened to items, and nothing for those that stay`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha"), (2, "beta"), (3, "gamma"), (4, "delta")])
    let library = try work.library()
    try library.sync()
    #expect(try library.rebuild(["names"]).rows.first?.changes == ChangeCounts())
    work.put("names", [(1, "alpha"), (2, "other"), (3, "gamma"), (5, "epsilon")])
    let changes = ChangeCounts(inserted: 1, updated: 1, deleted: 1)
    #expect(try library.sync().rows.first?.changes == changes)
    #expect(try library.status().domains.first?.changes == changes)
  }

  @Test func `a foreign file in a watched folder is noticed once and then known`() throws {
    let work = try TestWorkspace()
    for name in ["a", "b"] { try work.folder.write("domains/data/\(name).txt", "text \(name)") }
    try work.folder.write(
      "domains/texts.yaml",
      """
      domain: texts
      version: 1
      source: { kind: text, path: "data/*.txt" }
      item: { id: "{path}", title: "text {name}" }

      """)
    try work.library().sync()
    try work.library().sync()
    #expect(try work.library().search("text").notes.isEmpty)
    try work.folder.write("domains/data/.a.txt.swp", "")
    #expect(try work.library().search("text").notes.map(\.code) == [.stale])
    #expect(try work.library().decision("texts") == SyncDecision.none)
    #expect(try work.library().search("text").notes.isEmpty)
  }

  @Test func `an index of another version of the analysis is searched with a note`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    try work.library().sync()
    #expect(try work.library().search("alpha").notes.isEmpty)
    do {
      let indexer = try EmbeddedStore(path: work.folder.path(".footlight")).indexer(.none)
      defer { indexer.close() }
      var facts = try #require(try indexer.domains().first).facts
      facts.fingerprint = "e1.a0 " + facts.fingerprint
      try indexer.restamp("names", facts: facts)
    }
    let library = try work.library()
    let answer = try library.search("alpha")
    #expect(answer.hits.map(\.id) == ["1"])
    #expect(answer.notes.map(\.code) == [.otherAnalysis])
    #expect(try library.decision("names") == .rebuild)
    #expect(try library.search("alpha").notes.isEmpty)
  }
}
