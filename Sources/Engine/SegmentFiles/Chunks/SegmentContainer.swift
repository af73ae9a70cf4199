package import FootlightPlatform

/// The bytes of a segment: the mapped file of a base, or the blob of a delta in memory.
///
/// Shape: the mark, the streams one after the other, the checksum of each of their chunks (4), the header, and
/// the size of the header (4).
///
/// Hot: whoever reads a segment reads it where it lies here, uncopied (decision 35, `Benchmarks query`).
@safe
package final class SegmentContainer: Sendable {
  private let file: MappedFile?
  private let memory: ByteArena
  // The bytes never change, and the address holds as long as this object does.
  private nonisolated(unsafe) let start: UnsafePointer<UInt8>
  /// How many bytes there are.
  let count: Int
  /// The mark; nil when there is none.
  let mark: SegmentMark?
  private let headerSize: Int

  /// Maps a file.
  convenience init(path: String) throws(Failure) {
    self.init(try MappedFile(path: path), ByteArena())
  }

  /// Takes a blob.
  package convenience init(_ blob: consuming ByteArena) {
    self.init(nil, blob)
  }

  private init(_ file: MappedFile?, _ memory: consuming ByteArena) {
    self.file = file
    self.memory = memory
    if let file, let address = unsafe file.address {
      unsafe start = address.assumingMemoryBound(to: UInt8.self)
      count = file.count
    } else {
      unsafe start = self.memory.withView { unsafe $0.pointer(0, size: 0) }
      count = self.memory.count
    }
    let all = unsafe ChunkView(start, count: count)
    mark = SegmentMark(all)
    let size = count < 4 ? 0 : Int(all.load(count - 4, as: UInt32.self))
    headerSize = size <= count - 4 - (mark?.size ?? count) ? size : 0
  }

  /// All bytes.
  var bytes: ChunkView { unsafe ChunkView(start, count: count) }

  /// The bytes of the header; none when its size makes no sense.
  package func header() -> ByteArena {
    var header = ByteArena(capacity: headerSize)
    let end = max(headerSize, count - 4)
    guard headerSize > 0 else { return header }
    bytes.withSpan(end - headerSize..<end) { header.append($0) }
    return header
  }

  /// Where streams of these sizes begin, and the checksums of their chunks; nil when they do not fit what is there.
  package func places(of sizes: [Int]) -> (starts: [Int], sums: Int)? {
    guard let mark, headerSize > 0 else { return nil }
    let end = count - 4 - headerSize
    var at = mark.size
    var chunks = 0
    var starts: [Int] = []
    for size in sizes {
      guard size >= 0, size <= end - at else { return nil }
      starts.append(at)
      at += size
      chunks += SegmentFormat.chunks(of: size)
    }
    return 4 * chunks == end - at ? (starts, at) : nil
  }

  /// The checksum that some bytes should have as a chunk.
  package func checksum(
    _ offset: Int, _ count: Int, _ stream: SegmentStream, number: Int
  ) -> UInt32 {
    unsafe Checksum.shared.ofChunk(
      bytes.pointer(offset, size: count), count: count, stream, number: number)
  }

  /// Has the system enter the pages of a file into the process's tables now.
  func populate() { file?.populate() }

  /// Whether versions before the eleventh format wrote this: a database with an application id, or a blob that begins
  /// with its header.
  var isOfEarlierFormat: Bool {
    func holds(_ text: String, at offset: Int) -> Bool {
      let wanted = Array(text.utf8)
      return count >= offset + wanted.count
        && wanted.indices.allSatisfy { bytes[offset + $0] == wanted[$0] }
    }
    return holds("SQLite format 3\0", at: 0) && holds("FOOg", at: 68) || holds("FTLT", at: 4)
  }
}
