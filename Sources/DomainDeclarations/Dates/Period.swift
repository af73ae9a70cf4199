/// A length of time in calendar terms: `P30D`, `P1M`, `PT1H`.
public struct Period: Sendable, Hashable {
  /// Whole months; a year is twelve.
  public var months: Int
  /// Whole days; a week is seven.
  public var days: Int
  /// Seconds.
  public var seconds: Int

  /// Makes a period.
  public init(months: Int = 0, days: Int = 0, seconds: Int = 0) {
    self.months = months
    self.days = days
    self.seconds = seconds
  }
}
