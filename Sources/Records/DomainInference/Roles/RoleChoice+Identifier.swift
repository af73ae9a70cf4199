import DeclaredRecords
import FootlightPlatform

extension RoleChoice {
  /// Finds what tells records apart: one field, or several together.
  mutating func chooseIdentifier() {
    if areFiles, identifyFiles() { return }
    let unique = profile.fields.filter { field in
      !field.isList && field.present == records.count && field.distinct.count == records.count
        && field.longest <= 200 && field.separator == nil && !field.isOfLanguages
        && !isKindOfGeometry(field)
    }
    let named = unique.map { ($0, identifierScore($0)) }.max { $0.1 < $1.1 }
    // A number within a numbered whole is a better id than a name that happens to be unique.
    if named.map({ $0.1 < 2 }) ?? true, combineNumbers() { return }
    if let (field, score) = named, score > 0, isWhole || isCalledIdentifier(field) {
      mapping.id = expression(field)
      if mapping.title != mapping.id { used.insert(field.path) }
      let isNamed = isCalledIdentifier(field)
      if !isNamed {
        mapping.doubts.append("nothing is called an id; \(quoted(field)) is different everywhere")
      }
      if !isWhole, !field.isKey { doubtUniqueness() }
      addTypedIdentifier(field)
      return
    }
    combine()
  }

  /// Takes the columns that the data declares to tell rows apart together.
  mutating func identify(byKeys keys: [String]) -> Bool {
    let fields = keys.compactMap { key in
      profile.fields.first { $0.steps == [.key(key)] && $0.present == records.count }
    }
    guard !keys.isEmpty, fields.count == keys.count else { return false }
    mapping.isComposite = true
    mapping.id = fields.map { expression($0) }.joined(separator: " ")
    for field in fields where "{\(field.path)}" != mapping.title && field.codes == field.count {
      used.insert(field.path)
    }
    return true
  }

  /// Whether a field is known, or called, something that tells records apart.
  private func isCalledIdentifier(_ field: FieldProfile) -> Bool {
    field.isKey || field.isAddress || FieldNames.fit(field.name, FieldNames.identifiers) > 0
      || field.codes == field.count && field.name.lowercased().hasSuffix("id")
  }

  /// Where nothing tells records apart, the whole of each does: so none is left out.
  private mutating func identifyByContent() {
    mapping.id = "{hash}"
    mapping.isComposite = false
    mapping.doubts.append(
      "no field tells the records apart; the id is a hash of the whole record, and changes with it")
    mapping.mayRepeat = repeated > 0 || !isWhole
    mapping.doubtRepeated(repeated, of: records.count)
  }

  private mutating func doubtUniqueness() {
    mapping.mayRepeat = true
    mapping.doubts.append(
      "ids were compared in \(records.count) records only; of records with one id the first is kept"
    )
  }

  /// Files are told apart by an id of their own, else by their name.
  private mutating func identifyFiles() -> Bool {
    let own = profile.fields.filter { field in
      !isOfFile(field) && !field.isList && field.present == records.count
        && field.distinct.count == records.count
        && FieldNames.fit(field.name, FieldNames.identifiers) > 2
    }
    if let field = own.first {
      mapping.id = expression(field)
      used.insert(field.path)
      return true
    }
    if let name = profile["name"], name.distinct.count == records.count, isWhole {
      mapping.id = "{name}"
      return true
    }
    let parts = ["folder", "name"].compactMap { profile[$0] }
    let isTold = parts.first?.variety ?? 0 > 1 && distinctCount(parts) == records.count
    mapping.id = isTold ? "{folder}/{name}" : "{path}"
    return true
  }

  private func identifierScore(_ field: FieldProfile) -> Double {
    if field.isKey { return 100 }
    var score = FieldNames.fit(field.name, FieldNames.identifiers) * 3
    if field.codes == field.count {
      // Years, and of two records any words, differ by chance.
      let isYear = field.isNumber && field.least >= 1500 && field.most <= 2100
      score += !isYear && (records.count > 2 || field.numbered > 0) ? 2 : 0
      // `geonameid`, which is one word.
      if field.name.lowercased().hasSuffix("id"), score < 5 { score += 4 }
    }
    if field.mean <= 12 { score += 0.5 }
    if field.isAddress { score += 0.5 }
    if field.datePattern != nil { score -= 6 }
    // A measure is different everywhere by chance.
    if field.isNumber, field.distinct.contains(where: { $0.utf8.contains(0x2E) }) { score -= 20 }
    if expression(field) == mapping.title, isWhole { score += 0.5 }
    if field.isProse, !isWhole { score -= 3 }
    if field.mean > 80 { score -= 3 }
    // An address that holds a sentence is none that anybody writes.
    if field.isProse, field.mean > 30 { score -= 4 }
    if field.steps.count > 1 { score -= 1 }
    return score
  }

  /// An id that people type is a name, too: `frc254`.
  private mutating func addTypedIdentifier(_ field: FieldProfile) {
    guard field.codes == field.count, field.share(field.lettered) > 0.5,
      field.share(field.opaque) < 0.1, field.longest <= 24, !field.isUnreadable,
      mapping.title != mapping.id
    else { return }
    mapping.aliases.append(expression(field))
  }

  // MARK: Several fields

  /// Takes the numbers that people cite, such as title and section, when they tell records apart.
  private mutating func combineNumbers() -> Bool {
    let numbers = profile.fields.filter { field in
      !field.isList && field.present == records.count && field.share(field.codes) > 0.8
        && field.longest <= 24 && field.steps.count == 1
        && (FieldNames.containers + FieldNames.spoken).contains(field.name.lowercased())
        && "{\(field.path)}" != mapping.title
    }
    guard numbers.count == 2, isWhole, distinctCount(numbers) == records.count else { return false }
    mapping.isComposite = true
    mapping.id = numbers.map { expression($0) }.joined(separator: " ")
    mapping.aliases.append(mapping.id)
    let names = numbers.map { quoted($0) }.joined(separator: " and ")
    mapping.doubts.append("no field is an id; the id is put together from \(names)")
    return true
  }

  private mutating func combine() {
    var candidates = profile.fields.filter { field in
      !field.isList && field.mean <= 80 && profile.presence(field) >= 0.5 && !field.isBoolean
        && !field.isAddress && field.separator == nil && !isKindOfGeometry(field)
    }
    candidates.sort { combinationScore($0) > combinationScore($1) }
    candidates = Array(candidates.prefix(16))
    var values = candidates.map { hashes(of: $0) }
    var chosen: [FieldProfile] = []
    var combined = [Int](repeating: 0, count: records.count)
    var reached = 0
    while reached < records.count, chosen.count < 3 {
      var best: (place: Int, count: Int)?
      for index in candidates.indices {
        let count = Set(zip(combined, values[index]).lazy.map { pair in join(pair.0, pair.1) })
          .count
        // A field of a better name is preferred to one that tells a little more apart.
        if count > best.map({ $0.count + max(2, $0.count / 50) }) ?? reached {
          best = (index, count)
        }
      }
      guard let best else { break }
      chosen.append(candidates.remove(at: best.place))
      combined = zip(combined, values.remove(at: best.place)).map { join($0, $1) }
      reached = best.count
    }
    chosen.sort { place($0) < place($1) }
    // Of data that was not seen whole nobody knows whether they are enough, and an id that is a
    // text, or that lacks a part, is none that people would have made.
    let isGood =
      isWhole && reached == records.count && !chosen.isEmpty
      && chosen.allSatisfy {
        $0.present == records.count && $0.mean <= 40 && !($0.isProse && $0.mean > 30)
          && $0.pointed == 0
      }
    guard isGood else {
      identifyByContent()
      return
    }
    mapping.isComposite = true
    mapping.id = chosen.map { expression($0) }.joined(separator: " ")
    let names = chosen.map { quoted($0) }.joined(separator: ", ")
    mapping.doubts.append("no field is an id; the id is put together from \(names)")
    if chosen.allSatisfy({ $0.codes == $0.count }) { mapping.aliases.append(mapping.id) }
  }

  private func combinationScore(_ field: FieldProfile) -> Double {
    var score = FieldNames.fit(field.name, FieldNames.identifiers) * 2
    score += FieldNames.fit(field.name, FieldNames.spoken)
    score += FieldNames.fit(field.name, FieldNames.aliases) / 2
    score += FieldNames.fit(field.name, FieldNames.titles)
    score += field.share(field.codes) + 3 * profile.presence(field)
    if field.isNumber, field.distinct.contains(where: { $0.utf8.contains(0x2E) }) { score -= 5 }
    return score - Double(field.mean) / 30
  }

  func place(_ field: FieldProfile) -> Int {
    profile.fields.firstIndex { $0.path == field.path } ?? 0
  }

  /// How many combinations of the values of some fields there are.
  private func distinctCount(_ fields: [FieldProfile]) -> Int {
    var combined = [Int](repeating: 0, count: records.count)
    for field in fields { combined = zip(combined, hashes(of: field)).map { join($0, $1) } }
    return Set(combined).count
  }

  /// A hash of the value of a field for each record: enough to count with.
  private func hashes(of field: FieldProfile) -> [Int] {
    records.map { $0.text(at: field.steps).hashValue }
  }
}

extension Record {
  /// The text at the end of a path of keys; empty when there is none.
  func text(at steps: [FieldPath.Step]) -> String { value(at: steps)?.written ?? "" }

  /// The value at the end of a path of keys.
  func value(at steps: [FieldPath.Step]) -> RecordValue? {
    var value = RecordValue.object(self)
    for step in steps {
      guard case .key(let key) = step, case .object(let record) = value, let next = record[key]
      else { return nil }
      value = next
    }
    return value
  }
}

extension RecordValue {
  /// The text, number or boolean as a cell would hold it; empty for anything else.
  var written: String {
    switch self {
    case .text(let text), .number(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .list, .object: ""
    }
  }
}

/// One hash of two.
private func join(_ one: Int, _ other: Int) -> Int {
  var hasher = Hasher()
  hasher.combine(one)
  hasher.combine(other)
  return hasher.finalize()
}
