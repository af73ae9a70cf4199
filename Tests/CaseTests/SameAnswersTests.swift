import Footlight
import FootlightPlatform
import JSONAnswers
import Synchronization
import TestSupport
import Testing

@testable import DesktopSearch
@testable import WebInterface

extension BundledDomainsTests {
  @Test func `library, tool, web and desktop give the same ids in the same order (TB-19)`() throws {
    let library = try #require(BundledDomains.current).library
    let same = SameAnswers(library: library)
    let queries = try same.queries()
    #expect(queries.count == 200)
    let wanted = try queries.map(same.ids)
    #expect(wanted.count { !$0.isEmpty } > 150)
    for door in same.doors() {
      let found = try door.ask(queries, wanted.map(\.count))
      for (query, (found, wanted)) in zip(queries, zip(found, wanted)) where found != wanted {
        Issue.record("\(door.name), '\(query)': \(found.prefix(4)), wanted \(wanted.prefix(4))")
      }
      #expect(found.count == queries.count, "\(door.name)")
    }
  }
}

/// Every way to ask the bundled domains: what each finds, and in which order, is the same.
private struct SameAnswers {
  /// A way to ask: its name, and the identifiers that it finds for each of several queries, of which so many
  /// are wanted.
  struct Door {
    let name: String
    let ask: ([String], [Int]) throws -> [[String]]
  }

  let library: Library

  func doors() -> [Door] {
    var doors = [Door(name: "web") { queries, _ in try queries.map(askWeb) }]
    if BuiltProgram.path("footlight") != nil {
      doors.append(Door(name: "tool") { try askTool($0, $1) })
    }
    #if Complete
      if PrivateBus.isAvailable {
        doors.append(Door(name: "desktop") { queries, _ in try askDesktop(queries) })
      }
    #endif
    return doors
  }

  func ids(_ query: String) throws -> [String] {
    var options = SearchOptions(limit: 50)
    options.marksMatches = false
    return try library.search(query, options: options).hits.map(\.address)
  }

  /// Names of all bundled domains, as people write them: whole, begun, in part, wrong, and with conditions.
  func queries() throws -> [String] {
    var options = SearchOptions(limit: 40)
    options.findsAll = true
    options.perDomain = 7
    options.marksMatches = false
    var queries: [String] = []
    for hit in try library.search("", options: options).hits {
      // One line of a batch is one query.
      let title = hit.title.split(whereSeparator: \.isWhitespace).prefix(6).joined(separator: " ")
      let words = title.split(separator: " ").map(String.init)
      guard let first = words.first, let last = words.last, title.count > 4 else { continue }
      queries += [
        title, String(title.dropLast(2)), String(title.prefix(3)), "\(last) \(first)",
        "\"\(title)\"", "\(first) OR \(last)", "\(first) -\(last)", "domain:\(hit.domain) \(last)",
        String(title.prefix(2)) + String(title.dropFirst(3)),
      ]
    }
    // Fewer than three letters find less on the desktop, and GNOME leaves out spaces at the end.
    let plain = queries.map { $0.split(separator: " ").joined(separator: " ") }
    return Array(plain.filter { DesktopQuery($0).reach == .everything }.prefix(200))
  }

  /// The API of the server, asked without a network.
  private func askWeb(_ query: String) throws -> [String] {
    let service = WebService(library, WebSettings(), ports: [("127.0.0.1", 80)])
    let encoded = query.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }
    let request = HTTPRequest(
      target: "/api/v1/search?limit=50&q=" + encoded.joined(), headers: [("Host", "localhost")])
    let response = service.response(to: request)
    guard case .list(let hits) = JSONValue(response.body)?["hits"] else { return [] }
    return hits.map { hit in
      let (domain, id) = (hit["domain"]?.text ?? "", hit["id"]?.text ?? "")
      return ItemAddress(domain: domain, id: id).description
    }
  }

  /// `footlight query --batch`: the identifiers of all queries, one a line, without anything between two queries; they
  /// are cut as the library's are, so that the first difference is seen.
  private func askTool(_ queries: [String], _ counts: [Int]) throws -> [[String]] {
    let folder = try TemporaryFolder()
    let file = try folder.write("queries", queries.joined(separator: "\n") + "\n")
    var tool = Subprocess(
      try #require(BuiltProgram.path("footlight")),
      [
        "query", "--batch", file, "--ids", "--limit", "50", "--workspace",
        library.workspace.folder, "--index", library.workspace.index,
      ])
    tool.output = folder.path("found")
    #expect(try tool.run() == 0)
    var lines = try folder.text("found").split(separator: "\n").map(String.init)[...]
    var found: [[String]] = []
    for count in counts {
      found.append(Array(lines.prefix(count)))
      lines = lines.dropFirst(count)
    }
    #expect(lines.isEmpty, "no query finds more")
    return found
  }

  #if Complete
    /// The service on a bus of its own, asked as GNOME asks.
    private func askDesktop(_ queries: [String]) throws -> [[String]] {
      let bus = try PrivateBus()
      try InstalledWorkspaces(bus.system).add(library.workspace)
      var settings = DesktopServiceSettings()
      settings.busAddress = bus.address
      settings.patienceMilliseconds = 30_000
      let client = try connect(bus.address)
      let (end, system, wanted) = (Cancellation(), bus.system, settings)
      let hasEnded = Mutex(false)
      Workers.detach {
        _ = try? DesktopService(wanted, system: system).run(end)
        hasEnded.withLock { $0 = true }
      }
      defer {
        end.cancel()
        for _ in 0..<5_000 where !hasEnded.withLock({ $0 }) { Workers.pause() }
      }
      let name = "io.github.footlight.Search"
      for _ in 0..<10_000 {
        let owner = BusCall.bus("GetNameOwner", [.text(name)])
        if (try? client.ask(owner, milliseconds: 30_000)) != nil { break }
        Workers.pause()
      }
      return try queries.map { query in
        let words = query.split(separator: " ").map { BusValue.text(String($0)) }
        let call = BusCall(
          destination: name, path: "/io/github/footlight/Search",
          interface: "org.gnome.Shell.SearchProvider2", member: "GetInitialResultSet",
          values: [.list(of: "s", words)])
        return try client.ask(call, milliseconds: 60_000).texts(0)
      }
    }

    /// A connection, as soon as the bus is there.
    private func connect(_ address: String) throws -> BusConnection {
      for _ in 0..<3_000 {
        if let connection = try? BusConnection(address: address) { return connection }
        Workers.pause()
      }
      return try BusConnection(address: address)
    }
  #endif
}
