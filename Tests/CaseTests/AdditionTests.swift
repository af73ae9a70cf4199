import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Adds the data of every folder of `Tests/Additions`, and looks for what is in it.
@Suite struct AdditionTests {
  static let root = Path.join(
    Path.parent(of: Path.parent(of: #filePath) ?? "") ?? "", "Additions")
  static let names = ((try? Folder.entries(of: root)) ?? []).filter { $0.kind == .folder }
    .map(\.name)

  @Test func `there are shapes of data to try`() {
    #expect(Self.names.count >= 50)
  }

  /// What this build does not read, as declarations and names of files say it.
  #if Complete
    private static let unread: [String] = []
  #else
    private static let unread = [
      "kind: xml", "kind: feed", "kind: html", "kind: mail", "kind: sheet", ".gz", ".zst",
    ]
  #endif

  /// Whether this build reads the data of a folder.
  static func isRead(_ folder: String) throws -> Bool {
    let bytes = try File.readWhole(Path.join(folder, "declaration.yaml"))
    let expected = bytes.text(bytes.all)
    return !unread.contains { expected.contains($0) }
  }

  /// The file or folder that is added.
  static func data(in folder: String) throws -> String {
    try #require(
      try Folder.entries(of: folder).map(\.name)
        .first { $0 != "declaration.yaml" && $0 != "searches.yaml" })
  }

  @Test(arguments: names)
  func `data becomes the declaration that somebody would write, and is found`(name: String) throws {
    let folder = Path.join(Self.root, name)
    guard try Self.isRead(folder) else { return }
    let data = try Self.data(in: folder)
    let bytes = try File.readWhole(Path.join(folder, "declaration.yaml"))
    let expected = bytes.text(bytes.all)
    let workspace = try TemporaryFolder()
    try FileOperations.system.createFolder(workspace.path("domains"))
    let library = try Library(
      workspace: workspace.path, system: BuiltPrograms.system(home: workspace.path("home")))

    let proposal = try library.propose(for: Path.join(folder, data))
    #expect(proposal.declaration == expected)
    #expect(proposal.isWhole && !proposal.samples.isEmpty)
    #expect(try workspace.names("domains").isEmpty, "a proposal writes nothing")

    try library.add(proposal)
    let rows = try library.sync().rows
    #expect(rows.map(\.badRecords) == [0])
    #expect(try library.check().failures.isEmpty)

    let searchCase = try SearchCase(named: name, in: Self.root)
    for (domain, count) in searchCase.items {
      #expect(rows.first { $0.domain == domain }?.items == count, "items of \(domain)")
    }
    try CaseTests().ask(searchCase, library, onlyDomain: proposal.domain)
  }
}
