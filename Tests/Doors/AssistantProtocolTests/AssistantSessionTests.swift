import Footlight
import FootlightPlatform
import JSONAnswers
import TestSupport
import Testing

@testable import FootlightCommands

/// The Model Context Protocol, a message a line.
@Suite final class AssistantSessionTests {
  private let folder: TemporaryFolder
  private let session: AssistantSession

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "domains/shelf.yaml",
      "domain: shelf\nversion: 1\nsource: { kind: csv, path: shelf.csv }\nitem: { id: \"{id}\", title: \"{title}\" }\n"
    )
    try folder.write("domains/shelf.csv", "id,title\n1,Lighthouses\n2,Harbours\n")
    let library = try Library(workspace: folder.path, system: .isolated(in: folder.path))
    try library.sync()
    session = AssistantSession(library: library, version: "1")
  }

  private func told(_ text: String) -> JSONValue? {
    session.answer(Array(text.utf8)).flatMap { JSONValue($0) }
  }

  private func ask(_ method: String, _ parameters: String = "{}") -> JSONValue? {
    told("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\(method)\",\"params\":\(parameters)}")
  }

  @Test func `a ping has an empty result`() {
    let answer = session.answer(Array(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#.utf8)) ?? []
    #expect(
      String(decoding: answer, as: UTF8.self) == #"{"jsonrpc":"2.0","id":7,"result":{}}"# + "\n")
  }

  @Test func `both revisions open as they do`() {
    let opened = ask("initialize", "{\"protocolVersion\":\"2025-11-25\"}")
    #expect(opened?["result"]?["protocolVersion"]?.text == "2025-11-25")
    #expect(ask("server/discover")?["result"]?["resultType"]?.text == "complete")
    let meta = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"1900-01-01\"}}"
    #expect(ask("tools/list", meta)?["error"]?["code"]?.integer == -32022)
  }

  @Test(arguments: [
    ("{", -32700), ("[]", -32600), ("\"text\"", -32600), ("{\"jsonrpc\":\"2.0\",\"id\":7}", -32600),
    ("{\"id\":7,\"method\":\"ping\"}", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"nothing\"}", -32601),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":5}", -32602),
    ("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}", -32600),
    (String(repeating: "[", count: 100_000), -32700),
  ])
  func `what is no request is told`(_ line: String, _ code: Int) {
    #expect(told(line)?["error"]?["code"]?.integer == code)
  }

  @Test func `notifications and empty lines are never answered`() {
    #expect(
      session.answer(Array("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}".utf8)) == nil)
    #expect(session.answer(Array("  ".utf8)) == nil)
  }

  @Test func `tools find what the library finds, and write nothing`() throws {
    guard case .list(let tools)? = ask("tools/list")?["result"]?["tools"] else {
      Issue.record("no tools")
      return
    }
    #expect(tools.compactMap { $0["name"]?.text } == ["search", "show", "suggest", "domains"])
    func call(_ name: String, _ arguments: String) -> JSONValue? {
      ask("tools/call", "{\"name\":\"\(name)\",\"arguments\":\(arguments)}")
    }
    func text(_ told: JSONValue?) -> String {
      guard case .list(let content)? = told?["result"]?["content"] else { return "" }
      return content.first?["text"]?.text ?? ""
    }
    #expect(text(call("search", "{\"query\":\"light\"}")).contains("Lighthouses"))
    #expect(text(call("show", "{\"address\":\"shelf:2\"}")).contains("Harbours"))
    #expect(text(call("suggest", "{\"text\":\"har\"}")).contains("Harbours"))
    #expect(text(call("domains", "{}")).contains("shelf"))
    #expect(call("show", "{\"address\":\"shelf:9\"}")?["result"]?["isError"] == .boolean(true))
    // A wrong argument is told to the model, with what to do; a wrong tool to the client.
    for (wrong, remedy) in [
      ("{}", "send words"), ("{\"query\":7}", "send words"),
      ("{\"query\":\"x\",\"limit\":-5}", "leave it out for 10"),
      ("{\"query\":\"x\",\"limits\":5}", "did you mean 'limit'?"), ("[]", "send {}"),
    ] {
      let told = call("search", wrong)
      #expect(told?["result"]?["isError"] == .boolean(true), "\(wrong)")
      #expect(text(told).contains(remedy), "\(wrong)")
    }
    #expect(call("nothing", "{}")?["error"]?["code"]?.integer == -32602)
    let found = call("search", "{\"query\":\"light\"}")?["result"]?["structuredContent"]
    guard case .list(let results)? = found?["results"] else {
      Issue.record("no structured content")
      return
    }
    #expect(results.first?["address"]?.text == "shelf:1")
    let domains = call("domains", "{}")?["result"]?["structuredContent"]?["domains"]
    guard case .list(let known)? = domains else { return }
    #expect(known.first?["domain"]?.text == "shelf")
    #expect(ask("resources/read", "{\"uri\":\"footlight:shelf:1\"}")?["result"] != nil)
    #expect(
      ask("resources/read", "{\"uri\":\"footlight:no:1\"}")?["error"]?["code"]?.integer == -32602)
  }

  @Test func `results come nearest first, and values are counted`() throws {
    try folder.write(
      "domains/piers.yaml",
      """
      domain: piers
      version: 1
      source: { kind: csv, path: piers.csv }
      item:
        id: "{id}"
        title: "{title}"
        attributes: { at: { value: "{lat},{lon}", type: place }, kind: "{kind}" }
      """)
    try folder.write(
      "domains/piers.csv",
      "id,title,lat,lon,kind\n1,Far pier,50,8,long\n2,Near pier,53.5,10,short\n3,Middle pier,52,9,long\n"
    )
    try session.library.sync()
    func found(_ arguments: String) -> JSONValue? {
      ask("tools/call", "{\"name\":\"search\",\"arguments\":\(arguments)}")?["result"]?[
        "structuredContent"]
    }
    let near = found(#"{"query":"pier","sort":"near:53.6,10","facet":"kind"}"#)
    guard case .list(let results)? = near?["results"],
      case .list(let kinds)? = near?["facets"]?["kind"]
    else {
      Issue.record("no results: \(near as Any)")
      return
    }
    #expect(results.map { $0["address"]?.text } == ["piers:2", "piers:3", "piers:1"])
    #expect(results.first?["distance"]?.integer == 11_120)
    #expect(kinds.first?["value"]?.text == "long" && kinds.first?["count"]?.integer == 2)
    let wrong = ask("tools/call", #"{"name":"search","arguments":{"query":"pier","sort":7}}"#)
    #expect(wrong?["result"]?["isError"] == .boolean(true))
  }

  @Test func `an assistant learns nothing of what its person uses`() throws {
    func found() -> [JSONValue?] {
      [
        ask("tools/call", #"{"name":"search","arguments":{"query":"bank"}}"#),
        ask("tools/call", #"{"name":"suggest","arguments":{"text":"ban"}}"#),
        ask("tools/call", #"{"name":"domains","arguments":{}}"#), ask("resources/list"),
      ]
    }
    var page = VisitOptions()
    page.title = "Bank"
    try session.library.visit("https://bank.example/accounts", options: page)
    try session.library.star("shelf:2")
    for told in found() { #expect(!"\(told as Any)".contains("bank.example")) }
    #expect(!"\(found())".contains("history"))
  }

  @Test func `a line that is too long is passed by`() throws {
    let path = try folder.write("input", String(repeating: "x", count: 50) + "\nab\n\nrest")
    var lines = MessageLines(try ByteInput.open(path), longest: 10)
    var found: [String?] = []
    while let line = try lines.next() {
      found.append(line.map { String(decoding: $0, as: UTF8.self) })
    }
    #expect(found == [nil, "ab", "", "rest"])
  }
}
