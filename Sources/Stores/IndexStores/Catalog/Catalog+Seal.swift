import FileHandles
package import FootlightPlatform
import SearchEngine

/// A delta as it is written: what was added, and what it hides of the base and of earlier deltas.
struct DeltaRow: Sendable {
  var domain: String
  /// The number of the file that it changes: of the base, or of one of its shards.
  var base: Int
  /// How many items it adds, and how many it hides.
  var items: Int
  var hiding: Int
  var hidden: HiddenItems
  /// The dictionary of what it hides, and the segment of what it adds; nil for nothing.
  var words: SegmentBytes?
  var segment: SegmentBytes?
  /// The identity of both contents.
  var identity: UInt64
}

/// What becomes of deltas in one step.
package struct DeltaChange: Sendable {
  var added: [DeltaRow] = []
  /// By their numbers.
  var removed: [Int] = []
}

extension Catalog {
  /// Counts the deltas of domains within a transaction.
  func addDeltas(to domains: inout [StoredDomain]) throws(Failure) {
    let statement = try connection.statement(
      "SELECT domain, base, count(*), sum(bytes) FROM delta GROUP BY domain, base")
    while try statement.step() {
      let name = statement.text(0)
      let base = statement.int(1)
      for index in domains.indices
      where domains[index].name == name && domains[index].baseNumbers.contains(base) {
        domains[index].segments += statement.count(2)
        domains[index].deltaBytes += statement.count(3)
        domains[index].bytes += statement.count(3)
      }
    }
  }

  /// How many items the deltas of each file of a domain add and hide together.
  package func deltaSizes(of domain: StoredDomain) throws(Failure) -> [Int] {
    let statement = try connection.statement(
      "SELECT base, sum(items + hiding) FROM delta WHERE domain = ? GROUP BY base", domain.name)
    var sizes: [Int: Int] = [:]
    while try statement.step() { sizes[statement.int(0)] = statement.count(1) }
    return domain.baseNumbers.map { sizes[$0] ?? 0 }
  }

  /// The deltas of a domain, the oldest first, within a transaction; those that are open already are
  /// not read again.
  func deltas(
    of domain: StoredDomain, known: [OpenDelta]
  ) throws(Failure) -> [OpenDelta] {
    guard domain.segments > 1 else { return [] }
    let list = try connection.statement(
      """
      SELECT number, items, hiding,
        ifnull(length(hidden), 0) + ifnull(length(words), 0) + ifnull(length(segment), 0), identity, base
      FROM delta WHERE domain = ? ORDER BY number
      """, domain.name)
    let bases = domain.baseNumbers
    var numbers: [(number: Int, shard: Int, open: OpenDelta?)] = []
    while try list.step() {
      guard let shard = bases.firstIndex(of: list.int(5)) else { continue }
      // A number comes again where an older catalog was put back.
      let open = known.first {
        $0.number == list.int(0) && $0.items == list.int(1) && $0.hiding == list.int(2)
          && $0.size == list.int(3) && $0.identity == UInt64(bitPattern: list.int64(4))
          && $0.failure == nil
      }
      numbers.append((list.int(0), shard, open))
    }
    var found: [OpenDelta] = []
    for (number, shard, open) in numbers {
      if let open {
        found.append(open)
        continue
      }
      let statement = try connection.statement(
        "SELECT items, hiding, hidden, words, segment, identity FROM delta WHERE number = ?", number
      )
      guard try statement.step() else { continue }
      var words = ByteArena()
      var segment = ByteArena()
      _ = statement.blob(3, into: &words)
      _ = statement.blob(4, into: &segment)
      found.append(
        OpenDelta(
          number: number, shard: shard, items: statement.count(0), hiding: statement.count(1),
          hidden: statement.bytes(2), words: words, segment: segment,
          identity: UInt64(bitPattern: statement.int64(5)), path: connection.path))
    }
    return found
  }

  /// Writes a delta within a transaction.
  func insert(_ row: DeltaRow) throws(Failure) {
    let number = try nextDelta()
    let statement = try connection.statement(
      """
      INSERT INTO delta
        (number, domain, base, items, hiding, bytes, hidden, words, segment, identity)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let hidden = row.hidden.encoded
    let bytes = hidden.count + (row.words?.bytes.count ?? 0) + (row.segment?.bytes.count ?? 0)
    try statement.bind(number, row.domain, row.base, row.items, row.hiding, bytes, hidden)
    for (bytes, place) in [(row.words, 8), (row.segment, 9)] {
      if let bytes {
        try statement.bind(bytes.bytes, bytes.bytes.all, at: place)
      } else {
        try statement.bind([UInt8](), at: place)
      }
    }
    try statement.bind(Int64(bitPattern: row.identity), at: 10)
    try statement.run()
    try raise("delta", to: number)
  }

  /// Removes deltas within a transaction.
  package func removeDeltas(_ numbers: [Int]) throws(Failure) {
    let statement = try connection.statement("DELETE FROM delta WHERE number = ?")
    for number in numbers {
      try statement.run(number)
    }
  }

  /// Removes all deltas of a domain within a transaction.
  func removeDeltas(of domain: String) throws(Failure) {
    try connection.run("DELETE FROM delta WHERE domain = ?", domain)
  }
}

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
    SELECT number, domain, base, items, hiding, bytes, hidden, length(words), length(segment), identity
    FROM delta ORDER BY number
    """,
    "SELECT * FROM journal ORDER BY domain, key",
    "SELECT * FROM counter WHERE name <> '\(sealName)' ORDER BY name",
  ]

  /// Changes rows in one transaction and seals them.
  ///
  /// Where there is a shared store, it publishes the changes of the named domain before the
  /// transaction ends. A process that is killed in between pulls them when it runs again.
  package func change<Result>(
    of domain: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try connection.transaction { () throws(Failure) in
      let result =
        if let domain, let origin {
          try origin.publishing(domain, of: self, body)
        } else { try body() }
      try seal()
      return result
    }
    remember()
    return result
  }

  /// Counts the transaction and seals the rows as they are, within it.
  func seal() throws(Failure) {
    try raise(Catalog.changesName, to: try counter(Catalog.changesName) + 1)
    try connection.run(
      "INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)", Catalog.sealName, try checksum()
    )
  }

  /// Compares the rows with their seal, within a transaction.
  ///
  /// - Throws: `index.catalog-damaged`.
  func checkSeal() throws(Failure) {
    let present = try presentFormat()
    guard present > 0 else { return }
    let seal = try connection.statement(
      "SELECT value FROM counter WHERE name = ?", Catalog.sealName)
    // A sealed catalog with another format has a damaged header.
    guard try seal.step(), present == Catalog.format, try seal.int64(0) == checksum() else {
      throw Catalog.damaged(connection.path)
    }
  }

  /// The codes of what SQLite says of a damaged catalog, and of what the seal does.
  static let damageCodes: Set<DiagnosticCode> = [
    .sqliteCorrupt, .sqliteNotADatabase, .sqliteStatement, .catalogDamaged, .indexOlder,
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
      let seal = try connection.statement(
        "SELECT value FROM counter WHERE name = ?", Catalog.sealName)
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
