import DeclaredRecords
import FootlightPlatform
import IndexStores
import Synchronization

/// Reads a source to its end, maps every record and hands the items on, on several threads.
///
/// Each thread takes the next batch of about 1 MB from the reader, decodes and maps it on its own,
/// and adds the items through a worker of its own; nothing is passed on record by record.
struct RecordPipeline: Sendable {
  /// The domain that is read.
  var definition: DomainDefinition
  /// Its source.
  var source: any RecordSource
  /// The moment from which periods of expiry count.
  var now: Int64
  /// How many threads work.
  var threads: Int
  /// Ends the work when it says so.
  var cancellation: Cancellation
  /// The records that need not be looked at again: they are dropped before they are taken apart.
  var known: RecordDigests?
  /// Is told after every batch.
  var progress: @Sendable (_ records: Int, _ bytes: Int) -> Void = { _, _ in }
  /// Is told of every bad record that can be told from others; without it nobody asks which they are.
  var spare: (@Sendable (FailedRecord) throws(Failure) -> Void)?
  /// So many of them are named in the end.
  var namedFailures = 0

  /// Opens the source for ``run(_:_:)``, and for places of records afterwards.
  func open() throws(Failure) -> any RecordReader {
    try source.open(definition.mapping.plan, cancellation: cancellation)
  }

  /// Reads everything; `makeWorker` is called once on every thread.
  func run(
    _ reader: any RecordReader,
    _ makeWorker: @Sendable () throws(Failure) -> any StoreBuildWorker
  ) throws(Failure) -> RecordTally {
    let mapper = ItemMapper(definition, now: now)
    let shared = Mutex(Shared())
    Workers.run(threads) { _ in
      do throws(Failure) {
        try work(reader, mapper, makeWorker, shared)
      } catch {
        shared.withLock { shared in
          // The others are stopped; what they report then is a consequence.
          if shared.failure == nil { shared.failure = error }
        }
      }
    }
    let result = shared.withLock { shared in shared }
    if let failure = result.failure { throw failure }
    var tally = result.tally
    tally.locate(reader)
    tally.remarks = reader.remarks()
    tally.seen = result.seen
    tally.failed = result.failed
    return tally
  }

  private struct Shared: Sendable {
    var tally = RecordTally()
    var seen = RecordMarks()
    var failed: [FailedRecord] = []
    var failure: Failure?
  }

  private func work(
    _ reader: any RecordReader, _ mapper: ItemMapper,
    _ makeWorker: () throws(Failure) -> any StoreBuildWorker, _ shared: borrowing Mutex<Shared>
  ) throws(Failure) {
    let worker = try makeWorker()
    var mapping = mapper.worker()
    var batch = RecordBatch()
    var item = ItemBuffer()
    var seen = RecordMarks()
    defer { shared.withLock { $0.seen.formUnion(seen) } }
    while shared.withLock({ $0.failure == nil }) {
      try cancellation.check()
      batch.removeAll()
      guard try reader.next(&batch) else { break }
      let size = batch.bytes.count
      var tally = RecordTally()
      var failed: [FailedRecord] = []
      tally.digest(batch)
      if let known {
        let dropped = batch.removeRecords { _, digest in known.see(digest, &seen) }
        tally.records += dropped
        tally.dropped += dropped
      }
      let undecoded = try UndecodedRecords(decoding: &batch, reader)
      worker.beginBatch(batch.ordinal)
      for index in batch.records.indices {
        let record = batch.records[index]
        switch mapping.map(batch, record, into: &item) {
        case .item where known != nil && item.expires <= now:
          // It would go at once.
          worker.addSkipped(batch.digest(of: record))
          tally.skipped += 1
          tally.expiries.leaveOut(item.expires)
        case .item:
          item.stamp(record, of: batch)
          if let problem = worker.add(item) {
            tally.add(BadRecord(batch: batch.ordinal, number: record.number, diagnostic: problem))
            try note(record, of: batch, problem, &failed, &tally, &mapping, &item)
          } else {
            tally.items += 1
            // An item that has expired already goes with the next change.
            if item.expires > now { tally.expiries.keep(item.expires) }
          }
        case .skipped:
          worker.addSkipped(batch.digest(of: record))
          tally.skipped += 1
        case .bad(let problem):
          tally.add(BadRecord(batch: batch.ordinal, number: record.number, diagnostic: problem))
          try note(record, of: batch, problem, &failed, &tally, &mapping, &item)
        }
      }
      tally.records += batch.records.count + undecoded.count
      tally.bad += undecoded.unlisted
      for record in undecoded.records {
        tally.add(
          BadRecord(batch: batch.ordinal, number: record.number, diagnostic: record.problem))
        try note(record, &failed, &tally)
      }
      try worker.endBatch()
      let sum = shared.withLock { shared in
        shared.tally.bytes += size
        shared.tally.merge(tally)
        if shared.failed.count < namedFailures {
          shared.failed += failed
        }
        return (shared.tally.records, shared.tally.bytes)
      }
      progress(sum.0, sum.1)
    }
  }

  /// Notes which record it is that could not become an item, if that can be told.
  private func note(
    _ record: RecordEntry, of batch: borrowing RecordBatch, _ problem: Diagnostic,
    _ failed: inout [FailedRecord], _ tally: inout RecordTally, _ mapping: inout MappingWorker,
    _ item: inout ItemBuffer
  ) throws(Failure) {
    guard spare != nil else { return }
    var failure = FailedRecord(
      number: record.number, key: batch.sourceKey(of: record), digest: batch.digest(of: record),
      problem: problem)
    if failure.key == nil, case .item = mapping.identify(batch, record, into: &item) {
      failure.id = item.bytes.text(item.id)
    }
    try note(failure, &failed, &tally)
  }

  private func note(
    _ record: FailedRecord, _ failed: inout [FailedRecord], _ tally: inout RecordTally
  ) throws(Failure) {
    guard let spare, record.name != nil else { return }
    try spare(record)
    tally.named += 1
    if failed.count < namedFailures { failed.append(record) }
  }
}
