import FootlightPlatform

/// How the values of a field write numbers, where not all are plain: with thousands grouped, with a comma
/// before the fraction, or with a sign of currency or percent.
struct NumberStyle {
  private var count = 0
  /// Whether all values fit a style.
  private var fitsPoint = true
  private var fitsComma = true
  /// Values such as `1,234`, which both styles read, and plain ones from a thousand on.
  private var undecided = 0
  private var largePlain = 0
  private var separated = 0
  /// The numbers as each style reads them.
  private var withPoint = NumberReading()
  private var withComma = NumberReading()
  private var signs: Set<Character> = []
  private var signed = 0

  private static let known: Set<Character> = ["$", "€", "£", "¥", "₹", "₩", "₽", "%"]

  /// Takes a value in.
  mutating func add(_ text: String) {
    guard fitsPoint || fitsComma else { return }
    count += 1
    var value = text.prefix(41).trimmed[...]
    if let sign = [value.first, value.last].compactMap({ $0 }).first(
      where: NumberStyle.known.contains)
    {
      signs.insert(sign)
      signed += 1
      value =
        value.first == sign ? value.dropFirst().drop { $0 == " " } : value.dropLast().trimmedEnd
    }
    let point = withPoint.add(value, group: ",", mark: ".")
    let comma = withComma.add(value, group: ".", mark: ",")
    fitsPoint = fitsPoint && point
    fitsComma = fitsComma && comma
    let hasSeparator = value.contains { $0 == "," || $0 == "." }
    if hasSeparator { separated += 1 }
    if point, comma {
      if value.contains(",") { undecided += 1 }
      if !hasSeparator, value.count > 3 { largePlain += 1 }
    }
  }

  /// Whether a comma may part thousands or precede the fraction, and nothing tells which.
  var isAmbiguous: Bool { isOfNumbers && mark == nil }

  private var isOfNumbers: Bool {
    count > 0 && (fitsPoint || fitsComma) && (separated > 0 || signed > 0) && signs.count <= 1
  }

  /// The mark before the fraction.
  private var mark: Character? {
    if fitsPoint, !fitsComma { return "." }
    if fitsComma, !fitsPoint { return "," }
    if undecided == 0 { return "." }
    // Fractions of three digits only, and never a plain number of four: these are thousands.
    return undecided >= 3 && largePlain == 0 ? "." : nil
  }

  /// The numbers as they are read.
  var reading: NumberReading { mark == "," ? withComma : withPoint }

  /// The filters that make plain numbers of the values; nil when they are none, or ambiguous.
  var filters: String? {
    guard isOfNumbers, let mark else { return nil }
    let replaced = signs.first.map { " | replace: '\($0)', ''" } ?? ""
    return replaced + (mark == "," ? " | number: ','" : " | number")
  }
}

/// The numbers that values are in one style.
struct NumberReading {
  /// The least and the most of them; nil where there are none.
  private(set) var bounds: ClosedRange<Double>?
  /// How many have a fraction, and how many one of three digits or more.
  private(set) var fractions = 0
  private(set) var fineFractions = 0

  /// Takes a value in; false where it is no number whose thousands and fraction follow these marks.
  mutating func add(_ text: Substring, group: Character, mark: Character) -> Bool {
    var rest = text
    let isNegative = rest.first == "-" || rest.first == "−"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    let parts = rest.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty || parts.count == 2, text.count <= 24 else {
      return false
    }
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard !fraction.isEmpty, NumberReading.areDigits(fraction) else { return false }
    let groups = whole.split(omittingEmptySubsequences: false) {
      $0 == group || $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" || $0 == "'"
    }
    guard groups.allSatisfy(NumberReading.areDigits), let first = groups.first else { return false }
    let isGrouped =
      groups.count == 1
      ? first.count == 1 || first.first != "0"
      : (1...3).contains(first.count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    guard isGrouped, let size = Double("\(groups.joined()).\(fraction)") else { return false }
    let number = isNegative ? -size : size
    bounds =
      bounds.map { min($0.lowerBound, number)...max($0.upperBound, number) }
      ?? number...number
    if parts.count == 2 { fractions += 1 }
    if parts.count == 2, fraction.count > 2 { fineFractions += 1 }
    return true
  }

  private static func areDigits(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
