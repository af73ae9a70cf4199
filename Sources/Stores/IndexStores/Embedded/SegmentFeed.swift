import DeclaredRecords
import FootlightPlatform
import SearchEngine
import Synchronization

/// Hands the items of segments to a writer again, as they were when they were added: how segments
/// are merged.
///
/// 16 bytes of memory an item; as many threads as there are processors.
struct SegmentFeed {
  /// How many items are handed over in one batch.
  private static let batch = 512

  private let items: [LiveItems]
  private let generations: [Segment]
  /// The batches: of which segment, and which items.
  private let batches: [(segment: Int, range: Range<Int>)]

  /// Looks up where the items are that are not hidden.
  init(_ segments: [OpenDomain.LiveSegment]) throws(Failure) {
    var items: [LiveItems] = []
    var batches: [(segment: Int, range: Range<Int>)] = []
    for (index, segment) in segments.enumerated() {
      let live = try LiveItems(segment.generation, hiding: segment.hidden)
      items.append(live)
      for start in stride(from: 0, to: live.count, by: SegmentFeed.batch) {
        batches.append((index, start..<min(start + SegmentFeed.batch, live.count)))
      }
    }
    self.items = items
    self.batches = batches
    generations = segments.map(\.generation)
  }

  /// How many items there are.
  var count: Int { items.reduce(0) { $0 + $1.count } }

  /// Adds the items and the digests of skipped records; the batches are numbered from `first` on.
  func run(
    _ cancellation: Cancellation = Cancellation(), from first: Int = 0,
    _ makeWorker: @Sendable () throws(Failure) -> any StoreBuildWorker
  ) throws(Failure) {
    let threads = max(1, min(Workers.processors, batches.count))
    let next = Atomic<Int>(0)
    let failure = Mutex<Failure?>(nil)
    Workers.run(threads) { number in
      do throws(Failure) {
        let worker = try makeWorker()
        if number == 0 { try self.addSkipped(to: worker) }
        var reader = ItemReader()
        var item = ItemBuffer()
        while failure.withLock({ $0 == nil }) {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < self.batches.count else { return }
          try cancellation.check()
          worker.beginBatch(first + index)
          try self.add(self.batches[index], to: worker, &reader, &item)
          try worker.endBatch()
        }
      } catch {
        failure.withLock { if $0 == nil { $0 = error } }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func addSkipped(to worker: any StoreBuildWorker) throws(Failure) {
    for generation in generations {
      try generation.forEachRecordDigest { digest, document in
        if document == nil { worker.addSkipped(digest) }
      }
    }
  }

  private func add(
    _ batch: (segment: Int, range: Range<Int>), to worker: any StoreBuildWorker,
    _ reader: inout ItemReader, _ item: inout ItemBuffer
  ) throws(Failure) {
    var problem: Diagnostic?
    try items[batch.segment].forEach(batch.range, &reader, &item) { (item) throws(Failure) in
      problem = problem ?? worker.add(item)
    }
    // An item that an index held once fits again.
    if let problem { throw Failure(problem) }
  }
}
