import FileHandles
import Footlight
import FootlightPlatform
import TestSupport
import Testing

/// Whatever happens to the bytes of a catalog: an answer is right or says that something is wrong,
/// one sync heals all, and what was pushed is kept.
@Suite struct CatalogDamageTests {
  /// A domain with deltas and a change that waits, one without, and one of pushed records.
  private let work: TestWorkspace
  private let whole: [UInt8]
  private static let expected = [
    "names": ["1", "2", "3", "4"], "plain": ["7"], "notes": (1...20).map(String.init).sorted(),
  ]

  init() throws {
    work = try TestWorkspace()
    try work.declare("names")
    try work.declare("plain")
    try work.folder.write(
      "domains/notes.yaml",
      """
      domain: notes
      version: 1
      source: { kind: external }
      item: { id: "{id}", title: "{title}" }

      """)
    work.put("names", (1...300).map { ($0, "name \($0)") })
    work.put("plain", [(7, "other")])
    let library = try work.library()
    try library.sync()
    work.put("names", (1...300).map { ($0, $0 < 5 ? "other \($0)" : "name \($0)") })
    try library.sync()
    for part in [1...10, 11...20] {
      try library.records(of: "notes").index(
        part.map { ["id": .number("\($0)"), "title": .text("other")] as Record })
    }
    let catalog = try File.readWhole(work.folder.path(".footlight/catalog.sqlite"))
    whole = catalog.bytes(catalog.all)
  }

  private func answers(_ library: Library) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for domain in Self.expected.keys { found[domain] = try library.ids("other", [domain]).sorted() }
    return found
  }

  /// Puts a damaged catalog in place, asks, syncs once and asks again.
  private func attempt(_ what: String, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = whole
    change(&bytes)
    for suffix in ["-wal", "-shm"] {
      _ = try FileOperations.system.remove(
        work.folder.path(".footlight/catalog.sqlite\(suffix)"))
    }
    try work.folder.write(".footlight/catalog.sqlite", bytes: bytes)
    let asking = try work.library()
    for (domain, ids) in Self.expected {
      do throws(Failure) {
        let answer = try asking.search(
          "other", options: SearchOptions(domains: [domain], limit: 100))
        let isRight = answer.hits.map(\.id).sorted() == ids
        #expect(
          isRight || !answer.notes.isEmpty, "\(what): a wrong answer from \(domain), silently")
      } catch {
        #expect(error.exitCode == 3 || error.exitCode == 2, "\(what): \(error)")
      }
    }
    let healing = try work.library()
    let report = try healing.sync(options: SyncOptions(collectsFailures: true))
    #expect(report.failures.isEmpty, "\(what): \(report.failures)")
    #expect(try answers(healing) == Self.expected, "\(what)")
    #expect(try healing.sync().rows.map(\.decision) == [.none, .none, .none], "\(what)")
  }

  @Test func `every page of the catalog zeroed is healed by one sync`() throws {
    let pages = whole.count / 16_384
    #expect(pages > 4)
    for page in 0..<pages {
      try attempt("page \(page + 1)") { bytes in
        for place in (page * 16_384)..<((page + 1) * 16_384) { bytes[place] = 0 }
      }
    }
  }

  @Test func `flipped bits of the catalog are healed by one sync`() throws {
    let isTorture = SystemServices.system.environment("FOOTLIGHT_TORTURE") != nil
    var random = SeededRandom(seed: 17)
    for number in 0..<(isTorture ? 1_000 : 24) {
      // Half of them where something is written, in the first bytes of a page.
      let page = Int.random(in: 0..<(whole.count / 16_384), using: &random)
      let place =
        number % 2 == 0
        ? Int.random(in: 0..<whole.count, using: &random)
        : page * 16_384 + Int.random(in: 0..<120, using: &random)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      try attempt("bit \(bit) of byte \(place)") { $0[place] ^= bit }
    }
  }

  @Test func `a number of the format that was damaged is no newer program`() throws {
    // SQLite keeps the user version in bytes 60 to 63.
    for value: UInt8 in [0, 1, 2, 77] { try attempt("format \(value)") { $0[63] = value } }
  }

  @Test func `a row that somebody else has changed is not believed in silence`() throws {
    do {
      let catalog = try Connection(
        path: work.folder.path(".footlight/catalog.sqlite"), mode: .readWrite)
      try catalog.execute("UPDATE domain SET label = 'another' WHERE name = 'plain'")
    }
    let asking = try work.library()
    do throws(Failure) {
      let answer = try asking.search("other", options: SearchOptions(domains: ["plain"]))
      #expect(!answer.notes.isEmpty)
    } catch {
      #expect(error.exitCode == 3)
    }
    _ = try asking.sync()
    #expect(try answers(work.library()) == Self.expected)
  }

  @Test func `a sync says that the catalog was damaged`() throws {
    try work.folder.write(".footlight/catalog.sqlite", "this is no database at all, is it?")
    let report = try work.library().sync()
    #expect(report.warnings.map(\.code.name) == ["index.catalog-damaged"])
    #expect(try answers(work.library()) == Self.expected)
  }

  @Test func `a damaged catalog is begun anew where nothing is declared any more`() throws {
    for domain in Self.expected.keys {
      try FileOperations.system.remove(work.folder.path("domains/\(domain).yaml"))
    }
    try work.folder.write(".footlight/catalog.sqlite", "this is no database at all, is it?")
    let library = try work.library()
    let codes = try [library.sync(), library.sync()].map { $0.warnings.map(\.code.name) }
    #expect(codes == [["index.catalog-damaged"], []])
    #expect(try library.status().domains.isEmpty)
  }
}
