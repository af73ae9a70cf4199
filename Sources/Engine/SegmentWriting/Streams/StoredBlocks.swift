import FootlightPlatform

/// How the stored text of a segment is written.
enum StoredCoding: Sendable {
  /// The first batch of some size will decide.
  case open
  /// Blocks are compressed.
  case blocks
  /// Records are written letter by letter, in batches that become smaller so.
  case letters(RecordEncoder)
}

/// The records of a batch as blocks for the stream `stored`.
///
/// Where short records are compressed, the first block is not, and the others refer back to it: to be short
/// they need something that tells them what records look like (decision 20).
struct StoredBlocks: ~Copyable, Sendable {
  /// The blocks, and where each begins.
  private(set) var bytes = ByteArena(capacity: 1 << 16)
  private(set) var starts: [UInt32] = []
  private var encoder = BlockEncoder()
  /// The bytes of the block at hand, and the sizes before them.
  private var code = ByteArena(capacity: 8 << 10)
  private var body = ByteArena(capacity: 8 << 10)

  /// Records that are longer on average tell enough of themselves.
  private static let longRecord = 512
  /// A first block with fewer bytes does not tell others what records look like.
  private static let leastReferred = 4_096
  /// A batch with fewer bytes does not tell what letters the others hold.
  private static let leastLearned = 1 << 15
  /// One block of so many is tried both ways.
  private static let tried = 32

  /// The coding that a batch decides; open where it is too small.
  static func coding(_ batch: borrowing StoredBatch) -> StoredCoding {
    guard batch.records.count >= leastLearned else { return .open }
    guard batch.records.count < batch.sizes.count * longRecord else { return .blocks }
    return .letters(RecordEncoder(RecordModel(batch.records, sizes: batch.sizes)))
  }

  /// Writes the blocks of a batch, in place of those that are here.
  mutating func write(_ batch: borrowing StoredBatch, _ coding: StoredCoding) {
    bytes.removeAll(keepingAtMost: 4 << 20)
    starts.removeAll(keepingCapacity: true)
    let refersBack = learn(batch)
    if case .letters(let letters) = coding, isSmaller(batch, letters) {
      for block in batch.blocks {
        begin(batch, block)
        encode(batch, block, letters)
        end(block, .letters)
      }
    } else {
      for (number, block) in batch.blocks.enumerated() {
        begin(batch, block)
        compress(batch, block, refersBack: refersBack, isFirst: number == 0)
      }
    }
    encoder.forget()
  }

  /// Lets the encoder refer back to the first block, if that is one to refer to; whether it is.
  private mutating func learn(_ batch: borrowing StoredBatch) -> Bool {
    guard let first = batch.blocks.first, first.bytes.count >= StoredBlocks.leastReferred,
      first.bytes.count < first.records.count * StoredBlocks.longRecord,
      first.bytes.count <= StoredBlock.mostReferred
    else { return false }
    encoder.learn(batch.records, first.bytes)
    return true
  }

  /// Whether a batch becomes smaller letter by letter, as some blocks of it tell.
  private mutating func isSmaller(
    _ batch: borrowing StoredBatch, _ letters: RecordEncoder
  ) -> Bool {
    var saved = 0
    for number in stride(from: 1, to: batch.blocks.count, by: StoredBlocks.tried) {
      code.removeAll()
      encoder.encode(batch.records, batch.blocks[number].bytes, into: &code)
      saved += code.count
      encode(batch, batch.blocks[number], letters)
      saved -= code.count
    }
    return saved >= 0
  }

  /// Begins the next block with the sizes of its records.
  private mutating func begin(_ batch: borrowing StoredBatch, _ block: StoredBatch.Block) {
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    body.removeAll()
    for record in block.records { body.append(varint: UInt64(batch.sizes[record])) }
  }

  /// Writes the records of a block letter by letter; the sizes before them are those of their codes.
  private mutating func encode(
    _ batch: borrowing StoredBatch, _ block: StoredBatch.Block, _ letters: RecordEncoder
  ) {
    code.removeAll()
    body.removeAll()
    var start = block.bytes.lowerBound
    for record in block.records {
      let before = code.count
      let size = Int(batch.sizes[record])
      letters.encode(batch.records, ByteRange(start: start, count: size), into: &code)
      body.append(varint: UInt64(code.count - before))
      start += size
    }
  }

  private mutating func compress(
    _ batch: borrowing StoredBatch, _ block: StoredBatch.Block, refersBack: Bool, isFirst: Bool
  ) {
    code.removeAll()
    if !(refersBack && isFirst) { encoder.encode(batch.records, block.bytes, into: &code) }
    guard refersBack && isFirst || code.count >= Int(block.bytes.count) else {
      return end(block, refersBack ? .compressedBehind : .compressed)
    }
    code.removeAll()
    code.append(batch.records, block.bytes)
    end(block, .plain)
  }

  /// Ends the block.
  private mutating func end(_ block: StoredBatch.Block, _ form: StoredBlock.Form) {
    StoredBlock.writeHeader(
      records: block.records.count, form, size: body.count + code.count,
      behind: form == .compressedBehind ? bytes.count : nil, into: &bytes)
    bytes.append(body, body.all)
    bytes.append(code, code.all)
  }
}
