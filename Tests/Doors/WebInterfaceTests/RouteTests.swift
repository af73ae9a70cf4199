import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import WebInterface

/// The table of routes, and that what it says holds.
struct RouteTests {
  @Test func `no two routes have one method and path, or one name`() {
    let keys = RouteTable.all.map { "\($0.method) \($0.path)" }
    #expect(Set(keys).count == keys.count)
    let names = RouteTable.described.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `what is fixed comes before what varies, and escapes stay within their part`() throws {
    let found = RouteTable.find("/api/v1/items/law.rules/a%2Fb%20c")
    #expect(found.map(\.route.method) == ["GET", "DELETE"])
    #expect(found.first?.captures == ["domain": "law.rules", "id": "a/b c"])
    #expect(RouteTable.find("/status").first?.route.name == "statusPage")
    #expect(RouteTable.find("/-/status").first?.captures == ["domain": "status"])
    #expect(RouteTable.find("/shelf/x.json").first?.captures == ["domain": "shelf", "id": "x"])
    #expect(RouteTable.find("/api/v1/nothing").isEmpty)
    #expect(RouteTable.find("/shelf/a%00b").isEmpty && RouteTable.find("/shelf/%ff").isEmpty)
  }

  @Test func `every GET of the API without places answers 200, and HEAD as GET`() throws {
    let served = try ServedWorkspace()
    for route in RouteTable.described where route.method == "GET" && !route.path.contains("{") {
      let query = route.parameters.contains { $0.name == "q" } ? "?q=a" : ""
      let got = served.get(route.path + query)
      #expect(got.status == 200, "\(route.path)")
      #expect(got.header("Content-Type") == route.contentType, "\(route.path)")
      let head = served.ask("HEAD", route.path + query)
      #expect(head.status == 200 && head.header("ETag") == got.header("ETag"), "\(route.path)")
    }
  }

  @Test func `the description of the API names every route once, with its parameters`() throws {
    let served = try ServedWorkspace()
    let document = try #require(served.get("/openapi.json").json)
    for route in RouteTable.described {
      let operation = document["paths"]?[route.path]?[route.method.lowercased()]
      #expect(operation?["operationId"]?.text == route.name)
      guard case .list(let told)? = operation?["parameters"] else {
        #expect(route.parameters.isEmpty && !route.path.contains("{"), "\(route.path)")
        continue
      }
      let names = Set(told.compactMap { $0["name"]?.text })
      #expect(names.isSuperset(of: route.parameters.map(\.name)), "\(route.path)")
    }
  }

  @Test func `a saved search of some domains is a page with its conditions`() throws {
    let served = try ServedWorkspace(
      grouped: true,
      searches: "{ lamps: { query: lanterns, domains: shelf, filters: 'kind:novel', sort: -year } }"
    )
    let reply = served.get("/?q=%40lamps")
    let page = String(decoding: reply.body, as: UTF8.self)
    #expect(reply.status == 200)
    for chip in ["The shelf", "Kind: novel"] { #expect(page.contains("<bdi>\(chip)</bdi><span")) }
    #expect(page.contains("value=\"@lamps\"") && page.contains("sort:-year\" aria-current"))
    #expect(page.contains("filter=kind:novel&amp;filter=year:"))
  }

  @Test func `an item that a search led to leads to the hits before and after it`() throws {
    let served = try ServedWorkspace()
    let list = String(decoding: served.get("/?q=lanterns&sort=year&limit=5").body, as: UTF8.self)
    #expect(list.contains("/shelf/b3?q=lanterns&amp;sort=year&amp;limit=5&amp;offset=2"))
    let item = served.get("/shelf/b3?q=lanterns&sort=year&limit=5&offset=2")
    let page = String(decoding: item.body, as: UTF8.self)
    #expect(
      page.contains("/shelf/b2?q=lanterns&amp;sort=year&amp;limit=5&amp;offset=1\" rel=\"prev\""))
    #expect(
      page.contains("/shelf/b4?q=lanterns&amp;sort=year&amp;limit=5&amp;offset=3\" rel=\"next\""))
    #expect(served.get("/shelf/b3?filter=nothing:x").status == 200)
  }

  @Test func `a wrong method says which are right`() throws {
    let served = try ServedWorkspace()
    for (method, path) in [
      ("DELETE", "/api/v1/search"), ("PUT", "/api/v1/status"), ("POST", "/"), ("TRACE", "/"),
      ("GET", "/api/v1/domains/notes/records"),
    ] {
      let reply = served.ask(method, path)
      let allowed = reply.header("Allow") ?? ""
      #expect(reply.status == 405 && !allowed.isEmpty && !allowed.contains(method), "\(path)")
    }
  }

  @Test(arguments: [
    ("limit=many", "request.parameter"), ("limit=-1", "request.parameter"),
    ("match=most", "request.parameter"), ("offset=9999&limit=10", "search.too-far"),
    ("sort=nothing", "query.filter"), ("q=%ff", "request.parameter"),
    ("q=%zz", "request.parameter"),
  ])
  func `a parameter that cannot be read is told`(_ query: String, _ code: String) throws {
    let reply = try ServedWorkspace().get("/api/v1/search?" + query)
    #expect(reply.status == 400 && reply.code == code)
    #expect(reply.json?["error"]?["type"]?.text == "invalid_request")
    #expect(reply.header("ETag") == nil && reply.header("Cache-Control") == "no-store")
  }

  @Test
  func `an unknown parameter is refused by the API with the nearest one, by pages left alone`()
    throws
  {
    let served = try ServedWorkspace()
    let reply = served.get("/api/v1/search?q=a&limt=3&colour=red")
    #expect(reply.status == 400 && reply.code == "request.parameter")
    #expect(reply.json?["error"]?["remedy"]?.text == "did you mean 'limit'?")
    #expect(reply.json?["error"]?["place"]?.text == "limt")
    #expect(served.get("/?q=a&utm_source=mail").status == 200)
    let wrong = served.get("/api/v1/search?limit=many")
    #expect(wrong.json?["error"]?["place"]?.text == "limit")
  }

  @Test func `of many queries a wrong one fails alone, with its place`() throws {
    let served = try ServedWorkspace()
    let queries = [
      #"{"q":"lanterns "}"#, #"{"q":"a","limit":"many"}"#, #"{"q":"a","domain":"nope"}"#,
      #"{"q":"novel"}"#,
    ]
    let body = "{\"queries\":[\(queries.joined(separator: ","))]}"
    let reply = served.ask("POST", "/api/v1/search", body: body)
    guard case .list(let answers)? = reply.json?["answers"] else {
      Issue.record("\(reply.text)")
      return
    }
    #expect(reply.status == 200 && answers.count == 4)
    #expect(answers[0]["total"]?.integer == 30 && answers[3]["query"]?.text == "novel")
    #expect(answers[1]["error"]?["place"]?.text == "queries[1].limit")
    #expect(answers[2]["error"]?["code"]?.text == "domain.unknown")
    #expect(answers[2]["error"]?["place"]?.text == "queries[2]")
    let all = served.ask("POST", "/api/v1/search", body: "{\"queries\":[1,{\"limit\":\"x\"}]}")
    #expect(all.status == 400 && all.json?["error"]?["place"]?.text == "queries[0]")
  }

  @Test func `an empty parameter counts as absent, a plus is a space, and q decides what is found`()
    throws
  {
    let served = try ServedWorkspace()
    func total(_ query: String) -> Int? {
      served.get("/api/v1/search?" + query).json?["total"]?.integer
    }
    #expect(total("q=") == 0)
    #expect(total("domain=shelf") == 30 && total("filter=kind:novel") == 10)
    #expect(total("q=&all=true") == 30)
    #expect(total("q=lanterns+volume+&domain=&limit=&sort=") == 30)
    #expect(total("q=%6canterns%20") == 30)
  }
}

/// The page that people read says what the table says.
struct InterfacePageTests {
  @Test func `docs/http.md names every route of the API with its parameters`() throws {
    let root = try #require(Path.parent(of: #filePath))
    let bytes = try File.readWhole(Path.normalized(Path.join(root, "../../../docs/http.md")))
    let lines = bytes.text(bytes.all).split(separator: "\n")
    for route in RouteTable.described {
      let line = lines.first { $0.contains("`\(route.method) \(route.path)`") }
      let text = try #require(line, "\(route.method) \(route.path)")
      for parameter in route.parameters where route.method == "GET" || route.writes {
        #expect(text.contains("`\(parameter.name)`"), "\(route.path): \(parameter.name)")
      }
    }
  }
}
