import FootlightPlatform

/// Compresses blocks of stored text: a byte-oriented LZ77 code with the sequence layout of the
/// LZ4 block format (lz4_Block_format.md: token, literals, two-byte distance, match length).
///
/// Fast rather than small: one probe of a hash table a position, matches of four bytes or more
/// within 64 KiB. Decoding checks every length, so damaged bytes give nil and never a trap.
struct BlockEncoder: ~Copyable {
  /// The last position of each hash of four bytes, plus one.
  private var places = [UInt32](repeating: 0, count: 1 << BlockEncoder.hashBits)
  private static let hashBits = 13

  /// Appends the code of a range of `source` to `target`.
  mutating func encode(
    _ source: borrowing ByteArena, _ range: ByteRange, into target: inout ByteArena
  ) {
    target.reserve(Int(range.count) + Int(range.count) / 255 + 16)
    for index in places.indices { places[index] = 0 }
    var table = places.mutableSpan
    let start = range.lowerBound
    let end = range.upperBound
    // The last match must leave five literals, and none begins in the last twelve bytes.
    let matchLimit = end - 5
    let searchLimit = end - 12
    var literalStart = start
    var position = start
    var misses = 0
    while position < searchLimit {
      let word: UInt32 = source.load(position)
      let slot = Int((word &* 2_654_435_761) &>> UInt32(32 - BlockEncoder.hashBits))
      let candidate = Int(table[slot]) - 1 + start
      table[slot] = UInt32(truncatingIfNeeded: position - start + 1)
      guard candidate >= start, position - candidate < 65_536,
        source.load(candidate, as: UInt32.self) == word
      else {
        misses += 1
        position += 1 + misses >> 6
        continue
      }
      misses = 0
      var length = 4
      while position + length + 8 <= matchLimit {
        let difference: UInt64 =
          source.load(position + length, as: UInt64.self)
          ^ source.load(candidate + length, as: UInt64.self)
        if difference != 0 {
          length += difference.trailingZeroBitCount >> 3
          break
        }
        length += 8
      }
      if position + length + 8 > matchLimit {
        while position + length < matchLimit,
          source[position + length] == source[candidate + length]
        { length += 1 }
      }
      BlockEncoder.emit(
        source, literals: literalStart..<position, distance: position - candidate,
        length: length, into: &target)
      position += length
      literalStart = position
    }
    BlockEncoder.emit(source, literals: literalStart..<end, distance: 0, length: 0, into: &target)
  }

  private static func emit(
    _ source: borrowing ByteArena, literals: Range<Int>, distance: Int, length: Int,
    into target: inout ByteArena
  ) {
    let extra = max(0, length - 4)
    target.append(UInt8(min(15, literals.count) << 4 | min(15, extra)))
    if literals.count >= 15 { append(rest: literals.count - 15, into: &target) }
    target.append(source, ByteRange(start: literals.lowerBound, count: literals.count))
    guard length > 0 else { return }
    target.append(littleEndian: UInt16(truncatingIfNeeded: distance))
    if extra >= 15 { append(rest: extra - 15, into: &target) }
  }

  private static func append(rest: Int, into target: inout ByteArena) {
    var rest = rest
    while rest >= 255 {
      target.append(255)
      rest -= 255
    }
    target.append(UInt8(rest))
  }
}
