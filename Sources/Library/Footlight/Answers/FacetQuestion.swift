import DeclaredRecords
import FootlightPlatform
import SegmentFiles
import SegmentSearching

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
