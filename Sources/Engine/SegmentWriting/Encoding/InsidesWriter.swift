import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

/// Writes for each three bytes that stand in a row in terms of names the numbers of these terms: the streams `insides` and
/// `trigrams`.
///
/// After the last byte of a term stands a mark, so that ends are found. A list: the gaps between the numbers, which are
/// counted from 1 (varints).
struct InsidesWriter: ~Copyable {
  private var keys: NumberedKeys
  private var number: UInt32 = 0

  init(_ spillFile: SpillFile?, step: Int) {
    keys = NumberedKeys(spillFile, step: step)
  }

  /// Takes the next term of the dictionary.
  mutating func append(_ text: borrowing ByteArena, isInNames: Bool) throws(Failure) {
    defer { number += 1 }
    // A stem is no word, and scripts without spaces are found by their pairs.
    guard isInNames, text.count > 1, text[0] != Segment.endMark, !text.isOfUnspacedScript else {
      return
    }
    var window = UInt64(text[0]) << 8 | UInt64(text[1])
    for place in 2...text.count {
      let byte = place < text.count ? text[place] : Segment.endMark
      window = (window << 8 | UInt64(byte)) & 0xFF_FFFF
      try keys.add(window, number)
    }
  }

  /// Writes both streams.
  mutating func finish(into file: SegmentFile) throws(Failure) {
    var lists = ByteArena(capacity: 1 << 14)
    var entries = ByteArena(capacity: 1 << 14)
    var before: (key: UInt64, number: UInt32) = (.max, 0)
    try keys.forEach { (entry) throws(Failure) in
      if entry.hash != before.key {
        let start = UInt64(file.offset(.insides) + lists.count)
        entries.append(littleEndian: entry.hash << 40 | start)
        before = (entry.hash, 0)
      }
      let number = entry.document + 1
      // A term that holds the same three bytes twice is told once.
      guard number > before.number else { return }
      lists.append(varint: UInt64(number - before.number))
      before.number = number
      if lists.count > 1 << 14 {
        try file.append(.insides, lists, lists.all)
        lists.removeAll()
      }
      if entries.count > 1 << 14 {
        try file.append(.trigrams, entries, entries.all)
        entries.removeAll()
      }
    }
    try file.append(.insides, lists, lists.all)
    try file.append(.trigrams, entries, entries.all)
  }
}

extension ByteArena {
  /// Whether the first character is of a script whose words are not parted by spaces, Hangul not among them.
  fileprivate var isOfUnspacedScript: Bool {
    guard count > 2, self[0] >= 0xE0 else { return false }
    let scalar = UInt32(self[0] & 0x0F) << 12 | UInt32(self[1] & 0x3F) << 6 | UInt32(self[2] & 0x3F)
    if self[0] >= 0xF0 { return true }
    return scalar >= 0x2E80 && !(0xAC00..<0xD7A4).contains(scalar) && scalar < 0xFB00
  }
}
