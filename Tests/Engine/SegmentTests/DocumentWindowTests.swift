import TestSupport
import Testing

@testable import SearchEngine

/// What documents gather in a window, beside a dictionary of sums.
@Suite struct DocumentWindowTests {
  @Test func `a window hands over what it was given, above a bar, and counts all of it`() {
    var random = SeededRandom.announced("document windows")
    var window = DocumentWindow()
    for round in 0..<200 {
      let hides = round % 4 == 0
      let start = UInt32(
        DocumentWindow.size * random.below(hides || round % 4 == 1 ? 64 : 1 << 20))
      window.begin(at: start + UInt32(random.below(DocumentWindow.size)))
      let begin = window.start
      #expect(begin == start)
      var sums: [UInt32: Int] = [:]
      let high = round % 3 == 0 ? 2 : 100_000
      for _ in 0..<random.below(round % 2 == 0 ? 20 : 6_000) {
        let document = start + UInt32(random.below(DocumentWindow.size))
        let contribution = UInt32(random.below(high))
        let isCovered = window.covers(document)
        #expect(isCovered)
        window.add(contribution, to: document)
        sums[document, default: 0] += Int(contribution)
      }
      for outside in [start &- 1, start &+ UInt32(DocumentWindow.size)] {
        let isCovered = window.covers(outside)
        #expect(!isCovered)
      }
      for _ in 0..<random.below(8) {
        let document = start &- 4 &+ UInt32(random.below(DocumentWindow.size + 8))
        window.remove(document)
        sums[document] = nil
      }
      if hides {
        // The set may end within the window.
        var hidden = Bitmap(size: Int(start) + random.below(2 * DocumentWindow.size))
        for number in 0..<hidden.size where number % 3 == 1 { hidden.insert(number) }
        window.remove(hidden)
        sums = sums.filter { !hidden[Int($0.key)] }
      }
      if round % 4 == 1 {
        // Who has seen a document does not see it again, and has now seen all.
        let size = Int(start) + DocumentWindow.size
        var seen = DocumentSet(size: size)
        for document in sums.keys.sorted() where document % 3 == 0 { seen.insert(document) }
        let before = seen.count
        window.keepFresh(&seen)
        sums = sums.filter { $0.key % 3 != 0 }
        #expect(seen.count == before + sums.count)
        for document in sums.keys {
          let isFresh = seen.insertIfAbsent(document)
          #expect(!isFresh)
        }
      }
      let least = random.below(2 * high) - high / 2
      let most = 1 + random.below(200)
      var group = 0
      var found: [ScoredDocument] = []
      while group < DocumentWindow.groups {
        var promising: [ScoredDocument] = []
        window.drain(from: &group, above: least, into: &promising, upTo: most)
        #expect(promising.count < most + DocumentWindow.stepSize)
        found += promising
      }
      let wanted = sums.filter { $0.value > least }.sorted { $0.key < $1.key }
      let comment: Comment = "round \(round), seed \(random.seed)"
      #expect(found.map(\.document) == wanted.map(\.key), comment)
      #expect(found.map(\.score) == wanted.map(\.value), comment)
    }
  }

  @Test func `sums that are too large stay large, and none is above the largest bar`() {
    var window = DocumentWindow()
    window.begin(at: 0)
    for _ in 0..<3 { window.add(1 << 30, to: 7) }
    window.add(0, to: 8)
    var group = 0
    var found: [ScoredDocument] = []
    window.drain(from: &group, above: -1, into: &found, upTo: 10)
    #expect(found.map(\.document) == [7, 8])
    #expect(found.map(\.score) == [Int(Int32.max), 0])
    window.begin(at: 0)
    window.add(1 << 20, to: 7)
    group = 0
    found = []
    window.drain(from: &group, above: .max / 2, into: &found, upTo: 10)
    #expect(found.isEmpty)
  }
}
