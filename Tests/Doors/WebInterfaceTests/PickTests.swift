import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import WebInterface

/// Visits and stars, by a key and from the page of this machine.
struct PickTests {
  private func first(_ served: ServedWorkspace) -> String? {
    guard case .list(let hits)? = served.get("/api/v1/search?q=volume").json?["hits"] else {
      return nil
    }
    return hits.first?["id"]?.text
  }

  @Test func `what was visited or starred with a key leads its tier, and a validator knows`() throws
  {
    let served = try ServedWorkspace()
    let reader = try served.key("reader", [.activity])
    let path = "/api/v1/search?q=volume"
    let tag = served.get(path).header("ETag") ?? ""
    #expect(first(served) != "b7")
    #expect(served.ask("POST", "/api/v1/items/shelf/b7/visit").status == 401)
    #expect(served.ask("POST", "/api/v1/items/shelf/b7/visit", [reader]).status == 204)
    #expect(first(served) == "b7")
    #expect(served.get(path, [("If-None-Match", tag)]).status == 200)
    #expect(served.ask("PUT", "/api/v1/items/shelf/b9/star", [reader]).status == 204)
    #expect(served.ask("DELETE", "/api/v1/items/shelf/b9/star", [reader]).status == 204)
    #expect(served.ask("POST", "/api/v1/items/shelf/nobody/visit", [reader]).status == 404)
  }

  @Test func `the page of this machine records without a key, and no other one`() throws {
    let served = try ServedWorkspace()
    let own = [(name: "Origin", value: "http://localhost")]
    let form = "item=shelf%3Ab8&q=volume"
    #expect(served.ask("POST", "/visit", body: form).status == 401)
    #expect(served.ask("POST", "/visit", own, body: form, isLocal: false).status == 401)
    for name in ["X-Forwarded-For", "x-real-ip", "X-Forwarded-Host", "Forwarded", "Via"] {
      let proxied = own + [(name: name, value: "10.0.0.1")]
      #expect(served.ask("POST", "/visit", proxied, body: form).status == 401, "\(name)")
    }
    let evil = [(name: "Origin", value: "https://evil.example")]
    #expect(served.ask("POST", "/visit", evil, body: form).status == 403)
    #expect(first(served) != "b8")
    #expect(served.ask("POST", "/visit", own, body: form).status == 204)
    #expect(first(served) == "b8")
    let star = served.ask("POST", "/star", own, body: "item=shelf:b9&state=on")
    #expect(star.status == 303 && star.header("Location") == "/shelf/b9")
    #expect(served.get("/history").text.contains("Volume 8 of lanterns"))
    #expect(served.ask("POST", "/star", own, body: "item=shelf:nobody").status == 404)
  }
}
