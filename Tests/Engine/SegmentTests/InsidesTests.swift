import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// Terms of names are found by what stands within them.
@Suite struct InsidesTests {
  private static func segment(_ items: [StoredItem], _ path: String) throws -> Segment {
    var file = ItemFile()
    file.settings.looksInside = true
    return try file.generation(of: items, at: path)
  }

  /// The numbers and texts of all terms of names.
  private static func names(_ segment: Segment) throws -> [(number: UInt32, text: [UInt8])] {
    try (0..<UInt32(segment.summary.terms)).compactMap { number in
      let entry = try #require(try segment.term(number: number))
      return entry.inNames > 0
        ? (number, try #require(try segment.text(ofTerm: number))) : nil
    }
  }

  /// A small dictionary, whose terms stand in groups, and a large one, where each is a group of its own.
  @Test(arguments: [0, 36_000])
  func `pieces find what looking at every term finds`(_ codes: Int) throws {
    var made = RandomItems(SeededRandom.announced("insides, \(codes) codes"))
    let folder = try TemporaryFolder()
    var items = made.items(400)
    for place in items.indices {
      items[place].title += " word\(made.random.below(5_000)) Fußgängerzone\(place % 7)"
    }
    items += (0..<codes).map { StoredItem.item("code \($0)", "c\($0 * 7919)") }
    let segment = try Self.segment(items, folder.path("insides.sqlite"))
    try segment.verify(quick: false)
    #expect((SegmentFormat.termsPerGroup(of: segment.summary.terms) == 1) == (codes > 0))
    let names = try Self.names(segment)
    var found = 0
    for _ in 0..<(codes > 0 ? 60 : 200) {
      let text = names[made.random.below(names.count)].text
      guard text.count > 2, text.count < 60 else { continue }
      let start = made.random.below(text.count - 2)
      let end = start + 3 + made.random.below(text.count - start - 2)
      let piece = Array(text[start..<end])
      for atEnd in [false, true] {
        // Scripts without spaces are found by their pairs.
        guard String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy({ $0.value < 0x2E80 })
        else { continue }
        let numbers = try segment.terms(holding: piece, atEnd: atEnd).map(\.number)
        let wanted = names.filter { _, text in
          atEnd
            ? text.suffix(piece.count).elementsEqual(piece)
            : text.indices.contains { text[$0...].starts(with: piece) }
        }
        #expect(
          numbers == wanted.map(\.number), "\(String(decoding: piece, as: UTF8.self)) \(atEnd)")
        found += numbers.count
      }
    }
    #expect(found > 200)
    #expect(try segment.terms(holding: Array("qqqqzz".utf8), atEnd: false).isEmpty)
  }

  @Test func `lists and their index take less than three fifths of the bytes of short names`()
    throws
  {
    var random = SeededRandom.announced("sizes of insides")
    // Thousands of rare trigrams: with a list of terms and an entry for each they took more than the names.
    let letters = Array("abdegiklmnorst")
    let items = (0..<6_000).map { number in
      let words = (0..<2).map { _ in
        String((0..<3 + random.below(5)).map { _ in letters[random.below(letters.count)] })
      }
      return StoredItem.item("\(number)", words.joined(separator: " "))
    }
    let folder = try TemporaryFolder()
    let segment = try Self.segment(items, folder.path("sizes.sqlite"))
    try segment.verify(quick: false)
    let names = items.reduce(0) { $0 + $1.title.utf8.count }
    let size = segment.chunks.size(.insides) + segment.chunks.size(.trigrams)
    #expect(size > 0 && size * 5 < names * 3, "\(size) of \(names)")
  }

  @Test func `what is not declared is not written`() throws {
    var made = RandomItems(SeededRandom.announced("no insides"))
    let folder = try TemporaryFolder()
    let segment = try ItemFile().generation(of: made.items(100), at: folder.path("plain.sqlite"))
    #expect(!segment.looksInside)
    #expect([.insides, .trigrams, .places].allSatisfy { segment.chunks.size($0) == 0 })
  }
}
