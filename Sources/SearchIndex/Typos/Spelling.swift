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

  /// Nil for what takes no typos: words with ASCII's digits or more than 63 letters, stems, and no text.
  @inline(__always)
  init?(_ text: borrowing ByteArena) {
    var first: UInt32 = 0
    var count = 0
    var mark: UInt64 = 0
    var at = 0
    let end = text.count
    // A stem begins with a byte that UTF-8 has not.
    guard end > 0, end <= TypoLetters.longest * 4, text[0] < 0x80 || 0xC2...0xF4 ~= text[0] else {
      return nil
    }
    while at < end {
      var letter = UInt32(text[at])
      at &+= 1
      if letter >= 0x80 {
        let further = letter >= 0xF0 ? 3 : letter >= 0xE0 ? 2 : 1
        guard at &+ further <= end else { return nil }
        letter &= 0x3F >> UInt32(further)
        for _ in 0..<further {
          letter = letter << 6 | UInt32(text[at] & 0x3F)
          at &+= 1
        }
      } else if letter &- 0x30 < 10 {
        return nil
      }
      if count == 0 { first = letter }
      count &+= 1
      Spelling.enter(letter, &mark)
    }
    guard count <= TypoLetters.longest else { return nil }
    self.first = first
    self.count = count
    self.mark = mark
  }

  /// The mark of a word.
  static func mark(_ letters: [UInt32]) -> UInt64 {
    var mark: UInt64 = 0
    for letter in letters { enter(letter, &mark) }
    return mark
  }

  /// Enters a letter into a mark.
  @inline(__always)
  private static func enter(_ letter: UInt32, _ mark: inout UInt64) {
    let once = (1 as UInt64) << UInt64((letter & 31) << 1)
    mark |= (mark & once) << 1 | once
  }
}

/// Words with their marks, one behind the other.
struct SpellingRows: ~Copyable, Sendable {
  /// Of each word the mark, how many documents hold it, and where its UTF-8 ends.
  private(set) var marks: [UInt64] = []
  private(set) var documents: [UInt32] = []
  private var ends: [UInt32] = []
  /// The UTF-8 of all words.
  private(set) var bytes: ByteArena

  /// Room for some words.
  init(words: Int) {
    bytes = ByteArena(capacity: words * 8)
    marks.reserveCapacity(words)
    documents.reserveCapacity(words)
    ends.reserveCapacity(words)
  }

  /// Adds a word.
  mutating func append(
    _ mark: UInt64, _ documents: UInt32, _ text: borrowing ByteArena, _ range: ByteRange
  ) {
    marks.append(mark)
    self.documents.append(documents)
    bytes.append(text, range)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Where a word's UTF-8 lies.
  @inline(__always)
  func range(_ place: Int) -> ByteRange {
    let start = place == 0 ? 0 : Int(ends[place &- 1])
    return ByteRange(start: start, count: Int(ends[place]) &- start)
  }

  mutating func removeAll() {
    marks.removeAll(keepingCapacity: true)
    documents.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    bytes.removeAll()
  }
}
