import FootlightPlatform
import ItemMapping
import SegmentFiles

/// The item records of one batch of a source as blocks for the stream `stored`.
///
/// Where records are short the first block is not compressed, and the others refer back to it: to be short
/// they need something that tells them what records look like (decision 20).
struct StoredBatch: ~Copyable {
  /// The records of the block that is being filled.
  private var block = ByteArena(capacity: 48 << 10)
  private var records = 0
  /// The blocks that are closed, and where each begins.
  private(set) var blocks = ByteArena(capacity: 1 << 19)
  private(set) var starts: [UInt32] = []
  private var encoder = BlockEncoder()
  /// Whether the blocks refer back to the first one.
  private var hasDictionary = false

  /// A block's number within its batch of about 1 MB fits 16 bits: more than 100 MB of text.
  static let mostBlocks = 65_000
  /// A block is closed when it holds this many bytes.
  private static let blockSize = 2_048
  /// The same for the first one, to which others may refer back.
  private static let firstSize = 8_192
  /// Records that are longer on average tell enough of themselves, and need no block to refer back to.
  private static let longRecord = 512

  /// Whether another record has room.
  var hasRoom: Bool { starts.count < StoredBatch.mostBlocks }

  /// Where the next record will be: the number of the block, and the place in it.
  var place: (block: UInt16, position: UInt16) {
    (UInt16(truncatingIfNeeded: starts.count), UInt16(truncatingIfNeeded: block.count))
  }

  /// Adds the record of an item.
  mutating func add(_ item: borrowing ItemBuffer) {
    ItemRecord.write(item, into: &block)
    records += 1
    let size = starts.isEmpty ? StoredBatch.firstSize : StoredBatch.blockSize
    if block.count >= size { close() }
  }

  /// Closes the last block.
  mutating func end() {
    if block.count > 0 { close() }
  }

  /// Forgets all records.
  mutating func removeAll() {
    block.removeAll()
    records = 0
    blocks.removeAll()
    starts.removeAll(keepingCapacity: true)
    hasDictionary = false
    encoder.forget()
  }

  private mutating func close() {
    let isLong = block.count >= records * StoredBatch.longRecord
    let isWhole = block.count >= StoredBatch.firstSize
    let start = blocks.count
    if starts.isEmpty, isWhole, !isLong, block.count <= StoredBlock.mostReferred {
      StoredBlock.writePlain(block, into: &blocks)
      hasDictionary = true
      encoder.learn(block)
    } else {
      StoredBlock.write(block, &encoder, behind: hasDictionary ? start : nil, into: &blocks)
    }
    starts.append(UInt32(truncatingIfNeeded: start))
    block.removeAll()
    records = 0
  }
}
