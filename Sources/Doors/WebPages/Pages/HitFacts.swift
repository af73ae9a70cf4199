import Footlight

/// The two or three attributes that tell a result from others of its name: `TV Show · 2007`, `part II · amended 1 Dec 2024`.
enum HitFacts {
  /// The most attributes that are shown.
  private static let most = 3
  /// The most characters of a value that is chosen where nothing is declared.
  private static let longest = 24

  /// The values, in the order of the declaration; where a value says nothing by itself its name stands before it.
  static func values(of hit: Hit, _ domain: Snapshot.Facts?) -> [String] {
    let shown = domain?.shown ?? []
    let chosen =
      shown.isEmpty
      ? hit.attributes.filter { isTelling($0) }
      : shown.compactMap { name in hit.attributes.first { $0.name == name } }
    var found: [String] = []
    var hasTime = false
    for attribute in chosen where !shown.isEmpty || found.count < most {
      guard let value = text(attribute.value, longest: shown.isEmpty ? longest : 60) else {
        continue
      }
      if shown.isEmpty {
        // One year or date tells enough.
        let isTime = if case .text = attribute.value { false } else { true }
        if hit.title.lowercased().contains(value.lowercased()) || isTime && hasTime { continue }
        hasTime = hasTime || isTime
      }
      let label = domain?.attributes.first { $0.name == attribute.name }?.label
      let told = named(value, attribute, label ?? Pages.titled(attribute.name).lowercased())
      if !told.isEmpty, !found.contains(told) { found.append(told) }
    }
    return found
  }

  /// The hits of a list that nothing of what is shown tells from another one.
  static func alike(_ results: Results) -> Set<Int> {
    var places: [[String]: [Int]] = [:]
    for (place, hit) in results.answer.hits.enumerated()
    where hit.id.count <= 40 && hit.id != hit.title {
      let told =
        [hit.domain, hit.title, hit.shownText?.text ?? ""]
        + values(of: hit, results.facts[hit.domain])
      places[told, default: []].append(place)
    }
    return Set(places.values.filter { $0.count > 1 }.joined())
  }

  /// A value with its name, where it alone would say nothing: `II`, a day, a number that is no year, `yes`.
  private static func named(_ value: String, _ attribute: ItemAttribute, _ label: String) -> String
  {
    let name = attribute.name.lowercased()
    switch attribute.value {
    case .boolean(let truth): return truth ? label : ""
    case .number where name.hasSuffix("year"): return value
    case .date where name == "date": return value
    case .text where value.count > 3 || ["type", "kind", "format"].contains(name): return value
    case .list, .place: return value
    case .number, .date, .text: return "\(label) \(value)"
    }
  }

  /// Whether a value of which nothing is declared tells one thing from another: `yes` does not, and of numbers a year does.
  private static func isTelling(_ attribute: ItemAttribute) -> Bool {
    switch attribute.value {
    case .boolean, .list, .place: false
    case .text, .date: attribute.name != "image"
    case .number(let number, _): number == number.rounded() && (1000...2200).contains(number)
    }
  }

  private static func text(_ value: AttributeValue, longest: Int) -> String? {
    let text: String
    switch value {
    case .text(let written): text = written
    case .number(_, let written): text = written
    // The time of a day is for its own page.
    case .date(let written, _): text = day(written.prefix { $0 != "T" })
    case .boolean(let truth): text = truth ? "yes" : "no"
    case .place: return nil
    case .list(let elements): text = elements.prefix(3).joined(separator: ", ")
    }
    guard !text.isEmpty, text.count <= longest, Link(outside: text) == nil,
      !text.contains(where: \.isNewline)
    else { return nil }
    return text
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A day as people read it: `1 Dec 2024` for `2024-12-01`, and what is no day as it stands.
  private static func day(_ iso: Substring) -> String {
    let parts = iso.split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), months.indices.contains(month - 1),
      let day = Int(parts[2])
    else { return String(iso) }
    return "\(day) \(months[month - 1]) \(parts[0])"
  }
}
