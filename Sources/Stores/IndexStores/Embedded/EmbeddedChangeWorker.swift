import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

/// One thread's share of a change: looks every item up, adds it when it is another one, and then has
/// the old one forgotten.
final class EmbeddedChangeWorker: StoreBuildWorker {
  private let change: EmbeddedChange
  /// For each shard.
  private let added: [SegmentWorker]
  private let words: [SegmentWorker]
  private var repeatedBatch: RepeatedIdentifiers.Batch
  private var reader = ItemReader()
  private var old = ItemBuffer()
  private var ordinal = 0
  /// The failure of a look-up of an item.
  private var failure: Failure?

  init(_ change: EmbeddedChange) {
    self.change = change
    added = change.parts.map { $0.added.worker() }
    words = change.parts.map { $0.words.worker() }
    repeatedBatch = RepeatedIdentifiers.Batch(change.repeated)
  }

  func beginBatch(_ ordinal: Int) {
    self.ordinal = ordinal
    for worker in added { worker.beginBatch(ordinal) }
    for worker in words { worker.beginBatch(ordinal) }
  }

  func addSkipped(_ digest: UInt64) {
    added[0].addSkipped(digest)
  }

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    guard failure == nil else { return nil }
    let shard = change.rule.shard(of: item)
    do throws(Failure) {
      guard let place = try find(item, shard) else { return put(item, shard) }
      let generation = place.segment.generation
      let isSame =
        try reader.digest(change.digester, of: generation) == change.digester.digest(item)
      let stamp = try generation.recordDigest(place.document)
      let isStamped = item.recordDigest == 0 || item.recordDigest == stamp
      let number = place.segment.number
      if item.sourceKey.count > 0 {
        let isSettled = reader.hasSourceKey(of: item)
        let key = isSettled ? item.bytes.bytes(item.sourceKey) : []
        change.state.withLock { state in
          if isSettled {
            // Not knowing it costs another look; so many are more than a batch has.
            if state.settled.count < 10_000 { state.settled.insert(key) }
          } else {
            _ = state.foreign.insert(place.document, in: number)
          }
        }
      }
      if isSame, isStamped, change.keeps(place.document, in: number) { return nil }
      // An item that is refused leaves the old one as it is.
      if let problem = put(item, shard) { return problem }
      let (isNew, count) = change.state.withLock { state in
        let isNew = state.replaced.insert(place.document, in: number)
        if isNew, isSame { state.restamped += 1 }
        if state.kept.contains(place.document, in: number) {
          _ = state.contested.insert(place.document, in: number)
        }
        if isNew { state.replacedOf[place.segment.shard, default: 0] += 1 }
        return (isNew, state.replacedOf[place.segment.shard] ?? 0)
      }
      // Beyond the limit a new file is written, and nobody asks for their words.
      let part = change.parts[place.segment.shard]
      if isNew, count <= part.limit, !part.dissolving.contains(number) {
        try reader.read(of: generation, into: &old)
        _ = words[part.shard].add(old)
      }
    } catch {
      failure = error
    }
    return nil
  }

  /// Adds an item to what changes in its shard.
  private func put(_ item: borrowing ItemBuffer, _ shard: Int) -> Diagnostic? {
    if let problem = added[shard].add(item) { return problem }
    if change.repeated != nil { repeatedBatch.add(item, shard: shard) }
    return nil
  }

  /// The live document with the id of an item; its record is at hand in the reader.
  private func find(
    _ item: borrowing ItemBuffer, _ shard: Int
  ) throws(Failure) -> (segment: OpenDomain.LiveSegment, document: UInt32)? {
    // Where something else than the id decides about the shard, it may have been another one.
    let segments = change.repeated == nil ? change.parts[shard].segments : change.open.segments
    for segment in segments.reversed() {
      if let document = try reader.find(item, in: segment.generation),
        segment.hidden?.contains(document) != true
      {
        return (segment, document)
      }
    }
    return nil
  }

  func endBatch() throws(Failure) {
    if let failure { throw failure }
    for worker in added { try worker.endBatch() }
    for worker in words { try worker.endBatch() }
    change.repeated?.add(repeatedBatch)
    repeatedBatch.clear()
    change.state.withLock { $0.batches = max($0.batches, ordinal + 1) }
  }
}
