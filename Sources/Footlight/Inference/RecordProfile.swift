import DomainDeclarations
import RecordSources

/// What the fields of some records hold, path by path.
struct RecordProfile {
  /// The paths in the order in which they were first met.
  private(set) var fields: [FieldProfile] = []
  /// How many records were looked at.
  let records: Int
  private var places: [String: Int] = [:]
  private var nodes = [Node(path: nil)]

  /// A path that was met, so that it is put together once and not for every value.
  private struct Node {
    /// Nil for the record itself.
    var path: FieldPath?
    /// Whether the keys of the objects here are data.
    var isMap = false
    /// Its field, once it has held a value; -1 when it cannot have one.
    var place: Int?
    var children: [FieldPath.Step: Int] = [:]
  }

  /// More paths than that are not looked at.
  private static let limit = 200

  init(_ records: [Record], key: String? = nil) {
    self.records = records.count
    for path in RecordProfile.maps(in: records) { nodes[child(.key(path), of: 0)].isMap = true }
    for record in records {
      var met: Set<Int> = []
      walk(record, 0, &met, depth: 0)
      for place in met { fields[place].countRecord() }
    }
    if let key, let place = places[FieldPath([.key(key)]).description] {
      fields[place].isKey = true
    }
  }

  /// The node behind a step; a new one is made when it is met first.
  private mutating func child(_ step: FieldPath.Step, of node: Int) -> Int {
    if let known = nodes[node].children[step] { return known }
    nodes.append(Node(path: FieldPath((nodes[node].path?.steps ?? []) + [step])))
    nodes[node].children[step] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func walk(_ record: Record, _ node: Int, _ met: inout Set<Int>, depth: Int) {
    // A record with a name of its own for every value would take all memory.
    guard nodes.count < 10_000 else { return }
    let isMap = nodes[node].isMap
    for field in record.fields {
      let step = isMap ? FieldPath.Step.everyValue : .key(field.name)
      take(field.value, child(step, of: node), &met, depth: depth)
    }
  }

  private mutating func take(
    _ value: RecordValue, _ node: Int, _ met: inout Set<Int>, depth: Int
  ) {
    switch value {
    case .null: break
    case .boolean(let flag): add(flag ? "true" : "false", node, &met, isBoolean: true)
    case .number(let text): add(text, node, &met, isNumber: true)
    case .text(let text):
      if !text.isEmpty { add(text, node, &met) }
    case .list(let elements):
      guard depth < 8 else { return }
      let inner = child(.everyElement, of: node)
      for element in elements { take(element, inner, &met, depth: depth + 1) }
    case .object(let record):
      if depth < 3 { walk(record, node, &met, depth: depth + 1) }
    }
  }

  private mutating func add(
    _ text: String, _ node: Int, _ met: inout Set<Int>, isNumber: Bool = false,
    isBoolean: Bool = false
  ) {
    if nodes[node].place == nil { nodes[node].place = place(of: nodes[node].path) }
    guard let place = nodes[node].place, place >= 0 else { return }
    met.insert(place)
    fields[place].add(text, isNumber: isNumber, isBoolean: isBoolean)
  }

  /// A field for a path; -1 when there are too many, or when no template can write it.
  private mutating func place(of path: FieldPath?) -> Int {
    guard let path, fields.count < RecordProfile.limit, FieldPath(path.description) == path,
      path.description.unicodeScalars.allSatisfy(DeclarationWriter.isWritable)
    else { return -1 }
    fields.append(FieldProfile(path))
    places[path.description] = fields.count - 1
    return fields.count - 1
  }

  /// The fields with objects whose keys are data: languages, or more than anybody would name fields.
  private static func maps(in records: [Record]) -> Set<String> {
    var keys: [String: Set<String>] = [:]
    for record in records {
      for field in record.fields {
        guard case .object(let inner) = field.value else { continue }
        keys[field.name, default: []].formUnion(inner.fields.prefix(100).map(\.name))
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
