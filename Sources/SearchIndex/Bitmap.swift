/// A set of small numbers, one bit each.
struct Bitmap: Sendable {
  private var words: [UInt64]

  /// Room for the numbers 0 ..< size, none of them in the set.
  init(size: Int) {
    words = [UInt64](repeating: 0, count: (size + 63) / 64)
  }

  /// Whether a number is in the set; one that has no room is not.
  @inline(__always)
  subscript(number: Int) -> Bool {
    let word = number >> 6
    guard word < words.count else { return false }
    return words[word] >> UInt64(number & 63) & 1 == 1
  }

  /// Adds a number; one that has no room is left out.
  @inline(__always)
  mutating func insert(_ number: Int) {
    guard number >> 6 < words.count else { return }
    words[number >> 6] |= 1 << UInt64(number & 63)
  }
}
