import CInstructions
import FileHandles
public import FootlightPlatform
public import Synchronization

/// The chunks of a segment, read in place and compared with their checksums when first
/// asked for.
///
/// Shared by threads without locks: where a chunk lies is found by one atomic load once somebody
/// has looked it up. Copying chunks out of the file took half of a query that came to them
/// first (decision 10).
/// Hot: every look at a list, a name or a document begins here (`Benchmarks query`).
@safe
@usableFromInline
package final class ChunkCache: Sendable {
  /// Where the checked chunks lie in memory, 0 for those that nobody asked for yet; all streams
  /// one after the other.
  ///
  /// The file is mapped as long as this object lives and never changes: two threads that look the
  /// same chunk up find the same.
  @usableFromInline nonisolated(unsafe) let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let slotMemory: ZeroedMemory
  @usableFromInline let firstSlot: [Int]
  @usableFromInline let sizes: [Int]
  let container: Container
  private let path: String
  /// Records that run over the ends of chunks, put together; by stream, offset and count.
  let pieces = Mutex(Pieces())

  struct Pieces {
    var addresses: [Piece: UInt] = [:]
    var bytes = 0
  }

  struct Piece: Hashable {
    var stream: SegmentStream
    var offset: Int
    var count: Int
  }

  /// Where the chunks lie: each in a row of a file's table, or one after the other in a blob.
  enum Container {
    case file([MappedTable?], MappedFile)
    case blob(SegmentBlob, starts: [Int])
  }

  /// The chunks of a file.
  convenience init(_ database: MappedTables, sizes: [Int]) {
    let tables = SegmentStream.allCases.map { database.table($0.table) }
    self.init(.file(tables, database.file), path: database.file.path, sizes: sizes)
  }

  /// The chunks of a blob, whose streams begin where they are said to.
  convenience init(_ blob: SegmentBlob, starts: [Int], path: String, sizes: [Int]) {
    self.init(.blob(blob, starts: starts), path: path, sizes: sizes)
  }

  private init(_ container: Container, path: String, sizes: [Int]) {
    self.container = container
    self.path = path
    self.sizes = sizes
    var first: [Int] = []
    var slotCount = 0
    for size in sizes {
      first.append(slotCount)
      slotCount += (size + SegmentFormat.chunk - 1) / SegmentFormat.chunk
    }
    firstSlot = first + [slotCount]
    // Zeros are atomics that hold 0; a query looks up few of the chunks of a large index.
    slotMemory = ZeroedMemory(count: slotCount * MemoryLayout<Atomic<UInt>>.stride)
    unsafe slots = slotMemory.start.bindMemory(to: Atomic<UInt>.self, capacity: slotCount)
  }

  deinit {
    for address in pieces.withLock({ Array($0.addresses.values) }) {
      unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }

  /// The size of a stream in bytes.
  @inlinable
  package func size(_ stream: SegmentStream) -> Int { sizes[stream.rawValue] }

  /// The bytes from an offset to the end of its chunk.
  ///
  /// - Throws: `index.damaged` when the chunk is missing or does not match its checksum, or when
  ///   the offset lies outside the stream.
  @inlinable
  @inline(__always)
  package func view(_ stream: SegmentStream, _ offset: Int) throws(Failure) -> ChunkView {
    guard offset >= 0, offset < sizes[stream.rawValue] else { throw damaged(stream) }
    let row = offset / SegmentFormat.chunk
    let start = row * SegmentFormat.chunk
    let bits = unsafe slots[firstSlot[stream.rawValue] &+ row].load(ordering: .relaxed)
    var chunk = unsafe UnsafePointer<UInt8>(bitPattern: bits)
    if unsafe chunk == nil { unsafe chunk = try load(stream, row) }
    guard let base = unsafe chunk else { throw damaged(stream) }
    let end = min(SegmentFormat.chunk, sizes[stream.rawValue] &- start)
    return unsafe ChunkView(base + (offset &- start), count: end &- (offset &- start))
  }

  /// Fetches lines of 64 bytes from an offset on, to the end of their chunk at most; nothing where nobody
  /// has asked for the chunk yet.
  func prefetch(_ stream: SegmentStream, _ offset: Int, lines: Int) {
    guard offset >= 0, offset < sizes[stream.rawValue] else { return }
    let row = offset / SegmentFormat.chunk
    let bits = unsafe slots[firstSlot[stream.rawValue] &+ row].load(ordering: .relaxed)
    guard let base = unsafe UnsafePointer<UInt8>(bitPattern: bits) else { return }
    let first = row &* SegmentFormat.chunk
    let end = min(SegmentFormat.chunk, sizes[stream.rawValue] &- first)
    for line in 0..<lines {
      let place = offset &- first &+ line &* 64
      guard place < end else { break }
      unsafe footlight_prefetch(base + place)
    }
  }

  @usableFromInline
  func load(_ stream: SegmentStream, _ row: Int) throws(Failure)
    -> UnsafePointer<UInt8>?
  {
    let chunk = try unsafe checked(stream, row)
    unsafe slots[firstSlot[stream.rawValue] + row].store(
      UInt(bitPattern: chunk), ordering: .relaxed)
    return unsafe chunk
  }

  /// Finds a chunk in the file and compares it with its checksum.
  func checked(_ stream: SegmentStream, _ row: Int) throws(Failure)
    -> UnsafePointer<UInt8>
  {
    let size = min(SegmentFormat.chunk, sizes[stream.rawValue] - row * SegmentFormat.chunk)
    guard let base = unsafe address(stream, row, size: size + 4),
      unsafe Checksum.shared.ofChunk(base, count: size, stream, row: row)
        == UInt32(littleEndian: base.loadUnaligned(fromByteOffset: size, as: UInt32.self))
    else { throw damaged(stream) }
    return unsafe base.assumingMemoryBound(to: UInt8.self)
  }

  private func address(_ stream: SegmentStream, _ row: Int, size: Int) -> UnsafeRawPointer? {
    switch container {
    case .file(let tables, let file):
      guard let (at, length) = tables[stream.rawValue]?.blob(Int64(row)), length == size else {
        return nil
      }
      return unsafe file.address(at, size: length)
    case .blob(let blob, let starts):
      let at = starts[stream.rawValue] + row * (SegmentFormat.chunk + 4)
      return unsafe blob.address(at, size: size)
    }
  }

  @usableFromInline
  package func damaged(_ stream: SegmentStream) -> Failure {
    Failure(
      .indexDamaged, "the index is damaged (\(stream))", at: SourceLocation(file: path),
      remedy: "run 'footlight sync' to build it again")
  }
}
