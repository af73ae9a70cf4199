import FootlightPlatform
import SegmentFiles

extension StoredBlock {
  /// Appends the records of a block, compressed when that makes them smaller.
  ///
  /// - Parameter behind: how far before it the block begins that the encoder has learned.
  static func write(
    _ block: borrowing ByteArena, _ encoder: inout BlockEncoder, behind: Int?,
    into target: inout ByteArena
  ) {
    var code = ByteArena(capacity: block.count)
    encoder.encode(block, into: &code)
    guard code.count < block.count else { return writePlain(block, into: &target) }
    target.append(varint: UInt64(block.count))
    target.append(varint: UInt64(code.count) << 2 | (behind == nil ? 1 : 2))
    if let behind { target.append(varint: UInt64(behind)) }
    target.append(code, code.all)
  }
}
