import FootlightPlatform

/// The spelling of a word, as far as it can be told without comparing: its first letter, its length, and a mark of
/// the letters it holds.
///
/// A mark has two bits for each of 32 kinds of letters, which fit an alphabet: in its lower half one for
/// those that the word holds, in its upper half one for those that it holds twice. A letter put in or
/// left out changes one bit at most, another one in its place two, and a swap none.
struct Spelling {
  /// The first letter.
  let first: UInt32
  /// The number of letters, 1 … 63.
  let count: Int
  /// The letters, whatever their order.
  let mark: UInt64
  /// A hash of the letters after the first one.
  let tail: UInt64

  /// The mark of a word.
  static func mark(_ letters: [UInt32]) -> UInt64 {
    var mark: UInt64 = 0
    for letter in letters { enter(letter, &mark) }
    return mark
  }

  /// The hash of some letters that stand after a first one.
  static func tail(_ letters: some Sequence<UInt32>) -> UInt64 {
    letters.reduce(0) { tail($0, $1) }
  }

  /// Enters a letter into a mark.
  @inline(__always)
  fileprivate static func enter(_ letter: UInt32, _ mark: inout UInt64) {
    let once = (1 as UInt64) << UInt64(letter & 31)
    mark |= (mark & once) << 32 | once
  }

  /// A hash with one more letter.
  @inline(__always)
  fileprivate static func tail(_ tail: UInt64, _ letter: UInt32) -> UInt64 {
    (tail ^ UInt64(letter)) &* 0x9E37_79B9_7F4A_7C15
  }
}

/// Reads words in their order, each from the letters on that it shares with the one before.
///
/// Terms that take no typos have no spelling: words with ASCII's digits or more than 63 letters, stems, and no text.
struct SpellingReader: ~Copyable {
  /// The state after some bytes of the last word, where a letter ends.
  private struct Known {
    var count: UInt8 = 0
    var mark: UInt64 = 0
    var tail: UInt64 = 0
  }

  private var knowledge = [Known](repeating: Known(), count: 256)
  /// As many bytes of it are letters.
  private var known = 0
  /// Whether a word ended within a letter.
  private(set) var isDamaged = false

  /// The spelling of a word; nil where it has none.
  ///
  /// - Parameter shared: how many bytes it has in common with the last one.
  mutating func read(_ text: borrowing ByteArena, sharing shared: Int) -> Spelling? {
    var at = min(known, shared)
    let end = text.count
    while at > 0, at < end, text[at] & 0xC0 == 0x80 { at &-= 1 }
    known = min(at, end)
    guard end > 0, end <= TypoLetters.longest * 4, !TypoLetters.isStem(text[0]) else { return nil }
    var here = knowledge[known]
    while at < end {
      guard let letter = text.letter(&at, before: end) else {
        isDamaged = true
        return nil
      }
      guard letter &- 0x30 >= 10 else { return nil }
      if here.count > 0 { here.tail = Spelling.tail(here.tail, letter) }
      here.count &+= 1
      Spelling.enter(letter, &here.mark)
      knowledge[at] = here
      known = at
    }
    guard here.count <= UInt8(TypoLetters.longest) else { return nil }
    var start = 0
    let first = text.letter(&start, before: end) ?? 0
    return Spelling(first: first, count: Int(here.count), mark: here.mark, tail: here.tail)
  }
}
