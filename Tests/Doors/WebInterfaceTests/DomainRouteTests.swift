import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import WebInterface

/// A domain as a whole: its attributes, its items in pages, the states of its batches.
struct DomainRouteTests {
  private func list(_ value: JSONValue?) -> [JSONValue] {
    if case .list(let elements)? = value { elements } else { [] }
  }

  @Test func `a domain tells its attributes, and which of them are counted and sorted by`() throws {
    let served = try ServedWorkspace()
    let told = try #require(served.get("/api/v1/domains/shelf").json)
    #expect(told["label"]?.text == "The shelf" && told["items"]?.integer == 30)
    let attributes = list(told["attributes"])
    #expect(attributes.compactMap { $0["name"]?.text } == ["kind", "year"])
    #expect(attributes.compactMap { $0["type"]?.text } == ["text", "number"])
    #expect(attributes[0]["facet"] == .boolean(true) && attributes[1]["facet"] == .boolean(false))
    #expect(attributes.allSatisfy { $0["sort"] == .boolean(true) })
    #expect(list(attributes[0]["filters"]).compactMap(\.text) == [":"])
    for mark in list(attributes[1]["filters"]).compactMap(\.text) {
      let filter = "year" + mark.replacing("<", with: "%3C").replacing(">", with: "%3E") + "1910"
      #expect(served.get("/api/v1/search?all=true&filter=\(filter)").status == 200, "\(mark)")
    }
    #expect(served.get("/api/v1/search?all=true&sort=-kind,year").status == 200)
    #expect(told["version"]?.integer == 1)
    #expect(served.get("/api/v1/domains/nobody").status == 404)
    #expect(served.get("/api/v1/version").json?["version"]?.text == Library.version)
  }

  @Test func `the values of one attribute are searched`() throws {
    let served = try ServedWorkspace()
    func values(_ query: String) -> [JSONValue] {
      list(served.get("/api/v1/domains/shelf/facets?\(query)").json?["facets"]?["kind"])
    }
    #expect(values("facet=kind").count == 2)
    #expect(values("facet=kind&value=NOV").compactMap { $0["value"]?.text } == ["novel"])
    #expect(served.get("/api/v1/domains/shelf/facets?facet=kinds").status == 400)
  }

  @Test func `the description of the API is the same for every workspace and reader`() throws {
    let served = try ServedWorkspace(WebSettings(needsKeys: true))
    let key = try served.key("reader", [.search])
    let told = served.get("/openapi.json", [key])
    #expect(told.text == served.get("/openapi.json").text)
    #expect(!told.text.contains("\"pattern\"") && told.text.contains("year:2010..2015"))
    #expect(told.json?["info"]?["version"]?.text == Library.version)
    for name in ["Hit", "Note", "Query", "Facets"] {
      #expect(told.json?["components"]?["schemas"]?[name] != nil)
      #expect(told.text.contains("\"$ref\":\"#/components/schemas/\(name)\""))
    }
  }

  @Test func `all items are given in pages, each once, until the domain changes`() throws {
    let served = try ServedWorkspace()
    var ids: [String] = []
    var cursor = ""
    repeat {
      let page = served.get("/api/v1/domains/shelf/items?limit=7" + cursor)
      #expect(page.status == 200)
      for line in page.text.split(separator: "\n") {
        ids.append(JSONValue(Array(line.utf8))?["id"]?.text ?? "")
      }
      cursor = page.header("Footlight-Next").map { "&cursor=" + $0 } ?? ""
    } while !cursor.isEmpty
    #expect(ids.count == 30 && Set(ids).count == 30)
    #expect(served.get("/api/v1/domains/shelf/items?cursor=nothing").status == 400)
    #expect(served.get("/api/v1/domains/shelf/items?cursor=abc.7").status == 409)
  }

  @Test func `private items are in no page of all items`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let lines =
      "{\"id\":\"1\",\"title\":\"a\"}\n{\"id\":\"2\",\"title\":\"b\",\"secret\":\"yes\"}\n"
    #expect(
      served.ask("POST", "/api/v1/domains/notes/records", [writer], body: lines).status == 200)
    let all = served.get("/api/v1/domains/notes/items").text
    #expect(all.contains("\"id\":\"1\"") && !all.contains("\"id\":\"2\""))
  }

  @Test(arguments: [1, 2, 3, 100])
  func `pages of all items are full and do not tell where private ones stand`(_ limit: Int) throws {
    let served = try ServedWorkspace()
    let records = served.library.records(of: "notes")
    let lines = (1...400).map { number in
      let isShown = number % 80 == 5
      return "{\"id\":\"\(number)\",\"title\":\"a\"\(isShown ? "" : ",\"secret\":\"yes\"")}\n"
    }.joined()
    _ = try records.index(lines: Array(lines.utf8), named: "test", merging: false, state: nil)
    var (ids, counts): ([String], [Int]) = ([], [])
    var cursor: String?
    repeat {
      let sent = cursor.map { "&cursor=" + $0 } ?? ""
      let page = served.get("/api/v1/domains/notes/items?limit=\(limit)" + sent)
      #expect(page.status == 200)
      let found = page.text.split(separator: "\n").compactMap { line in
        JSONValue(Array(line.utf8))?["id"]?.text
      }
      ids += found
      counts.append(found.count)
      cursor = page.header("Footlight-Next")
    } while cursor != nil && counts.count < 9
    #expect(ids.sorted() == ["165", "245", "325", "5", "85"])
    // Five items, in as few pages as these fill.
    #expect(counts.dropLast().allSatisfy { $0 == limit } && counts.reduce(0, +) == 5)
    #expect((1...limit).contains(counts.last ?? 0))
  }

  @Test func `a cursor is opaque, and of one server and state`() {
    let (seal, other) = (CursorSeal(), CursorSeal())
    let stamp = seal.stamp("notes 1")
    for place in [0, 1, 2, 5_000_000] {
      let cursor = seal.cursor(place, of: stamp)
      #expect(seal.place(cursor, of: stamp) == place)
      #expect(seal.place(cursor, of: seal.stamp("notes 2")) == nil)
      #expect(other.place(cursor, of: stamp) == nil)
      #expect(seal.place(cursor.dropLast() + (cursor.last == "0" ? "1" : "0"), of: stamp) == nil)
    }
  }

  @Test func `the latest changes are as many beside private ones as without them`() throws {
    let served = try ServedWorkspace()
    let records = served.library.records(of: "notes")
    let shown = (1...3).map { "{\"id\":\"\($0)\",\"title\":\"Shown \($0)\"}\n" }.joined()
    _ = try records.index(lines: Array(shown.utf8), named: "a", merging: false, state: nil)
    let secret = (10...99).map { "{\"id\":\"\($0)\",\"title\":\"b\",\"secret\":\"yes\"}\n" }
      .joined()
    _ = try records.index(lines: Array(secret.utf8), named: "b", merging: false, state: nil)
    for number in 1...3 {
      #expect(served.get("/changes.atom").text.contains("Shown \(number)"))
    }
  }

  @Test func `the state of a batch is read back, and many items are deleted at once`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let batch = "/api/v1/domains/notes/batches/crawl"
    #expect(served.get(batch).status == 401)
    #expect(served.get(batch, [writer]).status == 404)
    let lines = (1...5).map { "{\"id\":\"\($0)\",\"title\":\"Note \($0)\"}\n" }.joined()
    let push = "/api/v1/domains/notes/records?batch=crawl&state=page-9"
    #expect(served.ask("POST", push, [writer], body: lines).status == 200)
    #expect(served.get(batch, [writer]).json?["state"]?.text == "page-9")
    let many = "/api/v1/domains/notes/delete"
    #expect(served.ask("POST", many, body: "{\"ids\":[\"1\"]}").status == 401)
    let done = served.ask("POST", many, [writer], body: "{\"ids\":[\"1\",\"3\",\"nobody\"]}")
    #expect(done.status == 200 && done.json?["changes"]?["deleted"]?.integer == 2)
    #expect(served.get("/api/v1/domains/notes").json?["items"]?.integer == 3)
    #expect(served.ask("POST", many, [writer], body: "{\"ids\":[7]}").code == "request.body")
  }

  @Test func `hits hold the fields that were asked for, marked texts, and offsets of strings`()
    throws
  {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let line = "{\"id\":\"1\",\"title\":\"🔭 <b>Zephyr</b>\"}\n"
    #expect(served.ask("POST", "/api/v1/domains/notes/records", [writer], body: line).status == 200)
    func hit(_ query: String) -> JSONValue? {
      list(served.get("/api/v1/search?q=zephyr" + query).json?["hits"]).first
    }
    let few = hit("&fields=id&fields=title")
    #expect(few?["id"]?.text == "1" && few?["url"] == nil && few?["tier"] == nil)
    let wrong = served.get("/api/v1/search?q=a&fields=titel")
    #expect(wrong.status == 400 && wrong.text.contains("did you mean 'title'?"))
    #expect(
      hit("&highlight=html")?["html"]?["title"]?.text
        == "🔭 &lt;b&gt;<mark>Zephyr</mark>&lt;/b&gt;")
    func start(_ hit: JSONValue?) -> Int? {
      list(list(hit?["highlights"]?["title"]).first).first?.integer
    }
    #expect(start(hit("")) == 5 && start(hit("&offsets=utf16")) == 6)
  }

  @Test func `openapi.json has a schema of every answer that is JSON, made from the same tables`()
    throws
  {
    let served = try ServedWorkspace()
    let document = try #require(served.get("/openapi.json").json)
    let schemas = document["components"]?["schemas"]
    for schema in AnswerSchema.all {
      let properties = schemas?[schema.name]?["properties"]
      for member in schema.shape.members {
        #expect(properties?[member.name] != nil, "\(schema.name).\(member.name)")
      }
    }
    // And an answer has all that its schema requires.
    let answer = try #require(served.get("/api/v1/search?q=lanterns").json)
    for name in list(schemas?["Answer"]?["required"]).compactMap(\.text) {
      #expect(answer[name] != nil, "\(name)")
    }
  }

  @Test func `an answer that is given again is the same, and never older than a change`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    let path = "/api/v1/search?q=lanterns"
    let first = served.get(path)
    // Even how long it took is that of the first time.
    #expect(served.get(path).text == first.text)
    let line = "{\"id\":\"n1\",\"title\":\"Lanterns at night\"}\n"
    #expect(served.ask("POST", "/api/v1/domains/notes/records", [writer], body: line).status == 200)
    #expect(served.get(path).text.contains("at night"))
  }
}
