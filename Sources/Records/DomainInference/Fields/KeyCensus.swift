import DeclaredRecords
import FootlightPlatform

/// Which keys the objects under each path of some records have: so that objects whose keys are data –
/// languages, currencies, words – are told from those whose keys are names of fields.
final class KeyCensus {
  /// How many objects stood here.
  private var objects = 0
  /// How often each key did, and what stood under it.
  private var counts: [String: Int] = [:]
  private var children: [String: KeyCensus] = [:]
  /// The census of the elements of lists here.
  private var elements: KeyCensus?
  /// How many lists stood here, and how many texts and other values that hold none.
  private var lists = 0
  private var texts = 0
  /// How many of the values were objects, and how many were none.
  private var nested = 0
  private var plain = 0

  /// The path that leads here; nil for the records themselves.
  private(set) var path: FieldPath?
  /// How the values here stand beside lists of them.
  private(set) var repetition = Repetition.never
  /// Whether it stands under keys that are languages.
  private(set) var isOfLanguages = false
  /// The field of a profile here, once there was a value; -1 where there cannot be one.
  var place: Int?
  /// Whether the keys here are data.
  private(set) lazy var isMap = path != nil && hasKeysOfData
  /// The values under all keys together.
  private lazy var values = merged

  /// More different keys than that are not looked at.
  private static let limit = 2_000

  /// Counts the keys of some records.
  init(_ records: [Record]) {
    for record in records { add(record, depth: 0) }
  }

  private init() {}

  private func add(_ record: Record, depth: Int) {
    objects += 1
    for field in record.fields {
      guard counts[field.name] != nil || counts.count < KeyCensus.limit else { continue }
      counts[field.name, default: 0] += 1
      guard field.value != .null else { continue }
      if field.value.record == nil { plain += 1 } else { nested += 1 }
      guard depth < 4 else { continue }
      child(field.name).add(field.value, depth: depth + 1)
    }
  }

  private func add(_ value: RecordValue, depth: Int) {
    switch value {
    case .object(let record): add(record, depth: depth)
    case .list(let list):
      lists += 1
      for element in list.prefix(100) { inList.add(element, depth: depth) }
    case .boolean, .number, .text: texts += 1
    case .null: break
    }
  }

  private func child(_ key: String) -> KeyCensus {
    let child = children[key] ?? KeyCensus()
    children[key] = child
    return child
  }

  private var inList: KeyCensus {
    let inner = elements ?? KeyCensus()
    elements = inner
    return inner
  }

  /// What stands behind a step, as it was counted; nil where too much does.
  func following(_ step: FieldPath.Step) -> KeyCensus? {
    let next: KeyCensus
    switch step {
    case .everyElement: next = inList
    case .key(let key):
      guard children[key] != nil || children.count < KeyCensus.limit else { return nil }
      next = child(key)
    case .everyValue, .index: next = values
    }
    guard next.path == nil else { return next }
    next.path = FieldPath((path?.steps ?? []) + [step])
    if case .key(let key) = step { next.repetition = repetition(of: key) }
    next.isOfLanguages = isOfLanguages || next.isMap && next.areLanguages
    return next
  }

  /// Whether the keys here are languages.
  private var areLanguages: Bool { LanguageCode.areCodes(Array(counts.keys)) }

  /// Whether the keys here are data, and no names of fields.
  private var hasKeysOfData: Bool {
    if areLanguages { return true }
    let all = counts.values.reduce(0, +)
    let share = Double(all) / Double(max(1, counts.count * objects))
    let isAlike = nested * 10 <= all || plain * 10 <= all
    guard isAlike else { return false }
    // Codes of currencies and countries.
    let areCodes = counts.keys.allSatisfy { key in
      (2...3).contains(key.utf8.count) && key.utf8.allSatisfy { $0.isCapital }
    }
    if areCodes, counts.count > 2, share < 0.6 { return true }
    return counts.count > 30 && share < 0.9 || counts.count > 8 && objects > 2 && share < 0.3
  }

  /// How the values under a key stand that are lists in some records.
  private func repetition(of key: String) -> Repetition {
    guard let child = children[key] else { return .never }
    // Of objects there is no first one that stands for all.
    let objects = child.objects + (child.elements?.objects ?? 0)
    if objects > 0 { return child.lists > 0 || child.texts > 0 ? .often : .never }
    if child.lists == 0 { return .never }
    // All values of what holds several by its name are wanted; what an item is called is the first of its names.
    if FieldNames.fit(key, FieldNames.keywords) > 1 { return .often }
    let share = FieldNames.fit(key, FieldNames.titles) > 2 ? 2 : 10
    return child.lists * share <= counts[key] ?? 0 ? .seldom : .often
  }

  /// Whether what stands under a key stands there several times: where nothing tells a list of one.
  enum Repetition: Sendable, Hashable {
    case never, seldom, often
  }

  /// The census of the values under all keys together.
  private var merged: KeyCensus {
    let sum = KeyCensus()
    for (_, child) in children { sum.add(child) }
    return sum
  }

  private func add(_ other: KeyCensus) {
    objects += other.objects
    nested += other.nested
    plain += other.plain
    lists += other.lists
    texts += other.texts
    counts.merge(other.counts) { $0 + $1 }
    for (key, inner) in other.children { child(key).add(inner) }
    if let inner = other.elements { inList.add(inner) }
  }
}
