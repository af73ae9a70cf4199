import FileHandles
import FootlightPlatform

extension Catalog {
  /// Counts the changes that wait, by domain, within a transaction.
  func addJournal(to domains: inout [StoredDomain]) throws(Failure) {
    let statement = try connection.statement(
      """
      SELECT domain, count(*) FILTER (WHERE attempts < ?1), count(*) FILTER (WHERE attempts >= ?1),
        min(first_seen) FILTER (WHERE attempts < ?1), min(retry_at) FILTER (WHERE attempts < ?1)
      FROM journal GROUP BY domain
      """, JournalRow.mostAttempts)
    while try statement.step() {
      let name = statement.text(0)
      for index in domains.indices where domains[index].name == name {
        domains[index].pending = statement.int(1)
        domains[index].quarantined = statement.int(2)
        domains[index].oldestPending = statement.isNull(3) ? nil : statement.moment(3)
        domains[index].nextAttempt = statement.moment(4)
        domains[index].lastError = try lastError(of: name)
      }
    }
  }

  /// The error of the attempt that failed last, of changes that were not recorded again since, within
  /// a transaction; O(log n) whatever waits untried.
  private func lastError(of domain: String) throws(Failure) -> String {
    let statement = try connection.statement(
      """
      SELECT last_error FROM journal WHERE domain = ? AND tried_at > 0 AND last_error <> ''
      ORDER BY tried_at DESC, sequence DESC LIMIT 1
      """, domain)
    return try statement.step() ? statement.text(0) : ""
  }

  /// Records changes, in one transaction.
  func record(
    _ keys: [JournalKey], in domain: String, at now: Int64, facts: DomainFacts? = nil
  ) throws(Failure) {
    guard !keys.isEmpty || facts != nil else { return }
    try change(of: domain) { () throws(Failure) in
      if let facts, var stored = try presentDomains().first(where: { $0.name == domain }) {
        stored.facts = facts
        try write(stored)
      }
      var sequence = try counter("sequence")
      let statement = try connection.statement(
        """
        INSERT INTO journal
          (domain, key, sequence, first_seen, attempts, last_error, tried_at, retry_at)
        VALUES (?1, ?2, ?3, ?4, 0, '', 0, 0)
        ON CONFLICT (domain, key) DO UPDATE SET
          sequence = excluded.sequence, attempts = 0, tried_at = 0, retry_at = 0
        """)
      for key in keys {
        sequence += 1
        try statement.run(domain, key.bytes, sequence, now)
      }
      try raise("sequence", to: sequence)
    }
  }

  /// The changes that are due, of the domain with the oldest one.
  func pendingBatch(
    of domain: String?, atMost limit: Int, _ due: JournalDue
  ) throws(Failure) -> JournalBatch? {
    let condition: String
    let instant: Int64
    switch due {
    case .retry(let now): (condition, instant) = ("retry_at <= ?2", now)
    case .untried(let since): (condition, instant) = ("(tried_at = 0 OR tried_at < ?2)", since)
    }
    return try connection.transaction(.deferred) { () throws(Failure) in
      let oldest = try connection.statement(
        """
        SELECT domain FROM journal WHERE attempts < ?1 AND \(condition) AND (?3 = '' OR domain = ?3)
        ORDER BY first_seen, sequence LIMIT 1
        """, JournalRow.mostAttempts, instant, domain ?? "")
      guard try oldest.step() else { return nil }
      var batch = JournalBatch(domain: oldest.text(0), rows: [])
      let statement = try connection.statement(
        """
        SELECT key, sequence, first_seen, attempts, last_error, retry_at, digest FROM journal
        WHERE domain = ?3 AND attempts < ?1 AND \(condition)
        ORDER BY first_seen, sequence LIMIT ?4
        """, JournalRow.mostAttempts, instant, batch.domain, limit)
      while try statement.step() { batch.rows.append(JournalRow(statement)) }
      return batch
    }
  }

  /// All that is recorded of a domain.
  func journal(of domain: String) throws(Failure) -> [JournalRow] {
    let statement = try connection.statement(
      """
      SELECT key, sequence, first_seen, attempts, last_error, retry_at, digest FROM journal
      WHERE domain = ? ORDER BY first_seen, sequence
      """, domain)
    var rows: [JournalRow] = []
    while try statement.step() { rows.append(JournalRow(statement)) }
    return rows
  }

  /// Removes changes that are done and counts failed attempts, within a transaction; rows that were
  /// recorded again meanwhile stay as they are.
  func settle(_ domain: String, _ commit: ChangeCommit) throws(Failure) {
    let remove = try connection.statement(
      "DELETE FROM journal WHERE domain = ? AND key = ? AND sequence <= ?")
    for row in commit.finished {
      try remove.run(domain, row.key.bytes, row.sequence)
    }
    try settleUnrecorded(domain, commit)
    let count = try connection.statement(
      """
      UPDATE journal SET attempts = ?, last_error = ?, tried_at = ?, retry_at = ?, digest = ?
      WHERE domain = ? AND key = ? AND sequence = ?
      """)
    for attempt in commit.failed where attempt.row.sequence != 0 {
      let attempts = attempt.row.attempts + 1
      try count.run(
        attempts, attempt.error, max(1, commit.now),
        commit.now + JournalRow.backoff(after: attempts), Int64(bitPattern: attempt.digest), domain,
        attempt.row.key.bytes, attempt.row.sequence)
    }
  }

  /// Counts failed attempts of changes that nobody has recorded, or that were found again.
  private func settleUnrecorded(_ domain: String, _ commit: ChangeCommit) throws(Failure) {
    // Several bad records may have one name: they fail together, the last one tells why.
    var named: Set<JournalKey> = []
    let failed = commit.failed.reversed().filter {
      $0.row.sequence == 0 && named.insert($0.row.key).inserted
    }
    guard !failed.isEmpty else { return }
    let find = try connection.statement(
      "SELECT attempts, digest FROM journal WHERE domain = ? AND key = ?")
    let write = try connection.statement(
      """
      INSERT INTO journal
        (domain, key, sequence, first_seen, attempts, last_error, tried_at, retry_at, digest)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?4, ?7, ?8)
      ON CONFLICT (domain, key) DO UPDATE SET attempts = excluded.attempts,
        last_error = excluded.last_error, tried_at = excluded.tried_at,
        retry_at = excluded.retry_at, digest = excluded.digest
      """)
    var sequence = try counter("sequence")
    for attempt in failed.reversed() {
      find.reset()
      try find.bind(domain, attempt.row.key.bytes)
      var row = attempt.row
      row.attempts = 0
      if try find.step() {
        row.attempts = find.count(0)
        row.digest = UInt64(bitPattern: find.int64(1))
      }
      guard let attempts = row.attempts(failingWith: attempt.digest) else { continue }
      sequence += 1
      try write.run(
        domain, attempt.row.key.bytes, sequence, max(1, commit.now), attempts, attempt.error,
        commit.now + JournalRow.backoff(after: attempts), Int64(bitPattern: attempt.digest))
    }
    try raise("sequence", to: sequence)
  }

  /// Removes the changes of a domain that were recorded up to a sequence, within a transaction: a
  /// complete build holds them.
  func forget(_ domain: String, upTo sequence: Int) throws(Failure) {
    try connection.run(
      "DELETE FROM journal WHERE domain = ? AND sequence <= ?", domain, sequence)
  }

  /// The changes that were set aside.
  func quarantine(of domain: String?) throws(Failure) -> [QuarantinedChange] {
    guard try presentFormat() > 0 else { return [] }
    let statement = try connection.statement(
      """
      SELECT domain, key, attempts, last_error FROM journal
      WHERE attempts >= ?1 AND (?2 = '' OR domain = ?2) ORDER BY domain, key
      """, JournalRow.mostAttempts, domain ?? "")
    var found: [QuarantinedChange] = []
    while try statement.step() {
      found.append(
        QuarantinedChange(
          domain: statement.text(0), key: JournalKey(statement.bytes(1)),
          attempts: statement.count(2), lastError: statement.text(3)))
    }
    return found
  }

  /// Has changes tried again that were set aside; returns how many there were.
  func release(_ domain: String, _ key: JournalKey?) throws(Failure) -> Int {
    try change(of: domain) { () throws(Failure) in
      guard try presentFormat() > 0 else { return 0 }
      let statement = try connection.statement(
        """
        UPDATE journal SET attempts = 0, tried_at = 0, retry_at = 0
        WHERE domain = ? AND attempts >= ? \(key == nil ? "" : "AND key = ?")
        """, domain, JournalRow.mostAttempts)
      if let key { try statement.bind(key.bytes, at: 3) }
      try statement.run()
      return connection.changes
    }
  }
}

extension JournalRow {
  /// Reads a row of `journal`.
  fileprivate init(_ statement: borrowing Statement) {
    self.init(
      key: JournalKey(statement.bytes(0)), sequence: statement.int64(1),
      firstSeen: statement.moment(2), attempts: statement.count(3), lastError: statement.text(4),
      retryAt: statement.moment(5), digest: UInt64(bitPattern: statement.int64(6)))
  }
}
