/// Finding, comparing and hashing.
extension ByteArena {
  /// The offset of the first such byte in `start ..< end`, or nil.
  ///
  /// C: memchr.
  @inlinable
  public func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && end <= used)
    guard start < end, let found = unsafe memchr(base + start, Int32(byte), end - start) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether a range holds the same bytes as a range of another arena.
  @inlinable
  public func equals(_ range: ByteRange, _ other: borrowing ByteArena, _ there: ByteRange) -> Bool {
    precondition(range.upperBound <= used && there.upperBound <= other.used)
    return unsafe range.count == there.count
      && memcmp(base + range.lowerBound, other.base + there.lowerBound, Int(range.count)) == 0
  }

  /// Compares a range with a range of another arena byte by byte: below, at or above zero.
  @inlinable
  public func compare(_ range: ByteRange, _ other: borrowing ByteArena, _ there: ByteRange) -> Int {
    precondition(range.upperBound <= used && there.upperBound <= other.used)
    let order = unsafe memcmp(
      base + range.lowerBound, other.base + there.lowerBound,
      Int(min(range.count, there.count)))
    return order != 0 ? Int(order) : Int(range.count) - Int(there.count)
  }

  /// Whether a range holds exactly the UTF-8 of a text.
  public func equals(_ range: ByteRange, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { other in
      precondition(range.upperBound <= used)
      guard Int(range.count) == other.count else { return false }
      guard let start = other.baseAddress else { return true }
      return unsafe memcmp(base + range.lowerBound, start, other.count) == 0
    }
  }

  /// A 64-bit hash of a range, the same on every machine and in every run.
  ///
  /// Eight bytes at a time, multiplied and folded to 128 bits and back (the mixing step of wyhash).
  @inlinable
  public func hash(_ range: ByteRange) -> UInt64 {
    precondition(range.upperBound <= used)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var offset = range.lowerBound
    let end = range.upperBound
    while offset &+ 8 <= end {
      let word = unsafe UInt64(
        littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
      state = ByteArena.mix(state ^ word, 0xA076_1D64_78BD_642F)
      offset &+= 8
    }
    var last: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      last |= unsafe UInt64(base[offset]) &<< shift
      shift &+= 8
      offset &+= 1
    }
    // The length goes into the other factor: beside the bytes it could make up for another byte.
    return ByteArena.mix(state ^ last, 0xE703_7ED1_A0B4_28DB ^ UInt64(range.count))
  }

  /// Folds the 128-bit product of two words.
  @inlinable
  public static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
