import TextAnalysis

extension QueryWord {
  /// How many typos the word may hold: none below five letters, one from five, two from eight; none
  /// in numbers, symbols and runs of scripts without spaces.
  ///
  /// Whoever writes `word~` asks for one from three letters on.
  var typoBudget: Int {
    guard run == nil, inside == nil, traits.isDisjoint(with: [.symbol, .unspaced]) else { return 0 }
    guard let letters = TypoLetters.of(text) else { return 0 }
    switch letters.count {
    case 8...TypoLetters.longest: return 2
    case 5..<8: return 1
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

/// The keys of Latin letters as most keyboards have them.
enum Keyboard {
  /// For each letter those beside it, as bits.
  private static let beside: [UInt32] = {
    var places: [(letter: Int, x: Int, row: Int)] = []
    for (row, letters) in ["qwertyuiop", "asdfghjkl", "zxcvbnm"].enumerated() {
      for (place, letter) in letters.utf8.enumerated() {
        places.append((Int(letter) - 0x61, 2 * place + row, row))
      }
    }
    var beside = [UInt32](repeating: 0, count: places.count)
    for one in places {
      for other in places
      where abs(one.x - other.x) + abs(one.row - other.row) == 2 && one.x != other.x {
        beside[one.letter] |= 1 << UInt32(other.letter)
      }
    }
    return beside
  }()

  /// Whether two letters stand beside each other.
  static func areBeside(_ one: UInt32, _ other: UInt32) -> Bool {
    guard (0x61...0x7A).contains(one), (0x61...0x7A).contains(other) else { return false }
    return beside[Int(one) - 0x61] >> (other - 0x61) & 1 == 1
  }
}
