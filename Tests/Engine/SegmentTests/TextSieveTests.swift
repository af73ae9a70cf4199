import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// Long texts are passed over where none of the words can be.
@Suite struct TextSieveTests {
  private static let pieces = [
    "gate", "Gates", "GATEWAY", "g", "ga", "a", "AT&T", "at-large", "U.S.C.", "usc", "35usc121",
    "35", "1,000", "1000", "C++", "c", "spider-man", "Spider", "don’t", "dont", "don't", "grün",
    "Gru\u{AD}n", "ga\u{AD}te", "ＧＡＴＥ", "ﬁn", "fin", "東京", "ガテ", "Ёжик", "§", "#", "##", "$", "_",
    "U.", "S.", "C.", "C", "v.", "É.", "g_a", "g.a.t.e.", "(gate)", "gate,", "\u{7F}gate",
    "\u{1}gate", "no-gate", "x.gate", "…gate",
  ]
  private static let spaces = [
    " ", "  ", "   ", "\n", "\t", "\u{A0}", "\u{3000}", "", "-", ".", "\u{0}",
  ]

  private static func text(_ random: inout SeededRandom) -> String {
    var text = ""
    for _ in 0..<random.below(400) {
      text += random.pick(pieces) ?? ""
      text += random.oneIn(6) ? random.pick(spaces) ?? "" : " "
    }
    return text
  }

  @Test func `what is marked in long texts is what a whole analysis finds`() {
    var random = SeededRandom.announced("TextSieveTests")
    var sieved = 0
    for _ in 0..<400 {
      let words = (0...random.below(4)).map { _ in random.pick(TextSieveTests.pieces) ?? "" }
      let query = Query(words.joined(separator: " ") + (random.oneIn(2) ? " " : ""))
      let patterns = TextPattern.patterns(of: query, allPrefixes: false, Analyzer()) { _ in [] }
      let text = ByteArena(TextSieveTests.text(&random))
      var scratch = MarkingScratch()
      let found = TextMarker(patterns, Analyzer()).marks(in: text, .body, &scratch)
      let expected = TextMarker(patterns, Analyzer(), sieves: false)
        .marks(in: text, .body, &scratch)
      #expect(found.map(\.range) == expected.map(\.range), "\(words)")
      #expect(found.map(\.pattern) == expected.map(\.pattern), "\(words)")
      if !found.isEmpty, text.count >= TextSieve.shortest,
        TextSieve(MarkedTerms(patterns)) != nil, query.words.allSatisfy({ $0.run == nil })
      {
        sieved += 1
      }
    }
    #expect(sieved > 50)
  }

  @Test
  func `words with the stem of a query's word are found in long texts, whichever letters follow`() {
    let words = [
      "dying", "die", "dies", "tied", "tying", "lying", "lies", "sky", "skies", "skis", "running",
      "runs", "runner", "happily", "happy", "generously", "general", "arsenal", "news", "only", "a",
      "Motions", "motion", "MOVING", "moves", "moved", "“pleading”", "pleaded", "U.S.C.", "naïve",
    ]
    let analyzer = Analyzer(language: .english)
    guard var stemmer = analyzer.makeStemmer() else { return }
    let folded = words.flatMap { analyzer.analyze($0, as: .field) }.map { Array($0.text.utf8) }
    var families: [[UInt8]: Set<[UInt8]>] = [:]
    for word in folded { families[stemmer.stem(word) ?? word, default: []].insert(word) }
    var random = SeededRandom.announced("TextSieveTests.stems")
    var found = 0
    for _ in 0..<200 {
      let text = ByteArena(
        (0..<200).map { _ in random.pick(words) ?? "" }.joined(
          separator: random.oneIn(2) ? " " : ", "))
      let query = Query((random.pick(words) ?? "") + " " + (random.pick(words) ?? "") + " ")
      let counting = query.words.map { families[stemmer.stem($0.text) ?? $0.text] ?? [] }
      let patterns = TextPattern.patterns(of: query, allPrefixes: false, analyzer) { word in
        query.words.firstIndex(of: word).map { counting[$0] } ?? []
      }
      var scratch = MarkingScratch()
      let marks = TextMarker(patterns, analyzer).marks(in: text, .body, &scratch)
      let expected = TextMarker(patterns, analyzer, sieves: false).marks(in: text, .body, &scratch)
      #expect(marks.map(\.range) == expected.map(\.range), "\(query)")
      #expect(marks.map(\.pattern) == expected.map(\.pattern), "\(query)")
      found += marks.count
    }
    #expect(found > 1_000)
  }

  @Test func `letters with points are one word across spaces, at the very end too`() {
    let text = ByteArena(String(repeating: "z ", count: 127) + "U.  S. end")
    for (word, count) in [("s ", 0), ("us ", 1)] {
      let patterns = TextPattern.patterns(
        of: Query(word), allPrefixes: false, Analyzer()
      ) { _ in [] }
      var scratch = MarkingScratch()
      let found = TextMarker(patterns, Analyzer()).marks(in: text, .body, &scratch)
      #expect(found.count == count, "\(word)")
    }
  }

  @Test func `only the stretches around a word's beginning are looked at`() throws {
    let plain = String(repeating: "nothing of the kind is here, ", count: 40)
    let text = ByteArena(plain + "but a gateway; " + plain + "or “a”, quote " + plain)
    let sieve = try #require(TextSieve(terms("gate")))
    var found: [ByteRange] = []
    sieve.stretches(of: text, text.all, into: &found)
    #expect(found.dropLast().map { text.text($0) } == ["gateway;", "“a”,"])
    // What is left behind the last sixteen bytes is looked at in any case.
    let last = try #require(found.last)
    #expect(last.count < 32 && last.upperBound == text.count - 1)
  }

  @Test func `beginnings that tell nothing make no sieve`() {
    let word = QueryWord(text: [], isPrefix: true, traits: [])
    let pattern = TextPattern(piece: .terms(word.terms()))
    #expect(TextSieve(MarkedTerms([pattern])) == nil)
    let many = "abcdefghijklmnopqrst".map { "\($0)x" }
    #expect(TextSieve(terms(many.joined(separator: " "))) == nil)
  }

  private func terms(_ words: String) -> MarkedTerms {
    MarkedTerms(
      TextPattern.patterns(of: Query(words + " "), allPrefixes: false, Analyzer()) { _ in [] })
  }
}
