import FootlightPlatform

/// Puts the blocks of batches into the stream `stored` in the order of the batches,
/// whichever worker comes first; so the same source gives the same bytes.
struct StoredSink: ~Copyable {
  private var next = 0
  /// Batches that came before their turn.
  private var waiting: [Int: PendingBatch] = [:]
  /// How text is written, as the first batch of some size has decided.
  private(set) var coding = StoredCoding.open
  /// Where the blocks lie that were written.
  private(set) var places = StoredPlaces()

  /// Takes a batch, and writes all whose turn it is.
  mutating func put(
    _ ordinal: Int, _ batch: PendingBatch, into file: SegmentFile
  ) throws(Failure) {
    waiting[ordinal] = batch
    while let batch = waiting.removeValue(forKey: next) {
      if case .open = coding { coding = batch.proposedCoding }
      try batch.write(coding) { (blocks) throws(Failure) in try write(blocks, into: file) }
    }
  }

  private mutating func write(
    _ blocks: borrowing StoredBlocks, into file: SegmentFile
  ) throws(Failure) {
    // The first block, to which the others refer back, can be read in one piece.
    let bytes = blocks.bytes.count
    let first = min(blocks.starts.count > 1 ? Int(blocks.starts[1]) : bytes, bytes)
    let rest = ByteRange(start: first, count: bytes - first)
    let head = ByteRange(start: 0, count: first)
    let start =
      try first <= SegmentFormat.chunk
      ? file.appendWhole(.stored, blocks.bytes, head) : file.append(.stored, blocks.bytes, head)
    _ = try file.append(.stored, blocks.bytes, rest)
    places.append(blocks.starts, behind: start)
    next += 1
  }

  /// Writes what reads the records that were written letter by letter.
  func finish(into file: SegmentFile) throws(Failure) {
    guard case .letters(let encoder) = coding else { return }
    var bytes = ByteArena(capacity: 1 << 13)
    encoder.model.write(into: &bytes)
    try file.append(.model, bytes, bytes.all)
  }
}

/// Where the blocks of all batches begin in the stream `stored`.
struct StoredPlaces: Sendable {
  /// The first block of each batch in `addresses`.
  private var firstBlock: [UInt32] = [0]
  private var addresses: [UInt64] = []

  fileprivate mutating func append(_ starts: [UInt32], behind start: Int) {
    for offset in starts { addresses.append(UInt64(start) + UInt64(offset)) }
    firstBlock.append(UInt32(truncatingIfNeeded: addresses.count))
  }

  /// Where a block of a batch begins in the stream.
  func address(batch: UInt32, block: UInt16) -> UInt64 {
    addresses[Int(firstBlock[Int(batch)]) + Int(block)]
  }
}
