import FootlightPlatform
import ItemMapping

/// The item records of one batch of a source as blocks for the stream `stored`.
///
/// The first block of short records is not compressed: the others refer back to it, and to be short they
/// need something that tells them what records look like (decision 20).
struct StoredBatch: ~Copyable {
  /// The records of the block that is being filled.
  private var block = ByteArena(capacity: 48 << 10)
  private var records = 0
  /// The blocks that are closed, and where each begins.
  private(set) var blocks = ByteArena(capacity: 1 << 19)
  private(set) var starts: [UInt32] = []
  private var encoder = BlockEncoder()
  /// Where the block begins to which the next ones refer back.
  private var dictionary: Int?

  /// A block's number within its batch of about 1 MB fits 16 bits: more than 100 MB of text.
  static let mostBlocks = 65_000
  /// A block is closed when it holds this many bytes.
  private static let blockSize = 2_048
  /// The same for the one that others refer back to.
  private static let dictionarySize = 8_192
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
    guard block.count >= StoredBatch.blockSize else { return }
    if dictionary != nil || isLong || block.count >= StoredBatch.dictionarySize { close() }
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
    dictionary = nil
    encoder.forget()
  }

  /// Whether the records of the block are long.
  private var isLong: Bool { block.count >= records * StoredBatch.longRecord }

  private mutating func close() {
    let start = blocks.count
    starts.append(UInt32(truncatingIfNeeded: start))
    if dictionary == nil, !isLong, block.count >= StoredBatch.dictionarySize,
      block.count <= StoredBlock.mostReferred
    {
      StoredBlock.writePlain(block, into: &blocks)
      dictionary = start
      encoder.learn(block)
    } else {
      StoredBlock.write(block, &encoder, behind: dictionary.map { start - $0 }, into: &blocks)
    }
    block.removeAll()
    records = 0
  }
}
