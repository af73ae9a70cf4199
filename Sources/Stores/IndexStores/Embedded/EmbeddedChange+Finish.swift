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
    var gone = known.replaced
    gone.formUnion(known.deleted)
    let shares = repeated?.settle(rule, shards: parts.count)
    var finished: [FinishedPart] = []
    var duplicates: [DuplicateIdentifier] = []
    var addedItems = 0
    for part in parts {
      let (outcome, items, pairs) = try finish(part, known, gone, rule, shares?[part.shard])
      finished.append(outcome)
      duplicates += pairs
      addedItems += items
    }
    let summary = ChangeSummary(
      changes: ChangeCounts(
        inserted: max(0, addedItems - known.replaced.count),
        updated: known.replaced.count - known.restamped, deleted: known.deleted.count),
      items: stored.items + addedItems - changed, expired: known.expired.count,
      duplicates: duplicates.sorted { $0.second < $1.second }, claimed: try claimed(known))
    let outcome = Finished(summary: summary, parts: finished)
    state.withLock { $0.finished = outcome }
    return summary
  }

  /// Writes what has changed in a shard; tells how many items were added, and which of them had one id.
  private func finish(
    _ part: Part, _ known: State, _ gone: DocumentSets, _ rule: DuplicateRule,
    _ repeated: RepeatedIdentifiers.Share?
  ) throws(Failure) -> (FinishedPart, added: Int, [DuplicateIdentifier]) {
    // The items of deltas that are taken in, less what is gone now.
    let dissolved = try SegmentFeed(left(of: part, after: gone, ofTakenIn: true))
    if dissolved.count > 0 {
      try dissolved.run(from: known.batches) { () throws(Failure) in
        EmbeddedBuildWorker(part.added.worker())
      }
    }
    let (summary, duplicates) = try part.added.finish(keeping: rule, repeated)
    let added = summary.items - dissolved.count
    let changed = part.segments.reduce(0) { $0 + (gone.documents[$1.number]?.count ?? 0) }
    let hidden = hiddenItems(part, gone)
    let bytes = part.added.takeBytes()
    var finished = FinishedPart(
      part: part, segmentBytes: summary.items > 0 ? bytes : nil, hidden: hidden,
      isLarge: max(changed, added) > part.limit || bytes == nil)
    if summary.items > 0 {
      if let bytes {
        finished.segment = try bytes.opened(path: indexer.folder.catalog)
      } else {
        finished.segment = try Segment(path: part.added.path)
      }
    }
    if !finished.isLarge { finished.words = try finishWords(part, known, gone, hidden) }
    return (finished, added, duplicates)
  }

  /// The segments of a shard that are taken in, or the others, with what is hidden in them when some more
  /// documents are gone.
  private func left(
    of part: Part, after gone: DocumentSets, ofTakenIn: Bool
  ) -> [OpenDomain.LiveSegment] {
    part.segments.filter { part.dissolving.contains($0.number) == ofTakenIn }.map { segment in
      guard let documents = gone.documents[segment.number], !documents.isEmpty else {
        return segment
      }
      var left = segment
      left.hidden = HiddenDocuments(
        Array(documents), and: segment.hidden, of: segment.generation.summary.items)
      return left
    }
  }

  /// The items that the new delta hides in the segments of its shard that stay.
  private func hiddenItems(_ part: Part, _ gone: DocumentSets) -> HiddenItems {
    let own = Set(part.segments.map(\.number))
    var hidden = gone.documents.filter { own.contains($0.key) }
    for delta in part.deltas where part.dissolving.contains(delta.number) {
      for (segment, documents) in delta.hidden.documents {
        hidden[segment, default: []].formUnion(documents)
      }
    }
    for number in part.dissolving { hidden[number] = nil }
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
    var gone = state.withLock { $0.replaced }
    gone.formUnion(state.withLock { $0.deleted })
    var deltas = DeltaChange()
    var large: [Int: [OpenDomain.LiveSegment]] = [:]
    for finished in finished.parts where finished.hasChanged {
      let part = finished.part
      if finished.isLarge {
        // What is left of the shard's segments and what was added become its file.
        large[part.shard] = left(of: part, after: gone, ofTakenIn: false)
        if let segment = finished.segment {
          large[part.shard]?.append(
            OpenDomain.LiveSegment(
              number: .max, shard: part.shard, searchable: SearchableSegment(segment), hidden: nil))
        }
        continue
      }
      deltas.removed += part.dissolving.sorted()
      if let row = try row(finished) { deltas.added.append(row) }
    }
    var domain = stored
    domain.facts = commit.facts
    domain.items = finished.summary.items
    let present = try indexer.merge(
      large, open, into: domain, deltas, memory: memory, .change(commit), cancellation)
    clear()
    return (present, changes)
  }

  /// The delta of a shard; nil where it has none of this change.
  private func row(_ finished: FinishedPart) throws(Failure) -> DeltaRow? {
    guard finished.segment != nil || finished.hidden.count > 0 else { return nil }
    return DeltaRow(
      domain: stored.name, base: stored.baseNumbers[finished.part.shard],
      items: finished.segment?.summary.items ?? 0, hiding: finished.hidden.count,
      hidden: finished.hidden, words: finished.words, segment: finished.segmentBytes,
      identity: OpenDelta.identity(
        segment: finished.segment,
        words: try finished.words.map { (words) throws(Failure) in
          try words.opened(isDictionary: true, path: indexer.folder.catalog)
        }))
  }
}
