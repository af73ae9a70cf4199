/// The class of a character in segmentation; the numbers are those of `Scripts/folding_tables.py`.
enum CharacterClass: UInt8 {
  /// Ends words.
  case separator
  /// A letter of a script that writes spaces.
  case letter
  /// A decimal digit, written as one of ASCII.
  case digit
  /// A Hangul syllable or a leading jamo.
  case hangul
  /// A vowel or trailing jamo, composed with the syllable before it.
  case jamoTail
  /// A mark that is part of its letter; its payload is its combining class.
  case mark
  /// A character that leaves no trace: a dropped mark, a format character.
  case ignored
  /// A character of a script without spaces.
  case unspaced
  /// A voicing mark of kana, composed with the character before it.
  case voicing
  /// A symbol: a token of its own.
  case symbol
  /// A symbol that binds words to a compound: & @ *.
  case joiner
  /// A symbol that belongs to the letter before it: + #.
  case plus
  /// Punctuation that binds words to a compound: hyphen, underscore, middle dot.
  case link
  /// A point: within numbers, after single letters, within compounds.
  case point
  /// A comma: binds digits.
  case comma
  /// An apostrophe: binds letters and leaves no trace.
  case apostrophe
  /// A double quote: binds Hebrew letters.
  case quote
  /// White space within a line, and Unicode's line separators.
  case space
  /// A character that stands for a text of its own, such as ™ or ½.
  case island
  /// Half a flag.
  case regional
  /// A slash: binds letters to a compound.
  case slash
}
