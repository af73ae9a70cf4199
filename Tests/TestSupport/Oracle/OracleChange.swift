import DeclaredRecords
import FootlightPlatform
import IndexStores
import SearchEngine
import Synchronization

extension OracleRecord {
  /// Which of several records with one id stays, and all pairs of them.
  static func settle(
    _ records: [OracleRecord], _ rule: DuplicateRule
  ) -> (kept: [OracleRecord], duplicates: [DuplicateIdentifier]) {
    var places: [[UInt8]: Int] = [:]
    var kept: [OracleRecord] = []
    var firsts: [UInt32] = []
    var duplicates: [DuplicateIdentifier] = []
    for record in records.sorted(by: { $0.number < $1.number }) {
      let id = Array(record.item.id.utf8)
      if let place = places[id] {
        duplicates.append(
          DuplicateIdentifier(first: firsts[place], second: record.number))
        if rule == .keepLast { kept[place] = record }
      } else {
        places[id] = kept.count
        firsts.append(record.number)
        kept.append(record)
      }
    }
    return (kept, duplicates)
  }
}

/// Changes of a domain of the oracle.
final class OracleChange: StoreChange {
  private let store: OracleStore
  private let domain: String
  private let before: OracleDomain
  private let state = Mutex(State())

  private struct State: Sendable {
    var added: [OracleRecord] = []
    var skipped: [UInt64] = []
    var deleted: Set<String> = []
    var expired: Set<String> = []
    var spared: Set<String> = []
    var seen: RecordMarks?
    var after: OracleDomain?
    var summary: ChangeSummary?
  }

  init(_ store: OracleStore, _ domain: String, _ before: OracleDomain) {
    self.store = store
    self.domain = domain
    self.before = before
  }

  func worker() throws(Failure) -> any StoreBuildWorker {
    OracleWorker { record in
      self.state.withLock { $0.added.append(record) }
    } skip: { digest in
      self.state.withLock { $0.skipped.append(digest) }
    }
  }

  func delete(_ record: RecordName) throws(Failure) {
    for id in ids(record) { state.withLock { _ = $0.deleted.insert(id) } }
  }

  func spare(_ record: RecordName) throws(Failure) {
    for id in ids(record) { state.withLock { _ = $0.spared.insert(id) } }
  }

  private func ids(_ record: RecordName) -> [String] {
    switch record {
    case .id(let id): [id]
    case .sourceKey(let key): before.items.map(\.id).filter { before.sourceKeys[$0] == key }
    }
  }

  func holds(sourceKey: [UInt8], digest: UInt64) throws(Failure) -> Bool {
    before.items.contains { item in
      before.sourceKeys[item.id] == sourceKey && before.digests[item.id] == digest && digest != 0
    }
  }

  func deleteExpired(by now: Int64) throws(Failure) -> Expiries {
    var found = Expiries()
    for item in before.items {
      let expires = item.expires ?? .max
      guard expires <= now else {
        found.keep(expires)
        continue
      }
      found.leaveOut(expires)
      state.withLock { state in
        _ = state.deleted.insert(item.id)
        _ = state.expired.insert(item.id)
      }
    }
    return found
  }

  func deleteUnseen(_ digests: RecordDigests, _ seen: RecordMarks) throws(Failure) {
    for (place, item) in before.items.enumerated() where !seen.contains(UInt32(place)) {
      state.withLock { _ = $0.deleted.insert(item.id) }
    }
    state.withLock { $0.seen = seen }
  }

  func finish(keeping rule: DuplicateRule) throws(Failure) -> ChangeSummary {
    state.withLock { state in
      let (kept, duplicates) = OracleRecord.settle(state.added, rule)
      var after = before
      var changes = ChangeCounts()
      var claimed: [String] = []
      let ids = Set(kept.map(\.item.id))
      after.items.removeAll { item in
        let isSpared = state.spared.contains(item.id) && !state.expired.contains(item.id)
        let isGone = state.deleted.contains(item.id) && !ids.contains(item.id) && !isSpared
        if isGone { changes.deleted += 1 }
        return isGone
      }
      for record in kept {
        let known = before.sourceKeys[record.item.id] ?? []
        let isForeign =
          !record.sourceKey.isEmpty && before.items.contains { $0.id == record.item.id }
          && (!state.deleted.contains(record.item.id)
            || state.spared.contains(record.item.id) && !state.expired.contains(record.item.id))
          && (known.isEmpty ? Array(record.item.id.utf8) : known) != record.sourceKey
        if isForeign { claimed.append(record.item.id) }
        if let place = after.items.firstIndex(where: { $0.id == record.item.id }) {
          if after.items[place] != record.item {
            changes.updated += 1
            if let old = before.items.firstIndex(where: { $0.id == record.item.id }),
              state.seen?.contains(UInt32(old)) == true, !isForeign
            {
              claimed.append(record.item.id)
            }
          }
          after.items[place] = record.item
        } else {
          changes.inserted += 1
          after.items.append(record.item)
        }
        after.digests[record.item.id] = record.digest
        after.sourceKeys[record.item.id] = record.sourceKey
      }
      after.skipped += state.skipped
      let summary = ChangeSummary(
        changes: changes, items: after.items.count,
        expired: state.expired.subtracting(ids).count, duplicates: duplicates,
        claimed: claimed.sorted())
      state.after = after
      state.summary = summary
      return summary
    }
  }

  func commit(
    _ commit: ChangeCommit, _ cancellation: Cancellation
  ) throws(Failure) -> (StoredDomain, ChangeCounts) {
    if state.withLock({ $0.summary }) == nil { _ = try finish(keeping: .keepLast) }
    let finished = state.withLock { ($0.after, $0.summary) }
    guard var after = finished.0, let summary = finished.1 else {
      throw Failure(.generationUnfaithful, "the change was not finished")
    }
    after.stored.items = after.items.count
    after.stored.facts = commit.facts
    if summary.changes != ChangeCounts() { after.stored.facts.changes = summary.changes }
    let published = after
    store.state.withLock { state in
      state.domains[domain] = published
      state.settle(domain, commit)
    }
    let present = try store.snapshot(of: nil).domains.first { $0.name == domain }
    return (present ?? published.stored, summary.changes)
  }

  func abandon() {
    state.withLock { $0 = State() }
  }
}
