import Footlight
import TestSupport
import Testing

/// What is recorded of items that programs push and delete.
@Suite struct PushedActivityTests {
  private let work: TestWorkspace
  private let library: Library

  init() throws {
    work = try TestWorkspace()
    try work.folder.write(
      "domains/tv-shows.yaml",
      """
      domain: tv-shows
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}", description: "{genre}", keywords: ["{genre}"] }

      """)
    try work.declare("names")
    work.put("names", [(1, "alpha")])
    library = try work.library()
    try library.sync()
  }

  private func push() throws {
    let shows = [
      ("wild", "Into the Wild", "Documentary"), ("24", "24/7", "Drama"),
      ("rich", "How to become rich", "Talk Show"), ("net", "NET Daily", "News"),
    ]
    _ = try library.records(of: "tv-shows").index(
      shows.map { ["id": .text($0.0), "title": .text($0.1), "genre": .text($0.2)] })
  }

  @Test func `TU-2, TU-3, TU-4: what is recorded goes with the items that are deleted`() throws {
    try push()
    #expect(try library.search("talk").hits.map(\.title) == ["How to become rich"])
    #expect(try library.search("24/7").hits.map(\.title) == ["24/7"])
    #expect(try library.search("news").hits.map(\.title) == ["NET Daily"])
    for address in ["tv-shows:net", "tv-shows:rich", "names:1"] { try library.visit(address) }
    _ = try library.deleteRecords(at: ["tv-shows:nobody"])
    #expect(try library.history().count == 3)
    _ = try library.deleteRecords(at: ["tv-shows:net"])
    #expect(Set(try library.history().map(\.address)) == ["names:1", "tv-shows:rich"])
    _ = try library.deleteRecords(ofDomains: ["tv-shows"])
    #expect(try library.ids("talk").isEmpty && library.ids("alpha") == ["1"])
    #expect(try library.history().map(\.address) == ["names:1"])
    try push()
    // A new item does not inherit what was recorded of the old one.
    let factors = try library.explain("talk", "tv-shows:rich").explanation.factors.map(\.name)
    #expect(!factors.contains("activity"))
  }

  @Test func `CS-8: a batch with another state than expected changes nothing that is recorded`()
    throws
  {
    func batch(_ title: String, _ state: String, expecting: String? = nil) throws {
      let batch = try library.records(of: "tv-shows").beginBatch("b")
      try batch.index([["id": "1", "title": .text(title)]])
      _ = try batch.endBatch(clientState: state, expected: expecting)
    }
    try batch("alpha show", "one")
    try library.star("tv-shows:1")
    #expect(throws: Failure.self) { try batch("omega show", "two", expecting: "nothing") }
    #expect(try library.ids("omega").isEmpty)
    #expect(try library.history(starred: true).map(\.address) == ["tv-shows:1"])
    #expect(try library.records(of: "tv-shows").lastClientState(of: "b") == "one")
  }

  @Test func `TU-9: indexed, visited and deleted back to back it ends deleted`() throws {
    for _ in 0..<3 {
      try push()
      try library.visit("tv-shows:wild")
      _ = try library.deleteRecords(at: ["tv-shows:wild"])
      #expect(try library.ids("wild").isEmpty)
      #expect(try library.history().isEmpty)
    }
    #expect(throws: Failure.self) { try library.visit("tv-shows:wild") }
  }
}
