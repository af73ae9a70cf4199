import FootlightPlatform
import TextAnalysis

/// A run that takes no more items, as sorted streams: what is merged with other runs, from the disk or from memory.
///
/// Shape of `documents`, in the order of the index: the 40 bytes of ``Run/Document``, in which `start` is the size of the
/// record; 8 bytes each of what some document of the run has (``RecordExtras``): the hashes of the address and of
/// the key of the source (0 for none), expiry, digest of the source's record; the record. Of `ids`, sorted: the
/// hash of an id (8), the place of its document in `documents` (4). Of `terms`, in byte order: size (2), number
/// (4), holding (4), UTF-8. Of `values`, the texts of attributes in their order: number (4), how many values it is (4),
/// the sizes (4 each) and UTF-8 of it folded, with its ordinal before it, and as it is.
///
/// - Complexity: sorting n documents and m terms takes O(n log n + m log m); mostly numbers are compared.
final class SortedRun: Sendable {
  let documentCount: Int
  let termCount: Int
  let valueCount: Int
  /// The extras of each document beside its place.
  let extras: RecordExtras
  /// The shape of the attributes' numbers, by ordinal.
  let numbers: [NumberShape]
  let documents: Spill
  let ids: Spill
  let terms: Spill
  let values: Spill
  /// How many documents or terms ahead something is fetched.
  private static let ahead = 8

  /// Sorts a run and writes it.
  ///
  /// - Parameter file: where it is spilled; nil for in memory.
  init(_ run: consuming Run, into file: SpillFile?) throws(Failure) {
    run.freeScratch()
    documentCount = run.documents.count
    termCount = run.terms.count
    valueCount = run.values.texts.count
    extras = RecordExtras(run)
    numbers = run.values.numbers
    let order = run.sortedDocuments()
    documents = try SortedRun.spillDocuments(run, order, extras, file)
    ids = try SortedRun.spillIDs(run, order, file)
    terms = try SortedRun.spillTerms(run, file)
    values = try SortedRun.spillValues(run, file)
  }

  private static func spillDocuments(
    _ run: borrowing Run, _ order: [UInt32], _ extras: RecordExtras, _ file: SpillFile?
  ) throws(Failure) -> Spill {
    let addresses = RunExtra(run.addresses, count: order.count)
    let sourceKeys = RunExtra(run.sourceKeys, count: order.count)
    let expiries = RunExtra(run.expiring, count: order.count, without: Int64.max)
    var writer = SpillWriter(file)
    writer.reserve(run.records.count + order.count * (40 + extras.size))
    for (place, number) in order.enumerated() {
      let local = Int(number)
      let later = min(place + ahead, order.count - 1)
      run.records.prefetch(Int(run.documents[Int(order[later])].start))
      var document = run.documents[local]
      let record = ByteRange(start: Int(document.start), count: run.recordSize(local))
      document.start = UInt32(truncatingIfNeeded: record.count)
      writer.bytes.append(document)
      if extras.contains(.address) { writer.bytes.append(littleEndian: addresses[local]) }
      if extras.contains(.sourceKey) { writer.bytes.append(littleEndian: sourceKeys[local]) }
      if extras.contains(.expiry) { writer.bytes.append(littleEndian: expiries[local]) }
      if extras.contains(.digest) {
        writer.bytes.append(littleEndian: local < run.digests.count ? run.digests[local] : 0)
      }
      writer.bytes.append(run.records, record)
      try writer.handOn()
    }
    return try writer.finish()
  }

  private static func spillIDs(
    _ run: borrowing Run, _ order: [UInt32], _ file: SpillFile?
  ) throws(Failure) -> Spill {
    let keys = KeyEntry.sorted(count: order.count) { place in
      KeyEntry(
        hash: run.documents[Int(order[place])].idHash, document: UInt32(truncatingIfNeeded: place))
    }
    var writer = SpillWriter(file)
    for key in keys {
      writer.bytes.append(key)
      try writer.handOn()
    }
    return try writer.finish()
  }

  private static func spillTerms(
    _ run: borrowing Run, _ file: SpillFile?
  ) throws(Failure) -> Spill {
    let terms = run.sortedTerms()
    var writer = SpillWriter(file)
    for (index, term) in terms.enumerated() {
      run.terms.prefetch(Int(terms[min(index + ahead, terms.count - 1)].number))
      let range = run.terms.range(Int(term.number))
      writer.bytes.append(littleEndian: UInt16(truncatingIfNeeded: range.count))
      writer.bytes.append(littleEndian: term.number)
      writer.bytes.append(littleEndian: run.terms.holding(Int(term.number)))
      writer.bytes.append(run.terms.bytes, range)
      try writer.handOn()
    }
    return try writer.finish()
  }

  private static func spillValues(
    _ run: borrowing Run, _ file: SpillFile?
  ) throws(Failure) -> Spill {
    let sorted = SortedValues(run.values)
    var folded = ByteArena(capacity: 256)
    var writer = SpillWriter(file)
    for number in sorted.order {
      folded.removeAll()
      sorted.appendFolded(Int(number), to: &folded)
      let range = run.values.texts.range(Int(number))
      let text = ByteRange(start: range.lowerBound + 2, count: Int(range.count) - 2)
      writer.bytes.append(littleEndian: number)
      writer.bytes.append(littleEndian: run.values.texts.holding(Int(number)))
      writer.bytes.append(littleEndian: UInt32(truncatingIfNeeded: folded.count))
      writer.bytes.append(littleEndian: UInt32(truncatingIfNeeded: text.count))
      writer.bytes.append(folded, folded.all)
      writer.bytes.append(run.values.texts.bytes, text)
      try writer.handOn()
    }
    return try writer.finish()
  }
}

/// The extras of some documents of a run, by their number in it.
private struct RunExtra<Value> {
  private var values: [Value]

  init(_ entries: [(hash: Value, local: UInt32)], count: Int) where Value == UInt64 {
    values = entries.isEmpty ? [] : [Value](repeating: 0, count: count)
    for entry in entries { values[Int(entry.local)] = entry.hash }
  }

  init(_ entries: [(local: UInt32, expires: Value)], count: Int, without: Value) {
    values = entries.isEmpty ? [] : [Value](repeating: without, count: count)
    for entry in entries { values[Int(entry.local)] = entry.expires }
  }

  subscript(local: Int) -> Value { values[local] }
}

/// The extras that some documents of a run have; each of its documents has a place for them.
struct RecordExtras: OptionSet, Sendable {
  let rawValue: UInt8

  static var address: RecordExtras { RecordExtras(rawValue: 1) }
  static var sourceKey: RecordExtras { RecordExtras(rawValue: 2) }
  static var expiry: RecordExtras { RecordExtras(rawValue: 4) }
  static var digest: RecordExtras { RecordExtras(rawValue: 8) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ run: borrowing Run) {
    var extras: RecordExtras = []
    if !run.addresses.isEmpty { extras.insert(.address) }
    if !run.sourceKeys.isEmpty { extras.insert(.sourceKey) }
    if !run.expiring.isEmpty { extras.insert(.expiry) }
    if !run.digests.isEmpty { extras.insert(.digest) }
    self = extras
  }

  /// How many bytes they take.
  var size: Int { rawValue.nonzeroBitCount * 8 }
}

/// The sort key of a term, and its number in its run.
struct TermKey: BitwiseCopyable, Sendable {
  /// The first eight bytes, as a number that orders like them.
  var first: UInt64
  var number: UInt32
  /// The size in bytes.
  var length: UInt32
}

extension ByteArena {
  /// Appends the 40 bytes of a document.
  mutating func append(_ document: Run.Document) {
    append(littleEndian: document.orderHigh)
    append(littleEndian: document.orderLow)
    append(littleEndian: document.idHash)
    append(littleEndian: document.start)
    append(littleEndian: document.number)
    append(littleEndian: document.batch)
    append(littleEndian: document.block)
    append(littleEndian: document.ordinal)
  }

  /// Reads the 40 bytes of a document.
  func document(at offset: Int) -> Run.Document {
    Run.Document(
      orderHigh: load(offset), orderLow: load(offset + 8), idHash: load(offset + 16),
      start: load(offset + 24), number: load(offset + 28), batch: load(offset + 32),
      block: load(offset + 36), ordinal: load(offset + 38))
  }
}

/// A hash of an id, an address or a key of the source, and whose it is.
struct KeyEntry: BitwiseCopyable, Sendable {
  var hash: UInt64
  var document: UInt32

  /// Makes `count` entries and sorts them by hash, then document: a bucket sort by the upper 16 bits,
  /// which a hash spreads evenly.
  static func sorted(count: Int, _ make: (Int) -> KeyEntry) -> [KeyEntry] {
    guard count > 4_096 else {
      return (0..<count).map(make).sorted {
        $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document
      }
    }
    var starts = [Int](repeating: 0, count: 65_537)
    for index in 0..<count { starts[Int(make(index).hash >> 48) + 1] += 1 }
    for bucket in 0..<65_536 { starts[bucket + 1] += starts[bucket] }
    var entries = [KeyEntry](repeating: KeyEntry(hash: 0, document: 0), count: count)
    var next = starts
    for index in 0..<count {
      let entry = make(index)
      let bucket = Int(entry.hash >> 48)
      entries[next[bucket]] = entry
      next[bucket] += 1
    }
    for bucket in 0..<65_536 where starts[bucket + 1] - starts[bucket] > 1 {
      entries.sort(starts[bucket]..<starts[bucket + 1]) {
        $0.hash != $1.hash ? $0.hash < $1.hash : $0.document < $1.document
      }
    }
    return entries
  }
}

extension ByteArena {
  /// Appends the twelve bytes of a key.
  mutating func append(_ key: KeyEntry) {
    append(littleEndian: key.hash)
    append(littleEndian: key.document)
  }
}
