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

  /// More paths than that are not looked at.
  private static let limit = 200

  package init(_ records: [Record], key: String? = nil) {
    self.records = records.count
    let census = KeyCensus(records)
    for record in records {
      var met: Set<Int> = []
      walk(record, census, &met, depth: 0)
      for index in met { fields[index].countRecord() }
    }
    for index in fields.indices { fields[index].settle() }
    for index in fields.indices where fields[index].steps == key.map({ [.key($0)] }) {
      fields[index].isKey = true
    }
  }

  private mutating func walk(
    _ record: Record, _ census: KeyCensus, _ met: inout Set<Int>, depth: Int
  ) {
    for field in record.fields {
      take(
        field.value, census.following(census.isMap ? .everyValue : .key(field.name)), &met,
        depth: depth)
    }
  }

  private mutating func take(
    _ value: RecordValue, _ census: KeyCensus?, _ met: inout Set<Int>, depth: Int
  ) {
    guard let census else { return }
    switch (value, census.repetition) {
    case (.null, _): break
    case (.list(let elements), .seldom):
      let first = elements.first { $0 != .null }
      if let first { take(first, census, &met, depth: depth) }
    case (.list(let elements), _):
      guard depth < 8 else { return overlook(census.path) }
      let inner = census.following(.everyElement)
      for element in elements { take(element, inner, &met, depth: depth + 1) }
    case (_, .often): take(value, census.following(.everyElement), &met, depth: depth)
    case (.object(let record), _):
      guard depth < 8 else { return overlook(census.path) }
      walk(record, census, &met, depth: depth + 1)
    case (.text(""), _): break
    case (.text(let text), _): add(text, census, &met)
    case (.number(let text), _): add(text, census, &met, isNumber: true)
    case (.boolean(let flag), _): add(flag ? "true" : "false", census, &met, isBoolean: true)
    }
  }

  private mutating func add(
    _ text: String, _ census: KeyCensus, _ met: inout Set<Int>, isNumber: Bool = false,
    isBoolean: Bool = false
  ) {
    if census.place == nil { census.place = place(of: census.path) }
    guard let place = census.place, place >= 0 else { return }
    fields[place].isOfLanguages = census.isOfLanguages
    fields[place].isSeldomList = census.repetition == .seldom
    met.insert(place)
    fields[place].add(text, isNumber: isNumber, isBoolean: isBoolean)
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

  /// The profile without fields that hold bytes and no text.
  var ofTexts: RecordProfile {
    var profile = self
    profile.fields.removeAll(where: \.isEncoded)
    return profile
  }

  /// The field with a path.
  subscript(path: String) -> FieldProfile? { fields.first { $0.path == path } }

  /// The share of records that hold a field.
  func presence(_ field: FieldProfile) -> Double {
    records == 0 ? 0 : Double(field.present) / Double(records)
  }
}
