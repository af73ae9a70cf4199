import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles

/// The rows of a domain that are shared: its row, its deltas and its journal.
struct SharedRows: Sendable, Hashable {
  /// The row of `domain`; nil where there is none.
  var domain: CatalogRow?
  /// The numbers of its deltas.
  var deltas: [Int] = []
  /// The rows of its journal, by key.
  var journal: [[UInt8]: [UInt8]] = [:]

  /// The columns about this machine's files: on other machines the same files look otherwise.
  static let localColumns = ["source_stamp", "source_fresh", "declaration", "watched"]

  /// Whether what other machines should know is the same.
  func publishesSame(as other: SharedRows) -> Bool {
    func shared(_ row: CatalogRow?) -> CatalogRow? {
      guard var row else { return nil }
      for column in SharedRows.localColumns { row[column] = nil }
      return row
    }
    return shared(domain) == shared(other.domain) && deltas == other.deltas
      && journal == other.journal
  }

  /// The number of the base; 0 where there is none.
  var base: Int { domain?.count("generation") ?? 0 }
}

extension Catalog {
  /// The name under which the identity of the shared store is kept.
  private static let identityName = "shared"
  /// Stands before a domain in the name under which its version is kept.
  private static let versionPrefix = "shared:"

  /// The number of the next generation: of all machines, where the index is a copy of a shared store's.
  func nextGeneration(after last: Int) throws(Failure) -> Int {
    if let replica { return try replica.shared.nextNumber() }
    return last + 1
  }

  /// The number of the next delta, within a transaction.
  func nextDelta() throws(Failure) -> Int {
    if let replica { return try replica.shared.nextNumber() }
    return try counter("delta") + 1
  }

  /// The shared rows of a domain, within a transaction.
  func sharedRows(of domain: String) throws(Failure) -> SharedRows {
    var rows = SharedRows()
    let row = try connection.statement("SELECT * FROM domain WHERE name = ?")
    try row.bind(domain, at: 1)
    if try row.step() { rows.domain = CatalogRow(row) }
    let deltas = try connection.statement(
      "SELECT number FROM delta WHERE domain = ? ORDER BY number")
    try deltas.bind(domain, at: 1)
    while try deltas.step() { rows.deltas.append(deltas.int(0)) }
    let journal = try connection.statement("SELECT * FROM journal WHERE domain = ?")
    try journal.bind(domain, at: 1)
    while try journal.step() {
      let row = CatalogRow(journal)
      guard case .bytes(let key)? = row["key"] else { continue }
      rows.journal[key] = row.encoded
    }
    return rows
  }

  /// The row of a delta, within a transaction.
  func sharedDelta(_ number: Int) throws(Failure) -> SharedDelta? {
    let statement = try connection.statement("SELECT * FROM delta WHERE number = ?")
    try statement.bind(number, at: 1)
    guard try statement.step() else { return nil }
    return SharedDelta(number: number, row: CatalogRow(statement).encoded)
  }

  /// Whether the index is a copy of a shared store.
  func isCopy() throws(Failure) -> Bool { try counter(Catalog.identityName) != 0 }

  /// The versions of the shared store's domains that are here; none where they are another store's.
  func sharedVersions(of identity: Int) throws(Failure) -> [String: Int] {
    guard try counter(Catalog.identityName) == identity else { return [:] }
    let statement = try connection.statement(
      "SELECT substr(name, 8), value FROM counter WHERE substr(name, 1, 7) = ?")
    try statement.bind(Catalog.versionPrefix, at: 1)
    var versions: [String: Int] = [:]
    while try statement.step() { versions[statement.text(0)] = statement.int(1) }
    return versions
  }

  /// The version of a domain that is here; 0 where there is none.
  func sharedVersion(of domain: String) throws(Failure) -> Int {
    try counter(Catalog.versionPrefix + domain)
  }

  /// Keeps the version of a domain, within a transaction.
  func setSharedVersion(of domain: String, to version: Int) throws(Failure) {
    try set(Catalog.versionPrefix + domain, to: version)
  }

  /// Begins to be a copy of a shared store, if it is none: what it knows of another one is forgotten.
  func adopt(_ identity: Int) throws(Failure) {
    guard try counter(Catalog.identityName) != identity else { return }
    try change { () throws(Failure) in
      let statement = try connection.statement("DELETE FROM counter WHERE substr(name, 1, 7) = ?")
      try statement.bind(Catalog.versionPrefix, at: 1)
      try statement.run()
      try set(Catalog.identityName, to: identity)
    }
  }

  private func set(_ name: String, to value: Int) throws(Failure) {
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)")
    try statement.bind(name, at: 1)
    try statement.bind(value, at: 2)
    try statement.run()
  }

  /// Puts a domain as it is published in the place of what is here, in one transaction; the deltas that come
  /// are those that are not here yet.
  func replace(
    with state: SharedDomain, _ row: CatalogRow, adding deltas: [CatalogRow],
    journal: [CatalogRow]
  ) throws(Failure) {
    try change { () throws(Failure) in
      try removeRows(of: state.name, keepingDeltas: state.deltas)
      for delta in deltas {
        // The number of another domain's delta would take that one's place.
        guard try sharedDelta(delta.count("number")) == nil else { throw CatalogRow.senseless }
        try insert(delta, into: "delta")
      }
      try insert(row, into: "domain")
      for row in journal { try insert(row, into: "journal") }
      try raise("generation", to: row.count("generation"))
      try raise("delta", to: state.deltas.max() ?? 0)
      try raise("sequence", to: journal.map { $0.count("sequence") }.max() ?? 0)
      try setSharedVersion(of: state.name, to: state.version)
      try checkReadable(state.name)
    }
  }

  /// Reads what was written, within a transaction: a row that makes the others unreadable is not kept.
  private func checkReadable(_ domain: String) throws(Failure) {
    do throws(Failure) {
      guard let stored = try presentDomains().first(where: { $0.name == domain }) else {
        throw CatalogRow.senseless
      }
      _ = try deltaSize(of: stored)
    } catch {
      guard error.concerns([.sqliteStatement]) else { throw error }
      throw CatalogRow.senseless
    }
  }

  /// Forgets a domain that the shared store does not have, or has no longer.
  func forget(_ domain: String, version: Int?) throws(Failure) {
    try change { () throws(Failure) in
      try removeRows(of: domain, keepingDeltas: [])
      if let version { try setSharedVersion(of: domain, to: version) }
    }
  }

  private func removeRows(of domain: String, keepingDeltas kept: [Int]) throws(Failure) {
    let known = try sharedRows(of: domain).deltas
    try removeDeltas(known.filter { !kept.contains($0) })
    for table in ["domain WHERE name", "journal WHERE domain"] {
      let statement = try connection.statement("DELETE FROM \(table) = ?")
      try statement.bind(domain, at: 1)
      try statement.run()
    }
  }
}
