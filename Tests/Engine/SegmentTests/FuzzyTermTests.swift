import FootlightPlatform
import TestSupport
import Testing
import TextAnalysis

@testable import SearchEngine

/// The terms that may be meant by a word, beside those that a look at every term finds.
@Suite struct FuzzyTermTests {
  /// A term that a word may be meant by.
  private struct Close: Hashable, Comparable, CustomStringConvertible {
    var text: String
    var level: Int
    var documents: Int

    var description: String { "\(text) \(level) \(documents)" }

    static func < (a: Close, b: Close) -> Bool { a.description < b.description }
  }

  /// All terms with their documents.
  private static func terms(_ generation: Segment) throws(Failure) -> [([UInt32], Int)] {
    let index = try generation.dictionaryIndex()
    var terms: [([UInt32], Int)] = []
    for block in 0..<index.blocks {
      var cursor = try TermBlockCursor(generation, index, block: block)
      while try cursor.advance() {
        let text = String(decoding: cursor.text.bytes(cursor.text.all), as: UTF8.self)
        terms.append((text.unicodeScalars.map(\.value), cursor.entry.documents))
      }
    }
    return terms
  }

  private static func text(_ letters: some Sequence<UInt32>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: letters.compactMap { Unicode.Scalar($0) })
    return text
  }

  /// How many typos lie between a word and each beginning of a term, by their definition.
  private static func edits(_ word: [UInt32], _ term: [UInt32]) -> [Int] {
    var before: [Int] = []
    var row = Array(0...word.count)
    return term.indices.map { i in
      var next = [i + 1]
      for j in word.indices {
        let isSame = word[j] == term[i]
        var best = min(row[j] + (isSame ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, word[j] == term[i - 1], word[j - 1] == term[i] {
          best = min(best, before[j - 1] + 1)
        }
        next.append(best)
      }
      before = row
      row = next
      return next[word.count]
    }
  }

  /// What the definition says, with a table for every term that begins like the word.
  private static func naive(
    _ word: [UInt32], limit: Int, isPrefix: Bool, _ terms: [([UInt32], Int)]
  ) -> [Close] {
    var found: [Close] = []
    let swapped = swapped(word)
    let others = beginnings(word).filter { $0.typos <= limit }
    for (term, documents) in terms {
      if term[0] == word[0] {
        let edits = edits(word, term)
        let whole = edits[term.count - 1]
        let typos = isPrefix ? edits.min() ?? whole : whole
        guard (1...limit).contains(typos) else { continue }
        let level = TypoLevel.of(typos: typos, isBeginning: whole > typos)
        found.append(Close(text: text(term), level: level, documents: documents))
      } else {
        if let swapped, term.starts(with: swapped), isPrefix || term.count == swapped.count {
          let level = TypoLevel.of(typos: 1, isBeginning: term.count > swapped.count)
          found.append(Close(text: text(term), level: level, documents: documents))
        }
        for (beginning, typos) in others where isPrefix || term.count == beginning.count {
          guard term.starts(with: beginning) else { continue }
          let level = TypoLevel.of(typos: typos, isBeginning: term.count > beginning.count)
          found.append(Close(text: text(term), level: level, documents: documents))
        }
      }
    }
    return found.sorted()
  }

  /// The word with its first two letters swapped, which is one typo.
  private static func swapped(_ word: [UInt32]) -> [UInt32]? {
    guard word.count > 1, word[0] != word[1] else { return nil }
    let isAlike =
      word[0] < 128 ? (97...122).contains(word[1]) : word[0] / 128 == word[1] / 128
    return isAlike ? [word[1], word[0]] + word.dropFirst(2) : nil
  }

  /// The words with a wrong first letter, which is not only swapped, and the typos of each.
  private static func beginnings(_ word: [UInt32]) -> [(word: [UInt32], typos: Int)] {
    guard word.count > 1 else { return [] }
    let rest = Array(word.dropFirst())
    let alphabet: [UInt32] =
      word[0] < 128 ? Array(97...122) : Array(word[0] / 128 * 128..<word[0] / 128 * 128 + 128)
    var found: [(word: [UInt32], typos: Int)] = []
    for letter in alphabet where letter != word[0] {
      var isBeside = false
      if let one = Unicode.Scalar(letter), let other = Unicode.Scalar(word[0]) {
        isBeside = naiveAreBeside(one, other)
      }
      found += [([letter] + rest, isBeside ? 1 : 2), ([letter] + word, 2)]
    }
    if word[1] != word[0], alphabet.contains(word[1]) { found.append((rest, 2)) }
    return found
  }

  /// A dictionary of words in some scripts that are much alike, some with digits.
  private static func items(_ random: inout SeededRandom) -> [StoredItem] {
    let scripts: [[UInt32]] = [
      [0x61, 0x62, 0x63, 0x6F, 0x74], [0x61, 0x62, 0x79, 0x7A, 0x0142],
      [0x0430, 0x0431, 0x0432, 0x044F], [0x10330, 0x10331, 0x61, 0x0431],
    ]
    return (0..<36).map { place in
      var body = ""
      for _ in 0..<100 {
        let script = random.pick(scripts) ?? []
        var word = (0..<2 + random.below(11)).compactMap { _ in random.pick(script) }
        if random.oneIn(8) { word[random.below(word.count)] = UInt32(0x30 + random.below(10)) }
        body += text(word) + " "
      }
      return .item("\(place)", "title", body: body)
    }
  }

  /// A word that is nearly one of the terms, or the beginning of one.
  private static func mistyped(
    _ terms: [([UInt32], Int)], _ random: inout SeededRandom
  ) -> [UInt32] {
    var word = random.pick(terms)?.0 ?? []
    if random.oneIn(3) { word = Array(word.prefix(4 + random.below(6))) }
    for _ in 0..<random.below(4) {
      let letter = random.pick(random.pick(terms)?.0 ?? []) ?? 0x61
      let place = random.below(word.count)
      switch random.below(4) {
      case 0: word.insert(letter, at: place)
      case 1 where word.count > 2: word.remove(at: place)
      case 2 where place + 1 < word.count: word.swapAt(place, place + 1)
      default: word[place] = letter
      }
    }
    return word
  }

  @Test(arguments: [false, true])
  func `what is close is what a look at every term finds, in memory or not`(
    isPrepared: Bool
  ) throws {
    var random = SeededRandom.announced("close terms")
    let folder = try TemporaryFolder()
    let generation = try ItemFile().generation(
      of: FuzzyTermTests.items(&random), at: folder.path("g.sqlite"))
    let segment = SearchableSegment(generation)
    if isPrepared { try segment.prepare() }
    #expect((segment.spellings != nil) == isPrepared)
    let terms = try FuzzyTermTests.terms(generation)
    #expect(terms.count > 16 * SegmentFormat.termsPerBlock)
    // What has a number in it is never meant.
    let known = terms.filter { TypoLetters.of(Array(FuzzyTermTests.text($0.0).utf8)) != nil }
    #expect(known.count < terms.count)
    var sizes: [Int: Int] = [:]
    for round in 0..<48 {
      let word = FuzzyTermTests.mistyped(known, &random)
      let bytes = Array(FuzzyTermTests.text(word).utf8)
      let limit = 1 + round % 2
      let isPrefix = round % 4 > 1
      let found = try segment.fuzzyTerms(bytes, limit: limit, isPrefix: isPrefix).map {
        Close(
          text: String(decoding: $0.text, as: UTF8.self), level: $0.level, documents: $0.documents)
      }
      let wanted = FuzzyTermTests.naive(word, limit: limit, isPrefix: isPrefix, known)
      sizes[limit, default: 0] += wanted.count
      #expect(
        found.sorted() == wanted,
        "\(FuzzyTermTests.text(word)) limit \(limit) prefix \(isPrefix) seed \(random.seed)")
    }
    #expect(sizes.values.allSatisfy { $0 > 20 } && sizes.count == 2, "\(sizes)")
  }

  /// A dictionary of some terms, each in one document, whether or not they are words.
  private static func dictionary(_ terms: [[UInt8]]) throws -> SearchableSegment {
    let folder = try TemporaryFolder()
    let like = try ItemFile().generation(of: [.item("1", "title")], at: folder.path("g.sqlite"))
    var writer = DictionaryWriter()
    var text = ByteArena(capacity: 256)
    for term in terms.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      text.removeAll()
      text.append(term)
      let place = PostingWriter.Place(start: 0, inNames: 0, nameStart: 0)
      writer.append(text, text.all, holding: 1, place)
    }
    let written = try #require(
      try SegmentBytes.dictionary(
        &writer, counts: ByteArena(capacity: 0), items: 1, like: like.header))
    var blob = ByteArena(capacity: written.bytes.count)
    blob.append(written.bytes, written.bytes.all)
    return SearchableSegment(
      try Segment(blob: blob, isDictionary: true, path: "terms"))
  }

  private static func close(
    _ word: String, _ segment: SearchableSegment, limit: Int = 2, isPrefix: Bool = false
  ) throws(Failure) -> [String] {
    try segment.fuzzyTerms(Array(word.utf8), limit: limit, isPrefix: isPrefix).map {
      "\(String(decoding: $0.text, as: UTF8.self)) \($0.level)"
    }.sorted()
  }

  @Test(arguments: ["c", "ж", "𐌰"], [false, true])
  func `words of up to 63 letters are close, longer ones are not`(
    letter: String, isPrepared: Bool
  ) throws {
    let words = (59...66).map { "b" + String(repeating: letter, count: $0 - 1) }
    // What is longer than a token is cut by the analysis.
    let terms = words.map { Array($0.utf8) }.filter { $0.count <= 255 }
    let segment = try FuzzyTermTests.dictionary(terms)
    if isPrepared { try segment.prepareSpellings() }
    for typed in 60...66 {
      let found = try FuzzyTermTests.close(words[typed - 59], segment)
      let near = [(typed - 1, 2), (typed + 1, 2), (typed - 2, 4), (typed + 2, 4)]
      let wanted = near.filter { 59...63 ~= $0.0 && typed <= 63 }.map {
        "\(words[$0.0 - 59]) \($0.1)"
      }
      #expect(found == wanted.sorted(), "\(typed) letters")
    }
    // The last letters of the longest word.
    for (count, ending) in [(60, "b" + letter), (61, "d")] {
      let other = "b" + String(repeating: letter, count: count) + ending
      #expect(
        try FuzzyTermTests.close(other, segment, limit: 1) == [
          "\(words[3]) 2", "\(words[4]) 2",
        ])
    }
  }

  @Test(arguments: [false, true])
  func `stems are never meant`(isPrepared: Bool) throws {
    let words = ["abcdefghij", "abcdefghijk", "bbcdefghij"]
    let stems = words.map { [Stemmer.mark] + Array($0.utf8) } + [[Stemmer.mark, 0x61]]
    let segment = try FuzzyTermTests.dictionary(words.map { Array($0.utf8) } + stems)
    if isPrepared { try segment.prepareSpellings() }
    #expect(
      try FuzzyTermTests.close("abcdefghi", segment) == [
        "abcdefghij 2", "abcdefghijk 4",
      ])
    #expect(
      try FuzzyTermTests.close("bbcdefghij", segment) == ["abcdefghij 4"])
    // A word behind all others, so that a walk comes to the stems.
    let last = try FuzzyTermTests.dictionary([Array("\u{10FFFD}bcde".utf8)] + stems)
    if isPrepared { try last.prepareSpellings() }
    #expect(
      try FuzzyTermTests.close("\u{10FFFD}bcdf", last, limit: 1) == ["\u{10FFFD}bcde 2"])
  }

  @Test(arguments: [[0xC3], [0xE0], [0xE0, 0xA4], [0xF0, 0x90, 0x8C]] as [[UInt8]])
  func `a term that ends within a letter is damage`(end: [UInt8]) throws {
    let terms = [Array("abcdefgh".utf8), Array("abcdefg".utf8) + end, Array("abcdefgz".utf8)]
    for isPrefix in [false, true] {
      let walked = try FuzzyTermTests.dictionary(terms)
      #expect(
        failureCode { _ = try FuzzyTermTests.close("abcdefgx", walked, isPrefix: isPrefix) }
          == .indexDamaged)
    }
    let read = try FuzzyTermTests.dictionary(terms)
    #expect(failureCode { try read.prepareSpellings() } == .indexDamaged)
  }
}
