import TextAnalysis

extension QueryWord {
  /// How many typos the word may hold: none below five letters, one from five, two from nine; none
  /// in numbers, symbols and runs of scripts without spaces.
  ///
  /// Whoever writes `word~` asks for one from three letters on.
  var typoBudget: Int {
    guard run == nil, inside == nil, traits.isDisjoint(with: [.symbol, .unspaced]) else { return 0 }
    guard let letters = TypoLetters.of(text) else { return 0 }
    switch letters.count {
    case 9...TypoLetters.longest: return 2
    case 5..<9: return 1
    case 3..<5: return isClose ? 1 : 0
    default: return 0
    }
  }

  /// Whether the word may be one of five letters that lacks one.
  var mayLackLetter: Bool {
    run == nil && inside == nil && traits.isDisjoint(with: [.symbol, .unspaced])
      && TypoLetters.of(text)?.count == 4
  }
}

/// How far an expansion is from what was typed, as a number by which hits of tier 5 are ordered:
/// fewer typos first, and of equally many whole words before the beginnings of longer ones.
///
/// Twice the number of typos, and one more where a word was taken for the beginning of another.
package enum TypoLevel {
  /// The level of one word.
  static func of(typos: Int, isBeginning: Bool) -> Int { 2 * typos + (isBeginning ? 1 : 0) }

  /// The level of several words: their typos add up, and it matters once that one is a beginning.
  static func sum(_ one: Int, _ other: Int) -> Int { one + other - (one & other & 1) }

  /// The number of typos of a level.
  package static func typos(_ level: Int) -> Int { level >> 1 }
}

/// A term that is spelled nearly like a word.
struct FuzzyTerm: Sendable {
  var text: [UInt8]
  /// How far it is from the word: a ``TypoLevel``.
  var level: Int
  /// How many documents hold it.
  var documents: Int
  /// Its number in the dictionary that was asked; nil where several were.
  var number: UInt32?
}
