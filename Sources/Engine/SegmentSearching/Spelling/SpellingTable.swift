import FootlightPlatform

/// The terms of a dictionary in memory, by first letter and length, each with the mark of its letters: the marks
/// rule out nearly all that have too many typos.
///
/// For who asks much (``SearchableSegment/prepare(spellings:)``); who asks once walks the dictionary (``TypoWalk``).
/// Ruling out by letters before comparing is as in Jokinen, Tarhio and Ukkonen, "A comparison of
/// approximate string matching algorithms" (1996), there called counting.
///
/// Hot: all marks of a letter and some lengths are read, some twenty thousand, and of a hundred words that
/// differ in their first letter nearly none is there (`Benchmarks query`).
final class SpellingTable: Sendable {
  /// A dictionary with more terms is walked: a table takes 24 bytes a word, its letters, and some for
  /// each first letter.
  static let mostTerms = 1 << 22

  /// The words that begin with one letter, those of a length side by side and in their order.
  private struct Group {
    /// The fewest letters of a word.
    var shortest: Int
    /// Where the words of each length begin, and after the last one where they end.
    var starts: [UInt32]

    /// The words of some lengths.
    func places(_ lengths: ClosedRange<Int>) -> Range<Int> {
      let last = starts.count - 1
      let low = min(max(lengths.lowerBound - shortest, 0), last)
      let high = min(max(lengths.upperBound + 1 - shortest, low), last)
      return Int(starts[low])..<Int(starts[high])
    }
  }

  private let groups: [UInt32: Group]
  private let rows: SpellingRows
  private let filter: WordFilter

  /// Reads a whole dictionary, O(its bytes); what takes no typos is left out.
  ///
  /// - Throws: `index.damaged`.
  init(_ stored: Segment) throws(Failure) {
    var groups: [UInt32: Group] = [:]
    var rows = SpellingRows(words: stored.header.terms)
    var filter = WordFilter(words: stored.header.terms)
    // The letter at hand.
    var first: UInt32 = 0
    var reader = SpellingReader()
    var text = ByteArena(capacity: 256)
    let index = try stored.dictionaryIndex()
    for block in 0..<index.blocks {
      var terms = try StoredTerms(stored, index, block: block)
      text.removeAll()
      while let term = terms.next() {
        guard term.shared <= text.count, let entry = terms.entries.next() else {
          throw stored.chunks.damaged(.term)
        }
        text.truncate(to: term.shared)
        terms.view.withSpan(term.rest) { text.append($0) }
        let word = reader.read(text, sharing: term.shared)
        if reader.isDamaged { throw stored.chunks.damaged(.term) }
        guard let word, entry.documents > 0 else { continue }
        if word.first != first {
          if let sorted = rows.sort() {
            groups[first] = Group(shortest: sorted.shortest, starts: sorted.starts)
          }
          first = word.first
          guard groups[first] == nil else { throw stored.chunks.damaged(.term) }
        }
        // More than the header says would be damage, and places have 29 bits.
        guard rows.count < stored.header.terms else { throw stored.chunks.damaged(.term) }
        rows.append(word, entry, text)
        filter.insert(word.first, word.tail)
      }
      if terms.isDamaged { throw stored.chunks.damaged(.term) }
    }
    if let sorted = rows.sort() {
      groups[first] = Group(shortest: sorted.shortest, starts: sorted.starts)
    }
    self.groups = groups
    self.rows = rows
    self.filter = filter
  }

  /// Calls `body` with the words that begin with the same letter and have few typos enough.
  func forEachFuzzy(
    _ letters: [UInt32], limit: Int, isPrefix: Bool, _ body: (FuzzyTerm) -> Void
  ) {
    guard let first = letters.first, let group = groups[first] else { return }
    let automaton = TypoAutomaton(letters, limit: limit)
    let wanted = Spelling.mark(letters)
    // Further letters of a longer word do not matter.
    let relevant = isPrefix ? wanted : .max
    var suspects = ScratchList<SpellingRows.Suspect>(capacity: 2 * SpellingRows.stretch)
    if isPrefix {
      let places = group.places(letters.count - limit...TypoLetters.longest)
      rows.collect(in: places, like: wanted, relevant: relevant, atMost: limit, into: &suspects)
    } else {
      for length in letters.count - limit...letters.count + limit {
        // A letter more or less changes one bit and not two.
        let most = 2 * limit - abs(length - letters.count)
        let places = group.places(length...length)
        rows.collect(in: places, like: wanted, relevant: relevant, atMost: most, into: &suspects)
      }
    }
    rows.forEach(suspects, like: wanted, relevant: relevant) { word in
      if let level = automaton.level(of: rows.bytes, word.range, isPrefix: isPrefix) {
        body(
          FuzzyTerm(
            text: rows.bytes.bytes(word.range), level: level, documents: Int(word.documents),
            number: word.number))
      }
    }
  }

  /// Whether a word may be in the table, which has a first letter and others after it whose hash
  /// (``Spelling/tail``) is given.
  func mayHold(_ first: UInt32, _ tail: UInt64) -> Bool { filter.mayHold(first, tail) }

  /// The facts of a word; nil where it is not in the table.
  func word(_ text: borrowing ByteArena) -> SpellingRows.Word? {
    var at = 0
    guard text.count > 0, let first = text.letter(&at, before: text.count),
      let group = groups[first]
    else { return nil }
    var count = 0
    for at in 0..<text.count where text[at] & 0xC0 != 0x80 { count += 1 }
    let places = group.places(count...count)
    let place = places.partitionPoint {
      rows.bytes.compare(rows[$0].range, text, text.all) < 0
    }
    guard place < places.upperBound, rows.bytes.compare(rows[place].range, text, text.all) == 0
    else { return nil }
    return rows[place]
  }
}

extension TypoAutomaton {
  /// The ``TypoLevel`` of a word, or of its nearest beginning; nil when it has too many typos.
  func level(of bytes: borrowing ByteArena, _ word: ByteRange, isPrefix: Bool) -> Int? {
    var state = start
    var at = word.lowerBound
    let end = word.upperBound
    while at < end {
      guard let letter = bytes.letter(&at, before: end) else { return nil }
      state = step(state, letter)
      guard isDead(state) else { continue }
      guard isPrefix, state.reached < 3 else { return nil }
      return TypoLevel.of(typos: state.reached, isBeginning: true)
    }
    let whole = distance(state)
    let typos = isPrefix ? state.reached : whole
    return typos < 3 ? TypoLevel.of(typos: typos, isBeginning: whole > typos) : nil
  }
}

/// Which words may be in a table, by a bit for each of their hashes: of those that are not, one in four
/// to eight is thought to be (Bloom, "Space/time trade-offs in hash coding with allowable errors",
/// 1970, with one hash).
struct WordFilter: ~Copyable, Sendable {
  private var bits: [UInt64]
  /// How far a hash is shifted to leave the number of a bit.
  private let shift: UInt64

  /// Makes room for some words: 4 to 8 bits each, so that the processor's caches hold them.
  init(words: Int) {
    let width = Int.bitWidth - max(63, words * 4 - 1).leadingZeroBitCount
    bits = [UInt64](repeating: 0, count: 1 << (width - 6))
    shift = UInt64(64 - width)
  }

  /// Enters a word by its first letter and the hash of the others.
  @inline(__always)
  mutating func insert(_ first: UInt32, _ tail: UInt64) {
    let bit = bit(first, tail)
    bits[Int(bit >> 6)] |= 1 &<< (bit & 63)
  }

  /// Whether such a word may have been entered.
  func mayHold(_ first: UInt32, _ tail: UInt64) -> Bool {
    let bit = bit(first, tail)
    return bits[Int(bit >> 6)] &>> (bit & 63) & 1 != 0
  }

  @inline(__always)
  private func bit(_ first: UInt32, _ tail: UInt64) -> UInt64 {
    // The highest bits of the product depend on all others, those of the tail once they are folded.
    ((tail ^ tail >> 32 ^ UInt64(first) &<< 20) &* 0xD6E8_FEB8_6659_FD93) >> shift
  }
}
