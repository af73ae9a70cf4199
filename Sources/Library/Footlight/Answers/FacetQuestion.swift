import DeclaredRecords
import FootlightPlatform
import SearchEngine
import TextAnalysis

/// The values of an attribute that are counted: all of `genre`, those that hold a text (`genre~com`), or numbers and
/// dates in steps (`year/10`, `released/month`).
package struct FacetQuestion: Sendable, Hashable {
  /// A part of a date.
  enum DatePart: String, Sendable, CaseIterable { case year, month, day }

  enum Wanted: Sendable, Hashable {
    case all
    case holding(String)
    case numbers(step: Double)
    case dates(DatePart)
    /// Something else than a step.
    case nothing(String)
  }

  /// As it was written, which is the name of the answer.
  package let text: String
  /// The name of the attribute.
  package let name: String
  let wanted: Wanted

  package init(_ text: String) {
    self.text = text
    let name = text.prefix { $0 != "~" && $0 != "/" }
    self.name = String(name)
    let rest = text.dropFirst(name.count)
    let asked = String(rest.dropFirst())
    switch rest.first {
    case "~": wanted = .holding(asked)
    case "/":
      if let part = DatePart(rawValue: asked) {
        wanted = .dates(part)
      } else if let step = Double(asked), step > 0, step.isFinite {
        wanted = .numbers(step: step)
      } else {
        wanted = .nothing(asked)
      }
    default: wanted = .all
    }
  }

  /// Why these attributes cannot be counted so; nil where one of them can.
  func mistake(_ attributes: [IndexedAttribute]) -> Diagnostic? {
    let kinds = attributes.map(\.kind)
    guard kinds.contains(where: { $0 != .place }) else {
      return Diagnostic(
        .queryFacet, "'\(name)' holds places, which are not counted",
        remedy: "count another attribute, or narrow the search with near:LAT,LON,10km")
    }
    let fits: Set<ItemBuffer.AttributeKind>
    switch wanted {
    case .all: return nil
    case .holding(let text):
      return FacetQuestion.mistake(inText: text)
    case .numbers: fits = [.number]
    case .dates: fits = [.date]
    case .nothing(let step):
      return Diagnostic(
        .queryFacet, "'\(step)' is no step to count '\(name)' in",
        remedy: "write a number above 0, as in \(name)/10, or year, month or day")
    }
    guard !kinds.contains(where: fits.contains) else { return nil }
    let ways = [
      ItemBuffer.AttributeKind.number: "\(name)/10", .date: "\(name)/month",
    ]
    return Diagnostic(
      .queryFacet, "'\(text)' does not fit the values of '\(name)'",
      remedy: "write \(kinds.lazy.compactMap { ways[$0] }.first ?? name)")
  }

  /// Why values cannot be looked for by a text; nil where they can.
  static func mistake(inText text: String) -> Diagnostic? {
    guard text.utf8.count > longestText else { return nil }
    return Diagnostic(
      .queryFacet, "the text that values are to hold has more than \(longestText) bytes",
      remedy: "write less of it")
  }

  private static let longestText = 256

  /// The answer, made of the counts of all values.
  ///
  /// - Throws: `search.cut` where the bounds end it, `cancelled`.
  func answer(_ counted: [Facet], _ bounds: SearchBounds? = nil) throws(Failure) -> Facet {
    var facet = counted.first { $0.name == name } ?? Facet(name, [])
    switch wanted {
    case .all, .nothing: break
    case .holding(let text): facet = try facet.holding(text, bounds)
    case .numbers(let step): facet = try facet.inSteps(bounds) { $0.lowerBound(step: step) }
    case .dates(let part): facet = try facet.inSteps(bounds) { $0.beginning(part) }
    }
    facet.name = text
    return facet
  }
}

extension Facet {
  /// The values put together by what they become, in ascending order.
  fileprivate func inSteps(
    _ bounds: SearchBounds?, _ step: (FacetValue) -> FacetValue
  ) throws(Failure) -> Facet {
    var counts: [FacetValue: Int] = [:]
    var pace = SearchPace(bounds)
    for value in values {
      try pace.step()
      counts[step(value.value), default: 0] += value.count
    }
    try bounds?.check()
    let ascending = counts.sorted { $0.key.precedes($1.key) }
    return Facet(name, ascending.map { Value($0.key, count: $0.value) }, isAtLeast: isAtLeast)
  }
}

extension FacetValue {
  /// The largest multiple of a step that is not above a number.
  ///
  /// Decimal fractions such as a tenth have no exact number. Where a power of ten makes a step whole, multiples of that are
  /// taken, and a number whose multiple lies within a rounding error of a whole one is that.
  fileprivate func lowerBound(step: Double) -> FacetValue {
    guard case .number(let number) = self else { return self }
    let powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
    let power = powers.first { (step * $0).rounded() / $0 == step } ?? 1
    let (whole, scaled) = (power == 1 ? step : (step * power).rounded(), number * power)
    // Beyond that no two numbers lie within one step.
    guard whole > 0, abs(scaled / whole) < 0x1p53 else { return self }
    let near = scaled.rounded()
    let exact = abs(scaled - near) <= abs(scaled) * 0x1p-50 ? near : scaled
    return .number((exact / whole).rounded(.down) * whole / power)
  }

  /// The beginning of a date, to its year, month or day.
  fileprivate func beginning(_ part: FacetQuestion.DatePart) -> FacetValue {
    guard case .date(let text) = self else { return self }
    // A year before 1 has a sign.
    let sign = text.hasPrefix("-") ? "-" : ""
    let fields = text.dropFirst(sign.count).prefix { $0 != "T" }.split(separator: "-")
    let wanted = 1 + (FacetQuestion.DatePart.allCases.firstIndex(of: part) ?? 0)
    return .date(sign + fields.prefix(wanted).joined(separator: "-"))
  }

  /// The order of values in steps: of numbers and dates by what they are.
  fileprivate func precedes(_ other: FacetValue) -> Bool {
    switch (self, other) {
    case (.number(let one), .number(let two)): one < two
    case (.number, _): true
    case (.date(let one), .date(let two)): FacetValue.isEarlier(one, two)
    case (.date, .number): false
    case (.date, _): true
    case (.text(let one), .text(let two)): one < two
    case (.text, .boolean): true
    case (.boolean(let one), .boolean(let two)): !one && two
    default: false
    }
  }

  private static func isEarlier(_ one: String, _ other: String) -> Bool {
    let (isOld, isOther) = (one.hasPrefix("-"), other.hasPrefix("-"))
    guard isOld == isOther else { return isOld }
    // Before 1 the larger year is the earlier one; within a year months ascend as ever.
    guard isOld else { return one < other }
    let (year, otherYear) = (one.dropFirst().prefix(4), other.dropFirst().prefix(4))
    return year == otherYear ? one < other : year > otherYear
  }
}

extension Facet {
  /// The facet with the values that hold a text; case, accents and width make no difference.
  ///
  /// - Complexity: the bytes of the values; it keeps to the bounds of its search.
  func holding(_ text: String, _ bounds: SearchBounds?) throws(Failure) -> Facet {
    let sought = SoughtText(Facet.folded(text))
    var found = Facet(name, [], isAtLeast: isAtLeast)
    var pace = SearchPace(bounds)
    for value in values {
      let folded =
        switch value.value {
        case .text(let text), .date(let text): Facet.folded(text)
        case .number(let number): Array(Quantity.plain(number).utf8)
        case .boolean(let truth): Array((truth ? "true" : "false").utf8)
        }
      try pace.step(by: 8 + folded.count)
      if sought.stands(in: folded) { found.values.append(value) }
    }
    return found
  }

  /// The text without case, accents and width.
  package static func folded(_ text: String) -> [UInt8] {
    let source = ByteArena(text)
    var folded = ByteArena()
    Analyzer().appendFolded(of: source, source.all, into: &folded)
    return folded.bytes(folded.all)
  }
}

/// Bytes that are looked for in others, after Knuth, Morris and Pratt: no byte is passed twice, however the two repeat.
private struct SoughtText {
  private let bytes: [UInt8]
  /// How many of the first bytes are met again before each one.
  private var again = [0]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var met = 0
    for byte in bytes.dropFirst() {
      met = after(byte, met)
      again.append(met)
    }
  }

  func stands(in text: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return true }
    var met = 0
    for byte in text {
      met = after(byte, met)
      if met == bytes.count { return true }
    }
    return false
  }

  /// How many of the first bytes are met once one more was read.
  private func after(_ byte: UInt8, _ met: Int) -> Int {
    var met = met
    while met > 0, bytes[met] != byte { met = again[met - 1] }
    return bytes[met] == byte ? met + 1 : 0
  }
}

extension Facet {
  /// Counts a value once more, and keeps the commonest ones first.
  mutating func count(_ value: FacetValue) {
    let key = value.folded
    if let known = values.firstIndex(where: { $0.value.folded == key }) {
      values[known].count += 1
      let count = values[known].count
      if let index = values.firstIndex(where: { $0.count < count }), index < known {
        values.insert(values.remove(at: known), at: index)
      }
    } else {
      values.append(Value(value, count: 1))
    }
  }
}

extension FacetValue {
  /// The value as it is compared: texts without case, accents and width.
  fileprivate var folded: FacetValue {
    guard case .text(let text) = self else { return self }
    return .text(String(decoding: Facet.folded(text), as: UTF8.self))
  }
}

extension AttributeValue {
  /// The values as they are counted.
  var facetValues: [FacetValue] {
    switch self {
    case .text(let text): [.text(text)]
    case .list(let texts): texts.map { .text($0) }
    case .number(let number, _): [.number(number)]
    case .boolean(let truth): [.boolean(truth)]
    case .date(_, let seconds): [.date(AttributeText.date(seconds: seconds))]
    // Places are not counted.
    case .place: []
    }
  }
}
