package import FootlightPlatform
import Synchronization

/// The slots that each column of a file fills.
package struct ColumnSlots: Sendable, Hashable {
  /// For each column the place of its first slot in ``slots``, and at the end their number.
  package var firstSlots: [Int32] = []
  package var slots: [UInt16] = []
  /// The columns that are wanted.
  package var wanted: [Int] = []
  /// The columns into whose text paths lead; each fills a slot of its own, behind those of the plan.
  package var documents: [String] = []

  /// How many columns there are.
  var count: Int { firstSlots.count - 1 }

  /// A column and a slot that it answers.
  struct Wanted {
    var column: Int32
    var slot: UInt16
  }

  /// The wanted columns in the order of the slots.
  var inOrderOfSlots: [Wanted] {
    wanted.flatMap { column in
      slots[Int(firstSlots[column])..<Int(firstSlots[column + 1])].map { slot in
        Wanted(column: Int32(truncatingIfNeeded: column), slot: slot)
      }
    }.sorted { ($0.slot, $0.column) < ($1.slot, $1.column) }
  }

  /// A hash of which column answers what: the same cells under it have the same values.
  package var digest: UInt64 {
    var bytes = ByteArena()
    for first in firstSlots { bytes.append(littleEndian: first) }
    for slot in slots { bytes.append(littleEndian: slot) }
    return bytes.hash(bytes.all)
  }

  /// Matches the names of columns with the paths of a plan.
  ///
  /// A path of several names, such as `a.b`, is the column with that whole name, or leads into the text of the column
  /// `a`. A name that is used and stands twice is returned as the repeated one.
  package static func matching(
    _ names: [String], _ plan: FieldPlan
  ) -> (columns: ColumnSlots, repeated: String?) {
    var columns = ColumnSlots()
    var repeated: String?
    var asked: [[UInt8]: [UInt16]] = [:]
    for (slot, path) in plan.paths.enumerated() {
      guard let name = path.columnName else { continue }
      asked[Array(name.utf8), default: []].append(UInt16(truncatingIfNeeded: slot))
    }
    let whole = Set(names.map { Array($0.utf8) })
    let opened = Set(
      plan.paths.filter { path in
        path.steps.count > 1 && !(path.columnName.map { whole.contains(Array($0.utf8)) } ?? false)
      }.compactMap(\.firstKey).map { Array($0.utf8) })
    var used: Set<[UInt8]> = []
    for (index, name) in names.enumerated() {
      columns.firstSlots.append(Int32(columns.slots.count))
      let key = Array(name.utf8)
      var slots = asked[key] ?? []
      if opened.contains(key) {
        slots.append(UInt16(truncatingIfNeeded: plan.paths.count + columns.documents.count))
        columns.documents.append(name)
      }
      guard !slots.isEmpty else { continue }
      if !used.insert(key).inserted { repeated = repeated ?? name }
      columns.slots += slots
      columns.wanted.append(index)
    }
    columns.firstSlots.append(Int32(columns.slots.count))
    return (columns, repeated)
  }
}

extension FieldPath {
  /// The name of the column that this path means; nil when it can mean none.
  package var columnName: String? {
    var names: [String] = []
    for step in steps {
      guard case .key(let name) = step else { return nil }
      names.append(name)
    }
    return names.joined(separator: ".")
  }

  /// The key that it begins with; nil when it begins otherwise.
  package var firstKey: String? {
    if case .key(let name)? = steps.first { name } else { nil }
  }
}

/// Notices columns that the mapping uses and that no file has: most often a slip in a name.
package final class ColumnsSeen: Sendable {
  private struct State: Sendable {
    /// Columns that the mapping uses without a default, and that no file has had so far, each with the one that may
    /// hold it as a document.
    var missing: [(name: String, first: String?)] = []
    /// All names that were seen, for suggestions; nil before the first file.
    var names: [String]?
  }

  private let state: Mutex<State>

  package init(_ plan: FieldPlan) {
    var missing: [(name: String, first: String?)] = []
    for (slot, path) in plan.paths.enumerated()
    where !plan.optional.contains(slot) && !path.isGivenToAll {
      guard let name = path.columnName, !missing.contains(where: { $0.name == name }) else {
        continue
      }
      missing.append((name, path.firstKey))
    }
    state = Mutex(State(missing: missing))
  }

  /// A file has these columns.
  package func add(_ columns: [String]) {
    state.withLock { state in
      let names = state.names ?? []
      state.names = names.count < 10_000 ? names + columns : names
      state.missing.removeAll { missing in
        columns.contains {
          $0.utf8.elementsEqual(missing.name.utf8) || $0 == missing.first
        }
      }
    }
  }

  /// A warning for each column that is nowhere; none when no file was read.
  package func remarks(_ file: SourceFile?) -> [Diagnostic] {
    let (missing, names) = state.withLock { ($0.missing, $0.names) }
    guard let names else { return [] }
    return missing.map { name, _ in
      Diagnostic(
        .sourceColumn, "the mapping uses `\(name)`, which is no column here",
        at: file.map { SourceLocation(file: $0.display) },
        remedy: nearest(to: name, among: names).map { "did you mean `\($0)`?" }
          ?? "correct the name, or say with `default` what stands in its place",
        severity: .warning)
    }
  }
}

/// The keys that lead to the records of a document; none when it is the document itself.
package func recordKeys(
  _ setting: Setting?
) throws(Failure) -> (keys: [String], areGrouped: Bool) {
  guard let setting, let text = setting.value.text, text != "." else { return ([], false) }
  // No path into a record begins with `*`.
  var steps = text == "*" ? [.everyValue] : FieldPath(text)?.steps ?? [.everyElement]
  let areGrouped = steps.last == .everyValue
  if areGrouped { steps.removeLast() }
  var keys: [String] = []
  for step in steps {
    guard case .key(let key) = step else {
      throw Failure(
        .sourceSetting, "`records` must name keys", at: setting.location,
        remedy: "write it as in `data.items`, or `.` for the document itself")
    }
    keys.append(key)
  }
  return (keys, areGrouped)
}
