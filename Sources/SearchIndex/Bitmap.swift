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

  /// Adds a number that has room.
  @inline(__always)
  mutating func insert(_ number: Int) {
    words[number >> 6] |= 1 << UInt64(number & 63)
  }

  /// Adds a number; true if it was not there.
  @inline(__always)
  mutating func add(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if words[number >> 6] & bit != 0 { return false }
    words[number >> 6] |= bit
    return true
  }

  /// How many numbers are in the set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Takes all numbers out.
  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }
}
