import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles
import Synchronization

/// The chunks of a generation file, loaded when first asked for, checked, and kept.
///
/// Shared by threads: a loaded chunk is found by one atomic load; loading takes a lock.
/// Hot: every look at a list, a name or a document begins here (`Benchmarks query`).
@safe
final class ChunkCache: Sendable {
  /// The addresses of the loaded chunks, 0 for none; all streams one behind the other.
  ///
  /// Written only with the loader's lock held, by a releasing store after the chunk is complete;
  /// a chunk never moves or changes until `deinit`, when nobody can hold this object any more.
  private nonisolated(unsafe) let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let firstSlot: [Int]
  private let sizes: [Int]
  private let loader: Mutex<Loader>
  private let path: String
  /// Records that run over the ends of chunks, put together; by stream and offset.
  private let pieces = Mutex<[Piece: UInt]>([:])

  private struct Piece: Hashable {
    var stream: SegmentStream
    var offset: Int
    var count: Int
  }

  private struct Loader: ~Copyable {
    var connection: Connection
    var readers: [Reader?] = [Reader?](repeating: nil, count: SegmentStream.allCases.count)
  }

  private final class Reader {
    var blob: BlobReader

    init(_ blob: consuming BlobReader) {
      self.blob = blob
    }
  }

  init(path: String, connection: consuming sending Connection, sizes: [Int]) {
    self.path = path
    self.sizes = sizes
    var first: [Int] = []
    var slotCount = 0
    for size in sizes {
      first.append(slotCount)
      slotCount += (size + SegmentFormat.chunk - 1) / SegmentFormat.chunk
    }
    firstSlot = first + [slotCount]
    unsafe slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: max(1, slotCount))
    for slot in 0..<slotCount { unsafe (slots + slot).initialize(to: Atomic(0)) }
    loader = Mutex(Loader(connection: connection))
  }

  deinit {
    for slot in 0..<(firstSlot.last ?? 0) {
      let bits = unsafe slots[slot].load(ordering: .acquiring)
      unsafe UnsafeMutableRawPointer(bitPattern: bits)?.deallocate()
      unsafe (slots + slot).deinitialize(count: 1)
    }
    unsafe slots.deallocate()
    for address in pieces.withLock({ $0.values.map { $0 } }) {
      unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }

  /// The size of a stream in bytes.
  func size(_ stream: SegmentStream) -> Int { sizes[stream.rawValue] }

  /// The bytes from an offset to the end of its chunk.
  ///
  /// - Throws: `index.damaged` when the chunk is missing or does not match its checksum, or when
  ///   the offset lies outside the stream.
  @inline(__always)
  func view(_ stream: SegmentStream, _ offset: Int) throws(Failure) -> ChunkView {
    guard offset >= 0, offset < sizes[stream.rawValue] else { throw damaged(stream) }
    let row = offset / SegmentFormat.chunk
    let start = row * SegmentFormat.chunk
    let bits = unsafe slots[firstSlot[stream.rawValue] &+ row].load(ordering: .acquiring)
    var chunk = unsafe UnsafePointer<UInt8>(bitPattern: bits)
    if unsafe chunk == nil { unsafe chunk = try load(stream, row) }
    guard let base = unsafe chunk else { throw damaged(stream) }
    let end = min(SegmentFormat.chunk, sizes[stream.rawValue] &- start)
    return unsafe ChunkView(base + (offset &- start), count: end &- (offset &- start))
  }

  /// Appends `count` bytes from an offset on, over the ends of chunks.
  func copy(_ stream: SegmentStream, _ offset: Int, count: Int, into target: inout ByteArena)
    throws(Failure)
  {
    guard count >= 0, offset >= 0, offset <= size(stream), count <= size(stream) - offset else {
      throw damaged(stream)
    }
    var at = offset
    let end = offset + count
    while at < end {
      let view = try view(stream, at)
      let part = min(view.count, end - at)
      view.withSpan(0..<part) { target.append($0) }
      at += part
    }
  }

  /// Bytes that run over the ends of chunks in one piece, which is kept.
  func joined(_ stream: SegmentStream, _ offset: Int, _ count: Int) throws(Failure) -> ChunkView {
    guard count >= 0, offset >= 0, offset <= size(stream), count <= size(stream) - offset else {
      throw damaged(stream)
    }
    let key = Piece(stream: stream, offset: offset, count: count)
    if let address = pieces.withLock({ $0[key] }),
      let base = unsafe UnsafePointer<UInt8>(bitPattern: address)
    {
      return unsafe ChunkView(base, count: count)
    }
    var bytes = ByteArena(capacity: count)
    try copy(stream, offset, count: count, into: &bytes)
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, count))
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe room.update(from: start, count: count) }
    }
    let address = UInt(bitPattern: room)
    let kept = pieces.withLock { pieces in
      if let there = pieces[key] { return there }
      pieces[key] = address
      return address
    }
    if kept != address { unsafe room.deallocate() }
    guard let base = unsafe UnsafePointer<UInt8>(bitPattern: kept) else { throw damaged(stream) }
    return unsafe ChunkView(base, count: count)
  }

  private func load(_ stream: SegmentStream, _ row: Int) throws(Failure)
    -> UnsafePointer<UInt8>?
  {
    let slot = firstSlot[stream.rawValue] + row
    let bits = try loader.withLock { (loader) throws(Failure) -> UInt in
      // Another thread may have been faster.
      let there = unsafe slots[slot].load(ordering: .acquiring)
      if there != 0 { return there }
      let room = try unsafe checked(&loader, stream, row)
      let address = UInt(bitPattern: room.baseAddress)
      unsafe slots[slot].store(address, ordering: .releasing)
      return address
    }
    return unsafe UnsafePointer(bitPattern: bits)
  }

  /// Reads a chunk into memory of its own and compares it with its checksum.
  private func checked(_ loader: inout Loader, _ stream: SegmentStream, _ row: Int)
    throws(Failure) -> UnsafeMutableRawBufferPointer
  {
    let size = min(SegmentFormat.chunk, sizes[stream.rawValue] - row * SegmentFormat.chunk)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 4, alignment: 16)
    do throws(Failure) {
      let read = try unsafe ChunkCache.read(&loader, stream, row, room)
      guard read == size + 4, let base = UnsafeRawPointer(room.baseAddress),
        unsafe Checksum.shared.ofChunk(base, count: size, stream, row: row)
          == UInt32(littleEndian: base.loadUnaligned(fromByteOffset: size, as: UInt32.self))
      else { throw damaged(stream) }
      return unsafe room
    } catch {
      unsafe room.deallocate()
      throw error.isDamage ? damaged(stream) : error
    }
  }

  private static func read(
    _ loader: inout Loader, _ stream: SegmentStream, _ row: Int,
    _ room: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    let reader: Reader
    if let known = loader.readers[stream.rawValue] {
      reader = known
    } else {
      reader = Reader(BlobReader(loader.connection, table: stream.table))
      loader.readers[stream.rawValue] = reader
    }
    return try unsafe reader.blob.read(Int64(row), into: room)
  }

  /// Reads chunks without keeping them and checks them against their checksums.
  ///
  /// - Parameter sample: how many chunks to check, chosen at random; nil for all.
  func check(_ stream: SegmentStream, sample: Int?) throws(Failure) {
    let rows = firstSlot[stream.rawValue + 1] - firstSlot[stream.rawValue]
    let chosen: [Int]
    if let sample, sample < rows {
      chosen = (0..<sample).map { _ in Int.random(in: 0..<rows) }
    } else {
      chosen = Array(0..<rows)
    }
    for row in chosen {
      try loader.withLock { (loader) throws(Failure) in
        try unsafe checked(&loader, stream, row).deallocate()
      }
    }
  }

  /// Appends a whole chunk to an arena without keeping it, for those who read a stream once.
  func append(_ stream: SegmentStream, row: Int, to target: inout ByteArena) throws(Failure) {
    let size = min(SegmentFormat.chunk, sizes[stream.rawValue] - row * SegmentFormat.chunk)
    try loader.withLock { (loader) throws(Failure) in
      let chunk = try unsafe checked(&loader, stream, row)
      defer { unsafe chunk.deallocate() }
      unsafe target.appendUnsafe(room: size) { room in
        unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk[..<size]))
        return size
      }
    }
  }

  func damaged(_ stream: SegmentStream) -> Failure {
    Failure(
      .indexDamaged, "the index is damaged (\(stream))", at: SourceLocation(file: path),
      remedy: "run 'footlight sync' to build it again")
  }
}

extension Failure {
  /// Whether the bytes that were read are to blame, rather than memory, disk or rights.
  var isDamage: Bool {
    diagnostics.allSatisfy { diagnostic in
      switch diagnostic.code {
      case .indexDamaged, .sqliteCorrupt, .sqliteNotADatabase, .sqliteMissingRow,
        .sqliteStatement, .sqliteTooBig:
        true
      default: false
      }
    }
  }
}
