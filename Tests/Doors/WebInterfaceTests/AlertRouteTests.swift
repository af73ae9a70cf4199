import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import WebInterface

/// What searches that have names tell on the web.
struct AlertRouteTests {
  private let served: ServedWorkspace

  init() throws {
    served = try ServedWorkspace(searches: "{ lamps: lamp }")
    try served.library.records(of: "notes").index([
      ["id": "1", "title": "A lamp", "secret": ""],
      ["id": "2", "title": "Secret lamp", "secret": "yes"],
    ])
    try served.library.records(of: "status").index([["id": "3", "title": "The lamp is on"]])
  }

  private func alerts(_ query: String = "", _ fields: [(name: String, value: String)] = [])
    -> [JSONValue]
  {
    guard case .list(let found)? = served.get("/api/v1/alerts\(query)", fields).json?["alerts"]
    else { return [] }
    return found
  }

  @Test func `alerts are listed after the one that is known, without private items`() throws {
    let all = alerts()
    #expect(all.compactMap { $0["id"]?.text } == ["1", "3"])
    #expect(all.allSatisfy { $0["kind"]?.text == "came" && $0["search"]?.text == "lamps" })
    let first = try #require(all.first?["sequence"]?.integer)
    #expect(alerts("?after=\(first)").compactMap { $0["id"]?.text } == ["3"])
    #expect(alerts("?limit=1").count == 1)
    #expect(served.get("/api/v1/alerts?after=x").status == 400)
    #expect(try served.library.alerts().alerts.count == 3, "nobody counts as told")
  }

  @Test func `alerts have numbers of the reader's own`() throws {
    func told(_ ids: [String], _ domains: [String] = []) throws -> [String] {
      let served = try ServedWorkspace(searches: "{ lamps: lamp }", now: { 1_800_000_000 })
      for id in ids {
        let record: Record = [
          "id": .text(id), "title": "A lamp", "secret": id.hasPrefix("s") ? "yes" : "",
        ]
        try served.library.records(of: id.hasSuffix("9") ? "status" : "notes").index([record])
      }
      let key = domains.isEmpty ? [] : [try served.key("reader", [.search], domains: domains)]
      return [
        "/api/v1/alerts", "/api/v1/alerts/events", "/api/v1/alerts/events?after=0", "/alerts.atom",
      ]
      .map { served.get($0, key).text }
    }
    #expect(try told(["1", "2", "3"]) == told(["s1", "1", "s2", "2", "s3", "s4", "3", "s5"]))
    #expect(try told(["1", "2"], ["notes"]) == told(["9", "1", "s1", "19", "2", "29"], ["notes"]))
  }

  @Test func `an item that becomes private is told of no more`() throws {
    try served.library.records(of: "notes").index([
      ["id": "1", "title": "No light", "secret": "yes"]
    ])
    #expect(alerts().compactMap { $0["id"]?.text } == ["3"])
    #expect(!served.get("/alerts.atom").text.contains("A lamp"))
  }

  @Test func `a key hears of its domains alone`() throws {
    let key = try served.key("reader", [.search], domains: ["status"])
    #expect(alerts("", [key]).compactMap { $0["id"]?.text } == ["3"])
    let events = served.get("/api/v1/alerts/events?after=0", [key]).text
    #expect(events.contains("The lamp is on") && !events.contains("A lamp"))
  }

  @Test func `an event stream begins with the present and goes on after the last event`() throws {
    let fresh = served.get("/api/v1/alerts/events")
    #expect(fresh.status == 200 && !fresh.text.contains("data:"))
    let last = try #require(alerts().last?["sequence"]?.integer)
    #expect(fresh.text.contains("id: \(last)\n\n"))
    try served.library.records(of: "notes").delete(ids: ["1", "2"])
    let next = served.get("/api/v1/alerts/events", [("Last-Event-ID", "\(last)")]).text
    #expect(next.contains("event: went\ndata: {") && next.contains("\"id\":\"1\""))
    #expect(next.hasSuffix("}\n\n") && !next.contains("Secret"))
  }

  @Test func `the alerts of one search are asked for by its name`() throws {
    #expect(alerts("?q=@lamps").count == 2 && alerts("?q=lamps").count == 2)
    #expect(alerts("?q=@others").isEmpty)
    #expect(served.get("/alerts.atom?q=@lamps").text.contains("The lamp is on"))
    #expect(!served.get("/alerts.atom?q=@others").text.contains("The lamp is on"))
    #expect(!served.get("/api/v1/alerts/events?after=0&q=@others").text.contains("data:"))
  }

  @Test func `the feed of one search is another than that of all, however its name is written`() {
    let all = served.get("/alerts.atom").text
    #expect(all.contains("<title>Alerts</title>") && !all.contains("?q="))
    for query in ["@lamps", "lamps", "%40lamps"] {
      let one = served.get("/alerts.atom?q=\(query)").text
      #expect(one.contains("<title>Alerts of lamps</title>"))
      #expect(one.contains("/alerts.atom?q=%40lamps</id>"))
      #expect(one.contains("/alerts.atom?q=%40lamps\"/>"))
    }
  }

  @Test
  func `a search that is not there is told in the middle of the page, with a way to its word`() {
    let told = served.get("/results?q=%40zz")
    #expect(told.status == 400 && told.text.contains("This cannot be asked"))
    #expect(!told.text.contains("<html") && told.text.contains("href=\"/?q=%22%40zz%22\""))
    #expect(served.get("/?q=%40zz").text.contains("<html"))
  }

  @Test func `nobody is told whether there is a search of a name`() {
    let unknown = served.get("/api/v1/alerts?q=@lmaps")
    #expect(unknown.status == 200 && unknown.json?["alerts"] == .list([]))
  }

  @Test func `a feed has the latest first`() throws {
    let feed = served.get("/alerts.atom")
    #expect(feed.status == 200)
    let places = ["The lamp is on", "A lamp"].map { feed.text.firstRange(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    if let one = places[0], let other = places[1] { #expect(one < other) }
  }
}
