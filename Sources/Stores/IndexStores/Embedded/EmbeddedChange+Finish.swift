import DeclaredRecords
import FileHandles
import FootlightPlatform
import SearchEngine
import Synchronization

extension EmbeddedChange {
  func finish(keeping rule: DuplicateRule) throws(Failure) -> ChangeSummary {
    do throws(Failure) {
      return try finishWriting(rule)
    } catch {
      abandon()
      throw error
    }
  }

  private func finishWriting(_ rule: DuplicateRule) throws(Failure) -> ChangeSummary {
    let known = state.withLock { state in
      // Expired items go, whatever became of their records.
      state.spared.subtract(state.expired)
      state.deleted.subtract(state.spared)
      // A record that goes gives its id to another record.
      state.foreign.subtract(state.deleted)
      // Added items stay, whatever was deleted.
      state.deleted.subtract(state.replaced)
      state.deleted.subtract(state.kept)
      state.expired.subtract(state.replaced)
      state.expired.subtract(state.kept)
      return state
    }
    let changed = known.replaced.count + known.deleted.count
    var isLarge = changed > EmbeddedChange.limit(items: stored.items)
    var gone = known.replaced
    gone.formUnion(known.deleted)
    // The items of deltas that are taken in, less what is gone now.
    let dissolved = try SegmentFeed(left(after: gone, ofTakenIn: true))
    if dissolved.count > 0 {
      try dissolved.run(from: known.batches) { () throws(Failure) in
        EmbeddedBuildWorker(self.added.worker())
      }
    }
    let (summary, duplicates) = try added.finish(keeping: rule)
    let addedItems = summary.items - dissolved.count
    isLarge = isLarge || addedItems > EmbeddedChange.limit(items: stored.items)
    let hidden = hiddenItems(gone)
    let bytes = added.takeBytes()
    var finished = Finished(
      summary: ChangeSummary(
        changes: ChangeCounts(
          inserted: max(0, addedItems - known.replaced.count),
          updated: known.replaced.count - known.restamped, deleted: known.deleted.count),
        items: stored.items + addedItems - changed, expired: known.expired.count,
        duplicates: duplicates,
        claimed: try claimed(known)),
      segmentBytes: summary.items > 0 ? bytes : nil, hidden: hidden,
      isLarge: isLarge || bytes == nil)
    if summary.items > 0 {
      if let bytes {
        finished.segment = try bytes.opened(path: indexer.folder.catalog)
      } else {
        finished.segment = try Segment(path: indexer.folder.path(of: file))
      }
    }
    if !finished.isLarge { finished.words = try finishWords(known, gone, hidden) }
    let outcome = finished
    state.withLock { $0.finished = outcome }
    return outcome.summary
  }

  /// The segments that are taken in, or the others, with what is hidden in them when some more
  /// documents are gone.
  private func left(after gone: DocumentSets, ofTakenIn: Bool) -> [OpenDomain.LiveSegment] {
    open.segments.filter { dissolving.contains($0.number) == ofTakenIn }.map { segment in
      guard let documents = gone.documents[segment.number], !documents.isEmpty else {
        return segment
      }
      var left = segment
      left.hidden = HiddenDocuments(
        Array(documents), and: segment.hidden, of: segment.generation.summary.items)
      return left
    }
  }

  /// The items that the new delta hides in the segments that stay.
  private func hiddenItems(_ gone: DocumentSets) -> HiddenItems {
    var hidden = gone.documents
    for delta in open.deltas where dissolving.contains(delta.number) {
      for (segment, documents) in delta.hidden.documents {
        hidden[segment, default: []].formUnion(documents)
      }
    }
    for number in dissolving { hidden[number] = nil }
    return HiddenItems(hidden)
  }

  /// The ids of added items that another record yields too.
  private func claimed(_ known: State) throws(Failure) -> [String] {
    var ids: [String] = []
    var first: UInt32 = 0
    for segment in open.segments {
      let foreign = (known.foreign.documents[segment.number] ?? []).union(
        known.contested.documents[segment.number] ?? [])
      for document in (known.replaced.documents[segment.number] ?? []).union(foreign)
      where foreign.contains(document) || known.seen?.marks.contains(first + document) == true {
        ids.append(try segment.generation.item(document).id)
      }
      first += UInt32(truncatingIfNeeded: segment.generation.summary.items)
    }
    return ids.sorted()
  }

  func commit(
    _ commit: ChangeCommit, _ cancellation: Cancellation
  ) throws(Failure) -> (StoredDomain, ChangeCounts) {
    if state.withLock({ $0.finished }) == nil { _ = try finish(keeping: .keepLast) }
    guard let finished = state.withLock({ $0.finished }) else {
      throw Failure(.generationUnfaithful, "the change was not finished")
    }
    let changes = finished.summary.changes
    var commit = commit
    if changes != ChangeCounts() { commit.facts.changes = changes }
    commit.alerts = try alerts(finished, commit.facts, now: commit.now)
    let hasChanged = finished.hidden.count > 0 || finished.segment != nil || !dissolving.isEmpty
    if hasChanged, finished.isLarge {
      return (try commitGeneration(finished, commit, cancellation), changes)
    }
    var row: DeltaRow?
    if hasChanged {
      let items = finished.segment?.summary.items ?? 0
      row = DeltaRow(
        number: 0, domain: stored.name, generation: stored.generation, items: items,
        hiding: finished.hidden.count, hidden: finished.hidden, words: finished.words,
        segment: finished.segmentBytes,
        identity: OpenDelta.identity(
          segment: finished.segment,
          words: try finished.words.map { (words) throws(Failure) in
            try words.opened(isDictionary: true, path: indexer.folder.catalog)
          }))
    }
    var domain = stored
    domain.facts = commit.facts
    domain.items = finished.summary.items
    let present = try indexer.commit(domain, row, dissolving: hasChanged ? dissolving : [], commit)
    clear()
    return (present, changes)
  }

  /// Merges what is left of the segments and what was added into a new generation.
  private func commitGeneration(
    _ finished: Finished, _ commit: ChangeCommit, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain {
    var gone = state.withLock { $0.replaced }
    gone.formUnion(state.withLock { $0.deleted })
    var segments = left(after: gone, ofTakenIn: false)
    if let segment = finished.segment {
      segments.append(
        OpenDomain.LiveSegment(number: .max, searchable: SearchableSegment(segment), hidden: nil))
    }
    let published = try indexer.merge(
      segments, commit.facts, of: stored, memory: memory, .change(commit), cancellation)
    clear()
    return published
  }
}

extension EmbeddedIndexer {
  /// Publishes a delta, facts and what is settled in the journal in one transaction.
  func commit(
    _ domain: StoredDomain, _ row: DeltaRow?, dissolving: Set<Int>, _ commit: ChangeCommit
  ) throws(Failure) -> StoredDomain {
    try withCatalog { (catalog) throws(Failure) in
      try catalog.change(of: domain.name) { () throws(Failure) in
        try catalog.removeDeltas(dissolving.sorted())
        if var row, row.items > 0 || row.hiding > 0 {
          row.number = try catalog.nextDelta()
          try catalog.insert(row)
        }
        try catalog.write(domain)
        try catalog.settle(domain.name, commit)
        try catalog.insert(commit.alerts)
        return try catalog.presentDomains().first { $0.name == domain.name } ?? domain
      }
    }
  }
}
