import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform

/// A sealed part on the disk: its documents in order with their records, then its terms in order,
/// then the texts of its attributes in order.
///
/// Shape: per document the 40 bytes of ``RunPart/Document``, size of the record (4), then 8 bytes each of
/// what some document of the part has (``RecordExtras``): the hashes of the address and of the key of the
/// source (0 for none), expiry, digest of the source's record; the record; per term its size (2), number
/// (4), holding (4), UTF-8; per text of an attribute its number (4), how many values it is (4), the sizes (4 each) and
/// UTF-8 of it folded, with its ordinal before it, and as it is.
final class Spill: Sendable {
  let path: String
  let documentCount: Int
  let termCount: Int
  let valueCount: Int
  /// What is told of each document beside its place.
  let extras: RecordExtras
  /// What the numbers of the attributes have in common, by ordinal.
  let numbers: [NumberShape]
  /// Where the terms begin.
  let termStart: Int
  /// Where the texts of the attributes begin.
  let valueStart: Int
  let size: Int
  private let files: FileOperations
  /// How many documents or terms ahead something is fetched.
  private static let ahead = 8

  /// Seals a part and writes it.
  init(_ part: consuming RunPart, path: String, files: FileOperations) throws(Failure) {
    let sealed = SealedPart(part, keepsSizes: true)
    self.path = path
    self.files = files
    documentCount = sealed.part.documents.count
    termCount = sealed.termCount
    valueCount = sealed.values.order.count
    extras = RecordExtras(sealed)
    numbers = sealed.part.values.numbers
    let file = try files.create(path, exclusively: true, permissions: 0o600)
    var buffer = ByteArena(capacity: 1 << 20)
    var written = 0
    for place in 0..<documentCount {
      let document = sealed.part.documents[place]
      let later = min(place + Spill.ahead, documentCount - 1)
      sealed.part.records.prefetch(Int(sealed.part.documents[later].start))
      buffer.append(document)
      buffer.append(littleEndian: sealed.sizes[place])
      if extras.contains(.address) { buffer.append(littleEndian: sealed.addresses[place]) }
      if extras.contains(.sourceKey) { buffer.append(littleEndian: sealed.sourceKeys[place]) }
      if extras.contains(.expiry) { buffer.append(littleEndian: sealed.expiries[place]) }
      if extras.contains(.digest) { buffer.append(littleEndian: sealed.digests[place]) }
      buffer.append(
        sealed.part.records,
        ByteRange(start: Int(document.start), count: Int(sealed.sizes[place])))
      if buffer.count > 1 << 20 {
        try file.write(buffer, buffer.all)
        written += buffer.count
        buffer.removeAll()
      }
    }
    termStart = written + buffer.count
    let terms = sealed.takeTerms()
    for (index, term) in terms.enumerated() {
      let number = term.number
      sealed.part.terms.prefetch(Int(terms[min(index + Spill.ahead, terms.count - 1)].number))
      let range = sealed.part.terms.range(Int(number))
      buffer.append(littleEndian: UInt16(truncatingIfNeeded: range.count))
      buffer.append(littleEndian: number)
      buffer.append(littleEndian: sealed.part.terms.holding(Int(number)))
      buffer.append(sealed.part.terms.bytes, range)
      if buffer.count > 1 << 20 {
        try file.write(buffer, buffer.all)
        written += buffer.count
        buffer.removeAll()
      }
    }
    valueStart = written + buffer.count
    var folded = ByteArena(capacity: 256)
    var text = ByteArena(capacity: 256)
    for number in sealed.values.order {
      folded.removeAll()
      text.removeAll()
      var holding: UInt32 = 0
      sealed.appendValue(Int(number), &folded, &text, &holding)
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

/// What some documents of a part have, and each of them tells of itself in a spill.
struct RecordExtras: OptionSet, Sendable {
  let rawValue: UInt8

  static var address: RecordExtras { RecordExtras(rawValue: 1) }
  static var sourceKey: RecordExtras { RecordExtras(rawValue: 2) }
  static var expiry: RecordExtras { RecordExtras(rawValue: 4) }
  static var digest: RecordExtras { RecordExtras(rawValue: 8) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ sealed: SealedPart) {
    var extras: RecordExtras = []
    if !sealed.addresses.isEmpty { extras.insert(.address) }
    if !sealed.sourceKeys.isEmpty { extras.insert(.sourceKey) }
    if !sealed.expiries.isEmpty { extras.insert(.expiry) }
    if !sealed.digests.isEmpty { extras.insert(.digest) }
    self = extras
  }

  /// How many bytes they take.
  var size: Int { rawValue.nonzeroBitCount * 8 }
}

extension ByteArena {
  /// Appends the 40 bytes of a document.
  mutating func append(_ document: RunPart.Document) {
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
  func document(at offset: Int) -> RunPart.Document {
    RunPart.Document(
      orderHigh: load(offset), orderLow: load(offset + 8), idHash: load(offset + 16),
      start: load(offset + 24), number: load(offset + 28), batch: load(offset + 32),
      block: load(offset + 36), position: load(offset + 38))
  }
}
