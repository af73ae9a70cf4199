import DeclaredRecords
import FileHandles
package import FootlightPlatform
import SearchEngine

extension Catalog {
  /// All domains by name, from one read transaction; none in a blank catalog.
  package func domains() throws(Failure) -> [StoredDomain] {
    try connection.transaction(.deferred) { () throws(Failure) in try presentDomains() }
  }

  /// The same within a transaction.
  package func presentDomains() throws(Failure) -> [StoredDomain] {
    guard try condition() == .ready else { return [] }
    var domains: [StoredDomain] = []
    let statement = try connection.statement(
      "SELECT \(Catalog.columns) FROM domain ORDER BY name")
    while try statement.step() {
      var domain =
        StoredDomain(
          name: statement.text(0), generation: statement.int(1),
          facts: DomainFacts(
            label: statement.text(2), weight: min(statement.count(3), 1_000_000),
            version: statement.int(4),
            fingerprint: statement.text(5),
            declaration: WatchedFile.decoded(statement.bytes(19)).first,
            sourceStamp: statement.text(16), sourceIsFresh: statement.int(17) != 0,
            sourceDigest: UInt64(bitPattern: statement.int64(18)),
            watched: WatchedFile.decoded(statement.bytes(20)), cursor: statement.text(22),
            records: statement.count(9),
            badRecords: statement.count(10),
            changes: ChangeCounts(
              inserted: statement.count(11), updated: statement.count(12),
              deleted: statement.count(13)),
            seconds: statement.double(14), built: statement.moment(15)),
          items: statement.count(6), terms: statement.count(7), bytes: statement.count(8))
      domain.facts.synonyms = Synonyms(text: statement.text(21))
      domain.facts.querySettings = QuerySettings(text: statement.text(23))
      domain.identity = UInt64(bitPattern: statement.int64(24))
      guard let shards = StoredShard.decoded(statement.bytes(25)) else {
        throw Catalog.damaged(connection.path)
      }
      domain.shards = shards
      domains.append(domain)
    }
    try addDeltas(to: &domains)
    try addJournal(to: &domains)
    return domains
  }

  /// Makes a generation the live one of its domain, with what else ends a build, a change or a merge,
  /// in one transaction; durable on return.
  ///
  /// - Returns: the domain as it is then.
  /// - Parameter deltas: the deltas that come and go; nil where all go.
  func publish(
    _ domain: StoredDomain, _ ending: EmbeddedIndexer.Ending, _ deltas: DeltaChange? = nil
  ) throws(Failure) -> StoredDomain {
    try change(of: domain.name) { () throws(Failure) in
      try write(domain)
      if let deltas {
        try removeDeltas(deltas.removed)
        for row in deltas.added { try insert(row) }
      } else {
        try removeDeltas(of: domain.name)
      }
      try raise("generation", to: domain.generation)
      switch ending {
      case .build(let sequence, let alerts):
        try forget(domain.name, upTo: sequence)
        try insert(alerts)
      case .change(let commit):
        try settle(domain.name, commit)
        try insert(commit.alerts)
      case .merge: break
      }
      return try presentDomains().first { $0.name == domain.name } ?? domain
    }
  }

  /// Replaces the facts of a domain whose generation stays.
  func replace(_ domain: StoredDomain) throws(Failure) {
    try change(of: domain.name) { () throws(Failure) in try write(domain) }
  }

  /// Forgets a domain.
  func remove(_ name: String) throws(Failure) {
    try change(of: name) { () throws(Failure) in
      try connection.run("DELETE FROM domain WHERE name = ?", name)
      try removeDeltas(of: name)
      try connection.run("DELETE FROM journal WHERE domain = ?", name)
    }
  }

  /// The highest generation number that was ever published here: numbers are never used twice,
  /// so that a reader with an old catalog row cannot open another build under the same name.
  func highestGeneration() throws(Failure) -> Int { try counter("generation") }

  /// A counter that never falls; 0 before its first use.
  package func counter(_ name: String) throws(Failure) -> Int {
    let statement = try connection.statement("SELECT value FROM counter WHERE name = ?", name)
    return try statement.step() ? statement.count(0) : 0
  }

  /// Commits something, so that nothing of an earlier, failed commit can be read any more.
  package func recordTidying() throws(Failure) {
    try change { () throws(Failure) in
      try connection.execute(
        """
        INSERT INTO counter (name, value) VALUES ('tidied', 1)
        ON CONFLICT (name) DO UPDATE SET value = value + 1
        """)
    }
  }

  /// Raises a counter within a transaction.
  package func raise(_ name: String, to value: Int) throws(Failure) {
    try connection.run(
      """
      INSERT INTO counter (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
      """, name, value)
  }

  /// Writes the row of a domain within a transaction.
  func write(_ domain: StoredDomain) throws(Failure) {
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO domain (\(Catalog.columns))
      VALUES (\(Catalog.marks))
      """)
    let facts = domain.facts
    try statement.run(
      domain.name, domain.generation, facts.label, facts.weight, facts.version, facts.fingerprint,
      domain.items, domain.terms, domain.bytes - domain.deltaBytes, facts.records, facts.badRecords,
      facts.changes.inserted, facts.changes.updated, facts.changes.deleted, facts.seconds,
      facts.built, facts.sourceStamp, facts.sourceIsFresh ? 1 : 0,
      Int64(bitPattern: facts.sourceDigest),
      WatchedFile.encoded(facts.declaration.map { [$0] } ?? []), WatchedFile.encoded(facts.watched),
      facts.synonyms.text, facts.cursor, facts.querySettings.text,
      Int64(bitPattern: domain.identity), StoredShard.encoded(domain.shards))
  }

  private static let columns = """
    name, generation, label, weight, version, fingerprint, items, terms, bytes, records, \
    bad_records, inserted, updated, deleted, seconds, built, source_stamp, source_fresh, \
    source_digest, declaration, watched, synonyms, cursor, doors, identity, shards
    """

  private static let marks = Array(repeating: "?", count: 26).joined(separator: ", ")
}
