package import DomainDeclarations
import FootlightPlatform

/// The fields that every record has, whatever it holds: `{number}`, its place in its file, and
/// `{hash}`, 16 hexadecimal digits of its content.
///
/// A record that has a field of such a name itself keeps it.
package struct RecordIdentity: Sendable, Hashable {
  /// The slots that ask for one of the two, in ascending order.
  private var asked: [Asked] = []

  private struct Asked: Sendable, Hashable {
    var slot: UInt16
    var wantsHash: Bool
  }

  /// Nothing is asked for.
  init() {}

  /// What the paths of a plan ask for.
  package init(_ plan: FieldPlan) {
    for (slot, path) in plan.paths.enumerated() where path.isGivenToAll {
      asked.append(
        Asked(
          slot: UInt16(truncatingIfNeeded: slot), wantsHash: path == FieldPath([.key("hash")])))
    }
  }

  /// Whether something is asked for.
  var isUsed: Bool { !asked.isEmpty }

  /// Whether the place of a record decides what its values are.
  package var usesNumber: Bool { asked.contains { !$0.wantsHash } }

  /// Whether everything that a record holds does.
  package var usesHash: Bool { asked.contains(where: \.wantsHash) }

  /// Gives these fields to the decoded records of a batch.
  package func complete(_ batch: inout RecordBatch) {
    guard isUsed else { return }
    var completed: [FieldValue] = []
    completed.reserveCapacity(batch.values.count + batch.records.count * asked.count)
    for index in batch.records.indices {
      let entry = batch.records[index]
      let first = completed.count
      var next = 0
      let own = Int(entry.firstValue)..<Int(entry.firstValue) + Int(entry.valueCount)
      for value in batch.values[own] {
        while next < asked.count, asked[next].slot < value.slot {
          completed.append(given(asked[next], to: entry, of: &batch))
          next += 1
        }
        // The field of the record itself stays.
        if next < asked.count, asked[next].slot == value.slot { next += 1 }
        completed.append(value)
      }
      while next < asked.count {
        completed.append(given(asked[next], to: entry, of: &batch))
        next += 1
      }
      batch.records[index].firstValue = UInt32(truncatingIfNeeded: first)
      batch.records[index].valueCount = UInt32(truncatingIfNeeded: completed.count - first)
    }
    batch.values = completed
  }

  private func given(
    _ field: Asked, to entry: RecordEntry, of batch: inout RecordBatch
  ) -> FieldValue {
    let start = batch.bytes.count
    if field.wantsHash {
      let hash = batch.bytes.hash(entry.raw) ^ UInt64(entry.raw.count)
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: hash >> UInt64(shift)) & 15
        batch.bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    } else {
      batch.bytes.append(String(entry.number &- batch.firstOfFile &+ 1))
    }
    return FieldValue(
      slot: field.slot, kind: field.wantsHash ? .text : .number,
      bytes: ByteRange(start: start, count: batch.bytes.count - start))
  }
}

extension FieldPath {
  /// Whether it is a field that every record has.
  var isGivenToAll: Bool {
    self == FieldPath([.key("number")]) || self == FieldPath([.key("hash")])
  }
}
