import Footlight
import FootlightPlatform
import Testing

/// A program that lives long beside the built tool, which syncs the same index.
struct SharedIndexTests {
  @Test(.enabled(if: BuiltTool.path != nil))
  func `who has recorded a visit still sees every sync of others`() throws {
    let tool = try BuiltTool()
    let before = "id,title\ns1,Stranger Things\ns2,Elan vital\n"
    try tool.write("domains/shows.csv", before)
    try tool.write(
      "domains/shows.yaml",
      """
      domain: shows
      version: 1
      source: { kind: csv, path: shows.csv }
      item: { id: "{id}", title: "{title}" }

      """)
    try #require(try tool.run(["sync"]).code == 0)
    let library = try Library(Workspace(folder: tool.workspace))
    func found() throws -> [String] { try library.search("zanzibar").hits.map(\.id) }
    #expect(try found().isEmpty)
    #expect(try library.visit("shows:s2").isRecorded)
    for turn in 0..<3 {
      try tool.write("domains/shows.csv", before + "s9,Zanzibar nights\n")
      #expect(try tool.run(["sync"]).code == 0)
      #expect(try found() == ["s9"], "turn \(turn)")
      try tool.write("domains/shows.csv", before)
      #expect(try tool.run(["sync"]).code == 0)
      #expect(try found().isEmpty, "turn \(turn)")
    }
  }
}
