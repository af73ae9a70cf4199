import FootlightPlatform

/// What can be told of a word without comparing it: its first letter, its length, and a mark of the
/// letters it holds.
///
/// A mark has two bits for each of 32 kinds of letters, which fit an alphabet: one for those that the
/// word holds, one for those that it holds twice. A letter put in or left out changes one bit at most,
/// another one in its place two, and a swap none.
struct Spelling {
  /// The first letter.
  let first: UInt32
  /// The number of letters, 1 … 63.
  let count: Int
  /// The letters, whatever their order.
  let mark: UInt64

  /// The mark of a word.
  static func mark(_ letters: [UInt32]) -> UInt64 {
    var mark: UInt64 = 0
    for letter in letters { enter(letter, &mark) }
    return mark
  }

  /// Enters a letter into a mark.
  @inline(__always)
  fileprivate static func enter(_ letter: UInt32, _ mark: inout UInt64) {
    let once = (1 as UInt64) << UInt64((letter & 31) << 1)
    mark |= (mark & once) << 1 | once
  }
}

/// Reads words in their order, each from the letters on that it shares with the one before.
///
/// What takes no typos has no spelling: words with ASCII's digits or more than 63 letters, stems, and no
/// text.
struct SpellingReader: ~Copyable {
  /// What is known after some bytes of the last word, where a letter ends.
  private var counts = [UInt8](repeating: 0, count: 256)
  private var marks = [UInt64](repeating: 0, count: 256)
  /// As many bytes of it are letters.
  private var known = 0

  /// The spelling of a word; nil where it has none.
  ///
  /// - Parameter shared: how many bytes it has in common with the last one.
  mutating func read(_ text: borrowing ByteArena, sharing shared: Int) -> Spelling? {
    var at = min(known, shared)
    let end = text.count
    while at > 0, at < end, text[at] & 0xC0 == 0x80 { at &-= 1 }
    known = min(at, end)
    // A stem begins with a byte that UTF-8 has not.
    guard end > 0, end <= TypoLetters.longest * 4, text[0] < 0x80 || 0xC2...0xF4 ~= text[0] else {
      return nil
    }
    var count = counts[at]
    var mark = marks[at]
    while at < end {
      let letter = SpellingReader.letter(text, &at)
      guard let letter, letter &- 0x30 >= 10 else { return nil }
      count &+= 1
      Spelling.enter(letter, &mark)
      counts[at] = count
      marks[at] = mark
      known = at
    }
    guard count <= UInt8(TypoLetters.longest) else { return nil }
    var start = 0
    let first = SpellingReader.letter(text, &start) ?? 0
    return Spelling(first: first, count: Int(count), mark: mark)
  }

  /// The letter at an offset, which is moved behind it; nil where it is cut off.
  @inline(__always)
  static func letter(_ text: borrowing ByteArena, _ at: inout Int) -> UInt32? {
    let lead = text[at]
    at &+= 1
    guard lead >= 0x80 else { return UInt32(lead) }
    let further = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1
    guard at &+ further <= text.count else { return nil }
    var letter = UInt32(lead & 0x3F >> UInt8(further))
    for _ in 0..<further {
      letter = letter << 6 | UInt32(text[at] & 0x3F)
      at &+= 1
    }
    return letter
  }
}
