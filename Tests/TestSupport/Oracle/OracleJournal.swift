import FootlightPlatform
import IndexStores
import Synchronization

extension OracleIndexer {
  func change(_ domain: String, memory: Int) throws(Failure) -> any StoreChange {
    guard let before = store.state.withLock({ $0.domains[domain] }) else {
      throw Failure(.generationMissing, "the domain \(domain) is not built yet")
    }
    return OracleChange(store, domain, before)
  }

  func compact(
    _ domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain {
    guard let stored = try domains().first(where: { $0.name == domain }) else {
      throw Failure(.generationMissing, "the domain \(domain) is not built yet")
    }
    return stored
  }

  func record(
    _ keys: [JournalKey], in domain: String, at now: Int64, facts: DomainFacts?
  ) throws(Failure) {
    store.state.withLock { state in
      if let facts { state.domains[domain]?.stored.facts = facts }
      for key in keys {
        state.sequence += 1
        var rows = state.journal[domain] ?? []
        let place = rows.firstIndex { $0.key == key }
        var row = JournalRow(
          key: key, sequence: state.sequence, firstSeen: place.map { rows[$0].firstSeen } ?? now)
        if let place {
          row.lastError = rows[place].lastError
          row.digest = rows[place].digest
          rows[place] = row
        } else {
          rows.append(row)
        }
        state.tried[key] = nil
        state.journal[domain] = rows
      }
    }
  }

  func journal(of domain: String) throws(Failure) -> [JournalRow] {
    store.state.withLock { state in
      (state.journal[domain] ?? []).sorted {
        ($0.firstSeen, $0.sequence) < ($1.firstSeen, $1.sequence)
      }
    }
  }

  func pendingBatch(
    of domain: String?, atMost limit: Int, _ due: JournalDue
  ) throws(Failure) -> JournalBatch? {
    store.state.withLock { state in
      func isDue(_ row: JournalRow) -> Bool {
        guard row.attempts < JournalRow.mostAttempts else { return false }
        switch due {
        case .retry(let now): return row.retryAt <= now
        case .untried(let since): return state.tried[row.key].map { $0 < since } ?? true
        }
      }
      func precedes(_ a: JournalRow, _ b: JournalRow) -> Bool {
        (a.firstSeen, a.sequence) < (b.firstSeen, b.sequence)
      }
      let rows = state.journal.filter { domain == nil || $0.key == domain }
        .mapValues { $0.filter(isDue).sorted(by: precedes) }.filter { !$0.value.isEmpty }
      guard let first = rows.min(by: { precedes($0.value[0], $1.value[0]) }) else { return nil }
      return JournalBatch(domain: first.key, rows: Array(first.value.prefix(limit)))
    }
  }

  func release(_ domain: String, _ key: JournalKey?) throws(Failure) -> Int {
    store.state.withLock { state in
      var count = 0
      var rows = state.journal[domain] ?? []
      for place in rows.indices
      where rows[place].attempts >= JournalRow.mostAttempts
        && key ?? rows[place].key == rows[place].key
      {
        rows[place].attempts = 0
        rows[place].retryAt = 0
        state.tried[rows[place].key] = nil
        count += 1
      }
      state.journal[domain] = rows
      return count
    }
  }
}

extension OracleStore.State {
  /// Removes changes that are done and counts failed attempts.
  mutating func settle(_ domain: String, _ commit: ChangeCommit) {
    var rows = journal[domain] ?? []
    rows.removeAll { row in
      commit.finished.contains { $0.key == row.key && row.sequence <= $0.sequence }
    }
    for failed in commit.failed {
      if failed.row.sequence == 0 {
        let place = rows.firstIndex { $0.key == failed.row.key }
        var row = place.map { rows[$0] } ?? failed.row
        if place == nil { row.attempts = 0 }
        // Restated: what was set aside stays so unless it is known to be another record.
        let isAside = row.attempts >= JournalRow.mostAttempts
        let isAnother = failed.digest != 0 && row.digest != 0 && failed.digest != row.digest
        guard !isAside || isAnother else { continue }
        sequence += 1
        if place == nil {
          row.sequence = sequence
          row.firstSeen = max(1, commit.now)
        }
        row.attempts = isAside ? 1 : row.attempts + 1
        row.digest = failed.digest
        row.lastError = failed.error
        row.retryAt = commit.now + JournalRow.backoff(after: row.attempts)
        if let place { rows[place] = row } else { rows.append(row) }
        tried[row.key] = max(1, commit.now)
        continue
      }
      guard
        let place = rows.firstIndex(where: {
          $0.key == failed.row.key && $0.sequence == failed.row.sequence
        })
      else { continue }
      rows[place].attempts = failed.row.attempts + 1
      rows[place].lastError = failed.error
      rows[place].digest = failed.digest
      rows[place].retryAt = commit.now + JournalRow.backoff(after: rows[place].attempts)
      tried[rows[place].key] = commit.now
    }
    journal[domain] = rows
  }
}
