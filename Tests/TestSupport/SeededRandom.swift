import FootlightPlatform

/// Random numbers that a seed decides: a failing test can be run again.
///
/// SplitMix64 (Steele, Lea and Flood 2014).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  /// The seed with which it began.
  package let seed: UInt64
  private var state: UInt64

  /// Begins with a seed.
  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Begins with the seed in `FOOTLIGHT_TEST_SEED`, or another one every time, and prints it.
  package static func announced(_ test: String) -> SeededRandom {
    let system = SystemServices.system
    let given = system.environment("FOOTLIGHT_TEST_SEED").flatMap { UInt64($0) }
    let seed = given ?? UInt64(truncatingIfNeeded: system.monotonic()) % 1_000_000_007
    print("\(test): FOOTLIGHT_TEST_SEED=\(seed)")
    return SeededRandom(seed: seed)
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below a bound; 0 when the bound is 0 or less.
  package mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int.random(in: 0..<bound, using: &self) : 0
  }

  /// True once in so many times.
  package mutating func oneIn(_ times: Int) -> Bool {
    below(times) == 0
  }

  /// Random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, count) + 8)
    while bytes.count < count {
      var word = next()
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    return Array(bytes.prefix(max(0, count)))
  }

  /// One of several.
  package mutating func pick<Element>(_ choices: [Element]) -> Element? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }
}
