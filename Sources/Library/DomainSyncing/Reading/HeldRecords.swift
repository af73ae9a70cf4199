import DeclaredRecords
import FootlightPlatform
import IndexStores

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
    /// The name of the item that each record is about; nil when nobody can tell.
    var names: [SourceKey?] = []
    /// Which of them have keys.
    var hasKeys: [Bool] = []
  }

  private(set) var batches: [Batch] = []
  /// The number of the last record about each item.
  private(set) var last: [SourceKey: UInt32] = [:]
  /// The records that could not be taken apart, less those with a later record about the same item.
  private(set) var failed: [FailedRecord] = []
  /// How many more there are of which nothing is known.
  private(set) var unlisted = 0
  /// Records that are as they were.
  private(set) var unchanged: Set<SourceKey> = []
  private(set) var hasKeys = false
  /// Whether the source has ended.
  private(set) var isLast = false

  /// Reads until there are enough bytes, or to the end; a record with a key is left as it is where
  /// the item of that key was made of it.
  ///
  /// One that yields no item is looked at again: only that takes away the item that it has been
  /// meanwhile.
  init(
    _ reader: any RecordReader, _ known: consuming KnownRecords, _ mapping: inout MappingWorker,
    _ cancellation: Cancellation
  ) throws(Failure) {
    var known = known
    var item = ItemBuffer()
    var bytes = 0
    defer {
      let last = last
      failed.removeAll { record in record.key.map { last[$0] != record.number } ?? false }
    }
    while bytes < HeldRecords.limit {
      try cancellation.check()
      let held = Batch()
      guard try reader.next(&held.batch) else {
        isLast = true
        return
      }
      bytes += held.batch.bytes.count
      try take(held, reader, &known, &mapping, &item)
      batches.append(held)
    }
  }

  private mutating func take(
    _ held: Batch, _ reader: any RecordReader, _ known: inout KnownRecords,
    _ mapping: inout MappingWorker, _ item: inout ItemBuffer
  ) throws(Failure) {
    var same: Set<UInt32> = []
    for index in held.batch.records.indices {
      let entry = held.batch.records[index]
      guard let key = held.batch.sourceKey(of: entry) else { continue }
      hasKeys = true
      last[key] = entry.number
      guard try known.holds(key, held.batch.digest(of: entry)) else { continue }
      same.insert(entry.number)
      unchanged.insert(key)
    }
    if !same.isEmpty {
      held.batch.removeRecords { entry, _ in same.contains(entry.number) }
    }
    let undecoded = try UndecodedRecords(decoding: &held.batch, reader)
    failed += undecoded.records
    unlisted += undecoded.unlisted
    for index in held.batch.records.indices {
      let entry = held.batch.records[index]
      var name = held.batch.sourceKey(of: entry)
      held.hasKeys.append(name != nil)
      if name == nil, case .item = mapping.identify(held.batch, entry, into: &item) {
        let id = SourceKey(item.bytes.text(item.id))
        last[id] = entry.number
        name = id
      }
      held.names.append(name)
    }
  }
}

/// Tells which records with keys are as they were when their items were made.
///
/// A few are looked up one by one, so that a change costs what it costs; for many all digests are
/// read, 16 bytes of memory a record.
struct KnownRecords {
  /// So many look-ups take about as long as reading all digests of a large domain.
  private static let limit = 1_000

  private let change: any StoreChange
  private let all: () throws(Failure) -> RecordDigests
  private var lookUps = 0
  private var digests: RecordDigests?

  init(_ change: any StoreChange, all: @escaping () throws(Failure) -> RecordDigests) {
    self.change = change
    self.all = all
  }

  /// Whether the item of a record was made of the same bytes; false for one that yields no item.
  mutating func holds(_ key: SourceKey, _ digest: UInt64) throws(Failure) -> Bool {
    if let digests { return digests.holdsItem(digest) }
    lookUps += 1
    if lookUps == KnownRecords.limit { digests = try all() }
    return try change.holds(sourceKey: key.bytes, digest: digest)
  }
}

/// The records of a batch that its reader could not take apart.
struct UndecodedRecords {
  /// The records that it lists, followed by those that have a key without being listed.
  private(set) var records: [FailedRecord] = []
  /// How many there are besides: of them nothing is known.
  private(set) var unlisted = 0

  /// How many there are.
  var count: Int { records.count + unlisted }

  /// Takes a batch apart.
  ///
  /// Problems have places and no keys. Those of decoding come in the order of the records that it
  /// loses, and so they find their keys again; a record whose key is not known even before has no
  /// name at all.
  init(decoding batch: inout RecordBatch, _ reader: any RecordReader) throws(Failure) {
    records = batch.problems.map { FailedRecord(problem: $0) }
    let listed = batch.problems.count
    let counted = batch.badRecords
    // A copy that costs nothing where there are no keys.
    let hasKeys = batch.records.contains { $0.sourceKey.count > 0 }
    let entries = hasKeys ? batch.records : []
    try reader.decode(&batch)
    var problems = batch.problems.dropFirst(listed)
    var lost = batch.badRecords - counted
    unlisted = counted - listed
    guard lost > 0 else { return }
    // An unlisted record failed like the last listed one; nobody has noted its place.
    var unplaced =
      batch.problems.last ?? Diagnostic(.recordUnreadable, "the record cannot be read")
    unplaced.location = nil
    var next = 0
    for entry in entries {
      if next < batch.records.count, batch.records[next].number == entry.number {
        next += 1
        continue
      }
      guard lost > 0 else { break }
      lost -= 1
      let problem = problems.popFirst() ?? unplaced
      records.append(
        FailedRecord(
          number: entry.number, key: batch.sourceKey(of: entry), digest: batch.digest(of: entry),
          problem: problem))
    }
    lost -= problems.count
    records += problems.map { FailedRecord(problem: $0) }
    unlisted += max(0, lost)
  }
}
