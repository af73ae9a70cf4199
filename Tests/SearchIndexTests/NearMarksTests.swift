import CBlockMasks
import TestSupport
import Testing

/// Marks that differ from one by a few bits, beside counting the bits of each.
@Suite struct NearMarksTests {
  private static func naive(
    _ marks: [UInt32], _ places: Range<Int>, _ mark: UInt32, _ telling: UInt32, _ most: Int
  ) -> [UInt32] {
    places.compactMap { place in
      let left = most - ((marks[place] ^ mark) & telling).nonzeroBitCount
      return left < 0 ? nil : UInt32(place) | UInt32(left) << 29
    }
  }

  @Test(arguments: 1...4) func `near marks are found wherever they stand, by every processor`(
    _ most: Int
  ) {
    var random = SeededRandom.announced("near marks")
    for _ in 0..<400 {
      let mark = UInt32(truncatingIfNeeded: random.next())
      let telling = random.oneIn(2) ? .max : UInt32(truncatingIfNeeded: random.next())
      // Some are near, some by one bit too many, some far.
      let marks = (0..<random.below(70)).map { _ -> UInt32 in
        var other = mark
        for _ in 0..<random.below(8) { other ^= 1 << UInt32(random.below(32)) }
        return random.oneIn(4) ? UInt32(truncatingIfNeeded: random.next()) : other
      }
      let from = random.below(marks.count + 1)
      let places = from..<from + random.below(marks.count - from + 1)
      let wanted = NearMarksTests.naive(marks, places, mark, telling, most)
      var found = [UInt32](repeating: 0, count: places.count)
      let plain = unsafe footlight_near_marks_plain(
        marks, places.lowerBound, places.upperBound, mark, telling, Int32(most), &found)
      #expect(Array(found.prefix(plain)) == wanted, "seed \(random.seed)")
      guard footlight_has_wide_blocks() != 0 else { continue }
      let wide = unsafe footlight_near_marks_wide(
        marks, places.lowerBound, places.upperBound, mark, telling, Int32(most), &found)
      #expect(Array(found.prefix(wide)) == wanted, "seed \(random.seed)")
    }
  }
}
