import FootlightPlatform
import TextAnalysis

/// Writes for each stem the words that have it: the streams `families` and `frows`.
///
/// A search stems the words of its query alone: their families tell which terms of a document match. Words and stems meet
/// by the hashes of stems, sorted on disk where they are many.
///
/// A family is how many words it has, the first one's number less that of the family before it in its row (zigzag), and the
/// gaps to the others; all of them varints.
struct FamiliesWriter: ~Copyable {
  private var stemmer: Stemmer
  private var members: NumberedKeys
  private var families: NumberedKeys
  private var stem = ByteArena(capacity: 64)
  private var number: UInt32 = 0
  /// How many words there are: the stems have the numbers after them.
  private var words: UInt32 = 0

  /// Nil where words have no stems.
  init?(_ analyzer: Analyzer, _ spillFile: SpillFile?, step: Int) {
    guard let stemmer = analyzer.makeStemmer() else { return nil }
    self.stemmer = stemmer
    members = NumberedKeys(spillFile, step: step)
    families = NumberedKeys(spillFile, step: step)
  }

  /// Takes the next term of the dictionary.
  mutating func append(_ text: borrowing ByteArena) throws(Failure) {
    defer { number += 1 }
    if text.count > 0, text[0] == Stemmer.mark {
      try members.add(text.hash(text.all), number)
      return
    }
    words = number + 1
    stem.removeAll()
    guard stemmer.append(stemOf: text, text.all, to: &stem) else { return }
    try members.add(stem.hash(stem.all), number)
  }

  /// Writes both streams.
  consuming func finish(into file: SegmentFile) throws(Failure) {
    let words = words
    let stems = number - words
    var families = families
    try FamiliesWriter.join(&members, words: words) { (stem, word) throws(Failure) in
      try families.add(UInt64(stem), word)
    }
    var lists = ByteArena(capacity: 1 << 14)
    var rows = ByteArena(capacity: 1 << 12)
    if stems > 0 { rows.append(littleEndian: stems) }
    var next: UInt32 = 0
    var before: UInt32 = 0
    var family: [UInt32] = []
    func end() throws(Failure) {
      if Int(next) % SegmentFormat.stemsPerRow == 0 {
        before = 0
        rows.append(littleEndian: UInt32(truncatingIfNeeded: file.offset(.families) + lists.count))
      }
      lists.append(varint: UInt64(family.count))
      for (place, word) in family.enumerated() {
        let gap = Int64(word) - Int64(before)
        lists.append(varint: UInt64(bitPattern: place > 0 ? gap : gap << 1 ^ gap >> 63))
        before = word
      }
      before = family.first ?? 0
      family.removeAll(keepingCapacity: true)
      next += 1
      guard lists.count > 1 << 14 else { return }
      try file.append(.families, lists, lists.all)
      lists.removeAll()
    }
    try families.forEach { (entry) throws(Failure) in
      while UInt64(next) < entry.hash { try end() }
      family.append(entry.document)
    }
    while next < stems { try end() }
    try file.append(.families, lists, lists.all)
    try file.append(.frows, rows, rows.all)
  }

  /// Calls `body` with each stem, counted from the first one, and each of its words.
  ///
  /// Of a word and its stem, which have the same hash, the stem has the higher number.
  private static func join(
    _ members: inout NumberedKeys, words: UInt32,
    _ body: (UInt32, UInt32) throws(Failure) -> Void
  ) throws(Failure) {
    var found: [UInt32] = []
    var hash: UInt64 = 0
    try members.forEach { (entry) throws(Failure) in
      if entry.hash != hash { found.removeAll(keepingCapacity: true) }
      hash = entry.hash
      guard entry.document >= words else {
        found.append(entry.document)
        return
      }
      for word in found { try body(entry.document - words, word) }
    }
  }
}
