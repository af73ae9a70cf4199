import FileHandles
import FootlightPlatform
import IndexStores

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

  /// The numbers of the files of the base; empty where the domain is not published.
  var base: [Int] {
    guard let domain else { return [] }
    let shards = domain.shards ?? []
    return shards.isEmpty ? [domain.count("generation")] : shards.map(\.generation)
  }
}

extension Catalog {
  /// Stands before a domain in the name under which the token of its state is kept.
  private static let tokenPrefix = "shared:"

  /// The shared rows of a domain, within a transaction.
  func sharedRows(of domain: String) throws(Failure) -> SharedRows {
    var rows = SharedRows()
    let row = try connection.statement("SELECT * FROM domain WHERE name = ?", domain)
    if try row.step() { rows.domain = CatalogRow(row) }
    let deltas = try connection.statement(
      "SELECT number FROM delta WHERE domain = ? ORDER BY number", domain)
    while try deltas.step() { rows.deltas.append(deltas.int(0)) }
    let journal = try connection.statement("SELECT * FROM journal WHERE domain = ?", domain)
    while try journal.step() {
      let row = CatalogRow(journal)
      guard case .bytes(let key)? = row["key"] else { continue }
      rows.journal[key] = row.encoded
    }
    return rows
  }

  /// The row of a delta, within a transaction.
  func sharedDelta(_ number: Int) throws(Failure) -> SharedDelta? {
    let statement = try connection.statement("SELECT * FROM delta WHERE number = ?", number)
    guard try statement.step() else { return nil }
    return SharedDelta(number: number, row: CatalogRow(statement).encoded)
  }

  /// The tokens of the shared store's domains that are here; empty where they are another store's.
  func sharedTokens(of identity: Int) throws(Failure) -> [String: Int] {
    guard try counter(Catalog.identityName) == identity else { return [:] }
    let statement = try connection.statement(
      "SELECT substr(name, 8), value FROM counter WHERE substr(name, 1, 7) = ?", Catalog.tokenPrefix
    )
    var tokens: [String: Int] = [:]
    while try statement.step() { tokens[statement.text(0)] = statement.int(1) }
    return tokens
  }

  /// The token of a domain that is here; 0 where there is none.
  func sharedToken(of domain: String) throws(Failure) -> Int {
    try counter(Catalog.tokenPrefix + domain)
  }

  /// Keeps the token of a domain, within a transaction.
  func setSharedToken(of domain: String, to token: Int) throws(Failure) {
    try set(Catalog.tokenPrefix + domain, to: token)
  }

  /// Whether the file or the delta of a number was pulled with this digest.
  func isCopied(_ number: Int, of domain: String, _ digest: [UInt8]) throws(Failure) -> Bool {
    try counter(Catalog.copiedName(domain, digest)) == number
  }

  private static func copiedName(_ domain: String, _ digest: [UInt8]) -> String {
    "\(copiedPrefix)\(domain):" + Hexadecimal.text(digest)
  }

  /// Keeps the digests of what is here of a domain, and forgets those of what was, within a transaction.
  private func setCopied(_ state: SharedDomain?, of domain: String) throws(Failure) {
    try connection.run(
      "DELETE FROM counter WHERE substr(name, 1, length(?1)) = ?1",
      "\(Catalog.copiedPrefix)\(domain):")
    guard let state else { return }
    for file in state.files { try set(Catalog.copiedName(domain, file.digest), to: file.number) }
    for delta in state.deltas {
      try set(Catalog.copiedName(domain, delta.digest), to: delta.number)
    }
  }

  /// Begins to be a copy of a shared store, if it is none: what it knows of another one is forgotten.
  func adopt(_ identity: Int) throws(Failure) {
    guard try counter(Catalog.identityName) != identity else { return }
    try change { () throws(Failure) in
      try connection.run("DELETE FROM counter WHERE substr(name, 1, 7) = ?", Catalog.tokenPrefix)
      try set(Catalog.identityName, to: identity)
    }
  }

  private func unset(_ name: String) throws(Failure) {
    try connection.run("DELETE FROM counter WHERE name = ?", name)
  }

  private func set(_ name: String, to value: Int) throws(Failure) {
    try connection.run(
      "INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)", name, value)
  }

  /// Puts a domain as it is published in the place of what is here, in one transaction: some deltas stay, the
  /// others come.
  func replace(
    with state: SharedDomain, _ row: CatalogRow, keeping kept: Set<Int>,
    adding deltas: [CatalogRow], journal: [CatalogRow]
  ) throws(Failure) {
    try change { () throws(Failure) in
      try removeRows(of: state.name, keepingDeltas: kept)
      for delta in deltas {
        // The number of another domain's delta would take that one's place.
        guard try sharedDelta(delta.count("number")) == nil else { throw CatalogRow.senseless }
        try insert(delta, into: "delta")
      }
      try insert(row, into: "domain")
      for row in journal { try insert(row, into: "journal") }
      try raise("generation", to: row.count("generation"))
      try raise("delta", to: state.deltas.map(\.number).max() ?? 0)
      try raise("sequence", to: journal.map { $0.count("sequence") }.max() ?? 0)
      try setSharedToken(of: state.name, to: state.token)
      try setCopied(state, of: state.name)
      try checkReadable(state.name)
    }
  }

  /// Reads what was written, within a transaction: a row that makes the others unreadable is not kept.
  private func checkReadable(_ domain: String) throws(Failure) {
    do throws(Failure) {
      guard let stored = try presentDomains().first(where: { $0.name == domain }) else {
        throw CatalogRow.senseless
      }
      _ = try deltaSizes(of: stored)
    } catch {
      guard error.concerns([.sqliteStatement]) else { throw error }
      throw CatalogRow.senseless
    }
  }

  /// Forgets a domain that the shared store does not have, or has no longer.
  func forget(_ domain: String, token: Int?) throws(Failure) {
    try change { () throws(Failure) in
      try removeRows(of: domain, keepingDeltas: [])
      try setCopied(nil, of: domain)
      if let token {
        try setSharedToken(of: domain, to: token)
      } else {
        try unset(Catalog.tokenPrefix + domain)
      }
    }
  }

  private func removeRows(of domain: String, keepingDeltas kept: Set<Int>) throws(Failure) {
    let known = try sharedRows(of: domain).deltas
    try removeDeltas(known.filter { !kept.contains($0) })
    for table in ["domain WHERE name", "journal WHERE domain"] {
      try connection.run("DELETE FROM \(table) = ?", domain)
    }
  }
}
