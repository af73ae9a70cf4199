import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// What a text that is being typed may become.
@Suite struct SuggestTests {
  private func library() throws -> (TestWorkspace, Library) {
    let workspace = try TestWorkspace()
    try workspace.declare("shows", item: ", aliases: [\"{alias}\"], rank: \"{rank}\"")
    try workspace.declare("more.films")
    func show(_ id: Int, _ title: String, _ alias: String = "", rank: Int = 500) -> Record {
      [
        "id": .number("\(id)"), "title": .text(title), "alias": .text(alias),
        "rank": .number("\(rank)"),
      ]
    }
    workspace.records.put(
      "shows",
      [
        show(1, "Stranger Things", "Hawkins"), show(2, "Stranger", rank: 900),
        show(3, "A strange loop"), show(4, "The strange strand"), show(5, "My strange thing"),
        show(6, "Ozark", "Straße"), show(7, "STRANGER things"),
      ])
    workspace.put("more.films", [(1, "Strand"), (2, "No strange film")])
    let library = try workspace.library()
    _ = try library.sync()
    return (workspace, library)
  }

  @Test func `names that begin with the text come first, then words by frequency`() throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    let found = try library.suggest("Stran").suggestions
    #expect(
      found.map(\.text) == ["Stranger", "Strand", "Stranger Things", "strange"], "\(found)")
    #expect(found.map(\.kind) == [.title, .title, .title, .word])
    #expect(found[0].id == "2" && found[0].count == nil && found[1].domain == "more.films")
    #expect(found[3].count == 4 && found[3].id == nil && found[3].domain == "shows")
    #expect(try library.suggest("stran", limit: 2).suggestions == Array(found.prefix(2)))
    #expect(
      try library.suggest("stran", domains: ["more"]).suggestions.map(\.text) == [
        "Strand", "strange",
      ])
    #expect(try library.snapshot().suggest("Stran").suggestions == found)
  }

  @Test(arguments: [
    ("hawk", ["Hawkins"]), ("STRASS", ["Straße"]), ("stranger t", ["Stranger Things"]),
    ("My strange  th", ["My strange thing"]), ("film stran", ["film strange"]),
    ("loop  STRAN", ["loop  strange"]), ("stranger ", ["Stranger", "Stranger Things"]),
    ("zebra", []), ("", []), (" ", []), ("title:stran", []), ("love -stran", []),
    ("-stran", ["Stranger", "Strand", "Stranger Things", "-strange"]),
    ("7", []), ("zebra stran", []),
  ])
  func `a text becomes`(_ text: String, _ wanted: [String]) throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    let found = try library.suggest(text).suggestions.map(\.text)
    #expect(found == wanted)
  }

  @Test func `what was deleted is neither offered nor counted`() throws {
    let (workspace, library) = try library()
    workspace.records.put(
      "shows",
      [
        ["id": 1, "title": "Stranger Things", "alias": "Hawkins", "rank": 500],
        ["id": 2, "title": "Stranger", "alias": "", "rank": 900],
        ["id": 6, "title": "Ozark", "alias": "Straße", "rank": 500],
        ["id": 7, "title": "STRANGER things", "alias": "", "rank": 500],
        ["id": 8, "title": "New strange one", "alias": "", "rank": 500],
      ])
    #expect(try library.suggest("loo").suggestions.map(\.text) == ["loop"])
    #expect(try library.decision("shows") == .apply)
    let later = try workspace.library()
    #expect(try later.suggest("loo").suggestions.isEmpty)
    let word = try later.suggest("stran").suggestions.first { $0.text == "strange" }
    #expect(word?.count == 2)
    #expect(try later.suggest("my stran").suggestions.isEmpty)
  }

  @Test func `a word of expired items alone is not offered`() throws {
    let workspace = try TestWorkspace()
    try workspace.declare("d", item: ", expires: \"{until}\"")
    workspace.records.put(
      "d",
      [
        ["id": 1, "title": "an old zebra", "until": "2001-01-01"],
        ["id": 2, "title": "a zebu", "until": "2999-01-01"],
      ])
    _ = try workspace.library().sync()
    #expect(try workspace.library().suggest("zeb").suggestions.map(\.text) == ["zebu"])
  }

  @Test func `many items of one name do not hide the other names`() throws {
    let workspace = try TestWorkspace()
    try workspace.declare("d")
    workspace.put("d", (0..<300).map { ($0, $0 < 295 ? "Rule" : "Rule \($0)") })
    _ = try workspace.library().sync()
    let found = try workspace.library().suggest("rule", limit: 5).suggestions
    #expect(found.map(\.text) == ["Rule", "Rule 295", "Rule 296", "Rule 297", "Rule 298"])
  }

  @Test func `what is not searched is told`() throws {
    let (workspace, library) = try library()
    try workspace.declare("unbuilt")
    let told = try workspace.library().suggest("stran")
    #expect(told.notes.map(\.domain) == ["unbuilt"] && !told.suggestions.isEmpty)
    #expect(try library.suggest("\"stran").suggestions.first?.text == "Stranger")
  }

  @Test func `mistakes are told`() throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    #expect(failureCode { _ = try library.suggest("a", limit: 1_001) }?.name == "search.too-far")
    #expect(failureCode { _ = try library.suggest("a", domains: ["no"]) }?.name == "domain.unknown")
  }
}
