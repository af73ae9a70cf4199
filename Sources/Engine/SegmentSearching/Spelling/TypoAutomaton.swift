/// A Levenshtein automaton, simulated by the bits of machine words: which beginnings of a word have been read, and
/// with how many typos, after some letters of a term.
///
/// The typos are inserted, left out, replaced and swapped letters (Damerau, Levenshtein; optimal
/// string alignment). A set of beginnings is a machine word, bit n for the first n letters, and all
/// of them go on together (Wu and Manber, "Fast text searching allowing errors", 1992; swaps after
/// Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003).
///
/// Hot: a search for typos takes a step for every branch of the dictionary that may still lead to an expansion
/// (`Benchmarks query`).
struct TypoAutomaton {
  /// The state after some letters of a term.
  struct State {
    /// The beginnings read with at most none, one, and two typos.
    fileprivate var none: UInt64
    fileprivate var one: UInt64
    fileprivate var two: UInt64
    /// The beginnings before the last letter that go on if it and the next one were swapped.
    fileprivate var swapNone: UInt64 = 0
    fileprivate var swapOne: UInt64 = 0
    /// With how few typos a beginning of the term is the whole word; 3 for none.
    fileprivate(set) var reached: Int = 3
  }

  private let letters: [UInt32]
  private let limit: Int
  private let all: UInt64
  private let last: UInt64
  /// For each letter of ASCII, at which places of the word it stands.
  private var places: [UInt64]

  /// A word of 1 … 63 letters, and how many typos it may hold, 1 or 2.
  init(_ letters: [UInt32], limit: Int) {
    self.letters = letters
    self.limit = limit
    last = 1 << UInt64(letters.count)
    all = last | (last &- 1)
    places = [UInt64](repeating: 0, count: 128)
    for (place, letter) in letters.enumerated() where letter < 128 {
      places[Int(letter)] |= 1 << UInt64(place)
    }
  }

  /// Before the first letter.
  var start: State { State(none: 1, one: 0b11 & all, two: limit > 1 ? 0b111 & all : 0) }

  /// After one more letter.
  @inline(__always)
  func step(_ state: State, _ letter: UInt32) -> State {
    let here = letter < 128 ? places[Int(letter)] : sought(letter)
    let none = (state.none & here) << 1
    let one =
      (state.one & here) << 1 | state.none | (state.none | none) << 1
      | (state.swapNone & here) << 2
    var next = State(none: none & all, one: one & all, two: 0)
    if limit > 1 {
      let two =
        (state.two & here) << 1 | state.one | (state.one | one) << 1 | (state.swapOne & here) << 2
      next.two = two & all
      next.swapOne = state.one & here >> 1
    }
    next.swapNone = state.none & here >> 1
    next.reached = state.reached
    if (next.none | next.one | next.two) & last != 0 {
      next.reached = min(state.reached, distance(next))
    }
    return next
  }

  /// How many typos lie between the word and the letters read; 3 for too many.
  @inline(__always)
  func distance(_ state: State) -> Int {
    if state.none & last != 0 { return 0 }
    if state.one & last != 0 { return 1 }
    return state.two & last != 0 ? 2 : 3
  }

  /// Whether no term that goes on from here is in reach as a whole.
  @inline(__always)
  func isDead(_ state: State) -> Bool { state.one | state.two == 0 }

  /// Whether a term in reach may go on with any letter.
  @inline(__always)
  func takesAny(_ state: State) -> Bool { state.none != 0 || (limit > 1 && state.one != 0) }

  /// The first letter above one with which a term in reach may go on; for a state that does not
  /// take any.
  ///
  /// All typos are spent, so that it is one of the next letters of the word.
  func letter(above letter: UInt32, _ state: State) -> UInt32? {
    var next: UInt32?
    var places = (limit > 1 ? state.two | state.swapOne : state.one | state.swapNone) & ~last
    while places != 0 {
      let other = letters[places.trailingZeroBitCount]
      if other > letter, next.map({ other < $0 }) ?? true { next = other }
      places &= places &- 1
    }
    return next
  }

  private func sought(_ letter: UInt32) -> UInt64 {
    var places: UInt64 = 0
    for place in letters.indices where letters[place] == letter { places |= 1 << UInt64(place) }
    return places
  }
}
