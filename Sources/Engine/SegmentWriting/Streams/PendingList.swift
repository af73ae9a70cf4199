import FootlightPlatform
import Synchronization

/// A posting list that is not written yet: its full blocks are encoded already.
///
/// Hot: every posting of a build is packed here (`Benchmarks inversion`).
struct PendingList: ~Copyable, Sendable {
  /// The facts of a block: the last document, how many postings it has, the highest impact, the bits of a gap, how many
  /// values the impacts have.
  struct Skip: BitwiseCopyable {
    var last: UInt32
    var size: UInt8
    var highest: UInt8
    var width: UInt8
    var values: UInt8

    /// The bytes of the block.
    var bytes: Int {
      PostingBlock.packedSize(Int(size), width: Int(width))
        + BlockImpacts.size(Int(size), values: Int(values))
    }
  }

  private(set) var count = 0
  /// The encoded blocks, and what is known of each.
  private var blocks = ByteArena(capacity: 1 << 10)
  private var skips = ScratchList<Skip>()
  /// The postings of the block at hand.
  private var documents = ScratchList<UInt32>(capacity: PostingBlock.size)
  private var impacts = ByteArena(capacity: PostingBlock.size)
  private var gaps = [UInt32](repeating: 0, count: PostingBlock.size)
  /// The document before the block at hand.
  private var before = UInt32.max

  mutating func removeAll() {
    count = 0
    blocks.removeAll(keepingAtMost: 1 << 20)
    skips.removeAll()
    documents.removeAll()
    impacts.removeAll()
    before = .max
  }

  /// Takes postings, ascending.
  mutating func append(_ documents: Span<UInt32>, _ impacts: Span<UInt8>) {
    var start = 0
    while start < documents.count {
      let end = min(documents.count, start + PostingBlock.size - self.documents.count)
      for index in start..<end { self.documents.append(documents[index]) }
      self.impacts.append(impacts.extracting(start..<end))
      start = end
      if self.documents.count == PostingBlock.size { encodeBlock() }
    }
    count += documents.count
  }

  /// Takes one posting.
  @inline(__always)
  mutating func append(_ document: UInt32, _ impact: UInt8) {
    documents.append(document)
    impacts.append(impact)
    count &+= 1
    if documents.count == PostingBlock.size { encodeBlock() }
  }

  private mutating func encodeBlock() {
    let size = documents.count
    // Which impacts there are, whether or not they are in names.
    var values: UInt128 = 0
    for index in 0..<PostingBlock.size {
      if index < size {
        gaps[index] = documents[index] &- before &- 1
        before = documents[index]
        values |= 1 &<< UInt128(impacts[index] & 0x7F)
      } else {
        gaps[index] = 0
      }
    }
    let width = PostingBlock.width(gaps.span)
    let count = values.nonzeroBitCount
    skips.append(
      Skip(
        last: before, size: UInt8(size), highest: UInt8(127 - values.leadingZeroBitCount),
        width: UInt8(width), values: count <= BlockImpacts.mostValues ? UInt8(count) : 0))
    let packed = PostingBlock.packedSize(size, width: width)
    unsafe blocks.appendUnsafe(room: packed) { room in
      if let target = room.baseAddress {
        unsafe gaps.withUnsafeBufferPointer { gaps in
          if let source = gaps.baseAddress {
            unsafe PostingBlock.pack(source, count: size, width: width, into: target)
          }
        }
      }
      return packed
    }
    encodeImpacts(values, count)
    documents.removeAll()
    impacts.removeAll()
  }

  /// Appends the impacts of the block at hand, which have these values.
  private mutating func encodeImpacts(_ values: UInt128, _ count: Int) {
    guard count <= BlockImpacts.mostValues else {
      for index in 0..<impacts.count { blocks.append(impacts[index] & 0x7F) }
      return
    }
    var left = values
    while left != 0 {
      blocks.append(UInt8(truncatingIfNeeded: left.trailingZeroBitCount))
      left &= left &- 1
    }
    let bits = BlockImpacts.bits(values: count)
    guard bits > 0 else { return }
    var appender = BitAppender()
    for index in 0..<impacts.count {
      let below = values & (1 &<< UInt128(impacts[index] & 0x7F) &- 1)
      appender.append(UInt64(below.nonzeroBitCount), bits: bits, to: &blocks)
    }
    appender.end(&blocks)
  }

  /// Writes the list; returns where it begins.
  mutating func end(_ writer: ShortListWriter, into bytes: inout ByteArena) -> Int {
    guard count >= PostingBlock.size else { return writeShort(writer, into: &bytes) }
    if documents.count > 0 { encodeBlock() }
    let start = bytes.count
    bytes.append(zeros: skips.count * 12)
    var from = 0
    for block in skips.indices {
      let skip = skips[block]
      let size = skip.bytes
      PendingList.makeRoom(size, in: &bytes)
      let at = start + block * 12
      bytes.store(skip.last, at: at)
      bytes.store(UInt32(truncatingIfNeeded: bytes.count - start), at: at + 4)
      bytes[at + 8] = skip.highest
      bytes[at + 9] = skip.width
      bytes[at + 10] = skip.values
      bytes.append(blocks, ByteRange(start: from, count: size))
      from += size
    }
    return start
  }

  private mutating func writeShort(_ writer: ShortListWriter, into bytes: inout ByteArena) -> Int {
    blocks.removeAll()
    writer.write(documents, impacts, into: &blocks)
    PendingList.makeRoom(blocks.count, in: &bytes)
    let start = bytes.count
    bytes.append(blocks, blocks.all)
    return start
  }

  /// Pads to the next chunk when `size` more bytes would run over this one's end; what was handed on was whole chunks.
  private static func makeRoom(_ size: Int, in bytes: inout ByteArena) {
    let inChunk = bytes.count % SegmentFormat.chunk
    if inChunk + size > SegmentFormat.chunk { bytes.append(zeros: SegmentFormat.chunk - inChunk) }
  }
}

/// A batch on its way into the stream `stored`: its records, and the blocks that they become.
///
/// Whose worker knows how the text of the segment is written, makes the blocks itself; the others
/// are made where the batches before have told it.
final class PendingBatch: Sendable {
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var batch = StoredBatch()
    var blocks = StoredBlocks()
    var isBlocked = false
    var isWritten = false

    mutating func block(_ coding: StoredCoding) {
      guard !isBlocked else { return }
      blocks.write(batch, coding)
      isBlocked = true
    }
  }

  /// Takes the records of a batch in exchange for no records, and makes blocks of them where it is known how.
  func fill(_ batch: inout StoredBatch, _ coding: StoredCoding) {
    state.withLock { state in
      swap(&state.batch, &batch)
      batch.removeAll()
      state.isBlocked = false
      state.isWritten = false
      if case .open = coding { return }
      state.block(coding)
    }
  }

  /// The coding that the batch decides.
  var proposedCoding: StoredCoding { state.withLock { StoredBlocks.coding($0.batch) } }

  /// Lends the blocks of the batch to who writes them.
  func write(
    _ coding: StoredCoding, _ body: (borrowing StoredBlocks) throws(Failure) -> Void
  ) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      state.block(coding)
      try body(state.blocks)
      state.isWritten = true
    }
  }

  /// Whether it can be filled anew; while it waits, only the blocks stay in memory.
  func isFree() -> Bool {
    state.withLock { state in
      if state.isBlocked, !state.isWritten { state.batch = StoredBatch() }
      return state.isWritten
    }
  }
}
