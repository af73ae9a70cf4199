import FootlightPlatform

/// The fields that every record has, whatever it holds: `{number}`, its place in its file, `{hash}`, 16
/// hexadecimal digits of its content, and `{path}`, `{folder}` and `{name}` of the file that it is from.
///
/// A record that has a field of such a name itself keeps it.
package struct RecordIdentity: Sendable, Hashable {
  /// The slots that ask for one of them, in ascending order.
  private var asked: [Asked] = []

  private struct Asked: Sendable, Hashable {
    var slot: UInt16
    var part: Part
  }

  /// A field that every record is given.
  fileprivate enum Part: String, Sendable, Hashable {
    case number, hash, path, folder, name

    var isOfFile: Bool { self != .number && self != .hash }
  }

  /// Nothing is asked for.
  init() {}

  /// Finds the given fields that the paths of a plan ask for.
  package init(_ plan: FieldPlan) {
    for (slot, path) in plan.paths.enumerated() {
      guard let part = path.given else { continue }
      asked.append(Asked(slot: UInt16(truncatingIfNeeded: slot), part: part))
    }
  }

  /// Whether something is asked for.
  var isUsed: Bool { !asked.isEmpty }

  /// Whether the place of a record decides what its values are.
  package var usesNumber: Bool { asked.contains { $0.part == .number } }

  /// Whether everything that a record holds does.
  package var usesHash: Bool { asked.contains { $0.part == .hash } }

  /// Whether the name of the file decides what the values of its records are.
  package var usesNames: Bool { asked.contains { $0.part.isOfFile } }

  /// Whether columns hold all that is asked for of the file.
  func isAnswered(by columns: ColumnSlots?) -> Bool {
    guard let columns else { return false }
    return asked.allSatisfy { !$0.part.isOfFile || columns.slots.contains($0.slot) }
  }

  /// Gives these fields to the decoded records of a batch.
  package func complete(_ batch: inout RecordBatch) {
    let names = batch.names
    let asked = answered(batch)
    guard !asked.isEmpty else { return }
    var completed: [FieldValue] = []
    completed.reserveCapacity(batch.values.count + batch.records.count * asked.count)
    for index in batch.records.indices {
      let entry = batch.records[index]
      let first = completed.count
      // The field of the record itself stays.
      let own = batch.values[entry.valueRange]
      completed += own
      for field in asked where !own.contains(where: { $0.slot == field.slot }) {
        completed.append(given(field, to: entry, of: &batch, names))
      }
      completed.sortBySlot(from: first)
      batch.records[index].valueRange = first..<completed.count
    }
    batch.values = completed
  }

  /// The slots that are to be filled.
  ///
  /// Where some records of a file have a field `name` of their own, those that lack it do not get the name of
  /// the file in its place; and what is from no file has no names of one.
  private func answered(_ batch: borrowing RecordBatch) -> [Asked] {
    guard usesNames else { return asked }
    let own = Set(batch.values.map(\.slot))
    return asked.filter { !$0.part.isOfFile || batch.names != nil && !own.contains($0.slot) }
  }

  private func given(
    _ field: Asked, to entry: RecordEntry, of batch: inout RecordBatch, _ names: DocumentNames?
  ) -> FieldValue {
    let start = batch.bytes.count
    switch field.part {
    case .hash:
      let digits = String(batch.bytes.hash(entry.raw) ^ UInt64(entry.raw.count), radix: 16)
      for _ in digits.utf8.count..<16 { batch.bytes.append(UInt8(ascii: "0")) }
      batch.bytes.append(digits)
    case .number: batch.bytes.append(String(entry.number &- batch.firstOfFile &+ 1))
    case .path: batch.bytes.append(names?.path ?? "")
    case .folder: batch.bytes.append(names?.folder ?? "")
    case .name: batch.bytes.append(names?.name ?? "")
    }
    return FieldValue(
      slot: field.slot, kind: field.part == .number ? .number : .text,
      bytes: ByteRange(start: start, count: batch.bytes.count - start))
  }
}

extension FieldPath {
  /// The field that every record has, by its name.
  fileprivate var given: RecordIdentity.Part? {
    guard steps.count == 1, case .key(let key)? = steps.first else { return nil }
    return RecordIdentity.Part(rawValue: key)
  }

  /// Whether it is a field that every record has.
  var isGivenToAll: Bool { given != nil }
}

extension RecordBatch {
  /// Says which file the records are from, where a field asks for it.
  ///
  /// Records with columns have what is asked for in a column of that name, if there is one.
  package mutating func name(
    _ file: SourceFile, rootName: String, for identity: RecordIdentity, columns: ColumnSlots?
  ) {
    guard identity.usesNames, !identity.isAnswered(by: columns) else { return }
    let names = DocumentNames(file.relative, rootName: rootName)
    self.names = names
    var bytes = ByteArena(names.path)
    bytes.append(0)
    bytes.append(names.folder)
    // A file under another name has other records.
    digestSeed ^= bytes.hash(bytes.all)
  }
}
