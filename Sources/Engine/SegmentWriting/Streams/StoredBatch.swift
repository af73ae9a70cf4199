import DeclaredRecords
import FootlightPlatform

/// The item records of one batch of a source, and how they are parted into blocks.
struct StoredBatch: ~Copyable, Sendable {
  /// The records, one after the other, and the size of each.
  private(set) var records = ByteArena(capacity: 1 << 16)
  private(set) var sizes: [UInt32] = []
  /// The blocks that are closed.
  private(set) var blocks: [Block] = []

  /// Some records in one block: which ones, and where they lie.
  struct Block: Sendable {
    var records: Range<Int>
    var bytes: ByteRange
  }

  /// A block's number within its batch of about 1 MB fits 16 bits: more than 100 MB of text.
  static let mostBlocks = 65_000
  /// A block is closed when it holds this many bytes.
  private static let blockSize = 2_048
  /// The same for the first one, to which others may refer back.
  private static let firstSize = 8_192

  /// Whether another record has room.
  var hasRoom: Bool { blocks.count < StoredBatch.mostBlocks }

  /// Where the next record will be: the number of the block, and which one it is there.
  var place: (block: UInt16, ordinal: UInt16) {
    (UInt16(truncatingIfNeeded: blocks.count), UInt16(truncatingIfNeeded: pending.records.count))
  }

  /// What is not in a closed block yet.
  private var pending = Block(records: 0..<0, bytes: ByteRange(start: 0, count: 0))

  /// Adds the record of an item.
  mutating func add(_ item: borrowing ItemBuffer) {
    let before = records.count
    ItemRecord.write(item, into: &records)
    sizes.append(UInt32(truncatingIfNeeded: records.count - before))
    let start = pending.bytes.lowerBound
    pending.records = pending.records.lowerBound..<sizes.count
    pending.bytes = ByteRange(start: start, count: records.count - start)
    let size = blocks.isEmpty ? StoredBatch.firstSize : StoredBatch.blockSize
    if pending.bytes.count >= size || pending.records.count == StoredBlock.mostRecords { end() }
  }

  /// Closes the last block.
  mutating func end() {
    guard !pending.records.isEmpty else { return }
    blocks.append(pending)
    pending = Block(
      records: sizes.count..<sizes.count, bytes: ByteRange(start: records.count, count: 0))
  }

  /// Forgets all records.
  mutating func removeAll() {
    records.removeAll(keepingAtMost: 4 << 20)
    sizes.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
    pending = Block(records: 0..<0, bytes: ByteRange(start: 0, count: 0))
  }
}
