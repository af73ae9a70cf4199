/// How much something is used: a number that every visit raises and that halves in thirty days.
///
/// Firefox' "new frecency" (Σ points · 2^(−age/30 d)) in integers, so that every machine and every store
/// orders alike.
package struct ActivityStrength: Sendable, Hashable {
  /// 0 … 2047, as of ``day``.
  package var strength: Int
  /// The UTC day of the last change, counted from 1970.
  package var day: Int

  /// The points that a visit adds.
  package static let visit = 64
  /// The points that copying an address adds.
  package static let copy = 32
  /// The highest strength.
  package static let highest = 2_047
  /// The highest class; a star has it.
  package static let highestClass = 7

  /// No strength yet.
  package static let none = ActivityStrength(strength: 0, day: 0)

  /// Strength as of a day.
  package init(strength: Int, day: Int) {
    self.strength = max(0, min(ActivityStrength.highest, strength))
    self.day = day
  }

  /// The UTC day of a moment in seconds since 1970.
  package static func day(of now: Int64) -> Int {
    Int(now >= 0 ? now / 86_400 : (now - 86_399) / 86_400)
  }

  /// The strength that is left on a day; all of it before its own day.
  package func decayed(on today: Int) -> Int {
    let days = max(0, today - day)
    guard days / 30 < 16 else { return 0 }
    return ((strength >> (days / 30)) * ActivityStrength.table[days % 30]) >> 16
  }

  /// 0 … 7, as of a day.
  package func activityClass(on today: Int) -> Int {
    let left = decayed(on: today) >> 4
    return min(ActivityStrength.highestClass, Int.bitWidth - left.leadingZeroBitCount)
  }

  /// The strength after something that adds to it.
  package func adding(_ points: Int, on today: Int) -> ActivityStrength {
    ActivityStrength(strength: decayed(on: today) + points, day: today)
  }

  /// The stronger of two, as of the later day.
  package func merged(with other: ActivityStrength) -> ActivityStrength {
    let today = max(day, other.day)
    return ActivityStrength(strength: max(decayed(on: today), other.decayed(on: today)), day: today)
  }

  /// round(65536 · 2^(−k/30)) for k from 0 to 29.
  static let table = [
    65_536, 64_039, 62_576, 61_147, 59_751, 58_386, 57_052, 55_749, 54_476, 53_232, 52_016, 50_828,
    49_667, 48_533, 47_424, 46_341, 45_283, 44_248, 43_238, 42_250, 41_285, 40_342, 39_421, 38_520,
    37_641, 36_781, 35_941, 35_120, 34_318, 33_534,
  ]
}
