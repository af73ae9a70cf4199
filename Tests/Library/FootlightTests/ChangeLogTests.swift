import DeclaredRecords
import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// The log of changes through the library: who may install it, and who writes into a source.
@Suite struct ChangeLogTests {
  private func workspace(_ changes: String = "triggers") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "domains/names.yaml",
      """
      domain: names
      version: 1
      source: { kind: sqlite, path: names.sqlite, table: person, key: id, changes: \(changes) }
      item: { id: "{id}", title: "{name}" }

      """)
    try Connection(path: folder.path("domains/names.sqlite"), mode: .create).execute(
      "CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT); INSERT INTO person VALUES ('1', 'one')")
    return folder
  }

  private func schema(_ folder: borrowing TemporaryFolder) throws -> Int {
    let connection = try Connection(path: folder.path("domains/names.sqlite"), mode: .readOnly)
    let count = try connection.statement("SELECT count(*) FROM sqlite_schema")
    return try count.step() ? count.int(0) : 0
  }

  @Test func `a sync never writes into a source, and says what is missing`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    let report = try library.sync()
    let warnings = report.rows.flatMap(\.warnings)
    #expect(warnings.map(\.code) == [.sourceUnlogged])
    #expect(
      warnings.first?.remedy
        == "have the source install its log: `footlight allow --install-log names`")
    #expect(try schema(folder) == 2)
  }

  @Test func `installing needs a permission`() throws {
    let folder = try workspace()
    let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    let refused = failure { _ = try library.installChangeLog(of: "names") }
    #expect(refused?.diagnostics.first?.code == .needsPermission && refused?.exitCode == 2)
    #expect(refused?.description.contains("footlight allow names") == true)
    #expect(try schema(folder) == 2)
    try library.allow("names")
    #expect(try library.installChangeLog(of: "names"))
    #expect(try !library.installChangeLog(of: "names"))
    #expect(try library.sync().rows.flatMap(\.warnings).isEmpty)
    #expect(try library.uninstallChangeLog(of: "names"))
    #expect(try !library.uninstallChangeLog(of: "names"))
    #expect(failureCode { _ = try library.installChangeLog(of: "name") } == .unknownDomain)
  }

  @Test func `a source without triggers has nothing to install`() throws {
    let folder = try workspace("digest")
    let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    try library.allow("names")
    #expect(failureCode { _ = try library.installChangeLog(of: "names") } == .sourceSetting)
    #expect(try !library.uninstallChangeLog(of: "names"))
  }
}
