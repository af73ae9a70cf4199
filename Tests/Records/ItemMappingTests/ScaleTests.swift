import Testing

@testable import DeclaredRecords

@Suite struct ScaleTests {
  @Test func `a logarithm is exact for powers of two`() {
    for exponent in -1074...1023 {
      let number = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(LogarithmicScale.logarithm(number) == Int64(exponent) << 32)
    }
  }

  @Test func `a logarithm grows with its number`() {
    var last = Int64.min
    var number = 1e-5
    while number < 1e15 {
      let logarithm = LogarithmicScale.logarithm(number)
      #expect(logarithm > last)
      last = logarithm
      number *= 1.01
    }
  }

  @Test(arguments: [
    (0.0, 0), (-5, 0), (1000, 0), (10_000, 250), (100_000, 500), (1_000_000, 750),
    (10_000_000, 1000), (1e300, 1000), (31_623, 375),
  ])
  func `a scale maps decades onto equal steps`(number: Double, place: Int) {
    #expect(LogarithmicScale(from: 1000, to: 10_000_000).place(of: number) == place)
  }
}
