extension Moment {
  /// Reads an ISO 8601 date, month, year or instant; nil when the text is none.
  ///
  /// A time without a zone is `zone` seconds east of UTC. Fractions of a second are dropped.
  package static func read(_ bytes: borrowing Span<UInt8>, zone: Int) -> Moment? {
    var cursor = ByteCursor(bytes)
    guard let year = cursor.digits(4...4, bytes) else { return nil }
    if cursor.isAtEnd { return moment(year, nil, nil) }
    guard cursor.skip(UInt8(ascii: "-"), bytes), let month = cursor.digits(2...2, bytes) else {
      return nil
    }
    if cursor.isAtEnd { return moment(year, month, nil) }
    guard cursor.skip(UInt8(ascii: "-"), bytes), let day = cursor.digits(2...2, bytes) else {
      return nil
    }
    guard let date = moment(year, month, day) else { return nil }
    if cursor.isAtEnd { return date }
    let isMarked = cursor.skip(UInt8(ascii: "T"), bytes) || cursor.skip(UInt8(ascii: "t"), bytes)
    guard isMarked || cursor.skip(UInt8(ascii: " "), bytes),
      let time = time(&cursor, bytes), let offset = offset(&cursor, bytes, zone), cursor.isAtEnd
    else { return nil }
    return Moment(start: date.start + Int64(time) - Int64(offset), precision: .second)
  }

  /// Reads a date from a text.
  package static func read(_ text: String, zone: Int) -> Moment? {
    read(Array(text.utf8).span, zone: zone)
  }

  /// A year, month or day that exists.
  static func moment(_ year: Int, _ month: Int?, _ day: Int?) -> Moment? {
    guard let date = CivilDate(year: year, month: month ?? 1, day: day ?? 1) else { return nil }
    return Moment(
      start: date.daysSince1970 * 86_400,
      precision: day != nil ? .day : month != nil ? .month : .year)
  }

  /// The seconds since midnight of `12:30`, `12:30:15` or `12:30:15.250`.
  private static func time(_ cursor: inout ByteCursor, _ bytes: borrowing Span<UInt8>) -> Int? {
    guard let hour = cursor.digits(2...2, bytes), hour < 25,
      cursor.skip(UInt8(ascii: ":"), bytes), let minute = cursor.digits(2...2, bytes), minute < 60
    else { return nil }
    var second = 0
    if cursor.skip(UInt8(ascii: ":"), bytes) {
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
