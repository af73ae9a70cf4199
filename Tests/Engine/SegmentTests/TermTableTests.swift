import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// The dictionary of a worker, beside Swift's own.
@Suite struct TermTableTests {
  /// Words that are alike at their beginnings and of all sizes, short ones more than once.
  private static func word(_ random: inout SeededRandom) -> String {
    let letters = ["a", "b", "é", "東", "1"]
    let size = random.below(14)
    return (random.oneIn(3) ? "beginning" : "")
      + (0..<size).map { _ in random.pick(letters) ?? "" }.joined()
  }

  @Test func `a word has one number, whether it is looked for alone or in two steps`() throws {
    var random = SeededRandom.announced("terms")
    var table = TermTable(slots: 16)
    var known: [String: UInt32] = [:]
    for _ in 0..<300 {
      // Some words side by side, new ones among them, some of them twice.
      let words = (0..<1 + random.below(64)).map { _ in TermTableTests.word(&random) }
      var source = ByteArena()
      var ranges: [ByteRange] = []
      for word in words {
        let start = source.count
        source.append(word)
        ranges.append(ByteRange(start: start, count: source.count - start))
      }
      let probes = ranges.map { table.probe(source, $0) }
      for (index, word) in words.enumerated() {
        let number =
          random.oneIn(2)
          ? table.intern(probes[index], source, ranges[index])
          : table.intern(source, ranges[index])
        let wanted = known[word] ?? UInt32(known.count)
        known[word] = wanted
        #expect(number == wanted, "seed \(random.seed)")
      }
    }
    #expect(table.count == known.count)
    for (word, number) in known { #expect(table.bytes.text(table.range(Int(number))) == word) }
  }

  @Test func `a term knows who holds it, and where it stands in the item at hand`() throws {
    var random = SeededRandom.announced("held terms")
    var table = TermTable(slots: 16)
    var holding: [UInt32: UInt32] = [:]
    for item in UInt32(1)...200 {
      var places: [UInt32: Int] = [:]
      for _ in 0..<random.below(30) {
        let text = ByteArena(TermTableTests.word(&random))
        let term = table.intern(text, text.all)
        let place = table.place(of: term, in: item, orAt: places.count)
        #expect(place == places[term] ?? places.count, "seed \(random.seed)")
        places[term] = place
      }
      for term in places.keys {
        table.hold(term)
        holding[term, default: 0] += 1
      }
    }
    for term in 0..<table.count {
      #expect(table.holding(term) == holding[UInt32(term)] ?? 0, "seed \(random.seed)")
    }
    // Without the slots the terms are still there.
    let texts = (0..<table.count).map { table.bytes.text(table.range($0)) }
    table.freeSlots()
    #expect(Set(texts).count == table.count && table.count > 4)
    for term in 0..<table.count {
      #expect(table.bytes.text(table.range(term)) == texts[term])
      #expect(table.holding(term) == holding[UInt32(term)] ?? 0)
    }
  }

  @Test func `a scratch list is an array that nobody shares`() {
    var random = SeededRandom.announced("scratch list")
    var list = ScratchList<UInt32>(capacity: 1)
    var wanted: [UInt32] = []
    for _ in 0..<5_000 {
      switch random.below(10) {
      case 0 where random.oneIn(20):
        list.removeAll()
        wanted = []
      case 1:
        let size = random.below(wanted.count + 1)
        list.truncate(to: size)
        wanted.removeSubrange(size...)
      case 2 where !wanted.isEmpty:
        let place = random.below(wanted.count)
        list[place] &+= 7
        wanted[place] &+= 7
      case 3:
        // A call of C writes none, some, or as many as it may.
        let most = random.below(30)
        let written = random.below(most + 1)
        unsafe list.append(atMost: most) { room in
          for place in 0..<written { unsafe room[place] = UInt32(place) }
          return written
        }
        wanted += (0..<written).map(UInt32.init)
      default:
        let number = UInt32(random.below(1_000))
        for _ in 0..<random.below(4) {
          list.append(number)
          wanted.append(number)
        }
      }
      #expect(list.count == wanted.count && list.last == wanted.last, "seed \(random.seed)")
    }
    var twice = ScratchList<UInt32>()
    twice.append(list)
    twice.append(list)
    #expect(twice.indices.map { twice[$0] } == wanted + wanted, "seed \(random.seed)")
  }
}
