import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import WebInterface

/// Hits of which the best one of each value is shown.
struct GroupTests {
  @Test func `the API tells the best of each value, and how many more it has`() throws {
    let served = try ServedWorkspace()
    let told = try #require(served.get("/api/v1/search?q=lanterns&distinct=kind").json)
    guard case .list(let hits)? = told["hits"] else { throw CancellationError() }
    #expect(hits.compactMap { $0["id"]?.text } == ["b1", "b3"])
    #expect(hits.compactMap { $0["more"]?.integer } == [19, 9])
    #expect(told["total"]?.integer == 30)
    let groups = served.get("/api/v1/search?q=lanterns&distinct=kind&count=groups&facet=kind").json
    #expect(groups?["total"]?.integer == 2)
    #expect(served.get("/api/v1/search?q=lanterns&distinct=kinds").status == 400)
    #expect(served.get("/api/v1/search?q=lanterns&distinct=").json?["total"]?.integer == 30)
    let explained = served.get("/api/v1/items/shelf/b2/explain?q=lanterns&distinct=kind").text
    #expect(explained.contains("shelf:b1 stands for all hits"))
  }

  @Test func `a page links to the others of a value, and counts what it shows`() throws {
    let served = try ServedWorkspace()
    let page = served.get("/?q=lanterns&distinct=kind").text
    #expect(page.contains("2 results") && page.contains("19 more of"))
    #expect(page.contains("filter=kind:atlas&amp;distinct=none"))
    let others = served.get("/?q=lanterns&filter=kind:atlas&distinct=none").text
    #expect(others.contains("20 results") && !others.contains("more of"))
    #expect(page.contains("distinct=kind"), "links go on with it")
  }
}
