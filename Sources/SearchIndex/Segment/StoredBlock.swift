import FootlightPlatform

/// A block of item records in the stream `stored`.
///
/// Shape: size of the records (varint), size of what follows times two plus one if compressed
/// (varint), then the bytes.
enum StoredBlock {
  /// Appends the records of a block, compressed when that makes them smaller, and empties it.
  static func write(
    _ block: inout ByteArena, _ encoder: inout BlockEncoder, into target: inout ByteArena
  ) {
    var code = ByteArena(capacity: block.count)
    encoder.encode(block, block.all, into: &code)
    target.append(varint: UInt64(block.count))
    if code.count < block.count {
      target.append(varint: UInt64(code.count) << 1 | 1)
      target.append(code, code.all)
    } else {
      target.append(varint: UInt64(block.count) << 1)
      target.append(block, block.all)
    }
    block.removeAll()
  }

  /// The most bytes that a header takes.
  static let headerLimit = 20

  /// What a header tells.
  struct Header {
    /// The size of the records, and of the bytes that stand for them.
    var size: Int
    var stored: Int
    var isCompressed: Bool
    /// Where these begin.
    var body: Int

    fileprivate init?(size: UInt64, packed: UInt64, body: Int) {
      // No code of the block format yields more than 255 bytes for one.
      guard size < 1 << 31, packed >> 1 < 1 << 31, size <= (packed >> 1) * 255 + 64 else {
        return nil
      }
      self.size = Int(size)
      stored = Int(packed >> 1)
      isCompressed = packed & 1 == 1
      self.body = body
    }
  }

  /// Reads a header at an offset; nil when it is damaged.
  static func header(_ bytes: borrowing ByteArena, at offset: Int) -> Header? {
    var at = offset
    guard let size = bytes.varint(&at), let packed = bytes.varint(&at) else { return nil }
    return Header(size: size, packed: packed, body: at)
  }

  /// Reads a header; nil when it is damaged.
  static func header(_ view: ChunkView) -> Header? {
    var at = 0
    let size = UInt64(bitPattern: Int64(view.varint(&at)))
    return Header(size: size, packed: UInt64(bitPattern: Int64(view.varint(&at))), body: at)
  }
}
