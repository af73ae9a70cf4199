import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SegmentFiles

/// Terms of names are found by what stands within them.
@Suite struct InsidesTests {
  private static func segment(_ items: [StoredItem], _ path: String) throws -> Segment {
    var file = ItemFile()
    file.settings.looksInside = true
    return try file.generation(of: items, at: path)
  }

  /// The numbers of the terms of names that hold a piece, by looking at all of them.
  private static func scanned(
    _ segment: Segment, _ piece: [UInt8], atEnd: Bool
  ) throws -> [UInt32] {
    var found: [UInt32] = []
    for number in 0..<UInt32(segment.summary.terms) {
      let entry = try #require(try segment.term(number: number))
      let text = try #require(try segment.text(ofTerm: number))
      let holds =
        atEnd
        ? text.suffix(piece.count).elementsEqual(piece)
        : text.indices.contains { text[$0...].starts(with: piece) }
      if entry.inNames > 0, holds { found.append(number) }
    }
    return found
  }

  @Test func `pieces find what looking at every term finds`() throws {
    var made = RandomItems(SeededRandom.announced("insides"))
    let folder = try TemporaryFolder()
    var items = made.items(400)
    for place in items.indices {
      items[place].title += " word\(made.random.below(5_000)) Fußgängerzone\(place % 7)"
    }
    let segment = try Self.segment(items, folder.path("insides.sqlite"))
    try segment.verify(quick: false)
    var found = 0
    for _ in 0..<400 {
      let number = UInt32(made.random.below(segment.summary.terms))
      let text = try #require(try segment.text(ofTerm: number))
      guard text.count > 2, text.count < 60 else { continue }
      let start = made.random.below(text.count - 2)
      let end = start + 3 + made.random.below(text.count - start - 2)
      let piece = Array(text[start..<end])
      for atEnd in [false, true] {
        // Scripts without spaces are found by their pairs.
        guard String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy({ $0.value < 0x2E80 })
        else { continue }
        let numbers = try segment.terms(holding: piece, atEnd: atEnd).map(\.number)
        let wanted = try Self.scanned(segment, piece, atEnd: atEnd)
        #expect(numbers == wanted, "\(String(decoding: piece, as: UTF8.self)) \(atEnd)")
        found += numbers.count
      }
    }
    #expect(found > 400)
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
