import FootlightPlatform
import IndexStores
import TestSupport
import Testing

@testable import Footlight

/// Queries that are counted on this machine, where its owner wants that.
@Suite final class QueryLogTests {
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    try work.declare("things", item: ", attributes: { year: '{year}' }")
    work.put("things", [(1, "Alpha one"), (2, "Beta")])
    _ = try work.library().sync()
  }

  private func library(log: Bool = true) throws -> Library {
    if log { try work.folder.write("footlight.yaml", "log: true\n") }
    return try work.library()
  }

  @Test func `nothing is counted unless the owner says so`() throws {
    let library = try library(log: false)
    library.count(asked: "alpha", hits: 1)
    #expect(try library.queries().isEmpty)
  }

  @Test func `a query is counted as it folds, with its last hits and its picks`() throws {
    let library = try library()
    library.count(asked: "Alpha  ONE", hits: 3)
    library.count(asked: "alpha one", hits: 2)
    library.count(asked: "nothing here", hits: 0)
    library.count(pickedFor: "ALPHA one")
    let found = try library.queries()
    #expect(found.map(\.text) == ["alpha one", "nothing here"])
    #expect(found.map(\.asked) == [2, 1])
    #expect(found.map(\.hits) == [2, 0])
    #expect(found.map(\.picks) == [1, 0])
    #expect(try library.queries(.withoutHits).map(\.text) == ["nothing here"])
    #expect(try library.queries(.withoutPicks).isEmpty)
  }

  @Test(arguments: [
    ("東京都庁舎", "東京都庁舎"), ("東京　ラーメン", "東京 ラーメン"), ("Tokyo東京 Tower", "tokyo 東京 tower"),
    ("ＴＯＫＹＯ 東京", "tokyo 東京"), ("ประเทศไทย", "ประเทศไทย"), ("서울 특별시", "서울 특별시"),
  ])
  func `scripts without spaces are counted and offered without spaces`(
    _ text: String, _ counted: String
  ) throws {
    let library = try library()
    library.count(asked: text, hits: 1)
    #expect(try library.queries().map(\.text) == [counted])
    let beginning = String(text.prefix(2))
    #expect(try library.suggest(beginning).suggestions.map(\.text).contains(counted))
    #expect(try library.forgetQueries([text]) == 1)
  }

  @Test func `a query with operators is counted and offered as it was typed`() throws {
    let library = try library()
    let typed = [
      "near:51.5,-0.1,200km", "*alp*", "Beta -alpha", "a OR b", "year>=2001", "\"alpha one\" x",
    ]
    for text in typed { library.count(asked: text, hits: 1) }
    library.count(asked: "Alien: Covenant (2017)", hits: 1)
    #expect(
      try Set(library.queries().map(\.text)) == Set(typed + ["alien covenant 2017"]))
    #expect(try library.suggest("near:5").suggestions.map(\.text).contains(typed[0]))
    #expect(try library.forgetQueries(["near:51.5,-0.1,200km"]) == 1)
  }

  @Test(arguments: [
    "Alarm 12:30", "Re:Zero", "a=B", "A <b> 5\" c", "Color:red", "M*A*S*H", "(What) - else?",
    "HTTP://X.org",
  ])
  func `marks of names and addresses are no operators`(_ text: String) throws {
    let library = try library()
    for spelling in [text, text.lowercased()] { library.count(asked: spelling, hits: 1) }
    let found = try library.queries()
    #expect(found.map(\.text) == [ActivityView.folded(text)] && found.map(\.asked) == [2])
  }

  @Test(arguments: [
    "Year:2001", "year:2001 Alpha", "year<2001", "Title:x", "title:Alpha", "domain:things A",
    "within:1,1..2,2", "A NOT b", "(A OR b) c", "alph~", "Alp*", "*Alp",
  ])
  func `what the language reads as an operator is kept as typed`(_ text: String) throws {
    let library = try library()
    library.count(asked: text, hits: 1)
    // Names of fields and attributes are written small.
    let isOfWords = text.hasPrefix("Year") || text.hasPrefix("Title")
    #expect(try library.queries().map(\.text) == [isOfWords ? ActivityView.folded(text) : text])
  }

  @Test func `a query with operators is offered to whoever begins to type its words`() throws {
    let library = try library()
    for text in ["Beta -three", "\"Gamma ray\" x"] { library.count(asked: text, hits: 1) }
    try library.writeQueries()
    func offered(_ text: String) throws -> [String] {
      try library.suggest(text).suggestions.filter { $0.kind == .query }.map(\.text)
    }
    for text in ["beta", "Beta", "BETA ", "bet", "beta -", "beta -th"] {
      #expect(try offered(text) == ["Beta -three"], "\(text)")
    }
    #expect(try offered("gamma r") == ["\"Gamma ray\" x"])
    #expect(try offered("Beta -three").isEmpty && offered("beta -two").isEmpty)
    #expect(try offered("-").isEmpty)
  }

  @Test func `what was counted otherwise before is forgotten as it is listed`() throws {
    let library = try library()
    try library.userData.count([AskedQuery("Alarm 12:30", asked: 1, hits: 1, day: 1)])
    #expect(try library.queries().map(\.text) == ["Alarm 12:30"])
    #expect(try library.forgetQueries(["Alarm 12:30"]) == 1)
    #expect(try library.queries().isEmpty)
  }

  @Test func `what was asked is forgotten by its text, or all of it`() throws {
    let library = try library()
    for text in ["a", "b", "c"] { library.count(asked: text, hits: 1) }
    #expect(try library.forgetQueries(["B", "unknown"]) == 1)
    #expect(try library.queries().map(\.text) == ["a", "c"])
    #expect(try library.forgetQueries() == 2)
    #expect(try library.queries().isEmpty)
    #expect(try library.forgetQueries() == 0)
  }

  @Test func `another library of the same place finds the counts once the first has ended`() throws
  {
    var first: Library? = try library()
    first?.count(asked: "kept", hits: 1)
    first = nil
    #expect(try library().queries().map(\.text) == ["kept"])
  }

  @Test func `of too many queries the least used go`() throws {
    let data = UserDatabase(path: work.folder.path("user.sqlite"))
    try data.count([AskedQuery("often", asked: 3, hits: 1, day: 1)])
    try data.count(
      (0..<UserDatabase.mostQueries).map { AskedQuery("q\($0)", asked: 1, hits: 1, day: 2) })
    let found = try data.queries(on: 0)
    #expect(found.count == UserDatabase.mostQueries)
    #expect(found.first?.text == "often")
  }

  @Test func `what lies back counts half for each turn of thirty days, and is never forgotten`()
    throws
  {
    let often = AskedQuery("often", asked: 9, hits: 1, picks: 4, day: 100)
    #expect([119, 120, 150, 2_000].map { often.faded(by: $0).asked } == [9, 5, 3, 1])
    #expect(often.faded(by: 160).picks == 1 && often.faded(by: 90) == often)
    let again = often.adding(AskedQuery("often", asked: 1, hits: 2, day: 130))
    #expect(again == AskedQuery("often", asked: 6, hits: 2, picks: 2, day: 130))
    var steady = AskedQuery("steady", asked: 1_000, hits: 1, day: 0)
    for day in stride(from: 29, through: 580, by: 29) {
      steady = steady.adding(AskedQuery("steady", asked: 1, hits: 1, day: day))
    }
    #expect(steady.asked < 5 && steady.day == 580, "what is asked every 29 days fades as well")
    let data = UserDatabase(path: work.folder.path("user.sqlite"))
    try data.count([often, AskedQuery("lately", asked: 6, hits: 1, day: 130)])
    #expect(try data.queries(on: 131).map(\.text) == ["lately", "often"])
    #expect(try data.queries(on: 110).map(\.text) == ["often", "lately"])
  }

  @Test func `queries that found something are suggested to the owner alone`() throws {
    let library = try library()
    library.count(asked: "zebra crossing", hits: 4)
    library.count(asked: "zebra nothing", hits: 0)
    try library.writeQueries()
    let own = try library.suggest("zeb").suggestions
    #expect(own.filter { $0.kind == .query }.map(\.text) == ["zebra crossing"])
    let others = try library.suggest("zeb", audience: .web).suggestions
    #expect(!others.contains { $0.kind == .query })
  }
}
