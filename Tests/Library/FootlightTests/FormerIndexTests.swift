import FileHandles
import FootlightPlatform
import TestSupport
import Testing

@testable import Footlight
@testable import IndexStores

/// Small indexes as versions of Footlight have written them, in Tests/Indexes: one folder a format of the catalog.
@Suite struct FormerIndexTests {
  private static let root = (0..<3).reduce(#filePath) { path, _ in Path.parent(of: path) ?? "" }
  private static let indexes = Path.join(root, "Indexes")
  static let formats = names(indexes).filter { $0.hasPrefix("format-") }

  private static func names(_ folder: String) -> [String] {
    ((try? FileOperations.system.list(folder)) ?? []).map(\.name)
  }

  /// A workspace whose index is a copy of one of them.
  private func workspace(_ format: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("domains/books.csv", "id,title\n1,Nemo\n")
    try folder.write(
      "domains/books.yaml",
      """
      domain: books
      version: 1
      source: { kind: csv, path: books.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    let place = Path.join(Self.indexes, format)
    for name in Self.names(place) {
      let bytes = try File.readWhole(Path.join(place, name))
      try folder.write(".footlight/\(name)", bytes: bytes.bytes(bytes.all))
    }
    return folder
  }

  @Test func `there are indexes of former versions to try`() {
    #expect(!Self.formats.isEmpty)
  }

  @Test(arguments: formats)
  func `an index of the present format is read, and one of an earlier format is told as that`(
    _ format: String
  ) throws {
    let folder = try workspace(format)
    guard format == "format-\(Catalog.format)" else { return try expectOlder(folder) }
    let library = try Library(workspace: folder.path)
    #expect(try library.search("nemo").hits.map(\.id) == ["1"])
    #expect(try folder.names(".footlight").contains("books.1.sqlite"))
  }

  @Test
  func
    `an index with a lower number than today's is told as an earlier version's until it is built anew`()
    throws
  {
    let folder = try workspace("format-7")
    let catalog = try Connection(path: folder.path(".footlight/catalog.sqlite"), mode: .readWrite)
    try catalog.execute("PRAGMA user_version = 3; DELETE FROM counter")
    _ = consume catalog
    try expectOlder(folder)
  }

  /// Query and status refuse it by its name, and sync says so and builds it.
  private func expectOlder(_ folder: borrowing TemporaryFolder) throws {
    let library = try Library(workspace: folder.path)
    #expect(failure { _ = try library.search("nemo") }?.diagnostics.first?.code == .indexOlder)
    #expect(try library.status().failures.map(\.code) == [.indexOlder])
    let report = try library.sync()
    #expect(report.warnings.map(\.code) == [.indexOlder])
    #expect(try library.search("nemo").hits.map(\.id) == ["1"])
    #expect(try folder.names(".footlight").contains("catalog.sqlite"))
  }
}
