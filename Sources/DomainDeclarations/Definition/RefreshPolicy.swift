/// How often the program of a source is run.
public struct RefreshPolicy: Sendable, Hashable {
  /// Seconds that must have passed since the last run; nil when every sync may run it.
  public var every: Int?
  /// Seconds since the last complete run after which the next one is complete; nil when never.
  public var fullEvery: Int?

  /// Makes a policy.
  public init(every: Int? = nil, fullEvery: Int? = nil) {
    self.every = every
    self.fullEvery = fullEvery
  }

  /// Reads a length of time such as `90s`, `15m`, `6h`, `1d` or `2w`; nil when it is none, is zero,
  /// or is longer than a hundred years.
  public static func seconds(_ text: String) -> Int? {
    guard let unit = text.last, let number = Int(text.dropLast()), text.first?.isNumber == true
    else { return nil }
    let lengths: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let length = lengths[unit] else { return nil }
    let (seconds, overflows) = number.multipliedReportingOverflow(by: length)
    return overflows || !(1...3_155_760_000).contains(seconds) ? nil : seconds
  }
}
