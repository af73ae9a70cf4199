import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

/// One thread's share of a change: looks every item up, adds it when it is another one, and then has
/// the old one forgotten.
final class EmbeddedChangeWorker: StoreBuildWorker {
  private let change: EmbeddedChange
  private let added: SegmentWorker
  private let words: SegmentWorker
  private var reader = ItemReader()
  private var old = ItemBuffer()
  private var ordinal = 0
  /// The failure of a look-up of an item.
  private var failure: Failure?
  /// Beyond so many replaced items a new generation is written, and nobody asks for their words.
  private let limit: Int

  init(_ change: EmbeddedChange) {
    self.change = change
    added = change.added.worker()
    words = change.words.worker()
    limit = EmbeddedChange.limit(items: change.stored.items)
  }

  func beginBatch(_ ordinal: Int) {
    self.ordinal = ordinal
    added.beginBatch(ordinal)
    words.beginBatch(ordinal)
  }

  func addSkipped(_ digest: UInt64) {
    added.addSkipped(digest)
  }

  func add(_ item: borrowing ItemBuffer) -> Diagnostic? {
    guard failure == nil else { return nil }
    do throws(Failure) {
      guard let place = try find(item) else { return added.add(item) }
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
      if let problem = added.add(item) { return problem }
      let (isNew, count) = change.state.withLock { state in
        let isNew = state.replaced.insert(place.document, in: number)
        if isNew, isSame { state.restamped += 1 }
        if state.kept.contains(place.document, in: number) {
          _ = state.contested.insert(place.document, in: number)
        }
        return (isNew, state.replaced.count)
      }
      if isNew, count <= limit, !change.dissolving.contains(number) {
        try reader.read(of: generation, into: &old)
        _ = words.add(old)
      }
    } catch {
      failure = error
    }
    return nil
  }

  /// The live document with the id of an item; its record is at hand in the reader.
  private func find(
    _ item: borrowing ItemBuffer
  ) throws(Failure) -> (segment: OpenDomain.LiveSegment, document: UInt32)? {
    for segment in change.open.segments.reversed() {
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
    try added.endBatch()
    try words.endBatch()
    change.state.withLock { $0.batches = max($0.batches, ordinal + 1) }
  }
}
