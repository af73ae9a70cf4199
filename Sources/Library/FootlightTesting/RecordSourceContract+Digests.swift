import DeclaredRecords
import FootlightPlatform

extension RecordSourceContract {
  /// Digests are known before a batch is decoded, the same in two reads, and different where records
  /// are; records that are dropped by them leave the others as they are.
  func digests() -> [String] {
    do throws(Failure) {
      var first: [UInt64] = []
      var kept = ContractRead()
      var batch = RecordBatch()
      let reader = try source.open(plan)
      while try reader.next(&batch) {
        let digests = batch.records.map { batch.digest(of: $0) }
        first += digests
        // Every second record is dropped.
        var place = first.count - digests.count
        let dropped = batch.removeRecords { _, digest in
          defer { place += 1 }
          return place % 2 == 1 || digest != first[place]
        }
        if dropped + batch.records.count != digests.count {
          return ["dropped records are not counted"]
        }
        try reader.decode(&batch)
        if !batch.records.isEmpty { kept.add(batch, plan, reader) }
      }
      var second: [UInt64] = []
      let again = try source.open(plan)
      while try again.next(&batch) { second += batch.records.map { batch.digest(of: $0) } }
      var found: [String] = []
      if first != second { found.append("two reads give different digests") }
      if Set(first).count != Set(expected).count {
        found.append("\(Set(expected).count) different records have \(Set(first).count) digests")
      }
      let others = expected.indices.filter { $0 % 2 == 0 }.map { expected[$0] }
      if kept.texts != others {
        found.append("when every second record is dropped, the others are \(kept.texts)")
      }
      return found + kept.violations
    } catch {
      return ["a read for digests fails: \(error)"]
    }
  }
}
