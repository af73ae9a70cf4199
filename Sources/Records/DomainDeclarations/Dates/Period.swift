import FootlightPlatform

/// A length of time in calendar terms: `P30D`, `P1M`, `PT1H`.
package struct Period: Sendable, Hashable {
  /// Whole months; a year is twelve.
  package var months = 0
  /// Whole days; a week is seven.
  package var days = 0
  /// Seconds.
  package var seconds = 0
}

extension Period {
  /// Reads a length of time: an ISO 8601 period such as `P30D`, `P1M`, `P1Y6M`, `P2W` or `PT1H`, or a
  /// number with its unit, `90s`, `15m`, `6h`, `30d` or `2w`; nil when the text is none.
  package init?(_ text: String) {
    self.init(Array(text.utf8).span)
  }

  /// Reads a length of time from bytes; nil when they are none.
  package init?(_ bytes: borrowing Span<UInt8>) {
    var cursor = ByteCursor(bytes)
    guard cursor.skip(UInt8(ascii: "P"), bytes) else {
      guard let number = cursor.digits(1...9, bytes), let unit = cursor.peek(bytes) else {
        return nil
      }
      cursor.offset += 1
      guard cursor.isAtEnd else { return nil }
      switch unit {
      case UInt8(ascii: "w"): days = number * 7
      case UInt8(ascii: "d"): days = number
      case UInt8(ascii: "h"): seconds = number * 3600
      case UInt8(ascii: "m"): seconds = number * 60
      case UInt8(ascii: "s"): seconds = number
      default: return nil
      }
      return
    }
    guard !cursor.isAtEnd else { return nil }
    var isTime = false
    var last = 0
    while !cursor.isAtEnd {
      if !isTime, cursor.skip(UInt8(ascii: "T"), bytes) {
        isTime = true
        guard !cursor.isAtEnd else { return nil }
      }
      // So few digits that no sum of them can overflow.
      guard let number = cursor.digits(1...6, bytes), let unit = cursor.peek(bytes) else {
        return nil
      }
      cursor.offset += 1
      let order: Int
      switch (unit, isTime) {
      case (UInt8(ascii: "Y"), false): (order, months) = (1, months + number * 12)
      case (UInt8(ascii: "M"), false): (order, months) = (2, months + number)
      case (UInt8(ascii: "W"), false): (order, days) = (3, days + number * 7)
      case (UInt8(ascii: "D"), false): (order, days) = (4, days + number)
      case (UInt8(ascii: "H"), true): (order, seconds) = (5, seconds + number * 3600)
      case (UInt8(ascii: "M"), true): (order, seconds) = (6, seconds + number * 60)
      case (UInt8(ascii: "S"), true): (order, seconds) = (7, seconds + number)
      default: return nil
      }
      guard order > last else { return nil }
      last = order
    }
  }

  /// The instant this long after another one; months first, then days, then seconds.
  package func after(_ instant: Int64) -> Int64 {
    let moment = Moment(start: instant, precision: .second)
    let day = moment.date.adding(months: months).daysSince1970 + Int64(days)
    return day * 86_400 + moment.secondOfDay + Int64(seconds)
  }
}
