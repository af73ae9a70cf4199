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
