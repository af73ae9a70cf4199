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

  /// The day on which it begins, in UTC.
  package var date: CivilDate { Instant(seconds: start).date }

  /// The seconds since midnight at its beginning, in UTC.
  package var secondOfDay: Int64 { Instant(seconds: start).secondOfDay }

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

extension Moment {
  /// Reads an ISO 8601 date, month, year or instant, such as `2010-07-11T04:19:51Z` or `20100711T041951Z`; nil when the text is none.
  ///
  /// A time without a zone is `zone` seconds east of UTC. Fractions of a second are dropped.
  package static func read(_ bytes: borrowing Span<UInt8>, zone: Int) -> Moment? {
    var cursor = ByteCursor(bytes)
    guard let year = cursor.digits(4...4, bytes) else { return nil }
    if cursor.isAtEnd { return moment(year: year, month: nil, day: nil) }
    // The basic format has no signs between the numbers; eight digits alone are a number.
    let isBasic = !cursor.skip(UInt8(ascii: "-"), bytes)
    guard let month = cursor.digits(2...2, bytes) else { return nil }
    if cursor.isAtEnd { return isBasic ? nil : moment(year: year, month: month, day: nil) }
    guard isBasic || cursor.skip(UInt8(ascii: "-"), bytes), let day = cursor.digits(2...2, bytes)
    else { return nil }
    guard let date = moment(year: year, month: month, day: day) else { return nil }
    if cursor.isAtEnd { return isBasic ? nil : date }
    let isMarked = cursor.skip(UInt8(ascii: "T"), bytes) || cursor.skip(UInt8(ascii: "t"), bytes)
    guard isMarked || !isBasic && cursor.skip(UInt8(ascii: " "), bytes),
      let time = time(&cursor, bytes), let offset = offset(&cursor, bytes, zone), cursor.isAtEnd
    else { return nil }
    return Moment(start: date.start + Int64(time) - Int64(offset), precision: .second)
  }

  /// Reads a date from a text.
  package static func read(_ text: String, zone: Int) -> Moment? {
    read(Array(text.utf8).span, zone: zone)
  }

  /// A year, month or day that exists.
  static func moment(year: Int, month: Int?, day: Int?) -> Moment? {
    guard let date = CivilDate(year: year, month: month ?? 1, day: day ?? 1) else { return nil }
    return Moment(
      start: date.daysSince1970 * 86_400,
      precision: day != nil ? .day : month != nil ? .month : .year)
  }

  /// The seconds since midnight of `12:30`, `12:30:15` or `12:30:15.250`, also without colons.
  private static func time(_ cursor: inout ByteCursor, _ bytes: borrowing Span<UInt8>) -> Int? {
    guard let hour = cursor.digits(2...2, bytes), hour < 25 else { return nil }
    let hasColons = cursor.skip(UInt8(ascii: ":"), bytes)
    guard let minute = cursor.digits(2...2, bytes), minute < 60 else { return nil }
    var second = 0
    if hasColons
      ? cursor.skip(UInt8(ascii: ":"), bytes) : cursor.peek(bytes).map(\.isDigit) ?? false
    {
      // 60 is a leap second.
      guard let written = cursor.digits(2...2, bytes), written <= 60 else { return nil }
      second = written
      if cursor.skip(UInt8(ascii: "."), bytes) || cursor.skip(UInt8(ascii: ","), bytes) {
        guard cursor.digits(1...12, bytes) != nil else { return nil }
      }
    }
    guard hour < 24 || minute == 0 && second == 0 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// The seconds east of UTC of `Z`, `+09:00`, `+0900`, `+09`, or nothing.
  static func offset(
    _ cursor: inout ByteCursor, _ bytes: borrowing Span<UInt8>, _ zone: Int
  ) -> Int? {
    guard let sign = cursor.peek(bytes) else { return zone }
    if sign | 0x20 == UInt8(ascii: "z") {
      cursor.offset += 1
      return 0
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    cursor.offset += 1
    guard let hour = cursor.digits(2...2, bytes), hour <= 18 else { return nil }
    var minute = 0
    let hasColon = cursor.skip(UInt8(ascii: ":"), bytes)
    if hasColon || !cursor.isAtEnd {
      guard let written = cursor.digits(2...2, bytes), written < 60 else { return nil }
      minute = written
    }
    let seconds = hour * 3600 + minute * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
