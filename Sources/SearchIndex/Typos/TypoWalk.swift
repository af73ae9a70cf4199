import FootlightDiagnostics
import FootlightPlatform

/// A walk over the terms that share a word's first letter, in their order: it goes on with each
/// term from the letters that it shares with the one before, and passes over those that begin as
/// nothing close can.
///
/// Hot: it meets a tenth of a dictionary and more (`Benchmarks query`).
struct TypoWalk: ~Copyable {
  private let automaton: TypoAutomaton
  private let isPrefix: Bool
  /// The bytes of the term at hand, as far as they are known.
  private var text = ByteArena(capacity: 256)
  /// What is known after each letter: where it ends in the text, and the state.
  private var ends: [Int] = [0]
  private var states: [TypoAutomaton.State]

  init(_ letters: [UInt32], limit: Int, isPrefix: Bool) {
    automaton = TypoAutomaton(letters, limit: limit)
    self.isPrefix = isPrefix
    states = [automaton.start]
    ends.reserveCapacity(64)
    states.reserveCapacity(64)
  }

  /// Calls `body` with every close term, its ``TypoLevel``, and how many documents hold it.
  ///
  /// `first` is the UTF-8 of the word's first letter.
  mutating func run(
    _ generation: Generation, first: [UInt8],
    _ body: (_ text: [UInt8], _ level: Int, _ documents: Int) -> Void
  ) throws(Failure) {
    let index = try generation.dictionaryIndex()
    var beginning = ByteArena(capacity: 64)
    beginning.append(first)
    let letter = ByteRange(start: 0, count: first.count)
    var hasLetter = false
    var wanted = ByteArena(capacity: 8)
    wanted.append(first)
    var block = index.block(holding: beginning) ?? 0
    while block < index.blocks {
      var terms = try StoredTerms(generation, index, block: block)
      var next = block + 1
      while let term = terms.next() {
        forget(from: term.shared)
        // What follows letters with which nothing can be close need not be known.
        if isDead { continue }
        guard term.shared <= text.count else { throw generation.chunks.damaged(.term) }
        text.truncate(to: term.shared)
        terms.view.withSpan(term.rest) { text.append($0) }
        // Who shares it with a term that has the letter has it too.
        if !hasLetter || term.shared < first.count {
          let order = text.compare(
            ByteRange(start: 0, count: min(text.count, first.count)), wanted, letter)
          if order < 0 { continue }
          if order > 0 { return }
          hasLetter = true
        }
        if let level = goOn() { body(text.bytes(text.all), level, term.documents) }
        // They may go on into the next block, and further: look where that ends.
        guard isDead, let end = ends.last, next < index.blocks else { continue }
        beginning.removeAll()
        beginning.append(text, ByteRange(start: 0, count: end))
        guard index.begins(next, with: beginning) else { continue }
        // UTF-8 holds no byte 0xFF, so the last byte can always be raised.
        beginning[end - 1] = beginning[end - 1] &+ 1
        next = max(next, index.block(holding: beginning) ?? next)
        break
      }
      if terms.isDamaged { throw generation.chunks.damaged(.term) }
      block = next
    }
  }

  /// Whether no term that begins with the letters at hand is found.
  private var isDead: Bool {
    let state = states[states.count &- 1]
    return automaton.isDead(state) && (!isPrefix || state.reached > 2)
  }

  /// Forgets the letters that do not lie within the first `shared` bytes.
  private mutating func forget(from shared: Int) {
    while ends[ends.count &- 1] > shared {
      ends.removeLast()
      states.removeLast()
    }
  }

  /// Reads the term at hand from the known letters on; its level, or nil when it is not close.
  ///
  /// Stops where no longer term can be close.
  private mutating func goOn() -> Int? {
    var at = ends[ends.count &- 1]
    var state = states[states.count &- 1]
    while at < text.count {
      if automaton.isDead(state) {
        return isPrefix && state.reached < 3
          ? TypoLevel.of(typos: state.reached, isBeginning: true) : nil
      }
      let letter = letter(&at)
      // A number is never meant.
      state = (0x30...0x39).contains(letter) ? automaton.dead : automaton.step(state, letter)
      ends.append(at)
      states.append(state)
    }
    let whole = automaton.distance(state)
    let distance = isPrefix ? state.reached : whole
    return distance < 3 ? TypoLevel.of(typos: distance, isBeginning: whole > distance) : nil
  }

  /// The letter at an offset, which moves behind it.
  private func letter(_ at: inout Int) -> UInt32 {
    let first = text[at]
    at &+= 1
    if first < 0x80 { return UInt32(first) }
    let further = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
    var letter = UInt32(first & (0x3F >> UInt8(further)))
    for _ in 0..<further where at < text.count {
      letter = letter << 6 | UInt32(text[at] & 0x3F)
      at &+= 1
    }
    return letter
  }
}
