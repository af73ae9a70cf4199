import FootlightPlatform

/// Dates of feeds: those of RSS become ISO 8601 in UTC, as those of Atom are.
enum FeedDate {
  /// `Mon, 02 Jan 2023 10:00:00 +0200` (RFC 5322, section 3.3) as `2023-01-02T08:00:00Z`; what is no such
  /// date stays as it is.
  static func iso(_ text: String) -> String {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" })[...]
    if let first = words.first, Int(first) == nil { words = words.dropFirst() }
    guard words.count >= 4, let day = words.popFirst().flatMap({ Int($0) }),
      let month = words.popFirst().flatMap({ months.firstIndex(of: $0.prefix(3).lowercased()) }),
      let year = words.popFirst().flatMap({ Int($0) }), year >= 0, (1...31).contains(day),
      let first = CivilDate(
        year: year < 100 ? year + (year < 50 ? 2000 : 1900) : year, month: month + 1, day: 1)
    else { return text }
    let clock = words.popFirst()?.split(separator: ":").map { Int($0) ?? -1 } ?? []
    guard (2...3).contains(clock.count), (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      clock.count == 2 || (0...60).contains(clock[2]), let zone = zone(words.first ?? "UTC")
    else { return text }
    let seconds =
      (day - 1) * 86_400 + clock[0] * 3600 + clock[1] * 60 + (clock.count == 3 ? clock[2] : 0)
      - zone * 60
    return Instant(seconds: first.daysSince1970 * 86_400 + Int64(seconds)).iso
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The minutes east of UTC; nil for what is no zone.
  private static func zone(_ text: Substring) -> Int? {
    let known = [
      "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
      "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
    ]
    if let known = known[text.uppercased()] { return known }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4,
      let number = Int(digits), number % 100 < 60, number < 2400
    else { return nil }
    let minutes = number / 100 * 60 + number % 100
    return sign == "-" ? -minutes : minutes
  }
}
