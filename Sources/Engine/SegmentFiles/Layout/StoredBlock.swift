package import FootlightPlatform

/// A block of item records in the stream `stored`.
///
/// Shape: size of the records (varint), size of what follows the header times four plus how it is written
/// (varint: 0 plain, 1 compressed, 2 compressed after another block), for the last how far before
/// this one that block begins (varint), then the bytes. A block that others refer back to is plain and
/// has at most ``mostReferred`` bytes.
package enum StoredBlock {
  /// How many bytes a block to which others refer back may have: half of what a match reaches.
  package static let mostReferred = 1 << 15

  /// Appends the records of a block as they are.
  package static func writePlain(_ block: borrowing ByteArena, into target: inout ByteArena) {
    target.append(varint: UInt64(block.count))
    target.append(varint: UInt64(block.count) << 2)
    target.append(block, block.all)
  }

  /// The most bytes that a header takes.
  static let headerLimit = 30

  /// The facts in a header.
  struct Header {
    /// The size of the records, and of the bytes that stand for them.
    var size: Int
    var stored: Int
    var isCompressed: Bool
    /// How far before the block that one begins to which it refers back; 0 for none.
    var behind: Int
    /// Where the bytes begin.
    var body: Int

    fileprivate init?(size: UInt64, packed: UInt64, behind: UInt64, body: Int) {
      // No code of the block format yields more than 255 bytes for one.
      guard size < 1 << 31, packed >> 2 < 1 << 31, size <= (packed >> 2) * 255 + 64,
        packed & 3 < 3, behind < 1 << 40, packed & 3 != 2 || behind > 0,
        packed & 3 > 0 || size == packed >> 2
      else { return nil }
      self.size = Int(size)
      stored = Int(packed >> 2)
      isCompressed = packed & 3 > 0
      self.behind = Int(behind)
      self.body = body
    }
  }

  /// Reads a header at an offset; nil when it is damaged.
  static func header(_ bytes: borrowing ByteArena, at offset: Int) -> Header? {
    var at = offset
    guard let size = bytes.varint(&at), let packed = bytes.varint(&at) else { return nil }
    var behind: UInt64 = 0
    if packed & 3 == 2 {
      guard let distance = bytes.varint(&at) else { return nil }
      behind = distance
    }
    return Header(size: size, packed: packed, behind: behind, body: at)
  }

  /// Reads a header; nil when it is damaged.
  static func header(_ view: ChunkView) -> Header? {
    var at = 0
    let size = UInt64(bitPattern: Int64(view.varint(&at)))
    let packed = UInt64(bitPattern: Int64(view.varint(&at)))
    let behind = packed & 3 == 2 ? UInt64(bitPattern: Int64(view.varint(&at))) : 0
    return Header(size: size, packed: packed, behind: behind, body: at)
  }
}
