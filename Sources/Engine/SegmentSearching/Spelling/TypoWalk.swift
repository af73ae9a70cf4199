import FootlightPlatform

/// Walks the dictionary and a Levenshtein automaton side by side (Schulz and Mihov, "Fast string correction with
/// Levenshtein automata", 2002), over the terms that share a word's first letter.
///
/// It goes on with each term from the letters that it shares with the one before, and passes over those that begin
/// as no term with few typos enough can.
/// Which letters may come next is known from the letters so far: once all typos are spent, only a
/// few letters of the word. So at the end of a block the next beginning that may lead to one is made,
/// and the walk goes on in the block that holds it.
///
/// Hot: it meets a hundred blocks and more (`Benchmarks query`).
struct TypoWalk: ~Copyable {
  private let automaton: TypoAutomaton
  private let isPrefix: Bool
  private let first: UInt32
  /// The bytes of the term at hand, as far as they were read.
  private var text = ByteArena(capacity: 256)
  /// The state after each letter, and where the letter ends in the text.
  private var ends: [Int]
  private var states: [TypoAutomaton.State]
  /// The letters read with which such a term may begin.
  private var depth = 0
  /// Where the letter after those ends with which no such term can go on; `max` for none.
  private var deadEnd = Int.max
  /// Whether the term at hand lies after all that begin with the first letter.
  private var isBehind = false
  /// Whether the term at hand ends within a letter.
  private var isCutOff = false

  /// A word of 1 … 63 letters.
  init(_ letters: [UInt32], limit: Int, isPrefix: Bool) {
    automaton = TypoAutomaton(letters, limit: limit)
    self.isPrefix = isPrefix
    first = letters.first ?? 0
    // More letters than the word has and may have typos have too many; one more is being read.
    ends = [Int](repeating: 0, count: letters.count + limit + 2)
    states = [TypoAutomaton.State](repeating: automaton.start, count: letters.count + limit + 2)
  }

  /// Calls `body` with every term that has few typos enough.
  mutating func run(_ stored: Segment, _ body: (FuzzyTerm) -> Void) throws(Failure) {
    let index = try stored.dictionaryIndex()
    text.append(scalar: first)
    var next: Int? = index.block(holding: text) ?? 0
    while let block = next, block < index.blocks {
      var terms = try StoredTerms(stored, index, block: block)
      depth = 0
      text.removeAll()
      deadEnd = .max
      // Terms that begin with letters from which none is in reach are passed over.
      while let term = terms.next(sharingBelow: deadEnd) {
        guard term.shared <= text.count else { throw stored.chunks.damaged(.term) }
        if let level = read(term, terms.view) {
          guard let entry = terms.entries.entry(terms.passed - 1) else {
            throw stored.chunks.damaged(.term)
          }
          body(
            FuzzyTerm(
              text: text.bytes(text.all), level: level, documents: entry.documents,
              number: entry.number))
        } else if isCutOff {
          throw stored.chunks.damaged(.term)
        } else if isBehind {
          return
        }
      }
      if terms.isDamaged { throw stored.chunks.damaged(.term) }
      next = block + 1
      if deadEnd < .max {
        next = toNextBeginning() ? index.block(holding: text, from: block + 1) : nil
      }
    }
  }

  /// Reads a term from the letters on that it shares with the one before; its level, or nil when it
  /// has too many typos.
  ///
  /// Stops after the letter after which no term is in reach.
  private mutating func read(_ term: StoredTerms.Term, _ view: ChunkView) -> Int? {
    while ends[depth] > term.shared { depth &-= 1 }
    text.truncate(to: term.shared)
    deadEnd = .max
    var at = term.rest.lowerBound
    let end = term.rest.upperBound
    var state = states[depth]
    var start = ends[depth]
    while start < text.count || at < end {
      if automaton.isDead(state) {
        // A beginning is in reach, so that what goes on with it is, too.
        view.withSpan(at..<end) { text.append($0) }
        return TypoLevel.of(typos: state.reached, isBeginning: true)
      }
      if start == text.count {
        text.append(view[at])
        at &+= 1
      }
      if depth == 0, TypoLetters.isStem(text[start]) {
        isBehind = true
        return nil
      }
      let behind = start &+ ByteArena.letterSize(text[start])
      while text.count < behind, at < end {
        text.append(view[at])
        at &+= 1
      }
      var next = start
      guard let letter = text.letter(&next, before: text.count) else {
        isCutOff = true
        return nil
      }
      if depth == 0, letter != first {
        deadEnd = text.count
        isBehind = letter > first
        return nil
      }
      // A number is never an expansion.
      guard letter &- 0x30 > 9 else {
        deadEnd = text.count
        return nil
      }
      state = automaton.step(state, letter)
      if automaton.isDead(state), !isPrefix || state.reached > 2 {
        deadEnd = text.count
        return nil
      }
      depth &+= 1
      start = text.count
      ends[depth] = start
      states[depth] = state
    }
    let whole = automaton.distance(state)
    let distance = isPrefix ? state.reached : whole
    return distance < 3 ? TypoLevel.of(typos: distance, isBeginning: whole > distance) : nil
  }

  /// Makes the text the first beginning after the dead one at hand that may lead to such a term; false when
  /// there is none.
  private mutating func toNextBeginning() -> Bool {
    while true {
      let start = ends[depth]
      var at = start
      guard let letter = text.letter(&at, before: text.count) else { return false }
      guard depth > 0 else {
        text.removeAll()
        text.append(scalar: first)
        return letter < first
      }
      let state = states[depth]
      if automaton.takesAny(state) || (isPrefix && state.reached < 3) {
        // UTF-8 holds no byte 0xFF, so the last byte can always be raised.
        let last = text.count &- 1
        text[last] = text[last] &+ 1
        return true
      }
      if let next = automaton.letter(above: letter, state) {
        text.truncate(to: start)
        text.append(scalar: next)
        return true
      }
      text.truncate(to: start)
      depth &-= 1
    }
  }
}
