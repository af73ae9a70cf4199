import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Lists of fewer than 128 postings: whatever was written comes back, whatever is read does no harm.
@Suite struct ShortListTests {
  private struct Posting: Equatable {
    var document: UInt32
    var impact: UInt8
  }

  /// Postings all over some items, or close together somewhere.
  private static func postings(_ items: Int, _ random: inout SeededRandom) -> [Posting] {
    let most = min(items, random.oneIn(3) ? 1 : 127)
    let (start, reach) = random.oneIn(3) ? (random.below(items), 200) : (0, items)
    var documents: Set<Int> = []
    for _ in 0..<1 + random.below(most) {
      documents.insert(min(items - 1, start + random.below(reach)))
    }
    let impacts = 1 + random.below(255)
    return documents.sorted().map {
      Posting(document: UInt32($0), impact: UInt8(1 + random.below(impacts)))
    }
  }

  private static func code(_ postings: [Posting]) -> PrefixCode {
    var counts = [UInt32](repeating: 0, count: 256)
    for posting in postings { counts[Int(posting.impact)] += 1 }
    return PrefixCode(counts: counts)
  }

  private static func write(_ postings: [Posting], items: Int, _ code: PrefixCode) -> ByteArena {
    var documents = ScratchList<UInt32>()
    var impacts = ByteArena()
    for posting in postings {
      documents.append(posting.document)
      impacts.append(posting.impact)
    }
    var bytes = ByteArena()
    ShortListWriter(items: items, code).write(documents, impacts, into: &bytes)
    return bytes
  }

  @Test func `what is written comes back, from any place of the stream`() {
    var random = SeededRandom.announced("short lists")
    for _ in 0..<2_000 {
      let items = random.oneIn(4) ? 1 + random.below(300) : 1 + random.below(1 << 30)
      let postings = Self.postings(items, &random)
      let code = Self.code(postings)
      let written = Self.write(postings, items: items, code)
      var bytes = ByteArena()
      bytes.append(written, written.all)
      if random.oneIn(2) { bytes.append(zeros: 16) }
      let read = bytes.withView { view in
        var list = ShortList(view, count: postings.count, items: items, PrefixTable(code))
        return postings.map { _ in list.next().map { Posting(document: $0, impact: $1) } }
      }
      #expect(read == postings, "seed \(random.seed)")
    }
  }

  @Test func `a gap that is far larger than the others comes back`() {
    // Zeros of more than one window stand before the last one.
    let items = 1 << 20
    let postings =
      (0..<126).map { Posting(document: $0, impact: 90) }
      + [Posting(document: UInt32(items - 1), impact: 7)]
    let code = Self.code(postings)
    let bytes = Self.write(postings, items: items, code)
    let last = bytes.withView { view in
      var list = ShortList(view, count: postings.count, items: items, PrefixTable(code))
      for _ in 0..<126 { _ = list.next() }
      return list.next()
    }
    #expect(last?.document == UInt32(items - 1) && last?.impact == 7)
  }

  @Test func `any bytes yield documents that ascend and are there, or nothing`() {
    var random = SeededRandom.announced("damaged short lists")
    var refused = 0
    for _ in 0..<2_000 {
      let items = 1 + random.below(1 << random.below(31))
      let postings = Self.postings(items, &random)
      var bytes = ByteArena()
      bytes.append(
        (0..<1 + random.below(40)).map { _ in
          random.oneIn(2) ? 0 : UInt8(random.below(256))
        })
      let code = Self.code(postings)
      bytes.withView { view in
        var list = ShortList(view, count: postings.count, items: items, PrefixTable(code))
        var before = -1
        for _ in postings {
          guard let (document, _) = list.next() else {
            refused += 1
            return
          }
          #expect(Int(document) > before && document < items, "seed \(random.seed)")
          before = Int(document)
        }
      }
    }
    #expect(refused > 100, "seed \(random.seed)")
  }
}
