import DeclaredRecords
package import FootlightPlatform
package import IndexStores
import SearchEngine

/// The pushes into a domain since its index was published, applied to it.
package struct PushedChanges {
  let open: OpenWorkspace
  let declared: DeclaredDomain
  let stored: StoredDomain
  package let memory: Int

  private var name: String { declared.definition.name }

  /// Whether a domain's pushes can be applied without reading all of them.
  static func canApply(_ declared: DeclaredDomain, _ stored: StoredDomain) throws(Failure) -> Bool {
    guard let source = declared.source as? PushedSource else { return false }
    return try source.covered(by: stored, source.userData.pushCursor(of: source.domain)) != nil
  }

  /// Applies all of them in one step; nothing happens where there are none.
  package func apply(_ indexer: any StoreIndexer) throws(Failure) -> (StoredDomain, ChangeCounts) {
    guard let source = declared.source as? PushedSource,
      let cursor = try source.userData.pushCursor(of: name),
      let covered = try source.covered(by: stored, cursor), covered < cursor.sequence
    else { return (stored, ChangeCounts()) }
    let began = open.system.monotonic()
    let now = open.system.now()
    let change = try indexer.change(name, memory: memory)
    do throws(Failure) {
      var expiries = Expiries(passed: ReadPosition(stored.facts).expiries.passed)
      expiries.formUnion(try feed(change, source, after: covered, now))
      if declared.definition.mapping.expires.isPossible {
        expiries.formUnion(try change.deleteExpired(by: now))
      }
      let changes = try change.finish(keeping: .keepLast).changes
      var facts = open.restamped(stored.facts, declared, nil)
      facts.sourceStamp = cursor.text
      facts.sourceDigest = 0
      facts.cursor = ReadPosition(facts).expiring(expiries).text
      if changes != ChangeCounts() {
        // Exact unless records are left out, which nobody counts in a push.
        facts.records = max(0, facts.records + changes.inserted - changes.deleted)
        facts.built = now
        facts.seconds = Double(open.system.monotonic() - began) / 1e9
      }
      return try change.commit(ChangeCommit(facts: facts, now: now))
    } catch {
      change.abandon()
      throw error
    }
  }

  /// Deletes items from an index of another declaration, which needs no record; in one step.
  package func delete(
    _ ids: [String], _ indexer: any StoreIndexer
  ) throws(Failure) -> (StoredDomain, ChangeCounts) {
    guard !ids.isEmpty else { return (stored, ChangeCounts()) }
    let change = try indexer.change(name, memory: memory)
    do throws(Failure) {
      for id in ids { try change.delete(.id(id)) }
      _ = try change.finish(keeping: .keepLast)
      return try change.commit(ChangeCommit(facts: stored.facts, now: open.system.now()))
    } catch {
      change.abandon()
      throw error
    }
  }

  /// Adds and deletes items; tells when those that it adds expire, and those that it leaves out.
  private func feed(
    _ change: any StoreChange, _ source: PushedSource, after covered: Int64, _ now: Int64
  ) throws(Failure) -> Expiries {
    let definition = declared.definition
    let plan = try JSONLinesFormat(definition.mapping.plan)
    var mapping = ItemMapper(definition, now: now).worker()
    let worker = try change.worker()
    var after = covered
    var ordinal = 0
    var expiries = Expiries()
    var batch = RecordBatch()
    var item = ItemBuffer()
    while true {
      let page = try source.userData.pushed(to: name, after: after, atMost: PushedSource.page)
      guard let last = page.last else { return expiries }
      after = last.sequence
      for record in page where record.json == nil { try change.delete(.id(record.id)) }
      let reader = JSONLineReader(
        plan, name: PushedSource.name(of: name), lines: page.compactMap(\.json))
      while try reader.next(&batch) {
        try reader.decode(&batch)
        if let failure = Failure(batch.problems) { throw failure }
        worker.beginBatch(ordinal)
        ordinal += 1
        for record in batch.records {
          var outcome = mapping.map(batch, record, into: &item)
          // An expired item would go at once.
          let isLeftOut = outcome == .skipped || outcome == .item && item.expires <= now
          if outcome == .skipped { outcome = mapping.identify(batch, record, into: &item) }
          if outcome == .item, isLeftOut {
            if item.expires <= now { expiries.leaveOut(item.expires) }
            try change.delete(.id(item.bytes.text(item.id)))
          } else if outcome == .item, let problem = worker.add(item) {
            outcome = .bad(problem)
          } else if outcome == .item {
            expiries.keep(item.expires)
          }
          if case .bad(let problem) = outcome { throw Failure(problem) }
        }
        try worker.endBatch()
      }
    }
  }
}
