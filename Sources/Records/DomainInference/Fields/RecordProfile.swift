import DeclaredRecords
package import FootlightPlatform

/// A profile of each field of some records, path by path.
package struct RecordProfile {
  /// The paths in the order in which they were first met.
  private(set) var fields: [FieldProfile] = []
  /// How many records were looked at.
  let records: Int
  /// Paths that hold something and could not be looked at, the first of them by name.
  package private(set) var overlooked: [String] = []
  package private(set) var overlookedCount = 0
  private var passed: Set<String> = []
  private var places: [String: Int] = [:]
  private var nodes = [Node(path: nil)]

  /// A path that was met, so that it is put together once and not for every value.
  private struct Node {
    /// Nil for the record itself.
    var path: FieldPath?
    /// Whether the keys of the objects here are data, and whether they are languages.
    var isMap = false
    var isOfLanguages = false
    /// Whether lists stand here beside values that are none.
    var repetition = KeyCensus.Repetition.never
    /// Its field, once it has held a value; -1 when it cannot have one.
    var place: Int?
    var children: [FieldPath.Step: Int] = [:]
  }

  /// More paths than that are not looked at.
  private static let limit = 200

  package init(_ records: [Record], key: String? = nil) {
    self.records = records.count
    noteMaps(KeyCensus(records), at: 0, depth: 0)
    for record in records {
      var met: Set<Int> = []
      walk(record, 0, &met, depth: 0)
      for index in met { fields[index].countRecord() }
    }
    for index in fields.indices { fields[index].settle() }
    if let key, let place = places[FieldPath([.key(key)]).description] {
      fields[place].isKey = true
    }
  }

  /// The node after a step; a new one is made when it is met first.
  private mutating func child(_ step: FieldPath.Step, of node: Int) -> Int {
    if let known = nodes[node].children[step] { return known }
    var made = Node(path: FieldPath((nodes[node].path?.steps ?? []) + [step]))
    made.isOfLanguages = nodes[node].isOfLanguages
    nodes.append(made)
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
    switch (nodes[node].repetition, value) {
    case (.seldom, .list(let elements)):
      if let first = elements.first(where: { $0 != .null }) {
        take(first, node, &met, depth: depth)
      }
      return
    case (.often, .boolean), (.often, .number), (.often, .text), (.often, .object):
      return take(value, child(.everyElement, of: node), &met, depth: depth)
    default: break
    }
    switch value {
    case .null: break
    case .boolean(let flag): add(flag ? "true" : "false", node, &met, isBoolean: true)
    case .number(let text): add(text, node, &met, isNumber: true)
    case .text(let text):
      if !text.isEmpty { add(text, node, &met) }
    case .list(let elements):
      guard depth < 8 else { return overlook(nodes[node].path) }
      let inner = child(.everyElement, of: node)
      for element in elements { take(element, inner, &met, depth: depth + 1) }
    case .object(let record):
      guard depth < 8 else { return overlook(nodes[node].path) }
      walk(record, node, &met, depth: depth + 1)
    }
  }

  private mutating func add(
    _ text: String, _ node: Int, _ met: inout Set<Int>, isNumber: Bool = false,
    isBoolean: Bool = false
  ) {
    if nodes[node].place == nil { nodes[node].place = place(of: nodes[node].path) }
    guard let place = nodes[node].place, place >= 0 else { return }
    fields[place].isOfLanguages = nodes[node].isOfLanguages
    fields[place].isSeldomList = nodes[node].repetition == .seldom
    met.insert(place)
    fields[place].add(text, isNumber: isNumber, isBoolean: isBoolean, isMark: true)
  }

  /// A field for a path; -1 when there are too many, or when no template can write it.
  private mutating func place(of path: FieldPath?) -> Int {
    guard let path, fields.count < RecordProfile.limit, FieldPath(path.description) == path,
      path.description.unicodeScalars.allSatisfy(DeclarationWriter.isWritable)
    else {
      overlook(path)
      return -1
    }
    fields.append(FieldProfile(path))
    places[path.description] = fields.count - 1
    return fields.count - 1
  }

  /// Notes a path that is not looked at.
  private mutating func overlook(_ path: FieldPath?) {
    guard let name = path?.description, passed.count < 10_000, passed.insert(name).inserted else {
      return
    }
    overlookedCount += 1
    if overlooked.count < 20 { overlooked.append(String(name.prefix(100))) }
  }

  /// Notes where the keys of objects are data.
  private mutating func noteMaps(_ census: KeyCensus, at node: Int, depth: Int) {
    guard depth < 5, nodes.count < 2_000 else { return }
    if let inner = census.inList {
      noteMaps(inner, at: child(.everyElement, of: node), depth: depth + 1)
    }
    guard depth > 0, census.isMap else {
      for key in census.keys.sorted() {
        guard let inner = census.child(key) else { continue }
        let place = child(.key(key), of: node)
        nodes[place].repetition = census.repetition(of: key)
        noteMaps(inner, at: place, depth: depth + 1)
      }
      return
    }
    nodes[node].isMap = true
    if census.areLanguages { nodes[node].isOfLanguages = true }
    noteMaps(census.merged, at: child(.everyValue, of: node), depth: depth + 1)
  }

  /// The profile without fields that hold bytes and no text.
  var ofTexts: RecordProfile {
    var profile = self
    profile.fields.removeAll(where: \.isEncoded)
    profile.places = Dictionary(
      profile.fields.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    return profile
  }

  /// The field with a path.
  subscript(path: String) -> FieldProfile? { places[path].map { fields[$0] } }

  /// The share of records that hold a field.
  func presence(_ field: FieldProfile) -> Double {
    records == 0 ? 0 : Double(field.present) / Double(records)
  }
}
