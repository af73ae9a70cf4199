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

  /// Reads a header at an offset: sizes and where the bytes begin; nil when it is damaged.
  static func header(_ bytes: borrowing ByteArena, at offset: Int)
    -> (size: Int, stored: Int, isCompressed: Bool, body: Int)?
  {
    var at = offset
    guard let size = bytes.varint(&at), let packed = bytes.varint(&at), size < 1 << 31,
      packed >> 1 < 1 << 31
    else { return nil }
    // No code of the block format yields more than 255 bytes for one.
    guard size <= (packed >> 1) * 255 + 64 else { return nil }
    return (Int(size), Int(packed >> 1), packed & 1 == 1, at)
  }
}
