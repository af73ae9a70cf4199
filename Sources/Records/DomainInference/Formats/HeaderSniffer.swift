import DeclaredRecords
import FootlightPlatform

/// Tells whether the first row names the columns, and finds names where it does not.
struct HeaderSniffer {
  let rows: [[String]]
  let width: Int

  /// Whether the first row is a header, and whether that is certain.
  func verdict() -> (isHeader: Bool, isCertain: Bool) {
    guard let first = rows.first, TableReading.isExact(first, width) else { return (false, true) }
    let cells = first.prefix(width).map(\.trimmed)
    let named = cells.filter { !$0.isEmpty }
    guard !named.isEmpty else { return (false, true) }
    let body = rows.dropFirst()
    // A year names what was counted in it, unless years stand below it.
    let years = (0..<width).filter { column in
      HeaderSniffer.isYear(cells[column])
        && body.count { $0.count > column && HeaderSniffer.isYear($0[column]) } * 2 < body.count
    }
    let hasValue = (0..<width).contains { column in
      let cell = cells[column]
      return ValueShape.isNumber(cell) && (years.count < 2 || !years.contains(column))
        || ValueShape.isAddress(cell) || ValueShape.isDate(cell)
        // A long name stands above short values.
        || cell.utf8.count > 60
          && (body.isEmpty || !body.allSatisfy { $0.count <= column || $0[column].utf8.count < 30 })
    }
    if hasValue { return (false, true) }
    if body.isEmpty { return (width > 1, false) }
    var evidence = 0
    for column in 0..<width {
      let values = body.compactMap { $0.count > column ? $0[column] : nil }.filter { !$0.isEmpty }
      guard !values.isEmpty, !cells[column].isEmpty else { continue }
      // A name that is one of the values is no name.
      if values.contains(cells[column]) { evidence -= 2 }
      let hasDigits = values.allSatisfy { $0.contains(where: \.isNumber) }
      if values.allSatisfy({ ValueShape.isNumber($0) || ValueShape.isDate($0) }) {
        evidence += 3
      } else if values.count > 1, hasDigits, !cells[column].contains(where: \.isNumber) {
        evidence += 1
      }
      if FieldNames.isKnown(cells[column]) { evidence += 2 }
    }
    // What follows a delimiter at the end of every row is no cell.
    let isOpen = body.allSatisfy { $0.count < width || $0[width - 1].isEmpty }
    if cells.dropLast(isOpen ? 1 : 0).contains("") { evidence -= 2 }
    if Set(named).count < named.count { evidence -= 4 }
    // A list of names has no header, unless the first line says what the others are.
    if width == 1 { return (evidence > 0, true) }
    return evidence == 0 ? (true, false) : (evidence > 0, abs(evidence) > 1)
  }

  /// Names for columns that have none: what their values look like, else their number.
  func inventedNames() -> [String] {
    var names: [String] = []
    var hasName = false
    for column in 0..<width {
      let values = rows.compactMap { $0.count > column ? $0[column] : nil }.filter { !$0.isEmpty }
      var name = "column_\(column + 1)"
      let isUnique = Set(values).count == values.count && values.count == rows.count
      if width == 1 {
        name = "name"
      } else if !values.isEmpty, values.allSatisfy(ValueShape.isAddress) {
        name = HeaderSniffer.host(values) ?? "website"
      } else if values.count > 1, values.allSatisfy({ HeaderSniffer.isYear($0) }) {
        name = "year"
      } else if isUnique, !names.contains("id"), values.allSatisfy(ValueShape.isCode) {
        name = "id"
      } else if !hasName, values.count * 2 >= rows.count,
        values.reduce(0, { $0 + (ValueShape.hasLetters($1) ? 1 : 0) }) * 10 >= values.count * 9,
        Set(values).count * 2 > values.count
      {
        name = "name"
        hasName = true
      }
      if names.contains(name) { name += "_\(column + 1)" }
      names.append(name)
    }
    return names
  }

  private static func isYear(_ text: String) -> Bool {
    Int(text).map { (1500...2100).contains($0) } ?? false
  }

  /// The name of the site that nearly all addresses lead to.
  private static func host(_ addresses: [String]) -> String? {
    var counts: [String: Int] = [:]
    for address in addresses {
      let rest = address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != ":" }
      let parts = rest.lowercased().split(separator: ".")
      if parts.count >= 2 { counts[String(parts[parts.count - 2]), default: 0] += 1 }
    }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let best, best.value * 10 >= addresses.count * 8 else { return nil }
    return FieldNames.attribute(best.key)
  }
}
