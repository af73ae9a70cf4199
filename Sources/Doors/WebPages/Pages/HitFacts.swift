import Footlight

/// The two or three attributes that tell a result from others of its name: `TV Show · 2007 · TV-PG`.
enum HitFacts {
  /// The most attributes that are shown.
  private static let most = 3
  /// The most characters of a value that is chosen where nothing is declared.
  private static let longest = 24

  /// The values, in the order of the declaration.
  static func values(of hit: Hit, _ domain: Snapshot.Facts?) -> [String] {
    if let shown = domain?.shown, !shown.isEmpty {
      return shown.compactMap { name in
        hit.attributes.first { $0.name == name }.flatMap { text($0.value, longest: 60) }
      }
    }
    var found: [String] = []
    var hasTime = false
    for attribute in hit.attributes where found.count < most && attribute.name != "image" {
      guard let value = text(attribute.value, longest: longest), isTelling(attribute.value),
        !hit.title.lowercased().contains(value.lowercased())
      else { continue }
      // One year or date tells enough.
      if isTime(attribute.value) {
        if hasTime { continue }
        hasTime = true
      }
      found.append(value)
    }
    return found
  }

  private static func isTime(_ value: AttributeValue) -> Bool {
    switch value {
    case .date, .number: true
    case .text, .boolean, .list, .place: false
    }
  }

  /// Whether a value tells something without its name: `yes` does not.
  private static func isTelling(_ value: AttributeValue) -> Bool {
    switch value {
    case .boolean, .list, .place: false
    case .text, .date: true
    // Of numbers a year is known by itself.
    case .number(let number, _): number == number.rounded() && (1000...2200).contains(number)
    }
  }

  private static func text(_ value: AttributeValue, longest: Int) -> String? {
    let text: String
    switch value {
    case .text(let written): text = written
    case .number(_, let written): text = written
    // The time of a day is for its own page.
    case .date(let written, _): text = String(written.prefix { $0 != "T" })
    case .boolean(let truth): text = truth ? "yes" : "no"
    case .place: return nil
    case .list(let elements): text = elements.prefix(3).joined(separator: ", ")
    }
    guard !text.isEmpty, text.count <= longest, Link(outside: text) == nil,
      !text.contains(where: \.isNewline)
    else { return nil }
    return text
  }
}
