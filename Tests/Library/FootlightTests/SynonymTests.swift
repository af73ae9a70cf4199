import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Words that count as the same word, as declarations name them.
@Suite struct SynonymTests {
  private func workspace(_ synonyms: String) throws -> TestWorkspace {
    let workspace = try TestWorkspace()
    try workspace.declare("shows", tail: "search: { synonyms: \(synonyms) }")
    workspace.put(
      "shows", [(1, "A family film"), (2, "Movie of the family"), (3, "Family"), (4, "Filming")])
    _ = try workspace.library().sync()
    return workspace
  }

  @Test func `a complete word finds its synonyms, marks and explains them`() throws {
    let workspace = try workspace("[[film, movie]]")
    let library = try workspace.library()
    #expect(try Set(library.ids("family film ").prefix(2)) == ["1", "2"])
    #expect(try library.ids("family film ") == library.ids("family movie "))
    let hits = try library.search("film family ").hits
    let other = try #require(hits.first { $0.id == "2" })
    #expect(
      other.tier == .named && other.highlights[.title] == Highlights(scalars: [0..<5, 13..<19]))
    let told = try library.explain("film family ", "shows:2").explanation
    #expect(told.factors.contains { $0.name == "film" && $0.detail.contains("synonym 'movie'") })
    #expect(told.score == other.score)
    // An item may hold both words, so this is no number of items.
    #expect(told.factors.contains { $0.name == "film" && $0.detail.contains("(postings 2 of 4)") })
    #expect(told.factors.contains { $0.name == "family" && $0.detail.contains("(held by 3 of 4)") })
    #expect(try !library.ids("fil").contains("2"), "a prefix has none")
    #expect(try library.ids("\"family film\"") == ["1"], "a phrase has none")
    #expect(try library.ids("family -movie") == ["3", "1"], "nor has what is excluded")
    #expect(try Set(library.ids("title:film ")) == ["1", "2"])
    #expect(try library.search("film ").total == 2)
  }

  @Test func `other synonyms rebuild nothing`() throws {
    let workspace = try workspace("[[film, movie]]")
    let before = try workspace.generations("shows")
    try workspace.declare("shows", tail: "search: { synonyms: [[family, filming]] }")
    #expect(try workspace.library().decision("shows") == SyncDecision.none)
    #expect(try workspace.generations("shows") == before)
    let library = try workspace.library()
    #expect(try library.ids("film ") == ["1"])
    #expect(try library.search("family ").total == 4)
  }

  @Test func `a mode beside syntax is noted, or refused`() throws {
    let workspace = try workspace("[[film, movie]]")
    let library = try workspace.library()
    var options = SearchOptions(match: .all)
    let answer = try library.search("film OR zebra", options: options)
    #expect(
      answer.notes.contains { $0.code == Note.Code(rawValue: "query.match") }
        && !answer.hits.isEmpty)
    #expect(try library.search("film family", options: options).notes.isEmpty)
    options.isStrict = true
    let code = failureCode { _ = try library.search("film OR zebra", options: options) }
    #expect(code?.name == "query.match")
  }
}
