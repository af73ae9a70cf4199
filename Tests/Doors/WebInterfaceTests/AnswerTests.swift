import Footlight
import HTTPListener
import JSONAnswers
import Synchronization
import Testing

@testable import WebInterface

/// What is answered: the JSON of the command line, with validators that never outlive a change.
struct AnswerTests {
  static let gets = [
    "/api/v1/search?q=lanterns", "/api/v1/suggest?q=vol", "/api/v1/items/shelf/b1",
    "/api/v1/items/shelf/b1/explain?q=lanterns", "/api/v1/domains", "/api/v1/domains/shelf/facets",
    "/api/v1/status", "/", "/?q=lanterns", "/results?q=lanterns", "/shelf", "/shelf/b1", "/status",
    "/opensearch.xml", "/sitemap.xml", "/robots.txt", "/openapi.json", "/changes.atom",
  ]

  @Test(arguments: gets)
  func `every GET has a validator that is answered 304`(_ path: String) throws {
    let served = try ServedWorkspace()
    let reply = served.get(path)
    let tag = try #require(reply.header("ETag"))
    #expect(reply.status == 200 && reply.header("Cache-Control") == "no-cache")
    for sent in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
      let again = served.get(path, [("If-None-Match", sent)])
      #expect(again.status == 304 && again.body.isEmpty && again.header("ETag") == tag, "\(sent)")
    }
    #expect(served.get(path, [("If-None-Match", "\"other\"")]).status == 200)
  }

  @Test func `a search ends after ten seconds, says so, and is never stored`() throws {
    let time = Atomic<Int64>(0)
    // Each look at the clock costs eleven seconds.
    let served = try ServedWorkspace(monotonic: {
      time.add(11_000_000_000, ordering: .relaxed).newValue
    })
    let found = served.get("/api/v1/search?q=lanterns")
    #expect(found.json?["cut"] == .boolean(true))
    #expect(found.status == 200 && found.header("ETag") == nil)
    #expect(found.header("Cache-Control") == "no-store")
    #expect(served.get("/api/v1/search?q=a&timeout_ms=10001").code == "request.parameter")
    let many = "{\"queries\":[{\"q\":\"lanterns\"},{\"q\":\"volume\"}]}"
    let answers = served.ask("POST", "/api/v1/search", body: many).text
    #expect(answers.split(separator: "\"cut\":true").count == 3, "both of them")
    let large = "{\"queries\":[{\"q\":\"a\",\"limit\":5001},{\"q\":\"b\",\"limit\":5000}]}"
    #expect(served.ask("POST", "/api/v1/search", body: large).code == "request.body")
  }

  @Test func `a validator does not outlive a push, a deletion or another key`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let path = "/api/v1/search?q=lanterns"
    let first = served.get(path).header("ETag")
    #expect(served.get(path, [writer]).header("ETag") != first)
    let line = "{\"id\":\"n1\",\"title\":\"Lanterns at night\"}\n"
    #expect(served.ask("POST", "/api/v1/domains/notes/records", [writer], body: line).status == 200)
    let second = served.get(path, [("If-None-Match", first ?? "")])
    #expect(second.status == 200 && second.text.contains("at night"))
    #expect(served.ask("DELETE", "/api/v1/items/notes/n1", [writer]).status == 200)
    let third = served.get(path, [("If-None-Match", second.header("ETag") ?? "")])
    #expect(third.status == 200 && !third.text.contains("at night"))
    #expect(served.ask("DELETE", "/api/v1/items/notes/n1", [writer]).status == 404)
  }

  @Test func `a validator does not outlive the moment at which an item expires`() throws {
    let began: Int64 = 1_800_000_000  // 2027-01-15T08:00:00Z
    let passed = Atomic<Int64>(0)
    let served = try ServedWorkspace { began + passed.load(ordering: .relaxed) }
    let writer = try served.key("writer", [.push])
    let line = "{\"id\":\"n1\",\"title\":\"Lanterns tonight\",\"until\":\"2027-01-15T08:01:00Z\"}\n"
    #expect(served.ask("POST", "/api/v1/domains/notes/records", [writer], body: line).status == 200)
    let path = "/api/v1/search?q=tonight"
    let tag = served.get(path).header("ETag") ?? ""
    passed.store(59, ordering: .relaxed)
    #expect(served.get(path, [("If-None-Match", tag)]).status == 304)
    passed.store(60, ordering: .relaxed)
    let later = served.get(path, [("If-None-Match", tag)])
    #expect(later.status == 200 && later.json?["total"]?.integer == 0)
  }

  @Test func `lines are taken all or none, and the bad one is named`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let path = "/api/v1/domains/notes/records"
    let bad = "{\"id\":\"1\",\"title\":\"Locks\"}\n{\"id\":\"2\"}\n"
    let reply = served.ask("POST", path, [writer], body: bad)
    #expect(reply.status == 400 && reply.text.contains("2"))
    #expect(served.get("/api/v1/search?q=locks").json?["total"]?.integer == 0)
    #expect(
      served.ask("POST", "/api/v1/domains/shelf/records", [writer], body: "").status == 409)
    let batch = path + "?batch=crawl&state=one&expected="
    #expect(served.ask("POST", batch, [writer], body: "").status == 200)
    #expect(served.ask("POST", batch, [writer], body: "").code == "index.state-conflict")
  }

  @Test func `many queries are answered in order, and no more than fifty`() throws {
    let served = try ServedWorkspace()
    let body =
      "{\"queries\":[{\"q\":\"volume 7\"},{\"q\":\"x\",\"filter\":[\"kind:novel\"],\"limit\":3}]}"
    let reply = served.ask("POST", "/api/v1/search", body: body)
    guard case .list(let answers)? = reply.json?["answers"] else {
      Issue.record("no answers: \(reply.text)")
      return
    }
    #expect(answers.map { $0["query"]?.text } == ["volume 7", "x"])
    let many = "{\"queries\":[" + [String](repeating: "{}", count: 51).joined(separator: ",") + "]}"
    for wrong in [many, "", "{", "[]", "{\"queries\":1}", "{\"queries\":[1]}"] {
      #expect(
        served.ask("POST", "/api/v1/search", body: wrong).status == 400, "\(wrong.prefix(20))")
    }
  }

  @Test func `paths of this machine are in no answer`() throws {
    let served = try ServedWorkspace()
    let folder = served.library.workspace.folder
    let writer = try served.key("writer", [.push])
    let reply = served.ask("POST", "/api/v1/domains/shelf/records", [writer], body: "")
    #expect(reply.status == 409 && !reply.text.contains(folder), "\(reply.text)")
  }

  @Test func `a base address stands before every link, and paths begin with its path`() throws {
    let base = try #require(BaseAddress("https://search.example/find"))
    let served = try ServedWorkspace(WebSettings(base: base, hosts: ["search.example"]))
    #expect(served.get("/api/v1/search?q=a").status == 404)
    #expect(served.get("/find/api/v1/search?q=a").status == 200)
    #expect(served.get("/find").status == 200 && served.get("/finder").status == 404)
    #expect(served.get("/find/sitemap.xml").text.contains("https://search.example/find/shelf/b1"))
    #expect(served.get("/find/robots.txt").text.contains("Sitemap: https://search.example/find/"))
    for wrong in ["ftp://x/", "nonsense", "https://", "https://x/?q", "https://x/a b"] {
      #expect(BaseAddress(wrong) == nil, "\(wrong)")
    }
  }

  @Test func `what was counted is told to Prometheus, without what was asked`() throws {
    let served = try ServedWorkspace()
    for _ in 0..<3 { _ = served.get("/api/v1/search?q=xylophone") }
    let text = served.get("/metrics").text
    #expect(text.contains("footlight_requests_total{route=\"search\",status=\"200\"} 3\n"))
    #expect(text.contains("footlight_items{domain=\"shelf\"} 30\n") && !text.contains("xylophone"))
  }

  @Test func `what only its owner sees is in no answer, and its words in no completion`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let lines = """
      {"id":"1","title":"Unspeakable diary","secret":"yes"}
      {"id":"2","title":"Open diploma"}
      """
    let pushed = served.ask("POST", "/api/v1/domains/notes/records", [writer], body: lines)
    #expect(pushed.status == 200)
    #expect(try served.library.search("diary").total == 1)
    for path in [
      "/api/v1/search?q=diary", "/api/v1/suggest?q=dia", "/api/v1/suggest?q=unspeak", "/notes",
      "/notes.json", "/sitemap.xml", "/changes.atom", "/opensearch/suggest?q=dia",
    ] {
      let reply = served.get(path)
      let text = reply.text.replacing("q=diary", with: "").replacing(
        "\"query\":\"diary\"", with: "")
      #expect(
        reply.status == 200 && !text.contains("diary") && !text.contains("speakable"), "\(path)")
    }
    #expect(served.get("/api/v1/suggest?q=dip").text.contains("diploma"))
    for path in ["/api/v1/items/notes/1", "/notes/1", "/notes/1.json"] {
      #expect(served.get(path).status == 404, "\(path)")
    }
  }
}
