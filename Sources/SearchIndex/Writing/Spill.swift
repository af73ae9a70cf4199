import FootlightDiagnostics
import FootlightPlatform

/// A sealed part on the disk: its documents in order with their records, then its terms in order,
/// then the texts of its attributes in order.
///
/// Shape: per document the 40 bytes of ``RunPart/Document``, hashes of the address and of the key of the
/// source (8 each, 0 for none), expiry (8), digest of the source's record (8), size of the record
/// (4), the record; per term its size (2), number (4), holding (4),
/// UTF-8; per text of an attribute its number (4), how many values it is (4), the sizes (4 each) and
/// UTF-8 of it folded, with its ordinal before it, and as it is.
final class Spill: Sendable {
  let path: String
  let documentCount: Int
  let termCount: Int
  let valueCount: Int
  /// Whether some record has a digest.
  let hasDigests: Bool
  /// What the numbers of the attributes have in common, by ordinal.
  let numbers: [NumberShape]
  /// Where the terms begin.
  let termStart: Int
  /// Where the texts of the attributes begin.
  let valueStart: Int
  let size: Int
  private let files: FileOperations

  /// Writes a part.
  init(_ sealed: SealedPart, path: String, files: FileOperations) throws(Failure) {
    self.path = path
    self.files = files
    documentCount = sealed.part.documents.count
    termCount = sealed.termCount
    valueCount = sealed.values.order.count
    hasDigests = !sealed.digests.isEmpty
    numbers = sealed.part.values.numbers
    let file = try files.create(path)
    var buffer = ByteArena(capacity: 1 << 20)
    var written = 0
    for place in 0..<documentCount {
      let document = sealed.part.documents[place]
      buffer.append(document)
      buffer.append(littleEndian: sealed.addresses.isEmpty ? 0 : sealed.addresses[place])
      buffer.append(littleEndian: sealed.sourceKeys.isEmpty ? 0 : sealed.sourceKeys[place])
      buffer.append(littleEndian: sealed.expiries.isEmpty ? Int64.max : sealed.expiries[place])
      buffer.append(littleEndian: sealed.digests.isEmpty ? 0 : sealed.digests[place])
      let start = Int(document.start)
      let size = RunPart.recordEnd(sealed.part.records, start) - start
      buffer.append(littleEndian: UInt32(truncatingIfNeeded: size))
      buffer.append(sealed.part.records, ByteRange(start: start, count: size))
      if buffer.count > 1 << 20 {
        try file.write(buffer, buffer.all)
        written += buffer.count
        buffer.removeAll()
      }
    }
    termStart = written + buffer.count
    for number in sealed.takeTerms().map(\.number) {
      let range = sealed.part.terms.range(Int(number))
      buffer.append(littleEndian: UInt16(truncatingIfNeeded: range.count))
      buffer.append(littleEndian: number)
      buffer.append(littleEndian: sealed.part.terms.holding[Int(number)])
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

extension RunPart {
  /// Where a record ends.
  fileprivate static func recordEnd(_ bytes: borrowing ByteArena, _ start: Int) -> Int {
    guard let head = RecordHead(bytes, at: start) else { return start }
    var at = head.forward.upperBound
    for _ in 0..<bytes.varint32(&at) {
      _ = bytes.varint32(&at)
      at += 1
    }
    return at
  }
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
