import DeclaredRecords
import FootlightPlatform

/// Takes fields out of records in which what is there once stands as itself, and what is there several
/// times as a list: `a[].b` finds both.
///
/// Every `[]` of a path is left out in turn; what the paths that come of it find belongs to the one slot.
struct LooseFields: Sendable {
  private let format: JSONLinesFormat
  /// The slot of the plan that each path belongs to, and whether a step was left out of it.
  private let slots: [(slot: UInt16, isShort: Bool)]
  private let isLoose: Bool
  /// The fields that are asked for and that records do not hold themselves.
  let identity: RecordIdentity
  /// Whether the place of a record in its file is asked for.
  var usesNumber: Bool { identity.usesNumber }
  /// Whether something of the file is asked for, so that a batch must not hold two files.
  var usesFile: Bool { identity.usesNumber || identity.usesNames }

  /// As many steps `[]` of a path are left out in turn.
  private static let most = 4

  init(_ plan: FieldPlan, isLoose: Bool) throws(Failure) {
    var paths: [FieldPath] = []
    var slots: [(slot: UInt16, isShort: Bool)] = []
    for (slot, path) in plan.paths.enumerated() {
      let variants = isLoose ? LooseFields.variants(of: path) : [path]
      for (index, variant) in variants.enumerated() {
        paths.append(variant)
        slots.append((UInt16(truncatingIfNeeded: slot), index > 0))
      }
    }
    format = JSONLinesFormat(trie: try FieldTrie(FieldPlan(paths)))
    self.slots = slots
    identity = RecordIdentity(plan)
    self.isLoose = slots.contains(where: \.isShort)
  }

  /// The path, and the paths that leave out some of its steps `[]`.
  private static func variants(of path: FieldPath) -> [FieldPath] {
    let lists = path.steps.indices.filter { path.steps[$0] == .everyElement }.prefix(most)
    return (0..<1 << lists.count).map { choice in
      let left = lists.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
      return FieldPath(
        path.steps.indices.filter { !left.contains($0) }.map { path.steps[$0] })
    }
  }

  /// Takes the records of a batch apart.
  func decode(_ batch: inout RecordBatch) {
    format.decode(&batch, file: "")
    guard isLoose else { return }
    var values: [FieldValue] = []
    values.reserveCapacity(batch.values.count)
    for index in batch.records.indices {
      let entry = batch.records[index]
      let first = values.count
      for var value in batch.values[entry.valueRange] {
        let (slot, isShort) = slots[Int(value.slot)]
        // The list itself is what the longer path takes the elements of.
        if isShort, value.kind == .list { continue }
        value.slot = slot
        values.append(value)
      }
      batch.records[index].valueRange = first..<values.count
    }
    batch.values = values
  }
}
