package import FootlightPlatform
import SegmentFiles

extension SegmentBytes {
  /// A segment with other bytes and right checksums: what somebody would forge.
  ///
  /// A fuzzer needs it to come behind the checksums. Bytes whose header makes no sense stay as they are.
  package static func sealed(_ bytes: [UInt8]) -> ByteArena {
    var sealed = bytes
    var arena = ByteArena(capacity: bytes.count)
    arena.append(bytes)
    let header = SegmentBlob(arena).header()
    var text = header.bytes(header.all)
    if text.count > 8 {
      let end = text.count - 8
      store(header.hash(ByteRange(start: 0, count: end)), in: &text, at: end)
      sealed.replaceSubrange(4..<4 + text.count, with: text)
    }
    var whole = ByteArena(capacity: sealed.count)
    whole.append(sealed)
    let blob = SegmentBlob(whole)
    var mended = ByteArena(capacity: text.count)
    mended.append(text)
    if let header = try? SegmentHeader(mended, path: ""),
      let starts = blob.starts(headerSize: text.count, sizes: header.sizes)
    {
      for stream in SegmentStream.allCases {
        let size = header.sizes[stream.rawValue]
        for row in 0..<(size + SegmentFormat.chunk - 1) / SegmentFormat.chunk {
          let start = starts[stream.rawValue] + row * (SegmentFormat.chunk + 4)
          let count = min(SegmentFormat.chunk, size - row * SegmentFormat.chunk)
          guard let sum = blob.checksum(start, count: count, stream, row: row) else { continue }
          store(sum, in: &sealed, at: start + count)
        }
      }
    }
    var outcome = ByteArena(capacity: sealed.count)
    outcome.append(sealed)
    return outcome
  }

  /// Writes a number, the lowest byte first.
  private static func store(
    _ number: some FixedWidthInteger, in bytes: inout [UInt8], at place: Int
  ) {
    for index in 0..<number.bitWidth / 8 where place + index < bytes.count {
      bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
    }
  }
}
