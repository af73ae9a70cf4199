import DomainDeclarations
import RecordSources

/// What the fields of some records hold, path by path.
struct RecordProfile {
  /// The paths in the order in which they were first met.
  private(set) var fields: [FieldProfile] = []
  /// How many records were looked at.
  let records: Int
  private var places: [String: Int] = [:]
  private var mapPaths: Set<String> = []

  /// More paths than that are not looked at.
  private static let limit = 200

  init(_ records: [Record], key: String? = nil) {
    self.records = records.count
    mapPaths = RecordProfile.maps(in: records)
    for record in records {
      var met: Set<Int> = []
      walk(record, [], &met, depth: 0)
      for place in met { fields[place].countRecord() }
    }
    if let key,
      let place = fields.firstIndex(where: { $0.path == FieldPath([.key(key)]).description })
    {
      fields[place].isKey = true
    }
  }

  private mutating func walk(
    _ record: Record, _ steps: [FieldPath.Step], _ met: inout Set<Int>, depth: Int
  ) {
    let isMap = !steps.isEmpty && mapPaths.contains(FieldPath(steps).description)
    for field in record.fields {
      take(field.value, steps + [isMap ? .everyValue : .key(field.name)], &met, depth: depth)
    }
  }

  private mutating func take(
    _ value: RecordValue, _ steps: [FieldPath.Step], _ met: inout Set<Int>, depth: Int
  ) {
    switch value {
    case .null: break
    case .boolean(let flag): add(flag ? "true" : "false", steps, &met, isBoolean: true)
    case .number(let text): add(text, steps, &met, isNumber: true)
    case .text(let text):
      if !text.isEmpty { add(text, steps, &met) }
    case .list(let elements):
      for element in elements { take(element, steps + [.everyElement], &met, depth: depth + 1) }
    case .object(let record):
      if depth < 3 { walk(record, steps, &met, depth: depth + 1) }
    }
  }

  private mutating func add(
    _ text: String, _ steps: [FieldPath.Step], _ met: inout Set<Int>, isNumber: Bool = false,
    isBoolean: Bool = false
  ) {
    let path = FieldPath(steps)
    let written = path.description
    let place: Int
    if let known = places[written] {
      place = known
    } else {
      guard fields.count < RecordProfile.limit else { return }
      // A name that cannot be written in a template is left alone.
      guard FieldPath(written) == path else { return }
      place = fields.count
      places[written] = place
      fields.append(FieldProfile(path))
    }
    met.insert(place)
    fields[place].add(text, isNumber: isNumber, isBoolean: isBoolean)
  }

  /// The paths of objects whose keys are data: languages, or more than anybody would name fields.
  private static func maps(in records: [Record]) -> Set<String> {
    var keys: [String: Set<String>] = [:]
    for record in records {
      for field in record.fields {
        guard case .object(let inner) = field.value else { continue }
        let path = FieldPath([.key(field.name)]).description
        keys[path, default: []].formUnion(inner.fields.prefix(100).map(\.name))
      }
    }
    return Set(
      keys.filter { _, names in
        names.count > 30 || names.count > 1 && names.allSatisfy(isLanguage)
      }.keys)
  }

  /// Whether a key names a language: `en`, `jpn`, `zh-Hans`.
  private static func isLanguage(_ key: String) -> Bool {
    let parts = key.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard let first = parts.first, (2...3).contains(first.utf8.count), parts.count <= 3 else {
      return false
    }
    return first.utf8.allSatisfy { $0 &- 0x61 < 26 }
      && parts.dropFirst().allSatisfy { (2...8).contains($0.utf8.count) }
  }
}

extension RecordProfile {
  /// The field with a path.
  subscript(path: String) -> FieldProfile? { places[path].map { fields[$0] } }

  /// The share of records that hold a field.
  func presence(_ field: FieldProfile) -> Double {
    records == 0 ? 0 : Double(field.present) / Double(records)
  }
}
