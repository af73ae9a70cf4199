/// A distance along the globe, as people write and read it.
package struct Distance: Sendable, Hashable {
  package var millimetres: UInt64

  /// The units, for messages.
  package static let units = "m, km, mi, nmi, ft or yd"

  /// Reads `10km`, `500 m`, `3.5mi` or `3 miles`; nil without a unit.
  package init?(_ text: some StringProtocol) {
    let text = String(text).filter { $0 != " " }.lowercased()
    // In tenths of millimetres. Whichever ends with another one stands before it.
    let units: [([String], UInt64)] = [
      (["km", "kms", "kilometre", "kilometres", "kilometer", "kilometers"], 10_000_000),
      (["nmi", "nm"], 18_520_000), (["mi", "mile", "miles"], 16_093_440),
      (["yd", "yard", "yards"], 9_144), (["ft", "foot", "feet"], 3_048),
      (["m", "metre", "metres", "meter", "meters"], 10_000),
    ]
    let written = units.lazy.compactMap { names, worth in
      names.last { text.hasSuffix($0) }.map { ($0, worth) }
    }
    guard let (unit, worth) = written.first,
      let thousandths = DegreeText.scaled(text.dropLast(unit.count), digits: 3, below: 100_000_000),
      thousandths >= 0
    else { return nil }
    let (high, low) = UInt64(thousandths).multipliedFullWidth(by: worth)
    (millimetres, _) = UInt64(10_000).dividingFullWidth((high, low))
  }

  /// Metres as people read them: `840 m`, `1.2 km`, `312 km`.
  package static func text(metres: Int) -> String {
    if metres < 1_000 { return "\(metres) m" }
    let tenths = (metres + 50) / 100
    guard tenths < 1_000 else { return "\((metres + 500) / 1_000) km" }
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " km"
  }
}
