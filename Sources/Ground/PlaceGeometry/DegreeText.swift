import FootlightPlatform

/// Degrees as decimal texts, read and written without going through floating point.
enum DegreeText {
  /// Ten-millionths of the number that a text says, such as `-48.137154` or `4.8e1`; nil when it says none.
  ///
  /// Further digits are rounded off. Numbers beyond a thousand are not read: no degree is that large.
  static func e7(_ text: some StringProtocol) -> Int64? { scaled(text, digits: 7, below: 1_000) }

  /// The number that a text says, times ten to the power of `digits`; nil when it says none below `limit`.
  static func scaled(_ text: some StringProtocol, digits: Int, below limit: Int64) -> Int64? {
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 64 else { return nil }
    if bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      // IEEE 754 says what these operations yield, so they yield the same everywhere.
      guard let number = Double(String(text)), abs(number) < Double(limit) else { return nil }
      var power = 1.0
      for _ in 0..<digits { power *= 10 }
      return Int64((number * power).rounded())
    }
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    var number: Int64 = 0
    var fraction: Int?
    var count = 0
    var roundsUp = false
    for byte in bytes {
      if byte == UInt8(ascii: "."), fraction == nil {
        fraction = 0
        continue
      }
      guard byte.isDigit else { return nil }
      count += 1
      guard let place = fraction else {
        number = number * 10 + Int64(byte &- 0x30)
        guard number < limit else { return nil }
        continue
      }
      if place < digits { number = number * 10 + Int64(byte &- 0x30) }
      if place == digits { roundsUp = byte >= UInt8(ascii: "5") }
      fraction = place + 1
    }
    guard count > 0 else { return nil }
    for _ in min(fraction ?? 0, digits)..<digits { number *= 10 }
    if roundsUp { number += 1 }
    return isNegative ? -number : number
  }

  /// The shortest text of a number of ten-millionths.
  static func text(_ e7: Int64) -> String {
    let magnitude = e7.magnitude
    let whole = magnitude / UInt64(Place.degree)
    var fraction = String(magnitude % UInt64(Place.degree))
    fraction = String(repeating: "0", count: 7 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return (e7 < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
