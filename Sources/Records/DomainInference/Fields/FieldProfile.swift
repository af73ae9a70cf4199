import DeclaredRecords
import FootlightPlatform
import TextAnalysis

/// The values that the sampled records hold under one path.
struct FieldProfile {
  /// The path as templates write it.
  let path: String
  /// The path.
  let steps: [FieldPath.Step]
  /// The keys of the path, without those that are data.
  let keys: [String]
  /// The key that names it: the last one that is written in the path.
  let name: String
  /// Whether the path yields more than one value.
  let isList: Bool
  /// Whether it is the column that the source knows as its key.
  var isKey = false
  /// Whether it is a list in few records, of which the first value stands for all.
  var isSeldomList = false
  /// Whether it stands under keys that are languages.
  var isOfLanguages = false

  /// In how many records it has a value.
  private(set) var present = 0
  /// How many values there are.
  private(set) var count = 0
  /// The values, each once, as long as there are not too many long ones.
  private(set) var distinct: Set<String> = []
  private(set) var numbers = 0
  /// How often each mark stands where a number is unknown.
  private(set) var nothings: [String: Int] = [:]
  /// Numbers that the source itself knows as such.
  private(set) var typedNumbers = 0
  private(set) var booleans = 0
  private(set) var dates = 0
  private(set) var addresses = 0
  private(set) var codes = 0
  private(set) var opaque = 0
  /// Values that are bytes in base64.
  private(set) var encoded = 0
  /// Values that are a latitude and a longitude.
  private(set) var places = 0
  /// Those of them that nothing else is written like.
  private(set) var markedPlaces = 0
  private(set) var lettered = 0
  private(set) var spaced = 0
  /// Values of which at least half are digits.
  private(set) var digital = 0
  /// Values with the points of sentences in scripts that leave no spaces.
  private(set) var pointed = 0
  private(set) var tagged = 0
  /// Values that begin or end with a space or a line feed: pieces of a text.
  private var pieces = 0
  /// Values with characters written as entities of HTML.
  private(set) var entities = 0
  /// Values of letters and digits, and at least one digit.
  private(set) var numbered = 0
  /// The first value.
  private(set) var example = ""
  private var style = NumberStyle()
  private(set) var length = 0
  private(set) var longest = 0
  private(set) var shortest = Int.max
  private(set) var least = Double.infinity
  private(set) var most = -Double.infinity
  /// The patterns of dates that all values so far fit.
  private var patterns = ValueShape.datePatterns
  /// How many values were looked at for separators.
  private var splits = 0
  private var separations: [Character: Separation] = [:]
  private var english = 0

  init(_ path: FieldPath) {
    self.path = path.description
    steps = path.steps
    keys = path.keys
    name = keys.last ?? ""
    isList = path.isList
  }

  /// Counts a record in which there is at least one value.
  mutating func countRecord() { present += 1 }

  /// Takes a value in; marks of nothing are set aside, since only numbers have them.
  mutating func add(_ text: String, isNumber: Bool = false, isBoolean: Bool = false) {
    if NumberText.isNothing(text) { return nothings[text, default: 0] += 1 }
    count(text, isNumber: isNumber, isBoolean: isBoolean)
  }

  /// Takes the marks for values after all where the others are no numbers.
  mutating func settle() {
    if nothings.count <= 2, isNumber || numberFilters != nil { return }
    for (mark, times) in nothings.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<times { count(mark) }
    }
    nothings = [:]
  }

  private mutating func count(_ text: String, isNumber: Bool = false, isBoolean: Bool = false) {
    count += 1
    if count == 1 { example = String(text.prefix(80)) }
    let size = text.utf8.count
    length += size
    longest = max(longest, size)
    shortest = min(shortest, size)
    // A long text is told apart by its beginning and its length.
    distinct.insert(size <= 200 ? text : "\(size) \(text.prefix(160))")
    if isBoolean || text == "true" || text == "false" { booleans += 1 }
    if isNumber { typedNumbers += 1 }
    style.add(text)
    if isNumber || ValueShape.isNumber(text) {
      numbers += 1
      if let number = Double(text) {
        least = min(least, number)
        most = max(most, number)
      }
    } else if ValueShape.hasLetters(text) {
      lettered += 1
    }
    if size <= 40 {
      if ValueShape.isCode(text) {
        codes += 1
        if text.utf8.contains(where: { $0.isDigit }) { numbered += 1 }
      }
      if ValueShape.isDate(text) { dates += 1 } else if ValueShape.isOpaque(text) { opaque += 1 }
    }
    if places == count - 1, size >= 3, Place(text) != nil {
      places += 1
      if ValueShape.marksPlace(text) { markedPlaces += 1 }
    }
    testPatterns(text)
    if ValueShape.isEncoded(text) { encoded += 1 }
    if text.utf8.contains(0x20) { spaced += 1 }
    if text.utf8.last == 0x0A || text.utf8.last == 0x20 || text.utf8.first == 0x20 { pieces += 1 }
    if text.utf8.reduce(0, { $0 + ($1 &- 0x30 < 10 ? 1 : 0) }) * 2 >= size { digital += 1 }
    if size > 6, text.unicodeScalars.contains(where: { $0 == "。" || $0 == "，" || $0 == "、" }) {
      pointed += 1
    }
    if ValueShape.isAddress(text) { addresses += 1 }
    if text.utf8.contains(0x3C), text.contains("</") || text.contains("<p>") || text.contains("<br")
    {
      tagged += 1
    }
    if text.utf8.contains(0x26), ValueShape.holdsEntity(text) { entities += 1 }
    // Some hundred values tell what language the others are in.
    if count <= FieldProfile.looked, size > 60,
      text.contains(" the ") || text.contains(" and ") || text.contains(" of ")
    {
      english += 1
    }
    split(text)
  }

  private mutating func testPatterns(_ text: String) {
    guard !patterns.isEmpty else { return }
    let bytes = Array(text.prefix(60).trimmed.utf8)
    patterns.removeAll { $0.1.read(bytes.span, zone: 0) == nil }
  }

  private mutating func split(_ text: String) {
    // A thousand values tell what the others are like.
    guard splits < 1_000, numbers < count, text.utf8.count < 2_000, entities == 0 else { return }
    splits += 1
    for separator in FieldProfile.separators {
      let pieces = text.split(separator: separator).map(\.trimmed)
      separations[separator, default: Separation()].add(pieces)
    }
  }

  /// In how many values a separator stands, and the parts between them.
  private struct Separation {
    var several = 0
    var parts: Set<String> = []
    var count = 0
    var longest = 0

    mutating func add(_ pieces: [String]) {
      if pieces.count > 1 { several += 1 }
      count += pieces.count
      parts.formUnion(pieces)
      longest = pieces.reduce(longest) { max($0, $1.utf8.count) }
    }
  }

  /// In how many values words are looked for.
  private static let looked = 600

  private static let separators: [Character] = [";", "|", ","]

  /// The keys of the path together; those of a dump's attributes stand for themselves.
  var fullName: String {
    var keys = keys
    if keys.count > 1, ["attributes", "properties"].contains(keys.first) { keys.removeFirst() }
    return keys.joined(separator: " ")
  }

  /// The share of values that are so; 0 without values.
  func share(_ number: Int) -> Double { count == 0 ? 0 : Double(number) / Double(count) }

  /// The mean length of a value in bytes.
  var mean: Int { count == 0 ? 0 : length / count }

  /// Whether every value is a number that loses nothing as one.
  var isNumber: Bool { count > 0 && numbers == count }

  /// The filters that make numbers of the values, where they are written for people; nil for others.
  var numberFilters: String? {
    isNumber ? (nothings.isEmpty ? nil : " | number") : count > 0 ? style.filters : nil
  }

  /// The least and the most of the numbers, where they are written for people.
  var numberBounds: ClosedRange<Double>? {
    isNumber || numberFilters == nil ? nil : style.reading.bounds
  }

  /// Whether some numbers have a fraction.
  var hasFractions: Bool { style.reading.fractions > 0 }

  /// Whether at least half of the values have three digits or more after the point, as degrees have.
  var isFinelyMeasured: Bool { count > 0 && style.reading.fineFractions * 2 >= count }

  /// Whether the values are numbers of which nobody can tell what their comma means.
  var isAmbiguousNumber: Bool { count > 0 && numbers < count && style.isAmbiguous }

  /// Whether most values are bytes in base64, which are no text.
  var isEncoded: Bool { share(encoded) > 0.5 }

  /// Whether every value says yes or no.
  var isBoolean: Bool { count > 0 && booleans == count }

  /// Whether most values are addresses.
  var isAddress: Bool { share(addresses) > 0.8 }

  /// The pattern that every value fits; empty for ISO 8601, nil when there is none.
  var datePattern: String? {
    guard count > 0, !isNumber || typedNumbers < count && shortest == 8 else { return nil }
    if dates == count { return "" }
    // Eight digits are a date only where all of them are one of a lifetime.
    return patterns.first?.0
  }

  /// Whether day and month could be meant the other way round.
  var isDateAmbiguous: Bool {
    patterns.contains { $0.0.hasPrefix("d") }
      && patterns.contains { $0.0.hasPrefix("M") && !$0.0.hasPrefix("MMM") }
  }

  /// The separator between the parts of the values, when they are lists written as text.
  var separator: Character? {
    guard !isList, numbers < count, datePattern == nil, numberFilters == nil, !isAmbiguousNumber,
      entities == 0
    else { return nil }
    let isNamedSo = FieldNames.fit(name, FieldNames.keywords + FieldNames.severals) > 1
    guard isNamedSo || FieldNames.fit(name, FieldNames.wholes) == 0 else { return nil }
    return FieldProfile.separators.first { separator in
      guard let found = separations[separator], found.several > 1,
        found.several * (isNamedSo ? 40 : 3) >= splits
      else { return false }
      // Parts of lists come again and again, and are short; parts of sentences are neither.
      return found.longest <= (isNamedSo ? 100 : 40)
        && (isNamedSo || found.parts.count * 2 <= found.count)
    }
  }

  /// How many different values, or different parts, there are.
  var variety: Int { separator.flatMap { separations[$0]?.parts.count } ?? distinct.count }

  /// Whether long texts are English.
  var isEnglish: Bool { english > 0 && english * 2 > min(count, FieldProfile.looked) }

  /// Whether the values are text of several words.
  var isProse: Bool { share(spaced + pointed) > 0.5 && share(lettered) > 0.8 }

  /// Whether the values are pieces of a text, which bring what stands between them.
  var arePieces: Bool { pieces * 3 > count }

  /// Whether they are the elements of a list that a key of the record names.
  var isPlainList: Bool { steps.count == 2 && steps.last == .everyElement }

  /// Whether the values are the lines of a text.
  var isOfLines: Bool {
    isPlainList
      && (arePieces && share(lettered) > 0.5
        || isProse && FieldNames.fit(name, FieldNames.bodyLists) > 2)
  }

  /// Whether the values are codes that nobody reads: long and more digits than letters, or opaque.
  var isUnreadable: Bool { !isNumber && mean >= 10 && share(max(digital, opaque)) > 0.5 }

  /// Whether the values are short codes that people type, different nearly everywhere: `NGC224`, `EGLL`.
  var isTypedCode: Bool {
    codes == count && share(lettered) > 0.9 && longest <= 10 && !isList
      && distinct.count * 20 >= count * 19
      && distinct.allSatisfy { value in
        !value.contains(where: \.isLowercase)
          && (value.utf8.count <= 4 || value.contains(where: \.isNumber))
      }
  }

  /// Whether the values are codes that tell records apart, such as licence and stock numbers.
  var isTellingCode: Bool {
    count > 1 && codes == count && numbered * 10 >= count * 8 && !isNumber && !isList
      && FieldNames.fit(name, ["version", "revision", "checksum", "hash", "sha", "md5"]) == 0
      && numberFilters == nil
      && datePattern == nil && longest <= 32 && share(opaque) < 0.1
      && (distinct.count * 20 >= count * 19 || mean >= 6 && distinct.count * 4 >= count)
  }

  /// How many bytes the values of a record have together.
  var meanInAll: Int { present == 0 ? 0 : length / present }
}
