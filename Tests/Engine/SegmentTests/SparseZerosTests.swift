import TestSupport
import Testing

@testable import SearchEngine

/// Tables with a place for every document, of which few are written.
@Suite struct SparseZerosTests {
  @Test func `what is written is read, told in order, and gone when it is cleared`() {
    var random = SeededRandom.announced("sparse tables")
    for size in [0, 1, 63, 1_024, 1_025, 200_000] {
      var table = SparseZeros<UInt8>(count: size)
      for _ in 0..<3 {
        var written: [Int: UInt8] = [:]
        for _ in 0..<random.below(400) {
          let place = random.below(size + 10)
          let value = UInt8(random.below(128))
          table.write(value, at: place)
          if place < size { written[place] = value }
        }
        #expect((0..<size + 10).allSatisfy { table[$0] == written[$0] ?? 0 })
        var told: [Int] = []
        table.forEachSmall { place, value in
          told.append(place)
          #expect(written[place] == value)
        }
        #expect(told == written.filter { $0.value != 0 }.keys.sorted())
        table.clear()
        #expect((0..<size).allSatisfy { table[$0] == 0 })
      }
    }
  }

  @Test func `a set of documents knows how many it holds, also after it was emptied`() {
    var random = SeededRandom.announced("sets of documents")
    var set = DocumentSet(size: 5_000)
    for _ in 0..<4 {
      var naive: Set<UInt32> = []
      for _ in 0..<random.below(900) {
        let document = UInt32(random.below(5_000))
        #expect(set.insertIfAbsent(document) == naive.insert(document).inserted)
      }
      let count = set.count
      #expect(count == naive.count)
      set.removeAll()
    }
  }
}
