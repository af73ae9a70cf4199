import FootlightPlatform

/// A character that is written as `&amp;`, `&#38;` or `&#x26;`.
struct HTMLEntity {
  /// Where it ends.
  let end: Int
  /// The character.
  let scalar: UInt32

  /// Reads the entity that begins with the `&` at an offset; nil when the `&` is only itself.
  init?(_ text: borrowing ByteArena, _ start: Int) {
    let limit = min(text.count, start + 32)
    guard start + 2 < limit,
      let semicolon = text.firstIndex(of: UInt8(ascii: ";"), from: start + 2, to: limit)
    else { return nil }
    end = semicolon + 1
    if text[start + 1] == UInt8(ascii: "#") {
      guard let number = HTMLEntity.number(text, start + 2, semicolon) else { return nil }
      // A number that is no character, NUL included, is shown as the sign for that.
      scalar = number == 0 || Unicode.Scalar(number) == nil ? 0xFFFD : number
    } else {
      let name = text.text(ByteRange(start: start + 1, count: semicolon - start - 1))
      guard let known = HTMLEntity.named[name] else { return nil }
      scalar = known
    }
  }

  private static func number(
    _ text: borrowing ByteArena, _ start: Int, _ end: Int
  ) -> UInt32? {
    let isHexadecimal = text[start] | 0x20 == UInt8(ascii: "x")
    let first = isHexadecimal ? start + 1 : start
    guard first < end, end - first <= 8 else { return nil }
    var number: UInt32 = 0
    for offset in first..<end {
      guard let digit = hexadecimalValue(text[offset]), isHexadecimal || digit < 10 else {
        return nil
      }
      number = isHexadecimal ? number &* 16 &+ digit : number &* 10 &+ digit
    }
    return number
  }
}
