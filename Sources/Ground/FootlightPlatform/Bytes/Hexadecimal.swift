/// Digits of base 16.
package enum Hexadecimal {
  /// The digit of a number below 16, in capitals.
  @inlinable
  package static func digit(_ number: UInt8) -> UInt8 {
    number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "A") + number - 10
  }

  /// The number of a digit in either case; nil for what is none.
  @inlinable
  package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Bytes as small digits, two for each.
  package static func text(_ bytes: [UInt8]) -> String {
    bytes.map { String(Int($0) | 0x100, radix: 16).dropFirst() }.joined()
  }

  /// The bytes of a text of digits; nil for any other.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    let bytes = stride(from: 1, to: digits.count, by: 2).compactMap {
      byte(digits[$0 - 1], digits[$0])
    }
    return bytes.count * 2 == digits.count ? bytes : nil
  }

  /// The byte of two digits.
  @inlinable
  package static func byte(_ high: UInt8?, _ low: UInt8?) -> UInt8? {
    guard let high = high.flatMap(value), let low = low.flatMap(value) else { return nil }
    return high << 4 | low
  }
}
