import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// What somebody would forge, with right checksums: it is damage, and nothing is calculated with it.
@Suite struct ForgedSegmentTests {
  private static let settings = IndexSettings(analyzer: Analyzer())

  private static func segment(_ titles: [String]) throws -> Segment {
    let items = titles.enumerated().map { StoredItem.item("\($0.offset)", $0.element) }
    return try Segment.inMemory(items, settings: settings, name: "forged")
  }

  @Test func `a term that analysis would have cut is damage, for it could be a bomb`() throws {
    let like = try Self.segment(["alpha"]).header
    for size in [SegmentFormat.longestTerm, SegmentFormat.longestTerm + 1] {
      var writer = DictionaryWriter()
      for word in ["a", String(repeating: "b", count: size)] {
        let text = ByteArena(word)
        writer.append(
          text, text.all, holding: 1, PostingWriter.Place(start: 0, inNames: 0, nameStart: 0))
      }
      let bytes = try #require(
        try SegmentBytes.dictionary(&writer, counts: ByteArena(), items: 1, like: like))
      var copy = ByteArena(capacity: bytes.bytes.count)
      copy.append(bytes.bytes, bytes.bytes.all)
      let dictionary = try Segment(blob: copy, isDictionary: true, path: "a dictionary")
      if size == SegmentFormat.longestTerm {
        #expect(try ResidentDictionary(dictionary).count == 2)
      } else {
        let failure = #expect(throws: Failure.self) { try ResidentDictionary(dictionary) }
        #expect(failure?.diagnostics.map(\.code.name) == ["index.damaged"])
      }
    }
  }

  @Test func `columns of documents are as wide as they are written, or are none`() {
    // Column by column the widest that is right, and what is one too many.
    for (column, widest) in [40, 40, 40, 7, 56].enumerated() {
      for width in [widest, widest + 1, 63, 64] {
        var row = ByteArena()
        for other in 0..<DocumentRow.columns { row.append(UInt8(other == column ? width : 0)) }
        row.append(zeros: 4 * width + DocumentRow.bases)
        let isRow = row.withView { DocumentRow($0, place: 31) != nil }
        #expect(isRow == (width == widest || column == 4 && width == 64), "\(column): \(width)")
      }
    }
  }

  @Test func `a list that would begin before its stream is damage`() {
    var block = ByteArena()
    block.append(varint: 1 << 1 | 1)
    block.append(varint: 5)
    for (start, isEntry) in [(0, true), (Int.max - 5, true), (Int.max, false)] {
      block.withView { view in
        var entries = StoredEntries(view, at: 0, start: start, number: 0, items: 10)
        #expect((entries.next() != nil) == isEntry && entries.isDamaged != isEntry, "\(start)")
      }
    }
  }

  @Test func `a set has room for its numbers alone, and so have tombstones`() {
    var set = Bitmap(size: 1)
    set.insert(0)
    set.insert(1)
    set.insert(63)
    set.insert(64)
    #expect(set.count == 1)
    #expect(HiddenDocuments([0, 1], of: 1).count == 1)
  }

  @Test func `a title without a word leaves the directory of names as it is`() throws {
    let segment = try Self.segment(["beta", "\u{AD}\u{200D}", "alpha"])
    #expect(segment.header.names == 2)
    #expect(NameDirectory(segment) != nil)
  }

  @Test func `what is indexed in memory alone leaves nothing on the disk, however large`() throws {
    let body = (0..<1_000).map { "word\($0)" }.joined(separator: " ")
    let items = (0..<3_000).map { StoredItem.item("\($0)", "title \($0)", body: body) }
    let segment = try Segment.inMemory(items, settings: Self.settings, name: "pages of a test")
    #expect(segment.summary.items == 3_000)
    #expect(try FileStatus.of("pages of a test") == nil)
  }
}
