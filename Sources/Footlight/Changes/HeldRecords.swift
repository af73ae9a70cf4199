import FootlightDiagnostics
import FootlightPlatform
import IndexStores
import ItemMapping
import RecordSources

/// Records that were read as changed and are not applied yet.
///
/// Of several about one item only the last one counts: nobody ever sees what was between. Records
/// are about the same item when they have the same key or, without keys, yield the same id.
struct HeldRecords: ~Copyable {
  /// How many bytes of records are held at once.
  static let limit = 64 << 20

  /// One batch, taken apart.
  final class Batch {
    var batch = RecordBatch()
    /// What each record is about; nil when nobody can tell.
    var names: [SourceKey?] = []
    /// Which of them have keys.
    var hasKeys: [Bool] = []
  }

  private(set) var batches: [Batch] = []
  /// The number of the last record about each item.
  private(set) var last: [SourceKey: UInt32] = [:]
  /// The records that could not be taken apart.
  private(set) var failed: [FailedRecord] = []
  /// Records that are as they were.
  private(set) var unchanged: Set<SourceKey> = []
  private(set) var hasKeys = false
  /// Whether the source has ended.
  private(set) var isLast = false

  /// Reads until there are enough bytes, or to the end; records whose digest is known are left as
  /// they are, if they have keys.
  init(
    _ reader: any RecordReader, known: RecordDigests, _ mapping: inout MappingWorker,
    _ cancellation: Cancellation
  ) throws(Failure) {
    var item = ItemBuffer()
    var seen = RecordMarks()
    var bytes = 0
    while bytes < HeldRecords.limit {
      try cancellation.check()
      let held = Batch()
      guard try reader.next(&held.batch) else {
        isLast = true
        return
      }
      bytes += held.batch.bytes.count
      try take(held, reader, known, &seen, &mapping, &item)
      batches.append(held)
    }
  }

  private mutating func take(
    _ held: Batch, _ reader: any RecordReader, _ known: RecordDigests, _ seen: inout RecordMarks,
    _ mapping: inout MappingWorker, _ item: inout ItemBuffer
  ) throws(Failure) {
    // A row whose key cannot be told is told by nobody else.
    failed += held.batch.problems.map { FailedRecord(problem: $0) }
    let listed = held.batch.problems.count
    var keys: [UInt32: SourceKey] = [:]
    for index in held.batch.records.indices {
      let entry = held.batch.records[index]
      if let key = held.batch.sourceKey(of: entry) { keys[entry.number] = key }
    }
    hasKeys = hasKeys || !keys.isEmpty
    var dropped: [SourceKey] = []
    held.batch.removeRecords { entry, digest in
      guard let key = keys[entry.number], known.see(digest, &seen) else { return false }
      dropped.append(key)
      keys[entry.number] = nil
      return true
    }
    unchanged.formUnion(dropped)
    try reader.decode(&held.batch)
    for index in held.batch.records.indices {
      let entry = held.batch.records[index]
      var name = keys.removeValue(forKey: entry.number)
      held.hasKeys.append(name != nil)
      if name == nil, case .item = mapping.identify(held.batch, entry, into: &item) {
        name = SourceKey(item.bytes.text(item.id))
      }
      held.names.append(name)
      if let name { last[name] = entry.number }
    }
    // What is left could not be decoded; the problems come without keys.
    let problems = held.batch.problems.dropFirst(listed)
    let left = keys.sorted { $0.key < $1.key }.map(\.value)
    for (place, problem) in problems.enumerated() {
      failed.append(
        FailedRecord(key: place < left.count ? left[place] : nil, problem: problem))
    }
  }
}
