import DeclaredRecords
import FootlightPlatform
import IndexStores

/// The mapping of records that a source says have changed, into one batch of changes.
struct ChangedRecords: ~Copyable {
  /// The records that could not become items.
  private(set) var failed: [FailedRecord] = []
  /// The keys of the records that came, whether they could become items or not.
  private(set) var met: Set<SourceKey> = []
  /// When the items expire, and those that were left out.
  private(set) var expiries = Expiries()

  private let change: any StoreChange
  private let worker: any StoreBuildWorker
  private var mapping: MappingWorker
  private let now: Int64

  init(
    _ change: any StoreChange, _ definition: DomainDefinition, now: Int64
  ) throws(Failure) {
    let worker = try change.worker()
    self.change = change
    self.now = now
    self.worker = worker
    mapping = ItemMapper(definition, now: now).worker()
  }

  /// Reads records with keys to the end.
  mutating func read(
    _ reader: any RecordReader, _ cancellation: Cancellation
  ) throws(Failure) {
    var batch = RecordBatch()
    var item = ItemBuffer()
    while true {
      try cancellation.check()
      batch.removeAll()
      guard try reader.next(&batch) else { return }
      worker.beginBatch(batch.ordinal)
      for index in batch.records.indices {
        if let key = batch.sourceKey(of: batch.records[index]) { met.insert(key) }
      }
      failed += try UndecodedRecords(decoding: &batch, reader).records
      for index in batch.records.indices {
        let entry = batch.records[index]
        try add(entry, key: batch.sourceKey(of: entry), id: nil, batch, &item)
      }
      try worker.endBatch()
    }
  }

  /// Takes records that are held; of several about one item the last one, and none that is deleted
  /// after it.
  mutating func take(
    _ held: borrowing HeldRecords, deleting deletions: [SourceKey: UInt32]
  ) throws(Failure) {
    failed += held.failed
    met.formUnion(held.unchanged)
    met.formUnion(held.last.keys)
    var item = ItemBuffer()
    for (ordinal, batch) in held.batches.enumerated() {
      worker.beginBatch(ordinal)
      for index in batch.batch.records.indices {
        let entry = batch.batch.records[index]
        let name = batch.names[index]
        if let name, held.last[name] != entry.number { continue }
        let isKey = batch.hasKeys[index]
        if !isKey, let name, let number = deletions[name], number > entry.number { continue }
        try add(
          entry, key: isKey ? name : nil, id: isKey ? nil : name?.description, batch.batch, &item)
      }
      try worker.endBatch()
    }
  }

  private mutating func add(
    _ entry: RecordEntry, key: SourceKey?, id: String?, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(Failure) {
    func failure(_ problem: Diagnostic) -> FailedRecord {
      FailedRecord(
        number: entry.number, key: key, id: id, digest: batch.digest(of: entry), problem: problem)
    }
    let outcome = mapping.map(batch, entry, into: &item)
    switch outcome {
    case .bad(let problem):
      failed.append(failure(problem))
      return
    case .item where item.expires > now:
      item.stamp(entry, of: batch)
      if let problem = worker.add(item) {
        failed.append(failure(problem))
        return
      }
      expiries.keep(item.expires)
    case .item, .skipped:
      if outcome == .item { expiries.leaveOut(item.expires) }
      worker.addSkipped(batch.digest(of: entry))
      // Without a key it is the id that tells which item the record has been.
      if key == nil, let id { try change.delete(.id(id)) }
    }
    // The item that the record yielded before; one that came again stays.
    if let key { try change.delete(.sourceKey(key.bytes)) }
  }
}

extension ItemBuffer {
  /// Notes which record the item was made of: its number, its digest, and the key by which the
  /// source finds it again.
  mutating func stamp(_ entry: RecordEntry, of batch: borrowing RecordBatch) {
    record = entry.number
    recordDigest = batch.digest(of: entry)
    guard entry.sourceKey.count > 0 else { return }
    let start = bytes.count
    bytes.append(batch.bytes, entry.sourceKey)
    sourceKey = ByteRange(start: start, count: Int(entry.sourceKey.count))
  }
}
