import Footlight
import FootlightPlatform
import JSONAnswers
import Synchronization
import Testing

@testable import WebInterface

/// Over every route of the table: others than the person at this machine learn nothing of what that person uses,
/// and nobody here learns anything of private items.
struct PrivacyTests {
  /// How somebody who is not the person at this machine asks.
  enum Stranger: String, CaseIterable {
    case behindBaseAddress, fromElsewhere, throughProxy, byKey, fromOtherSite, onNetwork

    var settings: WebSettings {
      switch self {
      case .behindBaseAddress: WebSettings(base: BaseAddress("https://search.example/"))
      case .fromOtherSite: WebSettings(origins: ["https://other.example"])
      case .onNetwork: WebSettings(needsKeys: true)
      case .fromElsewhere, .throughProxy, .byKey: WebSettings()
      }
    }

    func fields(_ served: ServedWorkspace) throws -> [(name: String, value: String)] {
      switch self {
      case .behindBaseAddress, .fromElsewhere: []
      case .throughProxy: [("CF-Connecting-IP", "203.0.113.9")]
      case .byKey, .onNetwork: [try served.key("reader", [.search, .metrics])]
      case .fromOtherSite: [("Origin", "https://other.example")]
      }
    }
  }

  private static let queries = [
    "", "?q=", "?q=volume", "?q=privatebank", "?q=private", "?q=lanterns%20volume%20", "?all=true",
    "?q=xylophonix", "?q=xylophonic", "?q=xylo", "?q=lantern+xylophonic",
    "?q=lighthouse&explain=true", "?q=lanterns&explain=true&limit=3", "?q=secret",
  ]
  private static let bodies = [
    "{\"queries\":[{\"q\":\"volume\",\"explain\":true},{\"q\":\"privatebank\"},{\"q\":\"xylophonix\"}]}"
  ]

  /// All that can be read, by address; what the API refuses for a parameter is asked without it.
  private func everything(
    _ served: ServedWorkspace, _ fields: [(name: String, value: String)], isLocal: Bool,
    _ clock: Clock
  ) -> [String: HTTPResponse] {
    var found: [String: HTTPResponse] = [:]
    let places: [(domain: String, id: String)] = [
      ("shelf", "b7"), ("notes", "1"), ("notes", "2"), ("history", "bank"),
      ("history", "https%3A%2F%2Fbank.example%2Faccounts"),
    ]
    for route in RouteTable.all where route.method == "GET" && route.name != "metrics" {
      for place in places {
        let path = route.path.replacing("{domain}", with: place.domain)
          .replacing("{id}", with: place.id).replacing("{part}", with: "1")
        for query in PrivacyTests.queries {
          let names = route.parameters.map(\.name)
          let pairs = query.dropFirst().split(separator: "&").filter { pair in
            names.contains { pair.hasPrefix($0 + "=") }
          }
          let target = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
          guard found[target] == nil else { continue }
          clock.goOn()
          found[target] = served.ask("GET", target, fields, isLocal: isLocal)
        }
      }
    }
    for body in PrivacyTests.bodies {
      clock.goOn()
      found[body] = served.ask("POST", "/api/v1/search", fields, body: body, isLocal: isLocal)
    }
    return found
  }

  private func metrics(
    _ served: ServedWorkspace, _ fields: [(name: String, value: String)], isLocal: Bool
  ) -> [Substring] {
    served.ask("GET", "/metrics", fields, isLocal: isLocal).text.split(separator: "\n")
  }

  @Test(arguments: Stranger.allCases)
  func `what the person uses changes nothing for others`(_ stranger: Stranger) throws {
    let clock = Clock()
    let served = try ServedWorkspace(
      stranger.settings, now: { 1_800_000_000 }, monotonic: clock.now)
    let fields = try stranger.fields(served)
    let isLocal = stranger != .fromElsewhere
    let before = everything(served, fields, isLocal: isLocal, clock)
    #expect(before.values.contains { $0.status == 200 })
    try served.library.visit(
      "https://bank.example/accounts", options: PrivacyTests.titled("Privatebank"))
    try served.library.visit("shelf:b7", options: VisitOptions(for: "volume"))
    try served.library.star("shelf:b9")
    let after = everything(served, fields, isLocal: isLocal, clock)
    for (target, response) in before {
      let other = try #require(after[target])
      #expect(response.status == other.status, "\(target)")
      #expect(response.text == other.text, "\(target)")
      #expect(response.header("ETag") == other.header("ETag"), "\(target)")
      #expect(!other.text.contains("Privatebank"), "\(target)")
    }
    let own = [(name: "Origin", value: "http://localhost")]
    _ = served.ask("POST", "/visit", own, body: "item=shelf:b8")
    clock.goOn()
    let told = metrics(served, fields, isLocal: isLocal)
    #expect(!told.contains { $0.contains("history") || $0.contains("Visit") })
  }

  @Test func `the person at this machine, and keys for activity, see what is used`() throws {
    let served = try ServedWorkspace()
    try served.library.visit(
      "https://bank.example/accounts", options: PrivacyTests.titled("Privatebank"))
    #expect(served.get("/api/v1/search?q=privatebank").text.contains("bank.example"))
    let key = try served.key("me", [.search, .activity])
    let asked = served.ask("GET", "/api/v1/search?q=privatebank", [key], isLocal: false)
    #expect(asked.text.contains("bank.example"))
    #expect(!served.get("/api/v1/domains").text.contains("history"))
  }

  @Test(arguments: [true, false])
  func `a private item changes nothing that is shown`(_ isOwn: Bool) throws {
    let clock = Clock()
    let served = try ServedWorkspace(now: { 1_800_000_000 }, monotonic: clock.now)
    let records = served.library.records(of: "notes")
    _ = try records.index(lines: Array(shown.utf8), named: "test", merging: false, state: nil)
    let before = everything(served, [], isLocal: isOwn, clock)
    let items = metrics(served, [], isLocal: isOwn).filter { $0.hasPrefix("footlight_items") }
    let secret = """
      {"id":"2","title":"Xylophonic lanterns","secret":"yes"}
      {"id":"3","title":"Secret lighthouse lanterns volume","secret":"yes"}

      """
    _ = try records.index(lines: Array(secret.utf8), named: "test", merging: false, state: nil)
    let after = everything(served, [], isLocal: isOwn, clock)
    // Not even in the history of the person's own page, where private items were opened at the command line.
    try served.library.star("notes:2")
    clock.goOn()
    for page in ["/", "/history"] { #expect(!served.get(page).text.contains("ylophonic lanterns")) }
    for (target, response) in before {
      let other = try #require(after[target])
      #expect(response.status == other.status, "\(target)")
      #expect(!other.text.contains("ylophonic lanterns"), "\(target)")
      // When a domain was changed, and how large it is on the disk, its status tells.
      guard !target.contains("status") else { continue }
      #expect(response.text == other.text, "\(target)")
    }
    clock.goOn()
    let now = metrics(served, [], isLocal: isOwn).filter { $0.hasPrefix("footlight_items") }
    #expect(items == now)
    #expect(try served.library.search("xylophonic").total == 1)
  }

  @Test func `the places of a sitemap are those of items that may be seen`() throws {
    let served = try ServedWorkspace()
    var lines = ""
    for number in 1...9 {
      lines += "{\"id\":\"\(number)\",\"title\":\"n\(number)\""
      lines += number % 3 == 0 ? "}\n" : ",\"secret\":\"yes\"}\n"
    }
    _ = try served.library.records(of: "notes").index(
      lines: Array(lines.utf8), named: "test", merging: false, state: nil)
    let state = try served.library.snapshot(for: .web)
    #expect(state.facts.first { $0.name == "notes" }?.items == 3)
    var found: [String] = []
    try state.forEachItem(of: "notes", in: 1..<3) { id, _ in found.append(id) }
    #expect(found == ["6", "9"])
    #expect(!served.get("/sitemap.xml").text.contains("/notes/1<"))
  }

  private static func titled(_ title: String) -> VisitOptions {
    var options = VisitOptions()
    options.title = title
    return options
  }

  private let shown = "{\"id\":\"1\",\"title\":\"A lighthouse\"}\n"

  /// A clock that stands still while a request is answered, and goes on by two milliseconds between two of
  /// them, so that nothing is remembered.
  private final class Clock: Sendable {
    private let time = Mutex<Int64>(1)
    func now() -> Int64 { time.withLock { $0 } }
    func goOn() { time.withLock { $0 += 2_000_000 } }
  }
}
