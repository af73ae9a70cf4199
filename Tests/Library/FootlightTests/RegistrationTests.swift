import Footlight
import FootlightPlatform
import TestSupport
import Testing

@Suite struct RegistrationTests {
  private func notes(version: Int = 1) throws -> DomainDefinition {
    try DomainDefinition.inCode(
      """
      domain: notes
      version: \(version)
      item: { id: "{id}", title: "{title}" }
      """)
  }

  private let records = RecordList("notes", [["id": 1, "title": "Buy milk"]])

  @Test func `a registered domain is equal to a declared one`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "milk float")])
    let library = try work.library()
    try library.register(try notes(), source: records)
    #expect(try library.search("milk").notes.filter { $0.domain == "notes" }.count == 1)
    #expect(try library.sync().rows.map(\.decision) == [.build, .build])
    #expect(try library.search("milk").hits.map(\.domain).sorted() == ["names", "notes"])
    #expect(try library.sync().rows.map(\.decision) == [.none, .none])
    #expect(try library.status().domains.first { $0.domain == "notes" }?.declared == 1)
  }

  @Test func `a program without declarations needs no folder for them`() throws {
    let folder = try TemporaryFolder()
    let library = try Library(workspace: folder.path)
    try library.register(try notes(), source: records)
    #expect(try library.sync().rows.map(\.items) == [1])
    #expect(try library.search("milk").hits.map(\.id) == ["1"])
    #expect(try library.search("milk").notes.isEmpty)
  }

  @Test func `a higher version of a registered domain rebuilds it`() throws {
    let folder = try TemporaryFolder()
    let first = try Library(workspace: folder.path)
    try first.register(try notes(), source: records)
    try first.sync()
    let second = try Library(workspace: folder.path)
    try second.register(
      try notes(version: 2), source: RecordList("notes", [["id": 2, "title": "Call Ada"]]))
    #expect(try second.sync().rows.map(\.decision) == [.rebuild])
    #expect(try second.search("ada").hits.map(\.id) == ["2"])
    #expect(try second.search("milk").hits.isEmpty)
  }

  @Test func `a program can push into a domain that it has registered`() throws {
    let folder = try TemporaryFolder()
    let library = try Library(workspace: folder.path)
    try library.register(try notes())
    try library.records(of: "notes").index([
      ["id": 1, "title": "Buy milk"], ["id": 2, "title": "Call Ada"],
    ])
    try library.deleteRecords(at: ["notes:2"])
    #expect(try library.search("milk").hits.map(\.id) == ["1"])
    #expect(failureCode { try library.register(try notes()) } == .registeredTwice)
    // What was pushed is there for the next one who registers it.
    let later = try Library(workspace: folder.path)
    try later.register(try notes())
    #expect(try later.rebuild(["notes"]).rows.first?.items == 1)
    let other = try Library(workspace: folder.path)
    try other.register(try notes(), source: records)
    #expect(
      failureCode { try other.records(of: "notes").index([["id": 3, "title": "x"]]) }
        == .notExternal)
  }

  @Test func `one name has one owner`() throws {
    let work = try TestWorkspace()
    try work.declare("notes")
    let library = try work.library()
    try library.register(try notes(), source: records)
    #expect(failureCode { try library.register(try notes(), source: records) } == .registeredTwice)
    #expect(failureCode { _ = try library.sync() } == .registeredTwice)
  }

  @Test func `two files that declare one domain are both refused`() throws {
    let work = try TestWorkspace()
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    let library = try work.library()
    try library.sync()
    let text = try work.folder.text("domains/names.yaml")
    try work.folder.write("domains/again.yaml", text)
    let report = try library.sync(options: SyncOptions(collectsFailures: true))
    #expect(report.rows.isEmpty)
    let told = report.failures.map(\.description).joined()
    #expect(told.contains("names.yaml") && told.contains("again.yaml"), "both places")
    #expect(try library.ids("alpha") == ["1"])
  }
}
