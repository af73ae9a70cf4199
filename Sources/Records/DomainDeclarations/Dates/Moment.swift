package import FootlightPlatform

/// A year, month, day or second, as text names it: where it begins and where it ends.
package struct Moment: Sendable, Hashable {
  /// How exactly the text names it.
  package enum Precision: Sendable, Hashable {
    case year
    case month
    case day
    case second
  }

  /// Seconds since 1970 at its beginning.
  package var start: Int64
  /// How exact it is.
  package var precision: Precision

  /// Makes a moment.
  package init(start: Int64, precision: Precision) {
    self.start = start
    self.precision = precision
  }

  /// The day on which it begins, in UTC.
  package var date: CivilDate {
    CivilDate(daysSince1970: (start - secondOfDay) / 86_400)
  }

  /// The seconds since midnight at its beginning, in UTC.
  package var secondOfDay: Int64 {
    let rest = start % 86_400
    return rest < 0 ? rest + 86_400 : rest
  }

  /// Seconds since 1970 from which on it is past: a day lasts until the next one, an instant no
  /// time at all.
  package var end: Int64 {
    switch precision {
    case .year: date.adding(months: 12).daysSince1970 * 86_400
    case .month: date.adding(months: 1).daysSince1970 * 86_400
    case .day: start + 86_400
    case .second: start
    }
  }

  /// Appends it as ISO 8601 in UTC: `2021`, `2021-09`, `2021-09-30`, `2021-09-30T12:00:00Z`.
  package func appendISO(to bytes: inout ByteArena) {
    let date = self.date
    bytes.append(decimal: date.year, width: 4)
    if precision == .year { return }
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: date.month, width: 2)
    if precision == .month { return }
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: date.day, width: 2)
    if precision == .day { return }
    let second = Int(secondOfDay)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(decimal: second / 3600, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: second / 60 % 60, width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: second % 60, width: 2)
    bytes.append(UInt8(ascii: "Z"))
  }
}

extension ByteArena {
  /// Appends a number that is not negative, with zeros before it up to a width.
  package mutating func append(decimal number: Int, width: Int) {
    var digits: [10 of UInt8] = .init(repeating: UInt8(ascii: "0"))
    var rest = max(0, number)
    var count = 0
    repeat {
      digits[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count += 1
    } while count < 10 && (rest > 0 || count < width)
    while count > 0 {
      count -= 1
      append(digits[count])
    }
  }
}
