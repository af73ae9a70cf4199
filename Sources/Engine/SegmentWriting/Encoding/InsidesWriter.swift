import FootlightPlatform
import TextAnalysis

/// Writes for each three bytes that stand in a row in terms of names the groups of terms that hold them: the streams
/// `insides` and `trigrams`.
///
/// Neighbours in the dictionary begin alike, so that a group of them takes hardly more room than one. Where there are many
/// terms each is a group of its own, and a mark after the last byte makes ends findable.
///
/// Each three bytes are written as what they exceed those before by (a varint; 0 where an entry of `trigrams` points), the
/// bytes of their list (a varint), and the gaps between the groups, which are counted from 1 (varints).
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
    guard isInNames, text.count > 2, text[0] != Stemmer.mark, !text.isOfUnspacedScript else {
      return
    }
    var window = UInt64(text[0]) << 8 | UInt64(text[1])
    for place in 2...text.count {
      let byte = place < text.count ? text[place] : SegmentFormat.endOfTerm
      window = (window << 8 | UInt64(byte)) & 0xFF_FFFF
      try keys.add(window, number)
    }
  }

  /// Writes both streams.
  mutating func finish(into file: SegmentFile) throws(Failure) {
    var lists = TrigramLists()
    let size = UInt32(SegmentFormat.termsPerGroup(of: Int(number)))
    try keys.forEach { (entry) throws(Failure) in
      // Of a group the texts are read anyway, to their ends.
      guard size == 1 || UInt8(truncatingIfNeeded: entry.hash) != SegmentFormat.endOfTerm else {
        return
      }
      try lists.add(entry.hash, entry.document / size, into: file)
    }
    try lists.finish(into: file)
  }
}

/// The lists of groups on their way into both streams.
private struct TrigramLists: ~Copyable {
  private var lists = ByteArena(capacity: 1 << 14)
  private var entries = ByteArena(capacity: 1 << 12)
  /// The list at hand, its three bytes, and its last group, counted from 1.
  private var list = ByteArena(capacity: 1 << 12)
  private var key: UInt64?
  private var last: UInt32 = 0
  /// The three bytes before, and how many there were.
  private var before: UInt64 = 0
  private var count = 0

  /// Takes the next group of the same three bytes, or the first one of the next three.
  mutating func add(_ key: UInt64, _ group: UInt32, into file: SegmentFile) throws(Failure) {
    if self.key != key { try end(into: file) }
    self.key = key
    // A group that holds the same three bytes twice is told once.
    guard group + 1 > last else { return }
    list.append(varint: UInt64(group + 1 - last))
    last = group + 1
  }

  private mutating func end(into file: SegmentFile) throws(Failure) {
    guard let key else { return }
    if count % SegmentFormat.trigramsPerEntry == 0 {
      entries.append(littleEndian: key << 40 | UInt64(file.offset(.insides) + lists.count))
      before = key
    }
    lists.append(varint: key - before)
    lists.append(varint: UInt64(list.count))
    lists.append(list, list.all)
    list.removeAll()
    (before, last) = (key, 0)
    count += 1
    if lists.count > 1 << 14 {
      try file.append(.insides, lists, lists.all)
      lists.removeAll()
    }
    if entries.count > 1 << 14 {
      try file.append(.trigrams, entries, entries.all)
      entries.removeAll()
    }
  }

  mutating func finish(into file: SegmentFile) throws(Failure) {
    try end(into: file)
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
