import FootlightDiagnostics
import FootlightPlatform

/// A sealed part on the disk: its documents in order with their records, then its terms in order.
///
/// Shape: per document the 40 bytes of ``RunPart/Document``, address hash (8, 0 for none),
/// expiry (8), size of the record (4), the record; per term its size (2), number (4), holding (4),
/// UTF-8.
final class Spill: Sendable {
  let path: String
  let documentCount: Int
  let termCount: Int
  /// Where the terms begin.
  let termStart: Int
  let size: Int
  private let files: FileOperations

  /// Writes a part.
  init(_ sealed: SealedPart, path: String, files: FileOperations) throws(Failure) {
    self.path = path
    self.files = files
    documentCount = sealed.documentOrder.count
    termCount = sealed.termOrder.count
    let file = try files.create(path)
    var buffer = ByteArena(capacity: 1 << 20)
    var written = 0
    var addresses = [UInt64](
      repeating: 0, count: sealed.part.addresses.isEmpty ? 0 : documentCount)
    for address in sealed.part.addresses { addresses[Int(address.local)] = address.hash }
    var expiries = [Int64](
      repeating: .max, count: sealed.part.expiring.isEmpty ? 0 : documentCount)
    for entry in sealed.part.expiring { expiries[Int(entry.local)] = entry.expires }
    for local in sealed.documentOrder {
      let document = sealed.part.documents[Int(local)]
      buffer.append(document)
      buffer.append(littleEndian: addresses.isEmpty ? 0 : addresses[Int(local)])
      buffer.append(littleEndian: expiries.isEmpty ? Int64.max : expiries[Int(local)])
      let next = Int(local) + 1
      let end =
        next < documentCount
        ? Int(sealed.part.documents[next].start) : sealed.part.records.count
      let size = end - Int(document.start)
      buffer.append(littleEndian: UInt32(truncatingIfNeeded: size))
      buffer.append(
        sealed.part.records, ByteRange(start: Int(document.start), count: size))
      if buffer.count > 1 << 20 {
        try file.write(buffer, buffer.all)
        written += buffer.count
        buffer.removeAll()
      }
    }
    termStart = written + buffer.count
    for number in sealed.termOrder {
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
    try file.write(buffer, buffer.all)
    size = written + buffer.count
  }

  /// Removes the file; that it cannot be removed is nobody's loss, the next start does it.
  func remove() {
    _ = try? files.remove(path)
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
