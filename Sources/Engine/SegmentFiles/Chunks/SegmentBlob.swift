package import FootlightPlatform

/// A small segment in one piece of memory: what a delta is stored as.
///
/// Shape: the size of the header (4), the header, then for each stream its chunks, each with its
/// checksum after it, as in the rows of a file.
///
/// Hot: a chunk is read in place, as in a mapped file (`Benchmarks query`).
@safe
package final class SegmentBlob: Sendable {
  private let bytes: ByteArena

  package init(_ bytes: consuming ByteArena) {
    self.bytes = bytes
  }

  /// How many bytes there are.
  var count: Int { bytes.count }

  /// The bytes of the header; none when they make no sense.
  package func header() -> ByteArena {
    var header = ByteArena(capacity: 512)
    guard bytes.count >= 4 else { return header }
    let size = Int(bytes.load(0, as: UInt32.self))
    guard size <= bytes.count - 4 else { return header }
    header.append(bytes, ByteRange(start: 4, count: size))
    return header
  }

  /// Where the streams begin; nil when their sizes do not fit what is there.
  package func starts(headerSize: Int, sizes: [Int]) -> [Int]? {
    var at = 4 + headerSize
    var starts: [Int] = []
    for size in sizes {
      starts.append(at)
      let rows = (size + SegmentFormat.chunk - 1) / SegmentFormat.chunk
      guard size <= bytes.count, size + 4 * rows <= bytes.count - at else { return nil }
      at += size + 4 * rows
    }
    return at == bytes.count ? starts : nil
  }

  /// The checksum that a chunk from an offset on should have; nil when it does not lie here.
  package func checksum(_ offset: Int, count: Int, _ stream: SegmentStream, row: Int) -> UInt32? {
    guard let base = unsafe address(offset, size: count) else { return nil }
    return unsafe Checksum.shared.ofChunk(base, count: count, stream, row: row)
  }

  /// The address of `size` bytes from an offset on; nil when they do not all lie here.
  ///
  /// The address holds as long as this object does.
  @unsafe
  func address(_ offset: Int, size: Int) -> UnsafeRawPointer? {
    unsafe bytes.withUnsafeBytes { all in
      guard offset >= 0, size >= 0, offset <= all.count, size <= all.count - offset,
        let start = all.baseAddress
      else { return nil }
      return unsafe UnsafeRawPointer(start) + offset
    }
  }
}
