import CInstructions
import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

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

  @Test(arguments: 1...4) func `near marks are found wherever they stand, in blocks or not`(
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
      // Nothing stands there that could be written, and nothing is written behind the room.
      var found = [UInt32](repeating: .max, count: places.count + 8)
      let count = unsafe footlight_near_marks(
        marks, places.lowerBound, places.upperBound, mark, telling, Int32(most), &found)
      #expect(Array(found.prefix(count)) == wanted, "seed \(random.seed)")
      #expect(found.dropFirst(places.count).allSatisfy { $0 == .max }, "seed \(random.seed)")
    }
  }

  @Test(arguments: [1, 7, 8, 9, 64, 4_096]) func `words are found in stretches of any size`(
    _ stretch: Int
  ) throws {
    var random = SeededRandom.announced("stretches")
    var rows = SpellingRows(words: 0)
    var text = ByteArena()
    var reader = SpellingReader()
    var marks: [UInt64] = []
    for number in 0..<700 {
      text.removeAll()
      text.append("w" + (0..<6).map { _ in random.pick(["a", "b", "c", "d"]) ?? "" }.joined())
      let read = reader.read(text, sharing: 0)
      let word = try #require(read)
      let entry = TermEntry(
        number: UInt32(number), documents: 1, inNames: 0, start: 0, nameStart: 0)
      rows.append(word, entry, text)
      marks.append(word.mark)
    }
    _ = rows.sort()
    for most in 1...4 {
      let places = random.below(50)..<700 - random.below(50)
      let mark = marks[random.below(marks.count)]
      var suspects = ScratchList<SpellingRows.Suspect>(capacity: 1)
      rows.collect(
        in: places, like: mark, relevant: .max, atMost: most, stretch: stretch, into: &suspects)
      var found: [UInt32] = []
      rows.forEach(suspects, like: mark, relevant: .max) { found.append($0.number) }
      let wanted = places.filter { (marks[$0] ^ mark).nonzeroBitCount <= most }.map(UInt32.init)
      #expect(found == wanted && !wanted.isEmpty, "seed \(random.seed)")
    }
  }
}
