/// A length of time in calendar terms: `P30D`, `P1M`, `PT1H`.
package struct Period: Sendable, Hashable {
  /// Whole months; a year is twelve.
  package var months: Int
  /// Whole days; a week is seven.
  package var days: Int
  /// Seconds.
  package var seconds: Int

  /// Makes a period.
  package init(months: Int = 0, days: Int = 0, seconds: Int = 0) {
    self.months = months
    self.days = days
    self.seconds = seconds
  }
}
