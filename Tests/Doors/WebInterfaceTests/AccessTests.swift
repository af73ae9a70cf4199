import Footlight
import FootlightPlatform
import JSONAnswers
import Testing

@testable import WebInterface

/// Who may do what.
struct AccessTests {
  private let push = "/api/v1/domains/notes/records"
  private let line = "{\"id\":\"1\",\"title\":\"Lighthouses\"}\n"

  @Test func `only known hosts are served`() throws {
    let served = try ServedWorkspace(WebSettings(hosts: ["search.example"]))
    for host in ["localhost", "LOCALHOST:80", "127.0.0.1", "[::1]:80", "search.example"] {
      #expect(served.get("/health", host: host).status == 200, "\(host)")
    }
    for host in [
      "evil.example", "localhost.evil.example", "search.example:8080", "0.0.0.0", "user@localhost",
      "localhost:81", "localhost:80:80", "*", "",
    ] {
      for path in ["/", "/api/v1/search?q=a", "/robots.txt"] {
        #expect(served.get(path, host: host).status == 421, "\(host)")
      }
    }
  }

  @Test func `a write needs a key that allows it, for that domain, until its end`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push], domains: ["notes"])
    let reader = try served.key("reader", [.search])
    let ended = try served.key("ended", [.push], expires: "2001-01-01")
    for fields in [
      [], [ended], [("Authorization", "Bearer nothing")], [("Authorization", "Bearer")],
      [("Authorization", "Basic \(writer.value.dropFirst(7))")],
      [("Authorization", writer.value + "x")],
    ] {
      let reply = served.ask("POST", push, fields, body: line)
      #expect(reply.status == 401 && reply.header("WWW-Authenticate")?.contains("Bearer") == true)
    }
    #expect(served.ask("POST", push, [reader], body: line).status == 403)
    #expect(
      served.ask("POST", "/api/v1/domains/status/records", [writer], body: line).status == 403)
    let scheme = (name: "authorization", value: "bearer \(writer.value.dropFirst(7))")
    #expect(served.ask("POST", push, [scheme], body: line).status == 200)
    #expect(served.get("/api/v1/search?q=lighthouses").json?["total"]?.integer == 1)
    #expect(try served.library.revokeKey("writer"))
    #expect(served.ask("POST", push, [writer], body: line).status == 401)
  }

  @Test func `a key is stored as a hash, and listed without its secret`() throws {
    let served = try ServedWorkspace()
    let secret = try served.library.createKey("a", actions: [.push], domains: ["notes"])
    #expect(try served.library.keys().map(\.name) == ["a"])
    #expect(throws: Failure.self) { try served.library.createKey("a", actions: [.push]) }
    #expect(try served.service.served.keys.key(secret: secret)?.actions == ["push"])
    #expect(try served.service.served.keys.key(secret: secret.uppercased()) == nil)
    #expect(try served.library.keys().allSatisfy { !"\($0)".contains(secret.suffix(16)) })
  }

  @Test func `others than this machine need a key for everything but health`() throws {
    let served = try ServedWorkspace(WebSettings(needsKeys: true))
    let reader = try served.key("reader", [.search], domains: ["shelf"])
    let meter = try served.key("meter", [.metrics])
    for path in [
      "/api/v1/search?q=a", "/api/v1/status", "/metrics", "/", "/shelf", "/changes.atom",
    ] {
      #expect(served.get(path).status == 401, "\(path)")
    }
    #expect(served.get("/health").status == 200)
    #expect(served.get("/metrics", [reader]).status == 403)
    #expect(served.get("/metrics", [meter]).status == 200)
    #expect(served.get("/api/v1/search?q=a", [meter]).status == 403)
    #expect(served.get("/api/v1/search?q=lanterns+", [reader]).json?["total"]?.integer == 30)
    #expect(served.get("/api/v1/search?q=a&domain=notes", [reader]).status == 403)
    #expect(!served.get("/api/v1/domains", [reader]).text.contains("notes"))
    #expect(!served.get("/api/v1/status", [reader]).text.contains("notes"))
    #expect(served.get("/api/v1/domains/notes/facets", [reader]).status == 403)
  }

  @Test func `a browser signs in with a key, which then lives in a cookie as long as itself`()
    throws
  {
    let base = BaseAddress("https://search.example/")
    let served = try ServedWorkspace(WebSettings(base: base, needsKeys: true))
    let own = [(name: "Origin", value: "https://search.example")]
    let key = try served.key("reader", [.search], domains: ["shelf"]).value.dropFirst(7)
    let refused = served.get("/shelf")
    #expect(refused.status == 401 && refused.text.contains("name=\"key\""))
    #expect(served.ask("POST", "/sign-in", own, body: "key=nothing").status == 401)
    let signed = served.ask("POST", "/sign-in", own, body: "key=%20\(key)%0A&next=/shelf?q%3Da")
    let cookie = signed.header("Set-Cookie") ?? ""
    #expect(signed.status == 303 && signed.header("Location") == "/shelf?q=a")
    for part in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=34560000"] {
      #expect(cookie.contains(part), "\(part)")
    }
    let sent = [(name: "Cookie", value: "a=b; " + String(cookie.prefix { $0 != ";" }))]
    #expect(served.get("/shelf", sent).status == 200)
    #expect(!served.get("/", sent).text.contains("notes"))
    #expect(served.get("/notes", sent).status == 403)
    // Pages read with it; nothing else of the API is written with what a browser sends by itself.
    #expect(served.ask("POST", push, sent + own, body: line).status == 401)
    let evil = [(name: "Origin", value: "https://evil.example")]
    #expect(served.ask("POST", "/sign-in", evil, body: "key=\(key)").status == 403)
    for next in ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:x"] {
      let reply = served.ask("POST", "/sign-in", own, body: "key=\(key)&next=\(next)")
      #expect(reply.header("Location") == "/", "\(next)")
    }
    let out = served.ask("POST", "/sign-out", own)
    #expect(out.header("Set-Cookie")?.contains("Max-Age=0") == true)
    #expect(try served.library.revokeKey("reader"))
    #expect(served.get("/shelf", sent).status == 401)
  }

  @Test func `who has signed in with a key for activity stars and is recorded on pages`() throws {
    let served = try ServedWorkspace(WebSettings(needsKeys: true))
    let own = [(name: "Origin", value: "http://localhost")]
    func cookie(_ name: String, _ actions: [KeyAction]) throws -> [(name: String, value: String)] {
      let secret = try served.key(name, actions).value.dropFirst(7)
      return own + [("Cookie", "footlight_key=\(secret)")]
    }
    let reader = try cookie("reader", [.search])
    let person = try cookie("person", [.search, .activity])
    #expect(served.ask("POST", "/star", reader, body: "item=shelf:b9&state=on").status == 401)
    #expect(served.ask("POST", "/star", person, body: "item=shelf:b9&state=on").status == 303)
    #expect(served.get("/history", person).text.contains("Volume 9"))
    #expect(served.get("/history", reader).status == 404)
  }

  @Test func `the pages of a key show and count what it reaches alone`() throws {
    let served = try ServedWorkspace(WebSettings(needsKeys: true))
    let records = served.library.records(of: "notes")
    let secret = "{\"id\":\"1.json\",\"title\":\"Hidden lanterns\"}\n"
    _ = try records.index(lines: Array(secret.utf8), named: "test", merging: false, state: nil)
    try served.library.star("notes:1.json")
    try served.library.star("shelf:b9")
    try served.library.visit("notes:1.json")
    let key = try served.key("person", [.search, .activity], domains: ["shelf"])
    let person = [
      (name: "Origin", value: "http://localhost"),
      (name: "Cookie", value: "footlight_key=\(key.value.dropFirst(7))"),
    ]
    #expect(served.get("/notes/1.json", person).status == 403)
    for page in ["/", "/history", "/?q=lanterns"] {
      let text = served.get(page, person).text
      #expect(!text.contains("Hidden") && !text.contains("notes"), "\(page)")
    }
    #expect(served.get("/history", person).text.contains("Volume 9"))
    for path in ["/visit", "/star"] {
      for item in ["notes:1.json", "notes:nobody"] {
        let told = served.ask("POST", path, person, body: "item=\(item)&state=off")
        #expect(told.status == 403, "\(path) \(item)")
      }
    }
    #expect(try served.library.history(starred: true).contains { $0.domain == "notes" })
  }

  @Test func `the values beside a chosen one are counted as far as a key reaches`() throws {
    let served = try ServedWorkspace(grouped: true, WebSettings(needsKeys: true))
    let key = try served.key("reader", [.search], domains: ["law.rules"])
    let text = served.get("/results?q=lanterns&domain=law&filter=kind:code", [key]).text
    #expect(text.contains("code") && !text.contains("secretkind"))
  }

  @Test func `a page of another site cannot write`() throws {
    let served = try ServedWorkspace()
    let writer = try served.key("writer", [.push])
    for field in [
      ("Origin", "https://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"),
      ("Sec-Fetch-Site", "same-site"), ("Origin", "http://localhost.evil.example"),
      ("Origin", "http://localhost:81"),
    ] {
      let reply = served.ask("POST", push, [writer, field], body: line)
      #expect(reply.status == 403 && reply.code == "request.cross-site", "\(field)")
    }
    let opaque = [("Origin", "null"), ("Sec-Fetch-Site", "cross-site")]
    #expect(served.ask("POST", push, [writer] + opaque, body: line).status == 403)
    // The second is what the form of a page without a referrer sends.
    for own in ["http://localhost", "null"] {
      let fields = [("Origin", own), ("Sec-Fetch-Site", "same-origin")]
      #expect(served.ask("POST", push, [writer] + fields, body: line).status == 200, "\(own)")
    }
  }

  @Test func `other origins read only when they were named`() throws {
    let origin = (name: "Origin", value: "https://app.example")
    let closed = try ServedWorkspace()
    #expect(closed.get("/api/v1/search?q=a", [origin]).header("Access-Control-Allow-Origin") == nil)
    let open = try ServedWorkspace(WebSettings(origins: ["https://app.example"]))
    let reply = open.get("/api/v1/search?q=a", [origin])
    #expect(reply.header("Access-Control-Allow-Origin") == "https://app.example")
    #expect(reply.header("Vary") == "Accept-Encoding, Origin")
    #expect(reply.header("Access-Control-Expose-Headers")?.contains("Footlight-Next") == true)
    let asked = open.ask("OPTIONS", "/api/v1/search?q=a", [origin])
    #expect(
      asked.status == 204 && asked.header("Access-Control-Allow-Methods")?.contains("GET") == true)
    let other = [(name: "Origin", value: "http://app.example")]
    #expect(open.get("/api/v1/search?q=a", other).header("Access-Control-Allow-Origin") == nil)
    #expect(open.get("/api/v1/search?q=a").header("Vary")?.hasSuffix("Origin") == true)
  }

  @Test func `a server that only reads refuses writes, key or not`() throws {
    let served = try ServedWorkspace(WebSettings(isReadOnly: true))
    let writer = try served.key("writer", [.push])
    let refused = served.ask("POST", push, [writer], body: line)
    #expect(refused.status == 405 && refused.header("Allow") == "")
    #expect(served.ask("DELETE", "/api/v1/items/notes/1", [writer]).status == 405)
    #expect(
      served.ask("POST", "/api/v1/search", body: "{\"queries\":[{\"q\":\"a\"}]}").status == 200)
  }

  @Test func `every answer carries safe headers`() throws {
    let served = try ServedWorkspace()
    for path in [
      "/", "/shelf", "/shelf/b1", "/nothing/at/all", "/api/v1/search?q=a", "/robots.txt",
    ] {
      let reply = served.get(path)
      let policy = reply.header("Content-Security-Policy") ?? ""
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("*"))
      #expect(reply.header("X-Content-Type-Options") == "nosniff")
      #expect(reply.header("Referrer-Policy") == "no-referrer" && reply.header("Set-Cookie") == nil)
    }
  }
}
