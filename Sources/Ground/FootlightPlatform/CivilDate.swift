/// A day of the Gregorian calendar, also before it was in use.
package struct CivilDate: Sendable, Hashable {
  /// The year.
  package var year: Int
  /// The month, 1 … 12.
  package var month: Int
  /// The day, 1 … 31.
  package var day: Int

  /// A day that exists, of the years 1 … 9999; nil otherwise.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1 January 1970.
  ///
  /// Counts in eras of 400 years that begin on 1 March, so that the leap day is the last of a year.
  package init(daysSince1970 days: Int64) {
    let shifted = days &+ 719_468
    let era = (shifted >= 0 ? shifted : shifted &- 146_096) / 146_097
    let dayOfEra = shifted &- era &* 146_097
    let yearOfEra =
      (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    day = Int(dayOfYear &- (153 &* monthFromMarch &+ 2) / 5) + 1
    month = Int(monthFromMarch) + (monthFromMarch < 10 ? 3 : -9)
    year = Int(yearOfEra &+ era &* 400) + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1 January 1970.
  package var daysSince1970: Int64 {
    let fromMarch = Int64(year) - (month <= 2 ? 1 : 0)
    let era = (fromMarch >= 0 ? fromMarch : fromMarch - 399) / 400
    let yearOfEra = fromMarch - era * 400
    let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days in a month.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The same day some months later, or the last day of that month when it is shorter.
  package func adding(months: Int) -> CivilDate {
    let count = year * 12 + (month - 1) + months
    var date = self
    date.year = count >= 0 ? count / 12 : (count - 11) / 12
    date.month = count - date.year * 12 + 1
    date.day = min(day, CivilDate.days(inMonth: date.month, of: date.year))
    return date
  }

  /// `2021-09-30`.
  package var iso: String {
    let digits = String(year.magnitude)
    let filled = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(year < 0 ? "-" : "")\(filled)-\(twoDigits(month))-\(twoDigits(day))"
  }
}

/// A moment in UTC, as people and programs read it.
package struct Instant {
  package let seconds: Int64

  /// The moment this many seconds after 1970 began.
  package init(seconds: Int64) { self.seconds = seconds }

  /// Its day.
  package var date: CivilDate {
    CivilDate(daysSince1970: seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0))
  }

  /// The seconds since midnight.
  package var secondOfDay: Int64 {
    let rest = seconds % 86_400
    return rest < 0 ? rest + 86_400 : rest
  }

  /// `2026-11-20T16:20:05Z`.
  package var iso: String { "\(date.iso)T\(Instant.time(Int(secondOfDay)))Z" }

  /// `2026-11-20 16:20`.
  package var short: String { "\(date.iso) \(Instant.time(Int(secondOfDay)).dropLast(3))" }

  /// The time so many seconds after midnight: `16:20:05`.
  package static func time(_ second: Int) -> String {
    "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))"
  }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
