#if Complete
  @testable import DeclaredRecords
  import FootlightPlatform
  import FootlightTesting
  import Synchronization
  import TestSupport
  import Testing

  @testable import SourceKinds

  /// Documents of the web, asked for by footlight-read as it is used, from a server of the test.
  struct HTTPTests: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A source that may ask again at once.
    private func source(
      _ address: String, _ format: String = "json", _ settings: [String: SettingValue] = [:],
      every: Int64 = 0, now: (@Sendable () -> Int64)? = nil
    ) throws -> HTTPSource {
      let place = SourceLocation(file: folder.path("domain.yaml"), line: 4)
      var all = settings.mapValues { Setting($0, at: place) }
      all["url"] = Setting(.list([address]), at: place)
      all["format"] = Setting(.text(format), at: place)
      let definition = SourceDefinition(
        kind: "http", settings: all, folder: folder.path, location: place, allowsOutside: true,
        domain: "web")
      var system = BuiltPrograms.system(home: folder.path("home"))
      if let now { system.now = now }
      var source = HTTPSource(try HTTPSettings(definition), system)
      source.settings.every = every
      source.settings.pause = 1_000_000
      return source
    }

    @Test func `a document of JSON is records`() throws {
      let server = try #require(
        ScriptedServer { _ in .document(#"{"data":[{"a":"x"},{"a":"y"}]}"#) })
      let source = try source(server.address("/list?x=1"), "json", ["records": .text("data")])
      let found = ForeignReading(source, "a")
      #expect(found.told.isEmpty && found.records == [[["x"]], [["y"]]])
      #expect(found.remarks.isEmpty)
      let request = try #require(server.requests.first)
      #expect(request.path == "/list?x=1" && request["User-Agent"] == "footlight")
      #expect(request["Accept"]?.hasPrefix("application/json") == true)
      #expect(request["Cookie"] == nil && request["Authorization"] == nil)
    }

    @Test(arguments: [
      ("csv", "a,b\nx,1\ny,2\n", "text/csv"), ("tsv", "a\tb\nx\t1\ny\t2\n", "text/plain"),
      ("jsonl", "{\"a\":\"x\"}\n{\"a\":\"y\"}\n", "application/x-ndjson"),
    ])
    func `rows and lines are records, too`(format: String, text: String, type: String) throws {
      let server = try #require(ScriptedServer { _ in .document(text, type) })
      let found = ForeignReading(try source(server.address("/"), format), "a")
      #expect(found.told.isEmpty && found.records == [[["x"]], [["y"]]])
    }

    @Test func `an unchanged document is neither sent nor read again`() throws {
      let text = Mutex("[{\"a\":\"x\"}]")
      let server = try #require(
        ScriptedServer { request in
          let tag = "\"\(text.withLock { $0.utf8.count })\""
          let validators = ["ETag: \(tag)", "Last-Modified: Mon, 02 Jan 2023 10:00:00 GMT"]
          if request["If-None-Match"] == tag { return .status("304 Not Modified", "ETag: \(tag)") }
          return .document(text.withLock { $0 }, headers: validators)
        })
      let source = try source(server.address("/a.json"))
      let first = try source.stamp()
      #expect(try source.stamp() == first)
      #expect(server.requests.last?["If-None-Match"] == "\"11\"")
      #expect(server.requests.last?["If-Modified-Since"] == "Mon, 02 Jan 2023 10:00:00 GMT")
      #expect(ForeignReading(source, "a").records == [[["x"]]])
      text.withLock { $0 = "[{\"a\":\"longer\"}]" }
      #expect(try source.stamp() != first)
      #expect(ForeignReading(source, "a").records == [[["longer"]]])
    }

    @Test func `pages are followed, by a header or by a field`() throws {
      let server = try #require(
        ScriptedServer { request in
          switch request.path {
          case "/l/1":
            .document(
              "[{\"a\":1}]",
              headers: ["Link: </l/0>; rel=prev, <2?q=a,b>; title=\"x, y\"; rel=\"last next\""])
          case "/l/2?q=a,b": .document("[{\"a\":2}]", headers: ["Link: </l/1>; rel=\"prev\""])
          case "/f/1": .document(#"{"links":{"next":"/f/2"},"items":[{"a":1},{"a":2}]}"#)
          case "/f/2": .document(#"{"links":{"next":null},"items":[{"a":3}]}"#)
          case "/c": .document(#"{"links":{"next":"?"},"items":[{"a":1}]}"#)
          default: .status("404 Not Found")
          }
        })
      #expect(
        ForeignReading(try source(server.address("/l/1")), "a").records == [[["1"]], [["2"]]])
      let fields: [String: SettingValue] = ["records": .text("items"), "next": .text("links.next")]
      let found = ForeignReading(try source(server.address("/f/1"), "json", fields), "a")
      #expect(found.records == [[["1"]], [["2"]], [["3"]]])
      #expect(found.places == ["1:1", "1:1", "2:1"])
      let few = fields.merging(["pages": .number(1)]) { one, _ in one }
      #expect(
        ForeignReading(try source(server.address("/f/1"), "json", few), "a").records.count == 2)
      let circle = ForeignReading(try source(server.address("/c"), "json", fields), "a")
      #expect(circle.failure?.diagnostics.first?.code == .sourceFetch)
    }

    @Test func `a host that nobody named is not asked`() throws {
      let other = try #require(ScriptedServer { _ in .document("[{\"a\":\"stolen\"}]") })
      let elsewhere = other.address("/")
      let server = try #require(
        ScriptedServer { request in
          switch request.path {
          case "/moved": .status("301 Moved Permanently", "Location: /here")
          case "/here": .document("[{\"a\":\"x\"}]")
          case "/away": .status("302 Found", "Location: \(elsewhere)")
          case "/file": .status("302 Found", "Location: file:///etc/passwd")
          case "/round": .status("302 Found", "Location: /round")
          default: .document("[{\"a\":\"x\"}]", headers: ["Link: <\(elsewhere)>; rel=next"])
          }
        })
      #expect(ForeignReading(try source(server.address("/moved")), "a").records == [[["x"]]])
      for path in ["/away", "/file", "/round", "/next"] {
        let found = ForeignReading(try source(server.address(path)), "a")
        let told = try #require(found.failure?.diagnostics.first)
        #expect(told.code == .sourceFetch && told.remedy != nil && found.records.isEmpty)
      }
      #expect(other.requests.isEmpty)
    }

    @Test func `a busy server is left alone`() throws {
      let clock = Mutex<Int64>(1_000_000)
      let isBusy = Mutex(false)
      let server = try #require(
        ScriptedServer { request in
          if isBusy.withLock({ $0 }) { return .status("429 Too Many", "Retry-After: 3600") }
          return .document("[{\"a\":\"x\"}]")
        })
      let source = try source(server.address("/"), every: 60) { clock.withLock { $0 } }
      #expect(ForeignReading(source, "a").records == [[["x"]]])
      // Not before its time.
      clock.withLock { $0 += 59 }
      _ = try source.stamp()
      #expect(server.requests.count == 1)
      isBusy.withLock { $0 = true }
      clock.withLock { $0 += 2 }
      #expect(throws: Failure.self) { try source.stamp() }
      #expect(server.requests.count == 2)
      // What there is stays, and nobody is asked for as long as the server wants.
      isBusy.withLock { $0 = false }
      clock.withLock { $0 += 3_000 }
      #expect(ForeignReading(source, "a").records == [[["x"]]])
      #expect(server.requests.count == 2)
      clock.withLock { $0 += 700 }
      _ = try source.stamp()
      #expect(server.requests.count == 3)
    }

    @Test func `a short wait is waited for`() throws {
      let count = Mutex(0)
      let server = try #require(
        ScriptedServer { _ in
          let number = count.withLock { count in
            count += 1
            return count
          }
          return number < 3
            ? .status("503 Service Unavailable", "Retry-After: 0") : .document("[{\"a\":\"x\"}]")
        })
      #expect(ForeignReading(try source(server.address("/")), "a").records == [[["x"]]])
      #expect(server.requests.count == 3)
    }

    /// What a server may do, and a word of what is said of it.
    private static let badAnswers: [(ScriptedServer.Reply, String)] = [
      (.status("404 Not Found"), "no such document"), (.status("403 Forbidden"), "permission"),
      (.status("500 Oops"), "500"), (.status("304 Not Modified"), "304"),
      (.status("300 Choices"), "nowhere"), (.bytes([]), "read"), (.bytes(Array("no".utf8)), "read"),
      // Closed before its end.
      (.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{".utf8)), "breaks off"),
      (.bytes(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n[".utf8)), ""),
      // Half open: a head without an end, and a document that does not come.
      (.hang(Array("HTTP/1.1 200 OK\r\n".utf8)), "in time"),
      (.hang(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[".utf8)), "in time"),
      // Without end.
      (
        .flood(
          Array("HTTP/1.1 200 OK\r\n\r\n".utf8), piece: [UInt8](repeating: 0x20, count: 65_536)),
        "larger than 1 MB"
      ),
      (
        .flood(
          Array("HTTP/1.1 200 OK\r\n".utf8),
          piece: Array(("X: " + String(repeating: "y", count: 4000) + "\r\n").utf8)),
        "head"
      ),
      (
        .bytes(Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nno gzip".utf8)), "read"
      ),
    ]

    @Test(arguments: badAnswers.indices)
    func `a server that answers badly is told of`(number: Int) throws {
      let (reply, says) = Self.badAnswers[number]
      let server = try #require(ScriptedServer { _ in reply })
      let limits: [String: SettingValue] = ["time_limit": .number(2), "output_limit": .number(1)]
      let found = ForeignReading(try source(server.address("/"), "json", limits), "a")
      let told = try #require(found.failure?.diagnostics.first)
      #expect(told.code == .sourceFetch && told.message.contains(says))
      #expect(told.remedy != nil && told.location != nil && found.records.isEmpty)
    }

    @Test func `what is unpacked on the way counts unpacked`() throws {
      let packed = Packed.endlessGzip(megabytes: 4)
      #expect(packed.count < 1 << 16)
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
      let server = try #require(ScriptedServer { _ in .bytes(Array(head.utf8) + packed) })
      let small: [String: SettingValue] = ["output_limit": .number(1)]
      let found = ForeignReading(try source(server.address("/"), "json", small), "a")
      #expect(found.failure?.diagnostics.first?.message.contains("larger than 1 MB") == true)
    }

    @Test(arguments: [
      "kill -SEGV $$", "exit 3", "echo nonsense", "echo '{\"calls\":true}'; exit 0",
      "echo '{\"calls\":true}'; echo '{\"status\":\"x\"}'",
      "echo '{\"calls\":true}'; head -c 100000 /dev/zero | tr '\\0' x", "yes",
      "echo '{\"calls\":true}'; echo '{\"status\":304}'; echo more",
    ])
    func `a reader that crashes, lies or floods is not believed`(script: String) throws {
      try folder.write("bin/footlight-read", "#!/bin/sh\n\(script)\n")
      _ = try Subprocess("/bin/chmod", ["755", folder.path("bin/footlight-read")]).run()
      var source = try source("http://127.0.0.1:9/", "json", ["output_limit": .number(1)])
      source.reader = folder.path("bin/footlight-read")
      let told = try #require(ForeignReading(source, "a").failure?.diagnostics.first)
      #expect([.sourceFetch, .sourceReader].contains(told.code) && told.remedy != nil)
    }

    @Test func `a source of the web keeps the contract`() throws {
      let text = Mutex("a,b\n1,x\n2,\"y,z\"\n3,三\n")
      let server = try #require(
        ScriptedServer { request in
          request.path == "/good"
            ? .document(text.withLock { $0 }, "text/csv") : .document("\"", "text/csv")
        })
      let contract = RecordSourceContract(
        source: try source(server.address("/good"), "csv"), fields: ["a", "b"],
        expected: [["1", "x"], ["2", "y,z"], ["3", "三"]],
        change: { () throws(Failure) in text.withLock { $0 += "4,w\n" } },
        hostile: [.init("a quote", try source(server.address("/bad"), "csv"))])
      #expect(contract.violations() == [])
    }

    @Test func `what a declaration gets wrong is said`() throws {
      for url in ["ftp://a/", "http://", "http://user:pass@a/", "http://a b/", "https://a:99999/"] {
        #expect(throws: Failure.self) { try source(url) }
      }
      #expect(throws: Failure.self) { try source("http://a/", "csv", ["next": .text("x")]) }
      let place = SourceLocation(file: "domain.yaml")
      let definition = SourceDefinition(
        kind: "http", settings: ["url": Setting(.list(["http://a/"]), at: place)], folder: "/",
        location: place)
      #expect(throws: Failure.self) { try HTTPSettings(definition) }
    }

    @Test(arguments: [
      ("http://A.example:80/x/y?q", "../z", "http://a.example/z"),
      ("http://a/x/y?q", "?p=2", "http://a/x/y?p=2"), ("https://a", "b", "https://a/b"),
      ("http://a/x/", "./b/./c/..", "http://a/x/b/"), ("http://a/x", "//b/c", "http://b/c"),
      ("http://a/x", "https://[::1]:8/c#d", "https://[::1]:8/c"), ("http://a/x", "", "http://a/x"),
    ])
    func `references are read as RFC 3986 says`(
      base: String, reference: String, whole: String
    ) throws {
      #expect(try #require(HTTPAddress(base)).resolving(reference)?.text == whole)
    }
  }
#endif
