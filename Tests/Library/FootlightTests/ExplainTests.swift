import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// What a library says about the place of an item.
@Suite struct ExplainTests {
  private func workspace() throws -> TestWorkspace {
    let workspace = try TestWorkspace()
    try workspace.declare(
      "law.rules", item: ", url: \"https://example.org/{id}\"", tail: "search: { weight: 1.5 }")
    try workspace.declare("films")
    workspace.put("law.rules", [(1, "Summons"), (2, "Service of a summons"), (3, "Costs")])
    workspace.put("films", [(1, "Summons to die")])
    _ = try workspace.library().sync()
    return workspace
  }

  @Test func `an item is named by its address or its url`() throws {
    let workspace = try workspace()
    let library = try workspace.library()
    let found = try library.explain("summons service ", "law.rules:2")
    #expect(found.isFound && found.title == "Service of a summons" && found.id == "2")
    #expect(try library.explain("summons service ", "https://example.org/2") == found)
    #expect(try library.snapshot().explain("summons service ", "law.rules:2") == found)
    let weight = found.explanation.factors.first { $0.name == "domain weight" }
    #expect(weight?.adds == true && weight?.detail.contains("weight 1.5") == true)
    #expect(throws: Failure.self) { try library.explain("summons", "films.old:1") }
    #expect(throws: Failure.self) { try library.explain("summons", "nonsense") }
    #expect(throws: Failure.self) { try library.explain("summons", "https://example.org/9") }
  }

  @Test func `hits carry their explanation when it is asked for`() throws {
    let workspace = try workspace()
    let library = try workspace.library()
    var options = SearchOptions()
    #expect(try library.search("summons", options: options).hits[0].explanation == nil)
    options.explainsHits = true
    for hit in try library.search("summons of", options: options).hits {
      let told = try #require(hit.explanation)
      #expect(told.tier == hit.tier && told.score == hit.score)
      #expect(told == (try library.explain("summons of", hit.address)).explanation)
    }
  }

  @Test func `what keeps a whole domain out is said`() throws {
    let workspace = try workspace()
    let library = try workspace.library()
    let options = SearchOptions(domains: ["law"])
    let other = try library.explain("summons", "films:1", options: options)
    #expect(other.explanation.reason == "films is none of the domains that are searched")
    try workspace.declare("later")
    let later = try workspace.library().explain("summons", "later:1")
    #expect(later.explanation.reason.hasSuffix("but not built") && later.title == nil)
    #expect(try !library.explain("summons", "films:9").isFound)
  }
}
