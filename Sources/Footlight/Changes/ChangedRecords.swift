import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import ItemMapping
import RecordSources

/// The mapping of records that a source says have changed, into one batch of changes.
struct ChangedRecords: ~Copyable {
  /// A record that could not become an item.
  struct Failed {
    /// Its key in the source; nil when it has none.
    var key: SourceKey?
    var problem: Diagnostic
  }

  /// The records that could not become items.
  private(set) var failed: [Failed] = []
  /// The keys of all records that came.
  private(set) var met: Set<SourceKey> = []
  /// The number of the last record with an id, where records have no keys.
  private(set) var lastNumbers: [String: UInt32] = [:]
  /// When the first of the items expires; nil for never.
  private(set) var expiry: Int64?
  /// Whether a record had a key.
  private(set) var hasKeys = false

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

  /// Reads to the end; records whose digest is known are left as they are, if they have keys.
  mutating func read(
    _ reader: any RecordReader, known: RecordDigests? = nil, _ cancellation: Cancellation
  ) throws(Failure) {
    var batch = RecordBatch()
    var item = ItemBuffer()
    var seen = RecordMarks()
    while true {
      try cancellation.check()
      batch.removeAll()
      guard try reader.next(&batch) else { return }
      worker.beginBatch(batch.ordinal)
      // A row whose key cannot be told is told by nobody else.
      for problem in batch.problems { failed.append(Failed(key: nil, problem: problem)) }
      let listed = batch.problems.count
      var keys: [UInt32: SourceKey] = [:]
      for index in batch.records.indices {
        let entry = batch.records[index]
        if let key = batch.sourceKey(of: entry) { keys[entry.number] = key }
      }
      met.formUnion(keys.values)
      hasKeys = hasKeys || !keys.isEmpty
      if let known {
        batch.removeRecords { entry, digest in
          guard keys[entry.number] != nil, known.see(digest, &seen) else { return false }
          keys[entry.number] = nil
          return true
        }
      }
      try reader.decode(&batch)
      for index in batch.records.indices {
        let entry = batch.records[index]
        try add(entry, keys[entry.number], batch, &item)
        keys[entry.number] = nil
      }
      // What is left could not be decoded; the problems come without keys.
      let problems = batch.problems.dropFirst(listed)
      for (key, problem) in zip(keys.sorted { $0.key < $1.key }.map(\.value), problems) {
        failed.append(Failed(key: key, problem: problem))
      }
      if keys.isEmpty { failed += problems.map { Failed(key: nil, problem: $0) } }
      try worker.endBatch()
    }
  }

  private mutating func add(
    _ entry: RecordEntry, _ key: SourceKey?, _ batch: borrowing RecordBatch,
    _ item: inout ItemBuffer
  ) throws(Failure) {
    let outcome = mapping.map(batch, entry, into: &item)
    switch outcome {
    case .bad(let problem):
      failed.append(Failed(key: key, problem: problem))
      return
    case .item where item.expires > now:
      item.stamp(entry, of: batch)
      if let problem = worker.add(item) {
        failed.append(Failed(key: key, problem: problem))
        return
      }
      if item.expires < expiry ?? .max { expiry = item.expires }
      if key == nil { lastNumbers[item.bytes.text(item.id)] = entry.number }
    case .item:
      worker.addSkipped(batch.digest(of: entry))
      if key == nil { try change.delete(id: item.bytes.text(item.id)) }
    case .skipped:
      worker.addSkipped(batch.digest(of: entry))
    }
    // The item that the record yielded before; one that came again stays.
    if let key { try change.delete(sourceKey: key.bytes) }
  }
}
