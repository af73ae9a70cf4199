import FootlightPlatform

/// How the numbers of a column are written: as small codes in their order.
///
/// Whole numbers become their distance from the smallest, in units of one or of a day (86,400
/// seconds); others the distance of their bits in total order (IEEE 754, 5.10: with the sign bit
/// flipped, and all bits of negative numbers, doubles order like integers). Code 0 is "missing".
package struct NumberCode: Sendable, Hashable {
  package enum Form: UInt8, Sendable {
    case bits = 0
    case whole = 1
    case days = 2
  }

  package var form: Form
  /// The smallest number, in the form's own integers.
  package var base: Int64

  init(form: Form, base: Int64) {
    self.form = form
    self.base = base
  }

  /// The code for numbers of a shape, and the highest that will be needed.
  ///
  /// - Parameter byBits: whether the numbers stand for their bits, as places do.
  package init(_ shape: NumberShape, byBits: Bool = false) {
    form = byBits ? .bits : shape.areDays ? .days : shape.areWhole ? .whole : .bits
    base = 0
    if !shape.isEmpty { base = integer(shape.least) }
  }

  /// The highest code that numbers of a shape need.
  package func highest(_ shape: NumberShape) -> UInt64 { shape.isEmpty ? 0 : code(shape.most) }

  /// The code of a number that the shape includes.
  package func code(_ worth: Double) -> UInt64 {
    UInt64(bitPattern: integer(worth) &- base) &+ 1
  }

  /// The number of a code that is not 0.
  package func worth(_ code: UInt64) -> Double {
    let integer = Int64(bitPattern: code &- 1) &+ base
    switch form {
    case .whole: return Double(integer)
    case .days: return Double(integer) * NumberShape.day
    case .bits:
      return Double(bitPattern: UInt64(bitPattern: integer ^ (integer >> 63 & .max)))
    }
  }

  /// The first code whose number is not below `bound` (`above`: is above it), 1 at least; nil when
  /// no code up to `highest` is.
  package func first(notBelow bound: Double, above: Bool = false, highest: UInt64) -> UInt64? {
    let code = (1..<highest &+ 1).partitionPoint { code in
      let number = worth(code)
      return number < bound || above && number == bound
    }
    return code <= highest ? code : nil
  }

  private func integer(_ worth: Double) -> Int64 {
    switch form {
    case .whole: return Int64(exactly: worth.rounded(.towardZero)) ?? 0
    case .days: return Int64(exactly: (worth / NumberShape.day).rounded(.towardZero)) ?? 0
    case .bits:
      // Zero has one code, whatever its sign.
      let bits = Int64(bitPattern: (worth == 0 ? 0.0 : worth).bitPattern)
      return bits ^ (bits >> 63 & .max)
    }
  }
}
