import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

/// Puts the compressed blocks of batches into the stream `stored` in the order of the batches,
/// whichever worker comes first; so the same source gives the same bytes.
struct StoredSink: ~Copyable {
  /// A batch that came before its turn.
  private struct Waiting {
    var bytes: [UInt8]
    var starts: [UInt32]
  }

  private var next = 0
  private var waiting: [Int: Waiting] = [:]
  /// Where the blocks lie that were written.
  private(set) var places = StoredPlaces()

  /// Takes the blocks of one batch: their bytes and where each begins in them.
  mutating func put(
    _ ordinal: Int, _ bytes: borrowing ByteArena, _ starts: [UInt32],
    into file: SegmentFile
  ) throws(Failure) {
    guard ordinal == next else {
      waiting[ordinal] = Waiting(bytes: bytes.bytes(bytes.all), starts: starts)
      return
    }
    try write(bytes, starts, into: file)
    while let batch = waiting.removeValue(forKey: next) {
      var arena = ByteArena(capacity: batch.bytes.count)
      arena.append(batch.bytes)
      try write(arena, batch.starts, into: file)
    }
  }

  private mutating func write(
    _ bytes: borrowing ByteArena, _ starts: [UInt32], into file: SegmentFile
  ) throws(Failure) {
    // The first block, to which the others refer back, can be read in one piece.
    let first = min(starts.count > 1 ? Int(starts[1]) : bytes.count, bytes.count)
    let rest = ByteRange(start: first, count: bytes.count - first)
    let head = ByteRange(start: 0, count: first)
    let start =
      try first <= SegmentFormat.chunk
      ? file.appendWhole(.stored, bytes, head) : file.append(.stored, bytes, head)
    _ = try file.append(.stored, bytes, rest)
    places.append(starts, behind: start)
    next += 1
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
