/// A moment in UTC, as people and programs read it.
package struct Instant {
  package let seconds: Int64

  /// The moment this many seconds after 1970 began.
  package init(seconds: Int64) { self.seconds = seconds }

  /// `2026-11-20T16:20:05Z`.
  package var iso: String { "\(date)T\(time):\(two(seconds.modulo(60)))Z" }

  /// `2026-11-20 16:20`.
  package var short: String { "\(date) \(time)" }

  private var time: String {
    let second = seconds.modulo(86_400)
    return "\(two(second / 3600)):\(two(second / 60 % 60))"
  }

  private var date: String {
    let date = CivilDate(daysSince1970: seconds.floorDivided(by: 86_400))
    let digits = String(date.year.magnitude)
    let filled = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(date.year < 0 ? "-" : "")\(filled)-\(two(Int64(date.month)))-\(two(Int64(date.day)))"
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
