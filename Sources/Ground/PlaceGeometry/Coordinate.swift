/// One number of a point, with the hemisphere if that is written.
struct Coordinate {
  enum Axis { case latitude, longitude }

  var e7: Int64
  var axis: Axis?

  /// Reads `48.14`, `48.14° N`, `S 33.9`, `48°8′24.5″N`, `48:8:24.5 N` or `48° 8.4' N`; nil for anything else.
  ///
  /// A blank may stand beside a mark or a hemisphere, and after a sign.
  init?(_ text: String) {
    guard var text = Coordinate.joined(text) else { return nil }
    var isNegative = false
    let ends = [text.first, text.last].map { $0.map { String($0).uppercased() } }
    for (index, letter) in ends.enumerated() {
      switch letter {
      case "N", "S": axis = .latitude
      // `O` is east for some (Ost) and west for others (Ouest, Oeste, Ovest): nobody can tell.
      case "E", "W": axis = .longitude
      default: continue
      }
      isNegative = letter == "S" || letter == "W"
      if index == 0 { text.removeFirst() } else { text.removeLast() }
      break
    }
    // Without a hemisphere, numbers with colons may be times.
    guard axis != nil || !text.contains(":"), let e7 = Coordinate.e7(text), !isNegative || e7 >= 0
    else { return nil }
    self.e7 = isNegative ? -e7 : e7
  }

  /// Latitude and longitude, which stand in this order unless hemispheres say otherwise; nil for two of a kind.
  static func ordered(
    _ one: Coordinate, _ other: Coordinate
  ) -> (latitude: Coordinate, longitude: Coordinate)? {
    let swaps = one.axis == .longitude || other.axis == .latitude
    let (latitude, longitude) = swaps ? (other, one) : (one, other)
    guard latitude.axis != .longitude, longitude.axis != .latitude else { return nil }
    return (latitude, longitude)
  }

  /// The text without blanks; nil where one parts two numbers, for without marks nobody can tell what they count.
  private static func joined(_ text: String) -> String? {
    let parts = text.split { $0 == " " || $0 == "\u{A0}" }
    for (before, after) in zip(parts, parts.dropFirst()) {
      guard let last = before.last, let first = after.first else { continue }
      if isOfNumber(last), isOfNumber(first) { return nil }
    }
    return parts.joined()
  }

  private static func isOfNumber(_ mark: Character) -> Bool { mark.isNumber || mark == "." }

  /// Ten-millionths of degrees, which minutes and seconds may follow.
  ///
  /// Only the last of the three has a fraction, and minutes and seconds are below sixty.
  private static func e7(_ text: String) -> Int64? {
    let isNegative = text.first == "-" || text.first == "−"
    let parts = parts(of: isNegative ? text.dropFirst() : text[...])
    var sum: Int64 = 0
    for (index, part) in parts.enumerated() {
      guard part.first != "-", part.first != "+" || index == 0, let number = DegreeText.e7(part),
        index == parts.count - 1 || number % Place.degree == 0,
        index == 0 || number < 60 * Place.degree
      else { return nil }
      sum = sum * 60 + number
    }
    guard !parts.isEmpty else { return nil }
    let scale: Int64 = parts.count == 1 ? 1 : parts.count == 2 ? 60 : 3_600
    sum = (sum + scale / 2) / scale
    return isNegative ? -sum : sum
  }

  /// Degrees, minutes and seconds, of whichever marks they have; one part where it is but a number.
  private static func parts(of text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var rest = text
    for marks: [Character] in [["°", "º", ":"], ["′", "'", "’", "´", ":"], ["″", "\"", "”"]] {
      guard !rest.isEmpty else { break }
      let part = rest.prefix { !marks.contains($0) }
      parts.append(part)
      rest = rest[part.endIndex...].dropFirst()
    }
    // Two single marks are a double one.
    if let last = parts.last, parts.count == 3, let mark = last.last, "′'’´".contains(mark),
      last.dropLast().last == mark
    {
      parts[2] = last.dropLast(2)
    }
    return rest.isEmpty ? parts : []
  }
}
