import FileHandles
import FootlightPlatform

/// The seal of a catalog: a checksum over all of its rows, written by each transaction that changes
/// one, in the same transaction.
///
/// SQLite notices a page that makes no sense, but neither a number that is another one nor a row that
/// has gone missing. Deltas have checksums of their own inside; of them the seal covers what stands
/// beside, their sizes and their identities.
extension Catalog {
  /// The row of `counter` that holds it.
  private static let sealName = "seal"

  /// The rows that the seal covers, in the order of their keys.
  private static let sealed = [
    "SELECT * FROM domain ORDER BY name",
    """
    SELECT number, domain, generation, items, hiding, bytes, hidden, length(words), length(segment), identity
    FROM delta ORDER BY number
    """,
    "SELECT * FROM journal ORDER BY domain, key",
    "SELECT * FROM counter WHERE name <> '\(sealName)' ORDER BY name",
  ]

  /// Changes rows in one transaction and seals them.
  ///
  /// Where there is a shared store, it publishes the changes of the named domain before the
  /// transaction ends. A process that is killed in between pulls them when it runs again.
  func change<Result>(
    of domain: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try connection.transaction { () throws(Failure) in
      let before: SharedRows? =
        if let domain, replica != nil { try sharedRows(of: domain) } else { nil }
      let result = try body()
      if let domain, let replica, let before {
        let token = try replica.commit(
          domain, before, sharedRows(of: domain), of: sharedToken(of: domain)
        ) { (number) throws(Failure) in try sharedDelta(number) }
        if let token { try setSharedToken(of: domain, to: token) }
      }
      try seal()
      return result
    }
    remember()
    return result
  }

  /// Counts the transaction and seals the rows as they are, within it.
  func seal() throws(Failure) {
    try raise(Catalog.changesName, to: try counter(Catalog.changesName) + 1)
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)")
    try statement.bind(Catalog.sealName, at: 1)
    try statement.bind(try checksum(), at: 2)
    try statement.run()
  }

  /// Compares the rows with their seal, within a transaction.
  ///
  /// - Throws: `index.catalog-damaged`.
  func checkSeal() throws(Failure) {
    let present = try presentFormat()
    guard present > 0 else { return }
    let seal = try connection.statement("SELECT value FROM counter WHERE name = ?")
    try seal.bind(Catalog.sealName, at: 1)
    // A sealed catalog with another format has a damaged header.
    guard try seal.step(), present == Catalog.format, try seal.int64(0) == checksum() else {
      throw Catalog.damaged(connection.path)
    }
  }

  /// The codes of what SQLite says of a damaged catalog, and of what the seal does.
  static let damageCodes: Set<DiagnosticCode> = [
    .sqliteCorrupt, .sqliteNotADatabase, .sqliteStatement, .catalogDamaged,
  ]

  /// Up to so many bytes a catalog is checked page by page before it is written.
  ///
  /// Free pages and indexes, which no seal covers, make writes fail. In a larger one a write
  /// meets that, and the next indexer begins it anew (``IndexFolder/noteCatalogDamage(_:)``).
  private static let mostChecked = 2 << 20

  /// Looks for all damage that would make reads wrong or writes fail.
  ///
  /// SQLite: PRAGMA integrity_check.
  ///
  /// - Throws: `index.catalog-damaged`, and what SQLite says.
  func check() throws(Failure) {
    let known = CatalogWitness.read(of: connection.path)
    let isSmall = try connection.transaction(.deferred) { () throws(Failure) in
      try checkSeal()
      try check(known)
      _ = try presentDomains()
      let pages = try Int(connection.pragma("page_count") ?? "") ?? 0
      let size = try Int(connection.pragma("page_size") ?? "") ?? 0
      return pages <= Catalog.mostChecked / max(1, size)
    }
    guard isSmall else { return }
    let answer = try connection.pragma("integrity_check(1)") ?? "ok"
    guard answer == "ok" else { throw Catalog.damaged(connection.path) }
  }

  /// Whether the rows are what a program of this format has sealed, whatever the header says.
  func isSealed() -> Bool {
    do throws(Failure) {
      let seal = try connection.statement("SELECT value FROM counter WHERE name = ?")
      try seal.bind(Catalog.sealName, at: 1)
      guard try seal.step() else { return false }
      return try seal.int64(0) == checksum()
    } catch {
      return false
    }
  }

  private func checksum() throws(Failure) -> Int64 {
    // A later format with the same rows has another seal.
    var sum = UInt64(Catalog.format)
    var row = ByteArena(capacity: 1 << 10)
    for sql in Catalog.sealed {
      let statement = try connection.statement(sql)
      while try statement.step() {
        row.removeAll()
        row.append(littleEndian: sum)
        for column in 0..<statement.columnCount {
          // The kind first: a text is never taken for a number.
          row.append(statement.isNull(column) ? 0 : 1)
          let start = row.count
          _ = statement.blob(column, into: &row)
          row.append(littleEndian: UInt64(row.count - start))
        }
        sum = row.hash(row.all)
      }
      sum = sum &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }
    // Positive, as counters are.
    return Int64(sum >> 1)
  }

  static func damaged(_ path: String) -> Failure {
    Failure(
      .catalogDamaged, "the catalog of the index is damaged", at: SourceLocation(file: path),
      remedy: "run `footlight sync`, which builds the index anew")
  }
}
