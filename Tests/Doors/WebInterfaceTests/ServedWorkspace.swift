import Footlight
import FootlightPlatform
import JSONAnswers
import TestSupport

@testable import WebInterface

/// A workspace with a few items, and the service over it, asked without a network.
final class ServedWorkspace: Sendable {
  let library: Library
  let service: WebService
  private let folder: TemporaryFolder

  init(
    grouped: Bool = false, log: Bool = false, searches: String = "",
    _ settings: WebSettings = WebSettings(),
    now: (@Sendable () -> Int64)? = nil,
    monotonic: (@Sendable () -> Int64)? = nil
  ) throws {
    let folder = try TemporaryFolder()
    let lines = (log ? "log: true\n" : "") + (searches.isEmpty ? "" : "searches: \(searches)\n")
    if !lines.isEmpty { try folder.write("footlight.yaml", lines) }
    try folder.write(
      "domains/shelf.yaml",
      """
      domain: shelf
      label: The shelf
      version: 1
      source: { kind: jsonl, path: data/shelf.jsonl }
      item:
        id: "{id}"
        title: "{title}"
        url: "https://books.example/{id}"
        attributes: { kind: "{kind}", year: { value: "{year}", type: number } }

      """)
    var records = ""
    for number in 1...30 {
      records += "{\"id\":\"b\(number)\",\"title\":\"Volume \(number) of lanterns\","
      records += "\"kind\":\"\(number % 3 == 0 ? "novel" : "atlas")\",\"year\":\(1900 + number)}\n"
    }
    try folder.write("domains/data/shelf.jsonl", records)
    for name in ["notes", "status"] {
      try folder.write(
        "domains/\(name).yaml",
        """
        domain: \(name)
        version: 1
        source: { kind: external }
        item:
          id: "{id}"
          title: "{title}"
          description: "{about}"
          private: "{secret}"
          expires: "{until}"
          image: "{cover}"

        """)
    }
    for (name, kind) in grouped ? [("rules", "code"), ("cases", "secretkind")] : [] {
      try folder.write(
        "domains/\(name).yaml",
        """
        domain: law.\(name)
        version: 1
        source: { kind: jsonl, path: data/\(name).jsonl }
        item: { id: "{id}", title: "{title}", attributes: { kind: "{kind}" } }

        """)
      try folder.write(
        "domains/data/\(name).jsonl",
        "{\"id\":\"1\",\"title\":\"Lanterns\",\"kind\":\"\(kind)\"}\n")
    }
    var system = SystemServices.isolated(in: folder.path)
    if let now { system.now = now }
    if let monotonic { system.monotonic = monotonic }
    library = try Library(workspace: folder.path, system: system)
    try library.sync()
    service = WebService(library, settings, ports: [("127.0.0.1", 80)], system: system)
    self.folder = folder
  }

  /// A workspace that is written by the caller, at a time that stands still, but for the clock of searches where it is timed.
  init(
    now: Int64, isTimed: Bool = false, _ settings: WebSettings = WebSettings(),
    _ write: (borrowing TemporaryFolder) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    try write(folder)
    var system = SystemServices.isolated(in: folder.path)
    system.now = { now }
    if !isTimed { system.monotonic = { 1 } }
    library = try Library(workspace: folder.path, system: system)
    try library.sync()
    service = WebService(library, settings, ports: [("127.0.0.1", 80)], system: system)
    self.folder = folder
  }

  /// Writes a file, and brings the index up to date.
  func write(_ name: String, _ text: String) throws {
    try folder.write(name, text)
    try library.sync()
  }

  /// Asks as a client on this machine would.
  func ask(
    _ method: String, _ target: String, _ fields: [(name: String, value: String)] = [],
    body: String = "", host: String = "localhost", isLocal: Bool = true
  ) -> HTTPResponse {
    var request = HTTPRequest(
      method: method, target: target, headers: [("Host", host)] + fields, isLocal: isLocal)
    request.body = Array(body.utf8)
    return service.response(to: request)
  }

  func get(
    _ target: String, _ fields: [(name: String, value: String)] = [], host: String = "localhost"
  ) -> HTTPResponse {
    ask("GET", target, fields, host: host)
  }

  /// A key, as a field of a header.
  func key(
    _ name: String, _ actions: [KeyAction], domains: [String] = [], expires: String? = nil
  ) throws -> (name: String, value: String) {
    let secret = try library.createKey(name, actions: actions, domains: domains, expires: expires)
    return ("Authorization", "Bearer \(secret)")
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue? { JSONValue(body) }
  /// The code of the error that it tells.
  var code: String? { json?["error"]?["code"]?.text }
}
