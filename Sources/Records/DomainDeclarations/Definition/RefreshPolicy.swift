/// How often the program of a source is run.
package struct RefreshPolicy: Sendable, Hashable {
  /// Seconds that must have passed since the last run; nil when every sync may run it.
  package var every: Int?
  /// Seconds since the last complete run after which the next one is complete; nil when never.
  package var fullEvery: Int?

  /// Makes a policy.
  package init(every: Int? = nil, fullEvery: Int? = nil) {
    self.every = every
    self.fullEvery = fullEvery
  }

  /// How many seconds a length of time has; nil for what is none, is zero, is counted in months, or is
  /// longer than a hundred years.
  package static func seconds(_ text: String) -> Int? {
    guard let period = Period(text), period.months == 0 else { return nil }
    let seconds = period.days * 86_400 + period.seconds
    return (1...3_155_760_000).contains(seconds) ? seconds : nil
  }
}
