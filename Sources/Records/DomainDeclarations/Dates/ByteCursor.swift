import FootlightPlatform

/// Reads numbers and signs from bytes; the bytes are passed to every call, because a value cannot
/// hold what it only borrows.
struct ByteCursor {
  var offset: Int
  var end: Int

  /// A cursor over bytes without the white space at both ends.
  init(_ bytes: borrowing Span<UInt8>) {
    offset = 0
    end = bytes.count
    while offset < end, bytes[offset] <= 0x20 { offset += 1 }
    while end > offset, bytes[end - 1] <= 0x20 { end -= 1 }
  }

  var isAtEnd: Bool { offset >= end }

  func peek(_ bytes: borrowing Span<UInt8>) -> UInt8? {
    offset < end ? bytes[offset] : nil
  }

  mutating func skip(_ byte: UInt8, _ bytes: borrowing Span<UInt8>) -> Bool {
    guard offset < end, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// A number of at least and at most so many digits; takes as many as there are.
  mutating func digits(_ counts: ClosedRange<Int>, _ bytes: borrowing Span<UInt8>) -> Int? {
    var number = 0
    var count = 0
    while count < counts.upperBound, offset < end, bytes[offset].isDigit {
      number = number * 10 + Int(bytes[offset] &- 0x30)
      offset += 1
      count += 1
    }
    return count >= counts.lowerBound ? number : nil
  }

  /// Steps over an ASCII word, whatever its case.
  mutating func skipWord(_ word: [UInt8], _ bytes: borrowing Span<UInt8>) -> Bool {
    guard end - offset >= word.count else { return false }
    for index in word.indices where bytes[offset + index] | 0x20 != word[index] | 0x20 {
      return false
    }
    offset += word.count
    return true
  }
}
