/// A set of small numbers, one bit each; an empty one takes no memory, since many are never filled.
package struct Bitmap: Sendable {
  /// The bits, 64 a word, or none as long as nothing was put in; those after `size` are 0.
  package internal(set) var words: [UInt64]
  /// The numbers that have room are 0 ..< size.
  package let size: Int

  /// Room for the numbers 0 ..< size, none of them in the set.
  package init(size: Int) {
    self.size = size
    words = []
  }

  /// Makes room for the bits, where there is none yet.
  @inline(__always)
  mutating func makeRoom() {
    if words.isEmpty { words = [UInt64](repeating: 0, count: (size + 63) / 64) }
  }

  /// All numbers 0 ..< size.
  package init(all size: Int) {
    self.init(size: size)
    formComplement()
  }

  /// Whether a number is in the set; one that has no room is not.
  @inline(__always)
  package subscript(number: Int) -> Bool {
    let word = number >> 6
    guard word < words.count else { return false }
    return words[word] >> UInt64(number & 63) & 1 == 1
  }

  /// The first number from one on that is not in the set.
  package func firstAbsent(from number: UInt32) -> UInt32 {
    var word = Int(number >> 6)
    guard word < words.count else { return number }
    var absent = ~words[word] & UInt64.max << UInt64(number & 63)
    while absent == 0 {
      word += 1
      guard word < words.count else { return UInt32(truncatingIfNeeded: word << 6) }
      absent = ~words[word]
    }
    return UInt32(truncatingIfNeeded: word << 6 + absent.trailingZeroBitCount)
  }

  /// Adds a number; one that has no room is left out.
  @inline(__always)
  package mutating func insert(_ number: Int) {
    guard number < size else { return }
    makeRoom()
    words[number >> 6] |= 1 << UInt64(number & 63)
  }

  /// How many numbers are in the set.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Adds the numbers of another set of the same size.
  package mutating func formUnion(_ other: Bitmap) {
    if !other.words.isEmpty { makeRoom() }
    for index in words.indices.prefix(other.words.count) { words[index] |= other.words[index] }
  }

  /// Keeps the numbers that another set of the same size has too.
  package mutating func formIntersection(_ other: Bitmap) {
    for index in words.indices {
      words[index] &= index < other.words.count ? other.words[index] : 0
    }
  }

  /// Removes the numbers of another set of the same size.
  package mutating func subtract(_ other: Bitmap) {
    for index in words.indices.prefix(other.words.count) { words[index] &= ~other.words[index] }
  }

  /// Makes it the set of all numbers with room that it does not hold.
  package mutating func formComplement() {
    makeRoom()
    for index in words.indices { words[index] = ~words[index] }
    let rest = size & 63
    if rest > 0, !words.isEmpty { words[words.count - 1] &= 1 << UInt64(rest) &- 1 }
  }

  /// Calls `body` with every number, ascending, until it says stop.
  package func forEach<E: Error>(_ body: (UInt32) throws(E) -> Bool) throws(E) {
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        let number = UInt32(truncatingIfNeeded: index << 6 + rest.trailingZeroBitCount)
        guard try body(number) else { return }
        rest &= rest &- 1
      }
    }
  }

  /// Puts in 64 numbers at once, from a multiple of 64 on.
  @inline(__always)
  package mutating func set(_ bits: UInt64, at word: Int) {
    makeRoom()
    words[word] = bits
  }
}
