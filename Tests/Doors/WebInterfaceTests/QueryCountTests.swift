import Footlight
import Testing

@testable import WebInterface

/// Queries that a server counts where its workspace wants that.
struct QueryCountTests {
  @Test func `a query counts each time it is asked, and once for all its pages`() throws {
    let served = try ServedWorkspace(log: true)
    for path in [
      "/api/v1/search?q=Lanterns", "/api/v1/search?q=Lanterns", "/?q=lanterns",
      "/?q=lanterns&offset=10",
    ] {
      #expect(served.get(path).status == 200)
    }
    let found = try served.library.queries()
    #expect(found.map(\.text) == ["lanterns"] && found.map(\.asked) == [3])
    #expect(found.map(\.hits) == [30])
  }

  @Test func `what a page asks while somebody types does not count`() throws {
    let served = try ServedWorkspace(log: true)
    for path in ["/results?q=lan", "/api/v1/suggest?q=lan"] {
      #expect(served.get(path).status == 200)
    }
    #expect(try served.library.queries().isEmpty)
  }

  @Test func `a server that writes nothing counts nothing`() throws {
    var settings = WebSettings()
    settings.isReadOnly = true
    let served = try ServedWorkspace(log: true, settings)
    #expect(served.get("/?q=lanterns").status == 200)
    #expect(try served.library.queries().isEmpty)
  }
}
