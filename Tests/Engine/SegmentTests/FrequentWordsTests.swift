import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// The words that most items hold, of those that begin alike.
@Suite struct FrequentWordsTests {
  /// A number in letters.
  private static func word(_ number: Int) -> String {
    let letters = Array("bcdfghklmn")
    return "ab" + String(String(number).compactMap { $0.wholeNumberValue.map { letters[$0] } })
  }

  @Test func `the most frequent words are those of a count`() throws {
    var random = SeededRandom.announced("frequent words")
    var counts: [String: Int] = [:]
    let items = (0..<900).map { number in
      let words = Set(
        (0..<random.below(6)).map { _ in
          FrequentWordsTests.word(random.below(900) * random.below(900) / 900)
        })
      for word in words { counts[word, default: 0] += 1 }
      return StoredItem.item("\(number)", "x", body: words.sorted().joined(separator: " "))
    }
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(of: items, at: folder.path("g.sqlite"))
    var prefix = ByteArena()
    prefix.append(Array("ab".utf8))
    let range = try generation.range(ofPrefix: prefix)
    let wanted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    for limit in [1, 2, 7, 40, 300, 2_000] {
      let found = try generation.commonestTerms(in: range, limit: limit)
      #expect(
        found.map { String(decoding: $0.text, as: UTF8.self) } == Array(wanted.prefix(limit)),
        "\(limit), seed \(random.seed)")
    }
  }
}
