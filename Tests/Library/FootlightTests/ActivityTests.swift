import FootlightPlatform
import Synchronization
import TestSupport
import Testing

@testable import Footlight

/// What is recorded of use, and how it orders what is found.
@Suite final class ActivityTests {
  /// A clock that stands where a test puts it.
  private final class Clock: Sendable {
    private let now = Mutex<Int64>(1_893_499_200)

    func pass(days: Int) { now.withLock { $0 += Int64(days) * 86_400 } }
    func pass(seconds: Int) { now.withLock { $0 += Int64(seconds) } }
    var system: SystemServices {
      var system = SystemServices.system
      system.now = { self.now.withLock { $0 } }
      system.environment = { name in
        name == "FOOTLIGHT_ACTIVITY" ? nil : SystemServices.system.environment(name)
      }
      return system
    }
  }

  private func workspace(
    _ titles: [String], _ clock: Clock = Clock(), tail: String = "", item: String = ""
  ) throws -> (TestWorkspace, Library) {
    let work = try TestWorkspace()
    work.system = clock.system
    try work.declare("names", item: #", url: "https://example.org/{id}""# + item, tail: tail)
    work.put("names", titles.enumerated().map { ($0.offset + 1, $0.element) })
    let library = try work.library()
    try library.sync()
    works.append(work)
    return (work, library)
  }

  /// The workspaces, which last as long as the test.
  private var works: [TestWorkspace] = []

  private func code(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      let failure = error as? Failure
      return failure?.diagnostics.first?.code.name
    }
  }

  @Test func `what is used comes first, and the latest is listed first`() throws {
    let (_, library) = try workspace(["same", "same", "same"])
    #expect(try library.ids("same") == ["1", "2", "3"])
    try library.visit("names:3")
    try library.visit("names:2")
    #expect(try library.ids("same") == ["2", "3", "1"])
    #expect(try library.history().map(\.address) == ["names:2", "names:3"])
    try library.visit("names:3")
    #expect(try library.history().map(\.id) == ["3", "2"])
  }

  @Test func `TB-1, TB-2: a star leads at once, is no visit, and can be taken back`() throws {
    let (_, library) = try workspace(["same", "same", "same"])
    try library.visit("names:2")
    try library.star("http://www.example.org/3/")
    #expect(try library.ids("same") == ["3", "2", "1"])
    #expect(try library.history(starred: true).map(\.id) == ["3"])
    #expect(try library.unstar("names:3").isRecorded)
    #expect(try !library.unstar("names:3").isRecorded)
    #expect(try library.ids("same") == ["2", "1", "3"])
    #expect(try library.history().map(\.id) == ["2"])
  }

  @Test func `TU-1: a page that is no item is found by its words, values and keywords`() throws {
    let (_, library) = try workspace(["alpha"])
    var options = VisitOptions()
    options.title = "Into the Wild"
    options.keywords = ["Documentary"]
    options.data = #"{"genre":"nature","deep":{"list":[1,"fox"]}}"#
    try library.visit("https://tv.example/show/wild", options: options)
    for text in ["wild", "documentary", "into the wi", "nature", "fox"] {
      let hit = try #require(try library.search(text).hits.first, "\(text)")
      #expect(hit.domain == "history" && hit.title == "Into the Wild")
    }
    // Keys are not searched.
    #expect(try library.ids("genre").isEmpty)
    let hit = try #require(try library.search("into the wild").hits.first)
    #expect(hit.tier == .exact)
    #expect(try library.item(hit.address)?.item.title == "Into the Wild")
    #expect(try library.item(hit.url)?.domain == "history")
    #expect(try library.status().domains.map(\.domain) == ["names"])
  }

  @Test func `TU-5, CS-4: a page is found until it ends, an item does not end with its visit`()
    throws
  {
    let clock = Clock()
    let (_, library) = try workspace(["alpha"], clock)
    var options = VisitOptions()
    options.title = "short page"
    try library.visit("https://a.example/1", options: options)
    options.title = "long page"
    options.expires = "P58D"
    try library.visit("https://a.example/2", options: options)
    try library.visit("names:1")
    clock.pass(days: 29)
    #expect(try library.search("page").hits.count == 2)
    clock.pass(days: 3)
    #expect(try library.search("page").hits.map(\.title) == ["long page"])
    clock.pass(days: 30)
    #expect(try library.search("page").hits.isEmpty)
    #expect(try library.ids("alpha") == ["1"])
    options.expires = "2001-01-01"
    #expect(try !library.visit("https://a.example/3", options: options).isRecorded)
  }

  @Test func `TU-6: what is not for search is only listed`() throws {
    let (_, library) = try workspace(["alpha"])
    var options = VisitOptions()
    options.title = "hidden page"
    options.excluded = [.search, .suggest, .handoff]
    try library.visit("https://a.example/1", options: options)
    #expect(try library.ids("hidden").isEmpty)
    #expect(try library.history().map(\.title) == ["hidden page"])
    #expect(try library.suggest("").suggestions.isEmpty)
    #expect(try library.exportHistory().isEmpty)
  }

  @Test func `TU-7: data comes back as it was, and what lacks a required key does not`() throws {
    let (_, library) = try workspace(["alpha"])
    var options = VisitOptions()
    options.identifier = "mark"
    options.data = #"{"page": 7, "note": "é🦊", "none": null, "half": 1.50}"#
    options.requiredKeys = ["page"]
    try library.visit("names:1", options: options)
    let back = try library.restore("mark")
    #expect(back.data == options.data && back.item?.description == "names:1")
    #expect(back.url == "https://example.org/1")
    #expect(code { _ = try library.restore("nobody") } == "activity.unknown")
    options.requiredKeys = ["none"]
    #expect(code { _ = try library.visit("names:1", options: options) } == "activity.lacks")
    options.data = "[1]"
    #expect(code { _ = try library.visit("names:1", options: options) } == "activity.bad")
    options.requiredKeys = []
    options.data = "{\"t\":\"" + String(repeating: "x", count: 4_096) + "\"}"
    #expect(code { _ = try library.visit("names:1", options: options) } == "activity.bad")
  }

  @Test func `TU-8: an item's own words win over its activity's, which fill what it lacks`() throws
  {
    let (_, library) = try workspace(["alpha"])
    var options = VisitOptions()
    options.title = "other"
    options.description = "what the visit says"
    try library.visit("names:1", options: options)
    let hit = try #require(try library.search("alpha").hits.first)
    #expect(hit.title == "alpha" && hit.description == "what the visit says")
    #expect(try library.history().map(\.title) == ["alpha"])
  }

  @Test func `TB-3, CS-10: a strong activity goes with its item, a weak one stays`() throws {
    let (work, library) = try workspace(["one", "two", "three"])
    #expect(code { _ = try library.visit("names:9") } == "item.unknown")
    var weak = VisitOptions()
    weak.isWeak = true
    try library.visit("names:9", options: weak)
    try library.visit("names:2")
    try library.visit("names:3", options: weak)
    work.put("names", [(1, "one"), (4, "four")])
    try library.sync(options: SyncOptions(allowsShrink: true))
    #expect(Set(try library.history().map(\.id)) == ["9", "3"])
    work.put("names", [(1, "one"), (2, "two"), (3, "three"), (9, "nine")])
    try library.sync(options: SyncOptions(allowsShrink: true))
    #expect(try library.explain("two", "names:2").explanation.factors.map(\.name) == ["rank"])
    #expect(
      try library.explain("nine", "names:9").explanation.factors.map(\.name)
        == ["activity", "rank"])
  }

  @Test func `TB-13: a visited page and its item are one hit, also when the item comes later`()
    throws
  {
    let (work, library) = try workspace(["same", "same"])
    var options = VisitOptions()
    options.title = "same"
    try library.visit("http://www.example.org/3/#part", options: options)
    #expect(try library.search("same").hits.map(\.domain).contains("history"))
    work.put("names", [(1, "same"), (2, "same"), (3, "same")])
    try library.sync()
    let answer = try library.search("same")
    #expect(answer.hits.map(\.address) == ["names:3", "names:1", "names:2"])
    #expect(answer.total == 3)
    #expect(try library.history().map(\.address) == ["names:3"])
    try library.visit("https://example.org/2")
    #expect(Set(try library.history().map(\.address)) == ["names:3", "names:2"])
  }

  @Test func `MA-1: what matches better stays above what is only used`() throws {
    let (_, library) = try workspace(["rule 12", "rule 120", "rule 121", "about a rule 12"])
    for _ in 0..<3 { try library.visit("names:2", for: "rule 12") }
    try library.star("names:2")
    try library.star("names:4")
    #expect(try library.ids("rule 12") == ["1", "2", "3", "4"])
    #expect(try library.ids("rule") == ["2", "1", "3", "4"])
  }

  @Test
  func `what was picked leads its tier for the query and its beginnings, and explain says so`()
    throws
  {
    let clock = Clock()
    let (_, library) = try workspace(
      ["seven samurai", "seven sisters", "seven sins", "seven"], clock)
    try library.star("names:1")
    try library.visit("names:3", for: "Seven  SI")
    for text in ["seven si", "seven s", "SEVEN S", "seve", "s"] {
      let hits = try library.search(text).hits
      let tier = hits.first { $0.id == "3" }?.tier
      #expect(hits.first { $0.tier == tier }?.id == "3", "\(text)")
    }
    #expect(try library.ids("seven").first == "4")
    #expect(try library.ids("seven sa") == ["1"])
    let factors = try library.explain("seven si", "names:3").explanation.factors
    #expect(factors.map(\.name) == ["picked", "activity", "rank"])
    clock.pass(days: 70)
    #expect(try library.ids("seven s").first == "1")
  }

  @Test func `TB-11: a query without text is not remembered, one with text is`() throws {
    let (_, library) = try workspace(["Kette", "Kette"])
    try library.visit("names:2", for: " ")
    try library.visit("names:2", for: "Kette")
    #expect(try library.explain("kette", "names:2").explanation.factors.first?.name == "picked")
    #expect(try library.ids("kette") == ["2", "1"])
    #expect(throws: Failure.self) { try library.visit("", for: "Kette") }
  }

  @Test func `in tiers 3 to 6 the score is raised by fourteenths`() throws {
    let clock = Clock()
    let (_, library) = try workspace(["a word here", "a word there", "another word"], clock)
    func score(_ id: String) throws -> Int {
      try #require(try library.search("word").hits.first { $0.id == id }?.score)
    }
    let before = try score("2")
    let others = try score("1")
    try library.visit("names:2")
    #expect(try score("2") == before * 17 / 14)
    clock.pass(days: 31)
    #expect(try score("2") == before * 15 / 14)
    try library.star("names:2")
    #expect(try score("2") == before * 21 / 14)
    #expect(try score("1") == others)
    let explanation = try library.explain("word", "names:2").explanation
    #expect(explanation.score == before * 21 / 14)
    #expect(
      explanation.factors.filter(\.adds).reduce(0) { $0 + $1.value } == explanation.score)
    #expect(explanation.factors.first { $0.name == "activity" }?.value == 7)
  }

  @Test func `TB-4, TB-5: within its window an item is suggested, and leads its equals`() throws {
    let clock = Clock()
    let work = try TestWorkspace()
    work.system = clock.system
    try work.declare(
      "events", item: #", relevant: { from: "{from}", to: "{to}", place: "{place}" }"#)
    func put(_ unknown: Record) {
      work.records.put(
        "events",
        [
          ["id": "a", "title": "meeting", "from": "2029-12-01", "to": "2029-12-02"],
          ["id": "b", "title": "meeting", "from": "2029-12-31", "to": "2030-01-01"],
          ["id": "c", "title": "meeting", "place": "42.3,-83"], unknown,
        ])
    }
    put(["id": "d", "title": "meeting"])
    let library = try work.library()
    try library.sync()
    #expect(try library.ids("meeting") == ["b", "a", "c", "d"])
    #expect(try library.suggest("").suggestions.map(\.id) == ["b"])
    #expect(try library.item("events:c")?.relevance == ItemRelevance(place: "42.3,-83"))
    put(["id": "d", "title": "meeting", "from": "2030-01-01"])
    try library.sync()
    #expect(try library.ids("meeting") == ["b", "d", "a", "c"])
    try library.visit("events:c")
    #expect(try library.ids("meeting") == ["c", "b", "d", "a"])
    clock.pass(days: 100)
    #expect(try library.ids("meeting") == ["d", "a", "b", "c"])
  }

  @Test func `private items are found by their owner, and by nobody else`() throws {
    let work = try TestWorkspace()
    try work.declare("names", item: #", private: "{secret}", url: "https://a.example/{id}""#)
    work.records.put(
      "names",
      [
        ["id": "1", "title": "alpha one"], ["id": "2", "title": "alpha two", "secret": "yes"],
        ["id": "3", "title": "alpha three", "secret": "no"],
      ])
    let library = try work.library()
    try library.sync()
    #expect(try library.ids("alpha") == ["1", "3", "2"])
    for audience in [Audience.web, .desktop] {
      var options = SearchOptions()
      options.audience = audience
      #expect(try library.search("alpha", options: options).hits.map(\.id) == ["1", "3"])
      #expect(try library.search("alpha", options: options).total == 2)
      #expect(try library.item("names:2", audience: audience) == nil)
      #expect(try library.item("https://a.example/2", audience: audience) == nil)
      let suggested = try library.suggest("alpha t", audience: audience).suggestions
      #expect(suggested.compactMap(\.id) == ["3"])
    }
    for id in ["1", "2", "3"] { try library.visit("names:\(id)") }
    #expect(try library.exportHistory().count == 2)
    #expect(try library.history(audience: .page).count == 2)
    #expect(try library.suggest("", audience: .page).suggestions.count == 2)
    #expect(try library.history(audience: .web).isEmpty)
    #expect(try library.suggest("", audience: .web).suggestions.isEmpty)
  }

  @Test func `switched off, nothing is recorded`() throws {
    let (work, library) = try workspace(["same", "same"], tail: "activity: false")
    #expect(try !library.visit("names:2").isRecorded)
    #expect(try !library.star("names:2").isRecorded)
    #expect(try !work.files().contains("user.sqlite"))
    var off = work.system
    off.environment = { $0 == "FOOTLIGHT_ACTIVITY" ? "off" : nil }
    work.system = off
    #expect(try !work.library().visit("https://a.example/x").isRecorded)
    #expect(try !work.files().contains("user.sqlite"))
  }

  @Test func `the history is taken along, all of it or nothing, and twice is once`() throws {
    let (_, here) = try workspace(["same", "same", "same"])
    let (_, there) = try workspace(["same", "same", "same"])
    try here.star("names:3")
    var options = VisitOptions(for: "sam")
    options.identifier = "mark"
    options.data = #"{"page":3}"#
    try here.visit("names:2", options: options)
    options = VisitOptions()
    options.title = "A page"
    try here.visit("https://a.example/p", options: options)
    let lines = try here.exportHistory()
    #expect(lines.count == 3)
    for _ in 0..<2 {
      #expect(try there.importHistory(lines) == 3)
      #expect(try there.ids("same") == here.ids("same"))
      #expect(try there.ids("sa") == here.ids("sa"))
      #expect(try there.history().map(\.address) == here.history().map(\.address))
      #expect(try there.restore("mark").data == #"{"page":3}"#)
    }
    let (_, other) = try workspace(["same"])
    for bad in [
      "{", "[1]", #"{"domain":7}"#, #"{"domain":"history","id":"x","url":"javascript:1"}"#,
    ] {
      #expect(throws: Failure.self) { try other.importHistory([lines[0], bad]) }
      #expect(try other.history().isEmpty)
    }
  }

  @Test func `the history is forgotten as asked, and stars stay unless they are named`() throws {
    let clock = Clock()
    let (_, library) = try workspace(["a", "b", "c", "d"], clock)
    try library.star("names:1")
    try library.visit("names:2")
    clock.pass(days: 2)
    var options = VisitOptions()
    options.type = "chapter"
    try library.visit("names:3", options: options)
    try library.visit("names:4")
    var selection = HistorySelection()
    #expect(code { _ = try library.forget(selection) } == "activity.bad")
    selection.types = ["chapter"]
    #expect(try library.forget(selection) == 1)
    selection = HistorySelection()
    selection.before = "2030-01-02"
    try library.forget(selection)
    #expect(try library.history().map(\.id) == ["4"])
    #expect(try library.history(starred: true).map(\.id) == ["1"])
    selection = HistorySelection()
    selection.isAll = true
    try library.forget(selection)
    #expect(try library.history().isEmpty)
    #expect(try library.history(starred: true).map(\.id) == ["1"])
    selection.includesStars = true
    try library.forget(selection)
    #expect(try library.history(starred: true).isEmpty)
  }

  @Test func `a broken user.sqlite is named, never replaced, and stops no search`() throws {
    let (work, library) = try workspace(["same", "same"])
    try work.folder.write(".footlight/user.sqlite", String(repeating: "no database ", count: 200))
    let answer = try library.search("same")
    #expect(answer.hits.map(\.id) == ["1", "2"])
    #expect(answer.notes.contains { $0.message.contains("what you use does not count") })
    #expect(throws: Failure.self) { try library.visit("names:1") }
    #expect(try work.folder.text(".footlight/user.sqlite").hasPrefix("no database"))
  }

  @Test func `activity survives rebuilds, other mappings and lost indexes`() throws {
    let (work, library) = try workspace(["same", "same", "same"])
    try library.visit("names:2")
    try library.star("names:3")
    try library.rebuild(["names"])
    #expect(try library.ids("same") == ["3", "2", "1"])
    try work.declare(
      "names", version: 2, item: #", url: "https://example.org/{id}", body: "{title}""#)
    try library.sync()
    #expect(try library.ids("same") == ["3", "2", "1"])
    _ = try library.remove(["names"])
    try library.sync()
    #expect(try library.ids("same") == ["3", "2", "1"])
  }
}
