import FootlightPlatform

/// Reads the text of a value as an attribute of a type: for whoever compares with attributes.
package enum AttributeText {
  /// The number that a text says; nil when it says none.
  package static func number(_ text: String) -> Double? {
    Array(text.utf8).span.withNumber
  }

  /// Whether a text says true or false; nil when it says neither.
  package static func boolean(_ text: String) -> Bool? {
    let bytes = Array(text.utf8)
    return readBoolean(bytes.span)
  }

  /// The seconds since 1970 at which a date, month, year or instant (UTC) begins and is over.
  ///
  /// An instant lasts a second. Nil when the text is none.
  package static func interval(_ text: String) -> Range<Int64>? {
    guard let moment = Moment.read(text, zone: 0) else { return nil }
    return moment.start..<max(moment.end, moment.start + 1)
  }

  /// A date as ISO 8601 text in UTC: without a time when it is the beginning of a day.
  package static func date(seconds: Int64) -> String {
    let moment = Moment(start: seconds, precision: seconds % 86_400 == 0 ? .day : .second)
    var bytes = ByteArena(capacity: 64)
    moment.appendISO(to: &bytes)
    return bytes.text(bytes.all)
  }
}

extension Span<UInt8> {
  fileprivate var withNumber: Double? { NumberText.worth(self) }
}
