/// Dates of feeds: those of RSS become ISO 8601 in UTC, as those of Atom are.
enum FeedDate {
  /// `Mon, 02 Jan 2023 10:00:00 +0200` (RFC 5322, section 3.3) as `2023-01-02T08:00:00Z`; what is no such
  /// date stays as it is.
  static func iso(_ text: String) -> String {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" })[...]
    if let first = words.first, Int(first) == nil { words = words.dropFirst() }
    guard words.count >= 4, let day = words.popFirst().flatMap({ Int($0) }),
      let month = words.popFirst().flatMap({ months.firstIndex(of: $0.prefix(3).lowercased()) }),
      var year = words.popFirst().flatMap({ Int($0) }), (1...31).contains(day),
      (0...9999).contains(year)
    else { return text }
    if year < 100 { year += year < 50 ? 2000 : 1900 }
    let clock = words.popFirst()?.split(separator: ":").map { Int($0) ?? -1 } ?? []
    guard (2...3).contains(clock.count), (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      clock.count == 2 || (0...60).contains(clock[2]), let zone = zone(words.first ?? "UTC")
    else { return text }
    let seconds =
      dayNumber(year: year, month: month + 1, day: day) * 86_400 + clock[0] * 3600 + clock[1] * 60
      + (clock.count == 3 ? clock[2] : 0) - zone * 60
    return iso(seconds)
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

  /// The days since 1970-01-01 (Howard Hinnant, chrono-compatible low-level date algorithms).
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func iso(_ seconds: Int) -> String {
    let second = ((seconds % 86_400) + 86_400) % 86_400
    let days = (seconds - second) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let ofEra = days - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let years = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    return "\(years)-\(two(month))-\(two(dayOfYear - (153 * shifted + 2) / 5 + 1))"
      + "T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }
}
