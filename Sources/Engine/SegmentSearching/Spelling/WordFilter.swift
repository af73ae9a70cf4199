/// Which words may be in a table, by a bit for each of their hashes: of those that are not, one in four
/// to eight is thought to be (Bloom, "Space/time trade-offs in hash coding with allowable errors",
/// 1970, with one hash).
struct WordFilter: ~Copyable, Sendable {
  private var bits: [UInt64]
  /// How far a hash is shifted to leave the number of a bit.
  private let shift: UInt64

  /// Makes room for some words: 4 to 8 bits each, so that the processor's caches hold them.
  init(words: Int) {
    let width = Int.bitWidth - max(63, words * 4 - 1).leadingZeroBitCount
    bits = [UInt64](repeating: 0, count: 1 << (width - 6))
    shift = UInt64(64 - width)
  }

  /// Enters a word by its first letter and the hash of the others.
  @inline(__always)
  mutating func insert(_ first: UInt32, _ tail: UInt64) {
    let bit = bit(first, tail)
    bits[Int(bit >> 6)] |= 1 &<< (bit & 63)
  }

  /// Whether such a word may have been entered.
  func mayHold(_ first: UInt32, _ tail: UInt64) -> Bool {
    let bit = bit(first, tail)
    return bits[Int(bit >> 6)] &>> (bit & 63) & 1 != 0
  }

  @inline(__always)
  private func bit(_ first: UInt32, _ tail: UInt64) -> UInt64 {
    // The highest bits of the product depend on all others, those of the tail once they are folded.
    ((tail ^ tail >> 32 ^ UInt64(first) &<< 20) &* 0xD6E8_FEB8_6659_FD93) >> shift
  }
}
