import FootlightDiagnostics
import FootlightPlatform

/// Writes what is kept document by document: `fwd`, `long`, `docs`, `keys` and `expiry`.
///
/// Shape of a `fwd` record: names (count, then each one's length and terms), further terms of the
/// names, terms of the keywords (count, terms; all ones between two keywords, twice before what is derived),
/// offset in `long` (5, all ones for none). One that
/// begins a chunk is preceded by its size (4). Of a `long` record: its size (varint), then the
/// sequences of description and body and the further terms of both (count, terms as
/// ``FrequentTerms/codes``, in varints). Counts are varints; terms in `fwd` have the segment's
/// fixed width, because names are compared at random places.
struct ForwardWriter: ~Copyable {
  let width: Int
  private let codes: [UInt32]
  private var record = ByteArena(capacity: 8192)
  private var long = ByteArena(capacity: 8192)
  private var sized = ByteArena(capacity: 8192)
  private var documentRecord = ByteArena(capacity: 64)
  private var inChunk = 0
  /// How many names begin with each term.
  private(set) var leading: [UInt32]
  /// How many names there are that hold a term.
  private(set) var names = 0

  init(_ frequent: FrequentTerms) {
    let terms = frequent.codes.count
    codes = frequent.codes
    width = terms < 1 << 16 ? 2 : terms < 1 << 24 ? 3 : 4
    leading = [UInt32](repeating: 0, count: terms + 1)
  }

  /// Writes one document; `numbers` from `first` on translate its terms.
  ///
  /// Returns where its attributes lie.
  mutating func write(
    _ bytes: borrowing ByteArena, _ start: Int, _ document: RunPart.Document,
    stored: UInt64, _ numbers: [UInt32], from first: Int, into file: SegmentFile
  ) throws(Failure) -> ByteRange {
    guard let head = RecordHead(bytes, at: start) else { return ByteRange() }
    var at = head.forward.lowerBound
    record.removeAll()
    let nameCount = bytes.varint32(&at)
    record.append(varint: UInt64(nameCount))
    for _ in 0..<nameCount {
      let length = bytes.varint32(&at)
      record.append(varint: UInt64(length))
      for index in 0..<length {
        let term = numbers[first + Int(bytes.varint32(&at))]
        record.append(term, width: width)
        if index == 0 {
          leading[Int(term)] &+= 1
          names += 1
        }
      }
    }
    for _ in 0..<2 {
      ForwardWriter.copyList(bytes, &at, numbers, first, width, into: &record)
    }
    long.removeAll()
    var isEmpty = true
    for _ in 0..<3 {
      let count = bytes.varint32(&at)
      long.append(varint: UInt64(count))
      for _ in 0..<count {
        let term = numbers[first + Int(bytes.varint32(&at))]
        long.append(varint: UInt64(codes[Int(term)]))
      }
      if count > 0 { isEmpty = false }
    }
    if isEmpty {
      record.append(low40: SegmentFormat.none40)
    } else {
      sized.removeAll()
      sized.append(varint: UInt64(long.count))
      sized.append(long, long.all)
      let offset = try file.append(.long, sized, sized.all)
      record.append(low40: UInt64(offset))
    }
    try writeDocument(document, forward: try place(into: file), stored: stored, into: file)
    return ByteRange(start: at, count: head.forward.upperBound - at)
  }

  private static func copyList(
    _ bytes: borrowing ByteArena, _ at: inout Int, _ numbers: [UInt32], _ first: Int, _ width: Int,
    into target: inout ByteArena
  ) {
    let count = bytes.varint32(&at)
    target.append(varint: UInt64(count))
    for _ in 0..<count {
      let term = bytes.varint32(&at)
      target.append(term == RunPart.separator ? term : numbers[first + Int(term)], width: width)
    }
  }

  private mutating func place(into file: SegmentFile) throws(Failure) -> Int {
    let inChunk = file.offset(.fwd) % SegmentFormat.chunk
    if inChunk > 0, inChunk + record.count <= SegmentFormat.chunk {
      return try file.append(.fwd, record, record.all)
    }
    try file.pad(.fwd)
    sized.removeAll()
    sized.append(littleEndian: UInt32(truncatingIfNeeded: record.count))
    sized.append(record, record.all)
    return try file.append(.fwd, sized, sized.all)
  }

  private mutating func writeDocument(
    _ document: RunPart.Document, forward: Int, stored: UInt64, into file: SegmentFile
  ) throws(Failure) {
    if inChunk == SegmentFormat.documentsPerChunk {
      try file.pad(.docs)
      inChunk = 0
    }
    documentRecord.removeAll()
    documentRecord.append(littleEndian: document.orderHigh)
    documentRecord.append(low40: UInt64(forward))
    documentRecord.append(low40: stored)
    documentRecord.append(littleEndian: document.position)
    try file.append(.docs, documentRecord, documentRecord.all)
    inChunk += 1
  }
}
