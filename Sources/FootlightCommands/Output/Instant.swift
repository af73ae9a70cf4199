/// A moment in UTC, as people and programs read it.
struct Instant {
  let seconds: Int64

  /// `2026-11-20T16:20:05Z`.
  var iso: String { "\(date)T\(time):\(two(seconds.modulo(60)))Z" }

  /// `2026-11-20 16:20`.
  var short: String { "\(date) \(time)" }

  private var time: String {
    let second = seconds.modulo(86_400)
    return "\(two(second / 3600)):\(two(second / 60 % 60))"
  }

  /// The Gregorian date, counted in periods of 400 years that begin on the first of March.
  private var date: String {
    let days = seconds.floorDivided(by: 86_400) + 719_468
    let era = days.floorDivided(by: 146_097)
    let dayOfEra = days.modulo(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let digits = String(year.magnitude)
    let filled = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(year < 0 ? "-" : "")\(filled)-\(two(month))-\(two(day))"
  }

  private func two(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Int64 {
  fileprivate func floorDivided(by other: Int64) -> Int64 {
    let quotient = self / other
    return self % other < 0 ? quotient - 1 : quotient
  }

  fileprivate func modulo(_ other: Int64) -> Int64 {
    let rest = self % other
    return rest < 0 ? rest + other : rest
  }
}
