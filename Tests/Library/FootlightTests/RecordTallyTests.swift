import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing

@testable import Footlight

@Suite struct RecordTallyTests {
  func bad(_ batch: Int, _ number: UInt32) -> BadRecord {
    BadRecord(batch: batch, number: number, diagnostic: Diagnostic(.duplicateID, "\(number)"))
  }

  @Test func `all bad records are counted, and the first twenty kept, in any order of arrival`() {
    var random = SeededRandom.announced("arrival of bad records")
    var batches = (0..<30).map { batch in
      var tally = RecordTally()
      for place in 1...5 { tally.add(bad(batch, UInt32(batch * 5 + place))) }
      return tally
    }
    batches.shuffle(using: &random)
    var all = RecordTally()
    for tally in batches { all.merge(tally) }
    #expect(all.bad == 150)
    #expect(all.firstBad.map(\.number) == Array(1...20))
  }

  @Test func `the digest tells other records and another order, and not other batches`() {
    func tally(_ records: [(UInt32, String)], cut: Int) -> UInt64 {
      var whole = RecordTally()
      for part in [records.prefix(cut), records.dropFirst(cut)] {
        var batch = RecordBatch()
        for (number, text) in part {
          let start = batch.bytes.count
          batch.bytes.append(text)
          batch.records.append(
            RecordEntry(
              firstValue: 0, valueCount: 0, number: number,
              raw: ByteRange(start: start, count: text.utf8.count)))
        }
        var one = RecordTally()
        one.digest(batch)
        whole.merge(one)
      }
      return whole.digest
    }
    let records: [(UInt32, String)] = [(1, "a"), (2, "b"), (3, "c")]
    let digest = tally(records, cut: 1)
    #expect(tally(records, cut: 2) == digest)
    #expect(tally([(1, "b"), (2, "a"), (3, "c")], cut: 1) != digest)
    #expect(tally([(1, "a"), (2, "b")], cut: 1) != digest)
    #expect(tally([(1, "a"), (2, "b"), (3, "d")], cut: 1) != digest)
  }
}
