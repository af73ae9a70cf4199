import FootlightPlatform
import SegmentFiles

/// Reads the lists of terms in the stream `fwd` as it was written, bit by bit.
extension NamesWriter {
  /// The term at a place of a list whose terms begin at a bit.
  @inline(__always)
  static func term(
    _ forward: borrowing ByteArena, _ start: Int, _ place: Int, _ bits: Int
  ) -> UInt32 {
    number(forward, start &+ place &* bits, bits)
  }

  /// The length of a list; `bit` moves behind it.
  @inline(__always)
  static func length(_ forward: borrowing ByteArena, _ bit: inout Int) -> Int {
    let short = Int(number(forward, bit, ForwardList.shortBits))
    bit &+= ForwardList.shortBits
    guard short == ForwardList.longMark else { return short }
    let long = Int(number(forward, bit, ForwardList.longBits))
    bit &+= ForwardList.longBits
    return long
  }

  /// Moves behind a list.
  static func pass(_ forward: borrowing ByteArena, _ bit: inout Int, _ bits: Int) {
    let length = length(forward, &bit)
    bit += length * bits
  }

  /// A number of at most 32 bits; behind the stream there is room for a whole load.
  @inline(__always)
  static func number(_ forward: borrowing ByteArena, _ bit: Int, _ bits: Int) -> UInt32 {
    let number = forward.load(bit >> 3, as: UInt64.self) >> UInt64(bit & 7)
    return UInt32(truncatingIfNeeded: number & (.max >> UInt64(64 &- bits)))
  }

  static func compareFromFourth(
    _ one: (start: Int, length: Int), _ other: (start: Int, length: Int),
    _ forward: borrowing ByteArena, _ bits: Int
  ) -> Int {
    var index = 3
    while index < min(one.length, other.length) {
      let x = term(forward, one.start, index, bits)
      let y = term(forward, other.start, index, bits)
      if x != y { return x < y ? -1 : 1 }
      index += 1
    }
    return one.length - other.length
  }

  static func sequence(
    _ entry: Entry, _ start: UInt64, _ forward: borrowing ByteArena, _ bits: Int
  ) -> (start: Int, length: Int) {
    var at = Int(start)
    _ = forward.varint32(&at)
    var bit = at * 8
    for _ in 0..<entry.ordinal { pass(forward, &bit, bits) }
    let length = length(forward, &bit)
    return (bit, length)
  }
}
