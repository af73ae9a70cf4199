import FootlightPlatform

/// How far the terms of a dictionary, met in their order, are from a word.
///
/// The distance counts inserted, left out, replaced and swapped letters (Damerau, Levenshtein;
/// optimal string alignment), and one more where the first letters differ. A row of the table
/// belongs to each letter of the term at hand; the next term keeps the rows of the letters that it
/// shares.
///
/// Hot: a walk computes a row for every branch of the dictionary that may still be close.
struct TypoRows {
  /// Longer words take no typos.
  static let longest = 64

  private let word: [UInt32]
  private let limit: Int
  /// Whether any beginning of a term may be close, instead of the whole.
  private let isPrefix: Bool
  private let width: Int
  /// Row after row.
  private var cells: [UInt8]
  /// For each letter of the term: the letter, where it ends in bytes, the smallest number of its
  /// row, and the smallest distance of a beginning up to it.
  private var letters: [UInt32] = []
  private var ends: [Int] = []
  private var least: [Int] = []
  private var reached: [Int] = []

  /// Begins with no term; the word's letters come from `letters(_:)`.
  init(_ word: [UInt32], limit: Int, isPrefix: Bool) {
    self.word = word
    self.limit = limit
    self.isPrefix = isPrefix
    width = word.count + 1
    cells = (0...word.count).map { UInt8(truncatingIfNeeded: min($0, 255)) }
  }

  /// The letters of a word; nil when there is a digit or another number among them, when there are
  /// too many, and for what is no UTF-8.
  static func letters(_ text: [UInt8]) -> [UInt32]? {
    guard text.count <= longest * 4, let valid = String(validating: text, as: UTF8.self) else {
      return nil
    }
    var letters: [UInt32] = []
    for letter in valid.unicodeScalars {
      if letter.isASCII
        ? (0x30...0x39).contains(letter.value) : letter.properties.numericType != nil
      {
        return nil
      }
      letters.append(letter.value)
    }
    return letters.count <= longest ? letters : nil
  }

  /// How many of the first bytes of a term are known from the last one.
  var knownBytes: Int { ends.last ?? 0 }

  /// Whether no term that begins with the known bytes can be close.
  var isDead: Bool {
    guard let least = least.last, let reached = reached.last else { return false }
    return least > limit && (!isPrefix || reached > limit)
  }

  /// Forgets the letters that do not lie within the first `shared` bytes.
  mutating func keep(_ shared: Int) {
    while let end = ends.last, end > shared {
      ends.removeLast()
      letters.removeLast()
      least.removeLast()
      reached.removeLast()
    }
    cells.removeLast(cells.count - width * (letters.count + 1))
  }

  /// Goes on with a term from the known bytes; its distance, or nil when it is not close.
  ///
  /// Stops where no longer term can be close.
  mutating func distance(_ term: borrowing ByteArena) -> Int? {
    var at = knownBytes
    while at < term.count {
      if let least = least.last, least > limit {
        guard isPrefix, let reached = reached.last, reached <= limit else { return nil }
        return reached
      }
      let (letter, size) = TypoRows.letter(term, at)
      at += size
      append(letter, end: at)
    }
    let distance = isPrefix ? reached.last ?? .max : whole
    return distance <= limit ? distance : nil
  }

  /// The distance of the whole of the letters at hand.
  private var whole: Int {
    letters.isEmpty ? word.count : Int(cells[cells.count - 1]) + penalty
  }

  private var penalty: Int { letters.first == word.first ? 0 : 1 }

  private mutating func append(_ letter: UInt32, end: Int) {
    let above = cells.count - width
    let last = letters.last
    let depth = letters.count + 1
    cells.append(UInt8(truncatingIfNeeded: min(depth, 255)))
    var smallest = min(depth, 255)
    for column in 1..<width {
      var value = cells[above + column - 1]
      if word[column - 1] != letter {
        value = min(value, cells[above + column], cells[cells.count - 1]) &+ 1
        if column > 1, depth > 1, word[column - 2] == letter, word[column - 1] == last {
          value = min(value, cells[above - width + column - 2] &+ 1)
        }
      }
      cells.append(value)
      smallest = min(smallest, Int(value))
    }
    letters.append(letter)
    ends.append(end)
    least.append(smallest + penalty)
    reached.append(min(reached.last ?? .max, whole))
  }

  /// The letter at an offset, and its size.
  private static func letter(_ term: borrowing ByteArena, _ at: Int) -> (UInt32, Int) {
    let first = term[at]
    if first < 0x80 { return (UInt32(first), 1) }
    let size = min(first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2, term.count - at)
    var letter = UInt32(first & (0xFF >> UInt8(size + 1)))
    for offset in 1..<max(1, size) { letter = letter << 6 | UInt32(term[at + offset] & 0x3F) }
    return (letter, size)
  }
}
