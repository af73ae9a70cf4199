import DeclaredRecords
import Footlight
import FootlightPlatform
import SearchEngine
import TestSupport
import Testing

@Suite struct VerifyTests {
  /// The differences as `id kind`, sorted.
  private func differences(_ library: Library, _ domains: [String] = []) throws -> [String] {
    var found: [String] = []
    _ = try library.verify(domains) { found.append("\($0.id) \($0.kind)") }
    return found.sorted()
  }

  /// A domain whose items use every field.
  private func rich(_ work: TestWorkspace, expires: String = "\"{until}\"") throws {
    try work.declare(
      "names",
      item: """
        , description: "{note}", body: "{text}", keywords: ["{words[]}"], aliases: ["{also[]}"], \
        url: "{link}", rank: "{rank}", expires: \(expires), skip_when: "{draft}", \
        attributes: { n: { value: "{n}", type: number }, tags: { value: ["{tags[]}"], type: list } }
        """)
  }

  private let record: Record = [
    "id": "1", "title": "alpha", "note": "a note", "text": "a text",
    "words": ["one", "two"], "also": ["first"], "link": "https://example.org/1", "rank": 700,
    "n": 1.5, "tags": ["x", "y"],
  ]

  @Test func `an index and the source that it was built from have no differences`() throws {
    let work = try TestWorkspace()
    try rich(work)
    work.records.put(
      "names",
      (1...900).map { ["id": .number("\($0)"), "title": "name", "text": .text("long \($0)")] })
    let library = try work.library()
    try library.sync()
    let report = try library.verify()
    #expect(report.exitCode == 0 && report.failures.isEmpty)
    #expect(report.domains.map(\.items) == [900] && report.domains.map(\.stored) == [900])
    #expect(report.domains.map(\.differences) == [0])
  }

  @Test(arguments: [
    "title", "note", "text", "words", "also", "link", "rank", "n", "tags", "until",
  ])
  func `a change of any field is found`(_ field: String) throws {
    let work = try TestWorkspace()
    try rich(work)
    work.records.put("names", [record, ["id": "2", "title": "beta"]])
    let library = try work.library()
    try library.sync()
    var changed = record
    changed.fields.removeAll { $0.name == field }
    changed.fields.append(
      Record.Field(field, field == "until" ? "2999-01-01" : field == "n" ? 2 : "9"))
    work.records.put("names", [changed, ["id": "2", "title": "beta"]])
    #expect(try differences(library) == ["1 different"])
    try library.sync()
    #expect(try differences(library).isEmpty)
  }

  @Test func `what is missing, surplus or different is named once each (N11)`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha"), (2, "beta"), (3, "gamma")])
    let library = try work.library()
    try library.sync()
    work.put("names", [(2, "beta"), (3, "Gamma"), (4, "delta")])
    let report = try library.verify()
    #expect(report.exitCode == 1)
    let domain = try #require(report.domains.first)
    #expect((domain.different, domain.missing, domain.surplus) == (1, 1, 1))
    #expect(domain.notes.map(\.code) == [.stale])
    #expect(try differences(library) == ["1 surplus", "3 different", "4 missing"])
  }

  @Test func `of two records with one id the one counts that the index keeps`() throws {
    for (rule, kept) in [("first", "alpha"), ("last", "beta")] {
      let work = try TestWorkspace()
      try work.declare("names", source: ", duplicates: \(rule)")
      work.put("names", [(1, "alpha"), (1, "beta"), (2, "gamma")])
      let library = try work.library()
      try library.sync()
      #expect(try library.item("names:1")?.item.title == kept)
      #expect(try differences(library).isEmpty, "duplicates: \(rule)")
    }
  }

  @Test func `skipped and bad records are no items`() throws {
    let work = try TestWorkspace()
    try work.declare("names", source: ", tolerate: 5", item: ", skip_when: \"{draft}\"")
    work.records.put(
      "names",
      [
        ["id": "1", "title": "alpha"], ["id": "2", "title": "beta", "draft": true],
        ["title": "no id"], ["id": "1", "title": "again"],
      ])
    let library = try work.library()
    try library.sync()
    let domain = try #require(try library.verify().domains.first)
    #expect(domain.differences == 0 && domain.items == 1 && domain.badRecords == 2)
  }

  @Test func `expired items are no differences, wherever they are`() throws {
    let work = try TestWorkspace()
    try rich(work)
    work.records.put(
      "names",
      [
        ["id": "1", "title": "alpha"], ["id": "2", "title": "beta", "until": "2001-01-01"],
        ["id": "3", "title": "gamma", "until": "2001-01-01"],
      ])
    let library = try work.library()
    try library.sync()
    #expect(try differences(library).isEmpty)
    // One is gone, one has changed, one has come: nobody finds any of them.
    work.records.put(
      "names",
      [
        ["id": "1", "title": "alpha"], ["id": "3", "title": "Gamma", "until": "2001-01-01"],
        ["id": "4", "title": "delta", "until": "2001-01-01"],
      ])
    #expect(try differences(library).isEmpty)
    // One that lives again is a difference.
    work.records.put("names", [["id": "1", "title": "alpha"], ["id": "2", "title": "beta"]])
    #expect(try differences(library) == ["2 different"])
  }

  @Test func `a period of expiry counts from the build, however late it is verified`() throws {
    let work = try TestWorkspace()
    try rich(work, expires: "P30D")
    work.records.put("names", [["id": "1", "title": "alpha"]])
    try work.library().sync()
    work.system.now = { SystemServices.system.now() + 86_400 }
    #expect(try differences(work.library()).isEmpty)
    try rich(work, expires: "P31D")
    #expect(try differences(work.library()) == ["1 different"])
  }

  @Test func `another order of the attributes in the declaration is no difference`() throws {
    let work = try TestWorkspace()
    let one = "a: \"{a}\"", two = "b: \"{b}\""
    try work.declare("names", item: ", attributes: { \(one), \(two) }")
    work.records.put("names", [["id": "1", "title": "alpha", "a": "x", "b": "y"]])
    try work.library().sync()
    try work.declare("names", item: ", attributes: { \(two), \(one) }")
    #expect(try differences(work.library()).isEmpty)
    try work.declare("names", item: ", attributes: { a: \"{b}\", b: \"{a}\" }")
    #expect(try differences(work.library()) == ["1 different"])
  }

  @Test func `of what is declared but not built that is said, once`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha"), (2, "beta")])
    let library = try work.library()
    #expect(try differences(library).isEmpty)
    let report = try library.verify()
    #expect(report.domains.map(\.isBuilt) == [false] && report.exitCode == 1)
    #expect(report.domains.first?.notes.map(\.code) == [.unbuilt])
    try library.sync()
    #expect(try library.verify().exitCode == 0)
  }

  @Test func `what is no longer declared is checked for damage only, and says so`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    try work.library().sync()
    try FileOperations.system.remove(work.folder.path("domains/names.yaml"))
    let report = try work.library().verify()
    #expect(report.exitCode == 0 && report.domains.first?.notes.map(\.code) == [.undeclared])
  }

  @Test func `one flipped bit anywhere in a chunk is damage, and the next sync rebuilds`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", (1...2_000).map { ($0, "name \($0) of many words") })
    try work.library().sync()
    let name = try work.generations("names")[0]
    let path = work.folder.path(".footlight/\(name)")
    let whole = try File.readWhole(path)
    // Between the mark and the header lie the chunks and their checksums.
    var found = 0
    let few = whole.count / 16
    for place in stride(from: 64, to: whole.count - 1_000, by: few) {
      var bytes = ByteArena(capacity: whole.count)
      bytes.append(whole, whole.all)
      bytes[place] = bytes[place] ^ 4
      let file = try FileOperations.system.create(path)
      try file.write(bytes, bytes.all)
      let report = try work.library().verify()
      if report.exitCode == 3 {
        found += 1
        #expect(report.failures.allSatisfy { $0.remedy != nil })
        let isMarked = try work.files().contains("\(name).damaged")
        #expect(isMarked)
        try FileOperations.system.remove(path + ".damaged")
      }
    }
    #expect(found >= 15)
    #expect(try work.library().decision("names") == SyncDecision.none)
  }

  @Test func `a source that cannot be read fails, and the others are compared`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    try work.declare("others")
    work.put("names", [(1, "alpha")])
    work.put("others", [(1, "beta")])
    let library = try work.library()
    try library.sync()
    work.records.fail("names", Failure(.fileMissing, "the file is gone"))
    let report = try library.verify()
    #expect(report.exitCode == 2 && report.domains.map(\.domain) == ["others"])
    #expect(failureCode { _ = try library.verify(["nobody"]) } == .unknownDomain)
  }

  @Test func `what the caller throws ends it, and says nothing about the index`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    work.put("names", [(1, "beta")])
    let code = failureCode {
      _ = try library.verify { (_) throws(Failure) in throw Failure(.indexDamaged, "no") }
    }
    #expect(code == .indexDamaged)
    #expect(try !work.files().contains { $0.hasSuffix(".damaged") })
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(failureCode { _ = try library.verify(cancellation: cancellation) } == .cancelled)
  }
}
