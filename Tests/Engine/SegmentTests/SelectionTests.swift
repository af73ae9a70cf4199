import TestSupport
import Testing

@testable import SearchEngine

/// Sorting pairs, sets of documents and the best of many, each against the simplest way.
@Suite struct SelectionTests {
  @Test(arguments: [0, 1, 2, 255, 256, 257, 1_000, 5_000])
  func `pairs come out as sorting puts them`(_ count: Int) {
    var random = SeededRandom.announced("pairs")
    var spare: [UInt64] = []
    for bits in [1, 8, 11, 12, 30, 40, 64] {
      var pairs = (0..<count).map { _ in random.next() >> UInt64(64 - bits) }
      let wanted = pairs.sorted()
      RadixSort.sort(&pairs, &spare) { $0 }
      #expect(pairs == wanted, "\(bits) bits, seed \(random.seed)")
    }
  }

  @Test func `what an earlier sorting left in the spare room does no harm`() {
    var spare: [UInt64] = []
    var many = (0..<2_000).map { UInt64(2_000 - $0) << 20 }
    RadixSort.sort(&many, &spare) { $0 }
    var few = (0..<300).map { UInt64(300 - $0) }
    RadixSort.sort(&few, &spare) { $0 }
    #expect(few == Array(1...300))
  }

  @Test(arguments: [2, 256, 257, 4_000])
  func `elements with equal numbers keep their order`(_ count: Int) {
    struct Numbered: BitwiseCopyable, Equatable {
      var number: UInt64
      var place: Int
    }
    var random = SeededRandom.announced("equal numbers")
    var spare: [Numbered] = []
    for spread in [1, 3, 1_000, 1 << 40] {
      let given = (0..<count).map { Numbered(number: UInt64(random.below(spread)), place: $0) }
      var sorted = given
      RadixSort.sort(&sorted, &spare) { $0.number }
      let wanted = given.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
      #expect(sorted == wanted, "spread \(spread), seed \(random.seed)")
    }
  }

  @Test func `a set of documents counts each once`() {
    var random = SeededRandom.announced("documents")
    var set = DocumentSet(size: 1_000)
    for _ in 0..<3 {
      var wanted: Set<UInt32> = []
      for _ in 0..<random.below(2_000) {
        let document = UInt32(random.below(1_000))
        set.insert(document)
        wanted.insert(document)
        #expect(set.count == wanted.count, "seed \(random.seed)")
      }
      set.removeAll()
      #expect(set.count == 0)
    }
  }

  @Test func `a document for which there is no room is left out`() {
    var set = DocumentSet(size: 64)
    for document: UInt32 in [64, 65, 4_000, .max] { set.insert(document) }
    #expect(set.count == 0)
    set.insert(63)
    #expect(set.count == 1)
    var none = DocumentSet(size: 0)
    none.insert(0)
    #expect(none.count == 0)
  }

  @Test(arguments: [0, 1, 2, 7, 10, 100])
  func `the best are those that sorting puts first`(_ limit: Int) {
    var random = SeededRandom.announced("best")
    for _ in 0..<60 {
      var top = TopHits(limit: limit)
      let candidates = (0..<random.below(150)).map { document in
        Candidate(
          tier: 1 + random.below(3), score: random.below(4), document: UInt32(document))
      }.shuffled(using: &random)
      for candidate in candidates { top.push(candidate) }
      let wanted = candidates.sorted {
        ($0.tier, -$0.score, $0.document) < ($1.tier, -$1.score, $1.document)
      }.prefix(limit)
      #expect(top.sorted() == Array(wanted), "seed \(random.seed)")
    }
  }

  @Test func `only what beats the threshold changes the best`() {
    var random = SeededRandom.announced("threshold")
    for _ in 0..<300 {
      var top = TopHits(limit: 1 + random.below(5))
      for document in 0..<random.below(12) {
        top.push(
          Candidate(
            tier: 3 + random.below(2), score: random.below(5), document: UInt32(document)))
      }
      let tier = 3 + random.below(2)
      let threshold = top.threshold(tier: tier, key: 0, from: 1_000)
      // Documents come in ascending order: the next one stands behind all that are there.
      for score in 0..<6 {
        var changed = top
        changed.push(Candidate(tier: tier, score: score, document: 1_000))
        let isTaken = changed.heap.contains { $0.document == 1_000 }
        #expect(isTaken == (score > threshold), "score \(score), seed \(random.seed)")
      }
    }
  }
}
