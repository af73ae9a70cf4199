import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// The documents of a segment that have expired.
@Suite struct ExpiryTests {
  @Test func `at any moment, asked in any order, those have expired whose moment has come`() throws
  {
    var random = SeededRandom.announced("expiry")
    for _ in 0..<20 {
      let moments: [Int64?] = (0..<random.below(300) + 1).map { _ in
        switch random.below(4) {
        case 0: nil
        case 1: [.min, -1, 0, .max - 1, .max][random.below(5)]
        default: Int64(random.below(50))
        }
      }
      let items = moments.enumerated().map { place, moment in
        StoredItem.item("\(place)", "title", expires: moment)
      }
      let segment = try Segment.inMemory(
        items, settings: IndexSettings(analyzer: Analyzer()), name: "expiring")
      let ids = try (0..<UInt32(items.count)).map { try segment.item($0).id }
      var now: Int64 = -5
      for _ in 0..<60 {
        switch random.below(12) {
        case 0: now = [.min, .max - 1, .max][random.below(3)]
        case 1: now = Int64(random.below(60)) - 5
        default: now = min(max(now, -5), 60) + Int64(random.below(3))
        }
        let expired = try segment.expiredDocuments(now: now)
        let found = Set(ids.indices.filter { expired?[$0] == true }.map { ids[$0] })
        let truth = Set(
          moments.indices.filter { moments[$0].map { $0 != .max && $0 <= now } ?? false }
            .map { "\($0)" })
        #expect(found == truth, "at \(now)")
        #expect((expired == nil) == truth.isEmpty)
      }
    }
  }
}
