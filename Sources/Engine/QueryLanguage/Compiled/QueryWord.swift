package import TextAnalysis

/// One word of a query: a term of the index, a prefix of terms, or a run of a script without
/// spaces.
public struct QueryWord: Sendable, Hashable {
  /// The folded term; the whole run if ``run`` is given.
  package let text: [UInt8]
  /// Whether every term that begins with ``text`` matches.
  package let isPrefix: Bool
  /// Whether it is such a prefix because the query ends with it: somebody may type on, or mean the word as it stands.
  package let isOpen: Bool
  /// Whether words match that are spelled nearly like it (`word~`).
  package let isClose: Bool
  /// Where it stands within the words that match; nil where these are it, or begin with it.
  package let inside: Inside?
  /// The traits of its token; ``TokenTraits/stopWord`` is left to the analyzer of each domain.
  package let traits: TokenTraits
  /// Two or more neighbouring characters of a script without spaces: a phrase.
  package let run: UnspacedRun?

  /// Makes a word.
  package init(
    text: [UInt8], isPrefix: Bool, isOpen: Bool = false, isClose: Bool = false,
    traits: TokenTraits = [], run: UnspacedRun? = nil, inside: Inside? = nil
  ) {
    self.isOpen = isOpen
    self.inside = inside
    self.text = text
    self.isPrefix = isPrefix
    self.isClose = isClose
    self.traits = traits
    self.run = run
  }

  /// Whether this is a symbol such as §, which tiers 3 and below leave out beside words.
  package var isSymbol: Bool { traits.contains(.symbol) }

  /// Whether this is a prefix of one or two characters, or a piece of words: these look at names alone, and add nothing to
  /// a score.
  package var looksAtNamesAlone: Bool {
    if inside != nil { return true }
    guard isPrefix else { return false }
    var characters = 0
    for byte in text where byte & 0xC0 != 0x80 {
      characters += 1
      if characters > 2 { return false }
    }
    return true
  }
}

extension QueryWord {
  /// Where a piece stands within a word.
  package enum Inside: Sendable, Hashable {
    /// `*word*`.
    case anywhere
    /// `*word`.
    case atEnd

    /// Whether a word holds the piece there.
    package func holds(_ word: some Collection<UInt8>, _ piece: [UInt8]) -> Bool {
      guard word.count >= piece.count else { return false }
      if self == .atEnd { return word.suffix(piece.count).elementsEqual(piece) }
      var rest = word[...]
      while rest.count >= piece.count {
        if rest.prefix(piece.count).elementsEqual(piece) { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }
}

extension Query {
  /// The query with each of its words as a piece of words; nil where that asks for nothing else.
  package var lookingInside: Query? {
    guard expression == nil, !words.isEmpty else { return nil }
    var isOther = false
    let words = words.map { word -> QueryWord in
      guard word.run == nil, word.inside == nil,
        word.traits.isDisjoint(with: [.symbol, .unspaced]),
        QueryChunk.mayBeInside(String(decoding: word.text, as: UTF8.self))
      else { return word }
      isOther = true
      return QueryWord(text: word.text, isPrefix: false, traits: word.traits, inside: .anywhere)
    }
    guard isOther else { return nil }
    return Query(
      text: text, syntax: syntax, words: words, name: nil, identifier: "", expression: nil,
      conditions: conditions, notes: notes)
  }
}

/// Neighbouring characters of a script without spaces, to be found next to each other.
package struct UnspacedRun: Sendable, Hashable {
  /// Every two neighbours as one term, in order; all must match.
  package let bigrams: [[UInt8]]
  /// The characters as they stand in the sequence of a text; they must stand side by side.
  package let sequence: [[UInt8]]
}

extension QueryWord {
  /// A word of Hangul by its pairs of syllables, which the words hold that it stands within; nil for other words, and for
  /// a pair, which is a term itself.
  ///
  /// Letters of a syllable that is being typed, which are folded to conjoining ones, belong to no pair.
  package var byPairs: QueryWord? {
    let syllables = String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar in
      0xAC00..<0xD7A4 ~= scalar.value
        ? Array(String(scalar).utf8) : 0x1100..<0x1200 ~= scalar.value ? [] : nil
    }
    guard run == nil, syllables.count > 2, !syllables.contains(nil) else { return nil }
    let pairs = zip(syllables.compactMap(\.self), syllables.dropFirst().compactMap(\.self))
      .compactMap { $0.isEmpty || $1.isEmpty ? nil : $0 + $1 }
    guard !pairs.isEmpty else { return nil }
    return QueryWord(
      text: text, isPrefix: false, traits: traits,
      run: UnspacedRun(bigrams: pairs, sequence: []))
  }

  /// The pairs of neighbouring characters or syllables of which an item may hold some where none holds all; empty for a word
  /// of letters, and for a pair.
  package var pairs: [[UInt8]] {
    guard let run = run ?? byPairs?.run, run.bigrams.count > 1 || run.sequence.isEmpty else {
      return []
    }
    return run.bigrams
  }
}

extension QueryWord {
  /// A number without the points that group its digits: 1234567 of 1.234.567; nil where there are none.
  package var withoutPoints: [UInt8]? {
    let groups = text.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.count),
      groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.joined().allSatisfy({ $0 &- 0x30 < 10 })
    else { return nil }
    return Array(groups.joined())
  }

  /// A letter that a number is bound to as the beginning of a word and that number: `s* 2` of S2; nil for other words.
  package var initialAndNumber: [QueryWord]? {
    guard let letter = text.first, 0x61...0x7A ~= letter, (2...3).contains(text.count),
      text[1] != 0x30, text.dropFirst().allSatisfy({ $0 &- 0x30 < 10 })
    else { return nil }
    return [
      QueryWord(text: [letter], isPrefix: true),
      QueryWord(text: Array(text.dropFirst()), isPrefix: false),
    ]
  }
}

extension Query {
  /// Three single letters and more in a row, each time as one word: FRCP of "F R C P 12".
  package var initials: Set<[UInt8]> {
    guard expression == nil else { return [] }
    return Set(rowsOfLetters.map { Array(words[$0].map(\.text).joined()) })
  }

  private var rowsOfLetters: [Range<Int>] {
    let isLetter = words.map { word in
      word.text.count == 1 && 0x61...0x7A ~= word.text[0] && !word.isClose && word.inside == nil
        && word.isPrefix == word.isOpen
    }
    return isLetter.indices.compactMap { start in
      guard isLetter[start], start == 0 || !isLetter[start - 1] else { return nil }
      let end = isLetter[start...].firstIndex(of: false) ?? isLetter.count
      return end - start > 2 ? start..<end : nil
    }
  }

  /// The query with some of its ``initials`` as words.
  package func joining(_ initials: Set<[UInt8]>) -> Query {
    var (words, tokens) = (words, name?.tokens ?? [])
    for places in rowsOfLetters.reversed() {
      let letters = words[places].map(\.text)
      let (text, last) = (Array(letters.joined()), words[places.upperBound - 1])
      guard initials.contains(text) else { continue }
      words.replaceSubrange(
        places, with: [QueryWord(text: text, isPrefix: last.isPrefix, isOpen: last.isOpen)])
      tokens = tokens.replacing(letters, with: [text])
    }
    let name = name.map { NameQuery(tokens: tokens, lastIsComplete: $0.lastIsComplete) }
    return Query(
      text: text, syntax: syntax, words: words, name: name, identifier: identifier,
      expression: nil, conditions: conditions, notes: notes)
  }

  /// The words with an apostrophe within, each with what stands behind it: Italie of "l'Italie".
  package var elided: [[UInt8]: [UInt8]] {
    var found: [[UInt8]: [UInt8]] = [:]
    // Most queries have none, which their bytes tell sooner than their characters.
    guard text.utf8.contains(where: { $0 == 0x27 || $0 == 0xE2 }) else { return found }
    for chunk in text.split(separator: " ") {
      guard let apostrophe = chunk.lastIndex(where: { $0 == "'" || $0 == "’" }) else { continue }
      let whole = Query(String(chunk)).words
      let behind = Query(String(chunk[chunk.index(after: apostrophe)...])).words
      if whole.count == 1, behind.count == 1, behind[0].text.count > 1 {
        found[whole[0].text] = behind[0].text
      }
    }
    return found
  }

  /// The query with another word in a place, by which names are not compared.
  package func replacing(_ place: Int, with others: [QueryWord]) -> Query {
    var words = words
    words.replaceSubrange(place...place, with: others)
    return Query(
      text: text, syntax: syntax, words: words, name: nil, identifier: "", expression: nil,
      conditions: conditions, notes: notes)
  }
}
