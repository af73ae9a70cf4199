import FootlightPlatform

/// Compresses blocks of stored text: a byte-oriented LZ77 code with the sequence layout of the
/// LZ4 block format (lz4_Block_format.md: token, literals, two-byte distance, match length).
///
/// Fast rather than small: one probe of a hash table a position, matches of four bytes or more
/// within 64 KiB. What it has learned counts as if it stood before the block, so blocks can be short
/// without losing what they share (decision 20). Decoding checks every length, so damaged bytes are refused
/// and never trap.
struct BlockEncoder: ~Copyable {
  /// The lowest sixteen bits of the last position of each hash of four bytes in what was learned.
  ///
  /// Whatever they say, the bytes there are compared.
  private var learned = [UInt16](repeating: 0, count: 1 << BlockEncoder.hashBits)
  /// The same of the block at hand, with its number above; of a block before there may be others.
  private var places = [UInt32](repeating: 0, count: 1 << BlockEncoder.hashBits)
  private var number: UInt32 = 0
  /// The learned text, and after it the block that is being encoded.
  private var window = ByteArena(capacity: 1 << 15)
  private var learnedSize = 0
  private static let hashBits = 13

  /// Takes bytes to which the next blocks may refer back, in place of those before.
  mutating func learn(_ source: borrowing ByteArena, _ dictionary: ByteRange) {
    forget()
    window.append(source, dictionary)
    learnedSize = window.count
    var table = learned.mutableSpan
    var position = 0
    while position + 4 <= Int(dictionary.count) {
      let slot = BlockEncoder.slot(source.load(dictionary.lowerBound + position))
      table[slot] = UInt16(truncatingIfNeeded: position)
      position += 1
    }
  }

  /// Forgets what was learned.
  mutating func forget() {
    window.removeAll()
    guard learnedSize > 0 else { return }
    learnedSize = 0
    for index in learned.indices { learned[index] = 0 }
  }

  /// Appends the code of a block to `target`.
  mutating func encode(
    _ source: borrowing ByteArena, _ block: ByteRange, into target: inout ByteArena
  ) {
    target.reserve(Int(block.count) + Int(block.count) / 255 + 16)
    window.truncate(to: learnedSize)
    window.append(source, block)
    beginBlock()
    let mark = number << 16
    var places: [UInt32] = []
    swap(&places, &self.places)
    defer { swap(&places, &self.places) }
    var table = places.mutableSpan
    let end = window.count
    // The last match must leave five literals, and none begins in the last twelve bytes.
    let matchLimit = end - 5
    let searchLimit = end - 12
    var literalStart = learnedSize
    var position = learnedSize
    var misses = 0
    while position < searchLimit {
      let word: UInt32 = window.load(position)
      let slot = BlockEncoder.slot(word)
      let entry = table[slot] ^ mark
      let place = entry >> 16 == 0 ? Int(entry) : Int(learned[slot])
      let distance = (position - place) & 0xFFFF
      table[slot] = mark | UInt32(truncatingIfNeeded: position & 0xFFFF)
      guard distance > 0, distance <= position,
        window.load(position - distance, as: UInt32.self) == word,
        // No match runs from what was learned into the block.
        position - distance >= learnedSize || position - distance + 4 <= learnedSize
      else {
        misses += 1
        position += 1 + misses >> 6
        continue
      }
      misses = 0
      let from = position - distance
      let limit = from < learnedSize ? min(matchLimit, position + learnedSize - from) : matchLimit
      let matchEnd = BlockEncoder.matched(window, from, position, limit)
      // The bytes before may be the same too.
      let room = min(position - literalStart, from < learnedSize ? from : from - learnedSize)
      var before = 0
      while before < room, window[position - before - 1] == window[from - before - 1] {
        before += 1
      }
      position -= before
      BlockEncoder.emit(
        window, literals: literalStart..<position, distance: distance,
        length: matchEnd - position, into: &target)
      position = matchEnd
      literalStart = position
      if position < searchLimit {
        table[BlockEncoder.slot(window.load(position - 2))] =
          mark | UInt32(truncatingIfNeeded: (position - 2) & 0xFFFF)
      }
    }
    BlockEncoder.emit(window, literals: literalStart..<end, distance: 0, length: 0, into: &target)
  }

  /// Gives the block at hand a number of its own.
  private mutating func beginBlock() {
    number += 1
    guard number > 0xFFFF else { return }
    for slot in places.indices { places[slot] = 0 }
    number = 1
  }

  /// Where a match of four bytes at least ends; it stays before a limit.
  private static func matched(
    _ window: borrowing ByteArena, _ from: Int, _ position: Int, _ limit: Int
  ) -> Int {
    var length = 4
    while position + length + 8 <= limit {
      let difference: UInt64 =
        window.load(position + length, as: UInt64.self)
        ^ window.load(from + length, as: UInt64.self)
      guard difference == 0 else { return position + length + difference.trailingZeroBitCount >> 3 }
      length += 8
    }
    while position + length < limit, window[position + length] == window[from + length] {
      length += 1
    }
    return position + length
  }

  @inline(__always)
  private static func slot(_ word: UInt32) -> Int {
    Int((word &* 2_654_435_761) &>> UInt32(32 - hashBits))
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
