import DeclaredRecords
import Footlight
import FootlightPlatform
import SearchEngine
import SourceKinds
import Synchronization
import TestSupport

/// A throw-away workspace with domains whose records a test decides.
final class TestWorkspace {
  let folder: TemporaryFolder
  let records: MemoryRecords
  var system: SystemServices

  init() throws {
    folder = try TemporaryFolder()
    system = .isolated(in: folder.path)
    records = MemoryRecords()
    try folder.write("domains/data/none", "")
  }

  /// A library over it, opened anew.
  func library() throws(Failure) -> Library {
    try Library(
      workspace: folder.path, kinds: SourceKind.builtIn + [records.kind], system: system)
  }

  /// Declares a domain with the kind `memory`.
  func declare(
    _ domain: String, version: Int = 1, source: String = "", item: String = "", tail: String = ""
  ) throws {
    try folder.write(
      "domains/\(domain).yaml",
      """
      domain: \(domain)
      version: \(version)
      source: { kind: memory, name: \(domain)\(source) }
      item: { id: "{id}", title: "{title}"\(item) }
      \(tail)

      """)
  }

  /// Sets the records of a domain: ids and titles.
  func put(_ domain: String, _ titles: [(Int, String)]) {
    records.put(
      domain, titles.map { ["id": .number(String($0.0)), "title": .text($0.1)] })
  }

  /// The files of the index.
  func files() throws -> [String] { try folder.names(".footlight") }

  /// Leaves a file as a killed build does: it bears the mark of a generation, and is not whole.
  func leave(_ name: String, bytes: Int = 4_096) throws {
    let mark = SegmentMark.bytes(of: name)
    try folder.write(
      ".footlight/\(name)",
      bytes: mark.bytes(mark.all) + [UInt8](repeating: 1, count: bytes - mark.count))
  }

  /// The generation files of a domain.
  func generations(_ domain: String) throws -> [String] {
    try files().filter { $0.hasPrefix(domain + ".") }
  }
}

extension Library {
  /// The ids that a query finds.
  func ids(_ text: String, _ domains: [String] = []) throws -> [String] {
    try search(text, options: SearchOptions(domains: domains, limit: 100)).hits.map(\.id)
  }

  /// The decision of a sync for one domain.
  func decision(_ domain: String, _ options: SyncOptions = SyncOptions()) throws -> SyncDecision? {
    try sync(options: options).rows.first { $0.domain == domain }?.decision
  }
}

/// Records in memory, by the name of their source, and how often they were read.
final class MemoryRecords: Sendable {
  private struct Table {
    var records: [Record] = []
    var stamp = 0
    var isFresh = false
    var reads = 0
    var failure: Failure?
    var whenRead: (@Sendable (Int) -> Void)?
  }

  private let tables = Mutex<[String: Table]>([:])

  func put(_ name: String, _ records: [Record]) {
    tables.withLock {
      $0[name, default: Table()].records = records
      $0[name, default: Table()].stamp += 1
    }
  }

  /// Sets the records of a source that looks as before, as one that is written twice within a tick
  /// of the clock.
  func putUnseen(_ name: String, _ records: [Record]) {
    tables.withLock { $0[name, default: Table()].records = records }
  }

  /// Makes a source one that was written just now, or some time ago.
  func look(_ name: String, isFresh: Bool) {
    tables.withLock { $0[name, default: Table()].isFresh = isFresh }
  }

  /// Is told the number of each record before it is read.
  func whenRead(_ name: String, _ body: @escaping @Sendable (Int) -> Void) {
    tables.withLock { $0[name, default: Table()].whenRead = body }
  }

  func fail(_ name: String, _ failure: Failure?) {
    tables.withLock { $0[name, default: Table()].failure = failure }
  }

  func reads(_ name: String) -> Int {
    tables.withLock { $0[name]?.reads ?? 0 }
  }

  /// The kind of source that reads them.
  var kind: SourceKind {
    SourceKind(
      SourceKindKeys(
        name: "memory", summary: "Records of a test.",
        keys: [Key("name", .text, "Which of them.", isRequired: true)])
    ) { (definition, _) throws(Failure) in
      MemorySource(owner: self, name: definition["name"]?.text ?? "")
    }
  }

  fileprivate func stamp(_ name: String) -> SourceStamp {
    tables.withLock { tables in
      let table = tables[name, default: Table()]
      return SourceStamp(text: String(table.stamp), isFresh: table.isFresh)
    }
  }

  fileprivate func open(_ name: String) throws(Failure) -> (
    [Record], (@Sendable (Int) -> Void)?
  ) {
    let table = tables.withLock { tables in
      tables[name, default: Table()].reads += 1
      return tables[name, default: Table()]
    }
    if let failure = table.failure { throw failure }
    return (table.records, table.whenRead)
  }
}

private struct MemorySource: RecordSource {
  let owner: MemoryRecords
  let name: String

  func stamp() throws(Failure) -> SourceStamp {
    owner.stamp(name)
  }

  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    let (records, whenRead) = try owner.open(name)
    var place = 0
    return try RecordEnumeration(plan, name: "memory of \(name)") { () throws(Failure) in
      guard place < records.count else { return nil }
      place += 1
      whenRead?(place)
      return records[place - 1]
    }
  }
}
