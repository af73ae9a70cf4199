/// Maps a range of numbers onto 0 … 1000 by their logarithms, the same on every machine.
struct LogarithmicScale: Sendable, Hashable {
  private let low: Double
  private let high: Double
  private let lowLogarithm: Int64
  private let span: Int64

  /// A scale between two limits above 0, the first below the second.
  init(from low: Double, to high: Double) {
    self.low = low
    self.high = high
    lowLogarithm = LogarithmicScale.logarithm(low)
    span = LogarithmicScale.logarithm(high) - lowLogarithm
  }

  /// The place of a number, rounded; numbers beyond a limit count as the limit.
  func place(of number: Double) -> Int {
    guard number > low else { return 0 }
    guard number < high, span > 0 else { return 1000 }
    let above = LogarithmicScale.logarithm(number) - lowLogarithm
    return Int((above * 1000 + span / 2) / span)
  }

  /// The logarithm to base 2 of a normal number above 0, in units of 2⁻³².
  ///
  /// The exponent is the whole part. Squaring the mantissa, 1 … 2 with 62 bits after the point,
  /// doubles its logarithm: each time it reaches 2, the next bit of the fraction is one. Integers
  /// alone, so that no mathematical library decides an order.
  static func logarithm(_ number: Double) -> Int64 {
    let scaled = number.isNormal ? number : number * 0x1p64
    let shift: Int64 = number.isNormal ? 0 : 64
    var result = Int64(scaled.exponent) - shift
    var mantissa = (1 << 62) | UInt64(scaled.significandBitPattern) << 10
    for _ in 0..<32 {
      // The product of two such numbers has 124 bits after the point.
      let square = mantissa.multipliedFullWidth(by: mantissa)
      mantissa = square.high << 2 | square.low >> 62
      result <<= 1
      if mantissa >= 1 << 63 {
        result |= 1
        mantissa >>= 1
      }
    }
    return result
  }
}
