import FootlightPlatform

/// The dictionary of one worker: folded words to numbers in the order of their first appearance.
///
/// Hot: every token of every item is looked up here. Open addressing over slots that hold the
/// first eight bytes, so that most look-ups touch one cache line and no text; pointers instead of
/// arrays because the table is written at random places (`Benchmarks inversion` shows the rate).
@safe
struct TermTable: ~Copyable, Sendable {
  private struct Slot: Sendable {
    var first: UInt64
    var hash: UInt32
    /// The term's number plus one; 0 marks a free slot.
    var number: UInt32
  }

  // Safe: the memory belongs to this value alone; every index is masked or comes from the table.
  private nonisolated(unsafe) var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  /// The UTF-8 of all terms, one behind the other.
  private(set) var bytes: ByteArena
  /// Where each term ends in `bytes`.
  private(set) var ends: [UInt32]
  /// How many items hold each term.
  var holding: [UInt32]

  /// An empty table with room for some terms, a power of two.
  init(slots size: Int = 1 << 12) {
    unsafe slots = UnsafeMutablePointer<Slot>.allocate(capacity: size)
    unsafe slots.initialize(repeating: Slot(first: 0, hash: 0, number: 0), count: size)
    mask = size - 1
    bytes = ByteArena(capacity: size * 4)
    ends = []
    holding = []
  }

  deinit {
    unsafe slots.deallocate()
  }

  /// The number of terms.
  var count: Int { ends.count }

  /// The bytes that the table occupies.
  var footprint: Int { (mask + 1) * 16 + bytes.count + ends.count * 8 }

  /// Where a term's UTF-8 lies in `bytes`.
  func range(_ term: Int) -> ByteRange {
    let start = term == 0 ? 0 : Int(ends[term - 1])
    return ByteRange(start: start, count: Int(ends[term]) - start)
  }

  /// The number of a word, which is added when it is not there yet.
  mutating func intern(_ source: borrowing ByteArena, _ range: ByteRange) -> UInt32 {
    let length = Int(range.count)
    let first = TermTable.firstBytes(source, range)
    var mixed = ByteArena.mix(first ^ UInt64(length), 0x9E37_79B9_7F4A_7C15)
    if length > 8 { mixed ^= source.hash(range) }
    // With the size of words up to eight bytes in it, those need no look at their text.
    let hash =
      (UInt32(truncatingIfNeeded: mixed >> 32) ^ UInt32(truncatingIfNeeded: mixed)) << 4
      | UInt32(truncatingIfNeeded: min(length, 9))
    var index = Int(hash >> 4) & mask
    while true {
      let slot = unsafe slots[index]
      if slot.number == 0 { break }
      if slot.hash == hash, slot.first == first {
        if length <= 8 { return slot.number - 1 }
        let known = self.range(Int(slot.number) - 1)
        if Int(known.count) == length, source.equals(range, bytes, known) {
          return slot.number - 1
        }
      }
      index = (index + 1) & mask
    }
    let number = UInt32(truncatingIfNeeded: ends.count)
    bytes.append(source, range)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    holding.append(0)
    unsafe slots[index] = Slot(first: first, hash: hash, number: number + 1)
    if ends.count * 3 > mask * 2 { enlarge() }
    return number
  }

  /// Frees the slots: no more look-ups, the terms stay.
  mutating func seal() {
    unsafe slots.deallocate()
    unsafe slots = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
    unsafe slots.initialize(to: Slot(first: 0, hash: 0, number: 0))
    mask = 0
  }

  /// The first eight bytes as a big-endian number, so that numbers order like the texts.
  static func firstBytes(_ source: borrowing ByteArena, _ range: ByteRange) -> UInt64 {
    let start = range.lowerBound
    let length = Int(range.count)
    if length >= 8 { return source.load(start, as: UInt64.self).byteSwapped }
    if start + 8 <= source.count {
      guard length > 0 else { return 0 }
      let word = source.load(start, as: UInt64.self).byteSwapped
      return word & (.max << UInt64(64 - 8 * length))
    }
    var word: UInt64 = 0
    for index in 0..<length {
      word |= UInt64(source[start + index]) << UInt64(56 - 8 * index)
    }
    return word
  }

  private mutating func enlarge() {
    let size = (mask + 1) * 2
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: size)
    unsafe larger.initialize(repeating: Slot(first: 0, hash: 0, number: 0), count: size)
    for old in 0...mask {
      let slot = unsafe slots[old]
      guard slot.number != 0 else { continue }
      var index = Int(slot.hash >> 4) & (size - 1)
      while unsafe larger[index].number != 0 { index = (index + 1) & (size - 1) }
      unsafe larger[index] = slot
    }
    unsafe slots.deallocate()
    unsafe slots = larger
    mask = size - 1
  }
}
