import Footlight
import TestSupport
import Testing

/// Pieces of words through the library: what is marked, noted and explained.
@Suite struct PieceTests {
  private func workspace(_ substrings: String) throws -> TestWorkspace {
    let workspace = try TestWorkspace()
    try workspace.declare("towns", tail: "search: { substrings: \(substrings) }")
    workspace.put("towns", [(1, "Bradford"), (2, "Óxfórd"), (3, "Mountain"), (4, "Straßenbahn")])
    _ = try workspace.library().sync()
    return workspace
  }

  @Test func `the part alone is marked`() throws {
    let workspace = try workspace("[title]")
    let library = try workspace.library()
    let hits = try library.search("*ford*").hits
    #expect(hits.map(\.id).sorted() == ["1", "2"] && hits.allSatisfy { $0.tier == .named })
    #expect(hits.first { $0.id == "1" }?.highlights[.title] == Highlights(scalars: [4..<8]))
    #expect(hits.first { $0.id == "2" }?.highlights[.title] == Highlights(scalars: [2..<6]))
    let tram = try library.search("*asse*").hits
    #expect(tram.map(\.id) == ["4"])
    #expect(tram.first?.highlights[.title] == Highlights(scalars: [3..<6]))
  }

  @Test func `items that hold the word elsewhere do not count`() throws {
    let workspace = try TestWorkspace()
    try workspace.declare(
      "towns", item: ", body: '{text}'", tail: "search: { substrings: [title] }")
    let records = (1...8).map { (number) -> Record in
      [
        "id": .number("\(number)"), "title": .text(number < 4 ? "Oxford" : "Town \(number)"),
        "text": .text(number < 4 ? "" : "near oxford"),
      ]
    }
    workspace.records.put("towns", records)
    let library = try workspace.library()
    _ = try library.sync()
    let answer = try library.search("*xfor*", options: SearchOptions(limit: 1))
    #expect(answer.total == 3)
    #expect(try library.search("*xfor*").hits.count == 3)
  }

  @Test func `where nothing else is found pieces are looked for, and a note says so`() throws {
    let workspace = try workspace("[title]")
    let library = try workspace.library()
    let answer = try library.search("radfor ")
    #expect(answer.hits.map(\.id) == ["1"] && answer.hits.map(\.tier) == [.part])
    #expect(answer.notes.map(\.code) == [.foundInside])
    #expect(answer.hits.first?.highlights[.title] == Highlights(scalars: [1..<7]))
    let told = try library.explain("radfor ", "towns:1").explanation
    #expect(told.tier == .part && told.reason.contains("pieces"))
    #expect(try library.explain("radfor ", "towns:3").explanation.tier == nil)
  }

  @Test func `without the key a star before a word is a symbol, as ever`() throws {
    let workspace = try TestWorkspace()
    try workspace.declare("towns")
    workspace.put("towns", [(1, "Bradford"), (2, "Fordham"), (3, "Ford")])
    let library = try workspace.library()
    _ = try library.sync()
    #expect(try library.search("*ford*").hits.map(\.id).sorted() == ["2", "3"])
    #expect(try library.search("radfor ").total == 0)
  }
}
