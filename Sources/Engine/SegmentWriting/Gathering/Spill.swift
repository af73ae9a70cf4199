import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// A sorted run on the disk: its documents in order with their records, then its terms in order, then the
/// texts of its attributes in order.
///
/// Shape: per document the 40 bytes of ``Run/Document``, size of the record (4), then 8 bytes each of
/// what some document of the run has (``RecordExtras``): the hashes of the address and of the key of the
/// source (0 for none), expiry, digest of the source's record; the record; per term its size (2), number
/// (4), holding (4), UTF-8; per text of an attribute its number (4), how many values it is (4), the sizes (4 each) and
/// UTF-8 of it folded, with its ordinal before it, and as it is.
final class Spill: Sendable {
  let path: String
  let documentCount: Int
  let termCount: Int
  let valueCount: Int
  /// The extras of each document beside its place.
  let extras: RecordExtras
  /// The shape of the attributes' numbers, by ordinal.
  let numbers: [NumberShape]
  /// Where the terms begin.
  let termStart: Int
  /// Where the texts of the attributes begin.
  let valueStart: Int
  let size: Int
  private let files: FileOperations
  /// How many documents or terms ahead something is fetched.
  private static let ahead = 8

  /// Sorts a run and writes it.
  init(_ run: consuming Run, path: String, files: FileOperations) throws(Failure) {
    let sorted = SortedRun(run, keepsSizes: true)
    self.path = path
    self.files = files
    documentCount = sorted.run.documents.count
    termCount = sorted.termCount
    valueCount = sorted.values.order.count
    extras = RecordExtras(sorted)
    numbers = sorted.run.values.numbers
    let file = try files.create(path, exclusively: true, permissions: 0o600)
    var buffer = ByteArena(capacity: 1 << 20)
    var written = 0
    for place in 0..<documentCount {
      let document = sorted.run.documents[place]
      let later = min(place + Spill.ahead, documentCount - 1)
      sorted.run.records.prefetch(Int(sorted.run.documents[later].start))
      buffer.append(document)
      buffer.append(littleEndian: sorted.sizes[place])
      if extras.contains(.address) { buffer.append(littleEndian: sorted.addresses[place]) }
      if extras.contains(.sourceKey) { buffer.append(littleEndian: sorted.sourceKeys[place]) }
      if extras.contains(.expiry) { buffer.append(littleEndian: sorted.expiries[place]) }
      if extras.contains(.digest) { buffer.append(littleEndian: sorted.digests[place]) }
      buffer.append(
        sorted.run.records,
        ByteRange(start: Int(document.start), count: Int(sorted.sizes[place])))
      if buffer.count > 1 << 20 {
        try file.write(buffer, buffer.all)
        written += buffer.count
        buffer.removeAll()
      }
    }
    termStart = written + buffer.count
    let terms = sorted.takeTerms()
    for (index, term) in terms.enumerated() {
      let number = term.number
      sorted.run.terms.prefetch(Int(terms[min(index + Spill.ahead, terms.count - 1)].number))
      let range = sorted.run.terms.range(Int(number))
      buffer.append(littleEndian: UInt16(truncatingIfNeeded: range.count))
      buffer.append(littleEndian: number)
      buffer.append(littleEndian: sorted.run.terms.holding(Int(number)))
      buffer.append(sorted.run.terms.bytes, range)
      if buffer.count > 1 << 20 {
        try file.write(buffer, buffer.all)
        written += buffer.count
        buffer.removeAll()
      }
    }
    valueStart = written + buffer.count
    var folded = ByteArena(capacity: 256)
    var text = ByteArena(capacity: 256)
    for number in sorted.values.order {
      folded.removeAll()
      text.removeAll()
      var holding: UInt32 = 0
      sorted.appendValue(Int(number), &folded, &text, &holding)
      buffer.append(littleEndian: number)
      buffer.append(littleEndian: holding)
      buffer.append(littleEndian: UInt32(truncatingIfNeeded: folded.count))
      buffer.append(littleEndian: UInt32(truncatingIfNeeded: text.count))
      buffer.append(folded, folded.all)
      buffer.append(text, text.all)
      if buffer.count > 1 << 20 {
        try file.write(buffer, buffer.all)
        written += buffer.count
        buffer.removeAll()
      }
    }
    try file.write(buffer, buffer.all)
    size = written + buffer.count
  }

  /// Removes the file; that it cannot be removed is nobody's loss, the next start does it.
  func remove() {
    _ = try? files.remove(path)
  }
}

/// The extras that some documents of a run have; in a spill each of its documents has a place for them.
struct RecordExtras: OptionSet, Sendable {
  let rawValue: UInt8

  static var address: RecordExtras { RecordExtras(rawValue: 1) }
  static var sourceKey: RecordExtras { RecordExtras(rawValue: 2) }
  static var expiry: RecordExtras { RecordExtras(rawValue: 4) }
  static var digest: RecordExtras { RecordExtras(rawValue: 8) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ sorted: SortedRun) {
    var extras: RecordExtras = []
    if !sorted.addresses.isEmpty { extras.insert(.address) }
    if !sorted.sourceKeys.isEmpty { extras.insert(.sourceKey) }
    if !sorted.expiries.isEmpty { extras.insert(.expiry) }
    if !sorted.digests.isEmpty { extras.insert(.digest) }
    self = extras
  }

  /// How many bytes they take.
  var size: Int { rawValue.nonzeroBitCount * 8 }
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
    append(littleEndian: document.position)
  }

  /// Reads the 40 bytes of a document.
  func document(at offset: Int) -> Run.Document {
    Run.Document(
      orderHigh: load(offset), orderLow: load(offset + 8), idHash: load(offset + 16),
      start: load(offset + 24), number: load(offset + 28), batch: load(offset + 32),
      block: load(offset + 36), position: load(offset + 38))
  }
}
