import Footlight
import FootlightPlatform
import JSONAnswers
import Synchronization
import TestSupport
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
  }

  @Test func `of many queries each gets as many hits as are left`() throws {
    let served = try ServedWorkspace()
    let large =
      "{\"queries\":[{\"q\":\"lanterns\",\"limit\":30},{\"q\":\"lanterns\",\"limit\":10000},{\"q\":\"volume\"}]}"
    let reply = served.ask("POST", "/api/v1/search", body: large)
    guard case .list(let answers)? = reply.json?["answers"], answers.count == 3 else {
      Issue.record("no answers: \(reply.text)")
      return
    }
    #expect(reply.status == 200 && answers.map { $0["total"]?.integer } == [30, 30, 30])
    #expect(!reply.text.contains("\"cut\":true") && !reply.text.contains("\"error\""))
    let wrong = "{\"queries\":[{\"q\":\"a\",\"sort\":[\"yaer\"]},{\"filter\":[\"knid:x\"]}]}"
    #expect(served.ask("POST", "/api/v1/search", body: wrong).status == 400)
  }

  @Test func `many queries have no more hits together than one may have, and the last are cut`()
    throws
  {
    let served = try ServedWorkspace()
    let lines = (1...2_000).map { "{\"id\":\"\($0)\",\"title\":\"Bolt\"}\n" }.joined()
    _ = try served.library.records(of: "notes").index(
      lines: Array(lines.utf8), named: "test", merging: false, state: nil)
    let query = "{\"q\":\"bolt\",\"limit\":1999,\"fields\":[\"id\"]}"
    let body = "{\"queries\":[" + [String](repeating: query, count: 7).joined(separator: ",") + "]}"
    let reply = served.ask("POST", "/api/v1/search", body: body)
    guard case .list(let answers)? = reply.json?["answers"], answers.count == 7 else {
      Issue.record("no answers: \(reply.text.prefix(200))")
      return
    }
    let counts = answers.map { answer in
      if case .list(let hits)? = answer["hits"] { hits.count } else { -1 }
    }
    #expect(counts == [1_999, 1_999, 1_999, 1_999, 1_999, 5, 0])
    #expect(reply.text.split(separator: "\"cut\":true").count == 3, "the last two")
    #expect(answers.allSatisfy { $0["total"]?.integer == 2_000 })
  }

  @Test func `an answer is packed for whoever takes gzip, under a validator of its own`() throws {
    let served = try ServedWorkspace()
    let path = "/api/v1/search?q=lanterns&limit=30"
    let plain = served.get(path, [("Accept-Encoding", "br, gzip;q=0")])
    #expect(plain.header("Content-Encoding") == nil)
    #expect(plain.header("Vary") == "Accept-Encoding")
    for accepted in ["gzip", "br, GZIP;q=0.5", "*", "deflate,gzip;q=1.0, *;q=0"] {
      for _ in 0..<2 {
        let packed = served.get(path, [("Accept-Encoding", accepted)])
        #expect(packed.header("Content-Encoding") == "gzip", "\(accepted)")
        #expect(packed.body.starts(with: [0x1F, 0x8B]) && packed.body.count < plain.body.count / 3)
        #expect(packed.header("ETag") != plain.header("ETag"))
      }
    }
    #expect(served.get("/health", [("Accept-Encoding", "gzip")]).header("Content-Encoding") == nil)
  }

  @Test func `hits are ordered by several attributes and by title`() throws {
    let served = try ServedWorkspace()
    func ids(_ order: String) -> [String] {
      let reply = served.get("/api/v1/search?domain=shelf&filter=year%3C=1912&limit=30&\(order)")
      guard case .list(let hits)? = reply.json?["hits"] else { return [reply.text] }
      return hits.compactMap { $0["id"]?.text }
    }
    let wanted = ["b12", "b9", "b6", "b3", "b11", "b10", "b8", "b7", "b5", "b4", "b2", "b1"]
    #expect(ids("sort=-kind,-year") == wanted && ids("sort=-kind&sort=-year") == wanted)
    #expect(ids("sort=title").first == "b1" && ids("sort=title").count == 12)
    #expect(ids("sort=title") == ids("sort=-title").reversed())
    let wrong = served.get("/api/v1/search?all=true&sort=title,yaer")
    #expect(wrong.status == 400 && wrong.text.contains("year"))
  }

  @Test
  func `attributes of other domains find nothing and are no mistake, but those out of reach are`()
    throws
  {
    let served = try ServedWorkspace(grouped: true)
    func total(_ query: String) -> Int? {
      served.get("/api/v1/search?all=true&domain=law&\(query)").json?["total"]?.integer
    }
    #expect(total("filter=kind:code") == 1)
    #expect(total("filter=year:1901") == 0 && total("filter=-year:1901") == 2)
    #expect(total("facet=year&sort=-year,title") == 2)
    #expect(served.get("/api/v1/search?all=true&domain=law&filter=yaer:1901").status == 400)
    let key = try served.key("law", [.search], domains: ["law"])
    #expect(served.get("/api/v1/search?all=true&filter=year:1901", [key]).status == 400)
    #expect(served.get("/api/v1/domains/law.rules/facets?facet=year").status == 200)
  }

  @Test(arguments: [
    "{\"q\":[null]}", "{\"limit\":[3]}", "{\"domain\":[null]}", "{\"q\":{}}", "{\"q\":7}",
    "{\"all\":1}", "{\"limit\":\"3\"}",
  ])
  func `a member of a query has the type of its parameter`(_ query: String) throws {
    let served = try ServedWorkspace()
    let reply = served.ask("POST", "/api/v1/search", body: "{\"queries\":[\(query)]}")
    #expect(reply.code == "request.parameter", "\(reply.text)")
    let absent = "{\"queries\":[{\"q\":\"volume\",\"limit\":null,\"domain\":null}]}"
    #expect(served.ask("POST", "/api/v1/search", body: absent).status == 200)
    #expect(served.get("/api/v1/search?q=volume&offset=9999").status == 200)
    #expect(served.get("/api/v1/search?q=volume&offset=9999&limit=10").status == 400)
  }

  @Test func `a description is cut around what matched in it`() throws {
    let served = try ServedWorkspace()
    let padding = String(repeating: "some words of no use ", count: 30)
    let record =
      "{\"id\":\"1\",\"title\":\"t\",\"about\":\"\(padding)a <lighthouse> 🗼 keeper \(padding)\"}\n"
    _ = try served.library.records(of: "notes").index(
      lines: Array(record.utf8), named: "test", merging: false, state: nil)
    let reply = served.get("/api/v1/search?q=lighthouse&crop=60&highlight=html")
    guard case .list(let hits)? = reply.json?["hits"], let hit = hits.first,
      let text = hit["description"]?.text,
      case .list(let marks)? = hit["highlights"]?["description"],
      case .list(let mark)? = marks.first,
      let start = mark.first?.integer, let end = mark.last?.integer
    else {
      Issue.record("no hit: \(reply.text)")
      return
    }
    let scalars = Array(text.unicodeScalars)
    #expect(scalars.count <= 62 && text.hasPrefix("…") && text.hasSuffix("…"))
    #expect(String(String.UnicodeScalarView(scalars[start..<end])) == "lighthouse")
    #expect(hit["html"]?["description"]?.text?.contains("&lt;<mark>lighthouse</mark>&gt;") ?? false)
  }

  @Test func `a description is cut to any length, wherever its blanks and matches are`() throws {
    let served = try ServedWorkspace()
    var random = SeededRandom.announced("crop")
    let records = (0..<40).map { number in
      var words: [String] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        words.append(String(repeating: "z", count: Int.random(in: 1...45, using: &random)))
      }
      words.append(["keyword", "🗼-keyword-yyyy", "z.keyword"].randomElement(using: &random) ?? "")
      words.append(String(repeating: "w ", count: Int.random(in: 0...60, using: &random)))
      let text = words.joined(separator: ["-", " ", "  "].randomElement(using: &random) ?? " ")
      return "{\"id\":\"\(number)\",\"title\":\"t\",\"about\":\"\(text)\"}\n"
    }
    // The first blank lies where the shortest piece ends, and around it.
    let known = (3...7).map { count in
      let text =
        "\(String(repeating: "z", count: 40))-keyword-\(String(repeating: "y", count: count)) tail of it"
      return "{\"id\":\"x\(count)\",\"title\":\"t\",\"about\":\"\(text)\"}\n"
    }
    _ = try served.library.records(of: "notes").index(
      lines: Array((records + known).joined().utf8), named: "test", merging: false, state: nil)
    for length in 20...80 {
      let reply = served.get("/api/v1/search?q=keyword&limit=100&crop=\(length)")
      guard case .list(let hits)? = reply.json?["hits"], hits.count == 45 else {
        Issue.record("no hits: \(reply.text.prefix(200))")
        return
      }
      for hit in hits {
        guard let text = hit["description"]?.text,
          case .list(let marks)? = hit["highlights"]?["description"],
          case .list(let mark)? = marks.first,
          let start = mark.first?.integer, let end = mark.last?.integer
        else {
          Issue.record("the match is lost at \(length): \(hit)")
          continue
        }
        let scalars = Array(text.unicodeScalars)
        #expect(scalars.count <= length + 2)
        #expect(
          String(String.UnicodeScalarView(scalars[start..<end])) == "keyword", "\(length): \(text)")
      }
    }
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
    let array =
      "[{\"id\":\"3\",\"title\":\"A [\\\"key\\\"], a {lock}\"},\n{\"id\":\"4\",\n\"title\":\"Hinge\"}]"
    #expect(served.ask("POST", path, [writer], body: array).json?["records"]?.integer == 2)
    #expect(served.get("/api/v1/items/notes/3").json?["title"]?.text == "A [\"key\"], a {lock}")
    let one = "{\"id\":\"5\",\"title\":\"a\"}"
    for wrong in [
      "[{\"id\":\"5\"", "[\(one)}", "[\(one),]", "[,\(one)]", "[\(one),,\(one)]", "[,]",
      "[\(one)\(one)]", "[\(one) 7]", "[\(one)]]", "[\(one)],", "[\(one)", "[\(one),", "[",
      "[[\(one)}}",
    ] {
      #expect(served.ask("POST", path, [writer], body: wrong).status == 400, "\(wrong)")
    }
    #expect(served.get("/api/v1/items/notes/5").status == 404)
    #expect(served.ask("POST", path, [writer], body: " [ ] ").json?["records"]?.integer == 0)
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
