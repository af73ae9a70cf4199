import FootlightPlatform
import TextAnalysis

/// Writes the streams `ranges` and `firsts`: the prefixes of one to four characters that many
/// terms begin with, and what ``WideRange`` tells of them.
///
/// Hot: most postings of a build pass here, into sets of bits that fit the processor's second
/// cache; a document that the longest prefix has already is not looked for in the others.
struct WideRangesWriter: ~Copyable {
  private struct Entry {
    var key: UInt64
    var count: UInt32
    var place: UInt32
  }

  /// The most bytes that the longest prefixes take in UTF-8.
  private static let mostBytes = 4 * WideRange.mostCharacters

  /// The wide ranges of each number of characters, ascending; those of more characters lie within
  /// those of fewer.
  private var ranges: [[Range<Int>]]
  /// The range of each number of characters that was not closed yet.
  private var next = [Int](repeating: 0, count: WideRange.mostCharacters)
  private var one: DocumentMarks
  private var two: DocumentMarks
  private var three: DocumentMarks
  private var four: DocumentMarks
  private var entries: [Entry] = []
  private var firsts = ByteArena(capacity: 1 << 12)
  private let isDictionary: Bool
  /// The term at hand, and of how many characters it has wide ranges.
  private var term = 0
  private var depth = 0

  /// - Parameter isDictionary: whether ranges of two terms are wide already, and no documents are told:
  ///   nobody can count them later by their postings.
  init(_ vocabulary: Vocabulary, items: Int, isDictionary: Bool) throws(Failure) {
    self.isDictionary = isDictionary
    ranges = try WideRangesWriter.find(vocabulary, isDictionary: isDictionary)
    let size = ranges[0].isEmpty ? 0 : items
    one = DocumentMarks(size: size)
    two = DocumentMarks(size: size)
    three = DocumentMarks(size: size)
    four = DocumentMarks(size: size)
  }

  /// Finds the ranges by the beginnings of the sorted terms.
  private static func find(
    _ vocabulary: Vocabulary, isDictionary: Bool
  ) throws(Failure) -> [[Range<Int>]] {
    let levels = 0..<WideRange.mostCharacters
    var found = [[Range<Int>]](repeating: [], count: levels.count)
    // Of each number of characters: where they end in the last term (0: it has fewer), the first
    // term of the range, and its postings so far.
    var ends = [Int](repeating: 0, count: levels.count)
    var starts = ends
    var postings = ends
    func close(_ level: Int, before term: Int) {
      let terms = term - starts[level]
      guard ends[level] > 0, terms > 1,
        isDictionary || terms >= WideRange.leastTerms
          || postings[level] >= WideRange.leastPostings
      else { return }
      found[level].append(starts[level]..<term)
    }
    // A key has 31 bits for the end of a range.
    guard vocabulary.count < 1 << 31 else { return found }
    var last = ByteArena(capacity: 256)
    var term = 0
    var reader = VocabularyReader(vocabulary)
    while try reader.advance() {
      let size = reader.text.count
      // Stems are after all words, and nobody types the beginning of one.
      if reader.text[0] == Stemmer.mark { break }
      var shared = 0
      let most = min(last.count, size, WideRangesWriter.mostBytes)
      while shared < most, last[shared] == reader.text[shared] { shared += 1 }
      var end = 0
      for level in levels {
        if end < size {
          end += 1
          while end < size, reader.text[end] & 0xC0 == 0x80 { end += 1 }
        } else {
          end = .max
        }
        let holds = end != .max
        if holds, ends[level] == end, shared >= end {
          postings[level] += reader.holding
        } else {
          close(level, before: term)
          ends[level] = holds ? end : 0
          starts[level] = term
          postings[level] = reader.holding
        }
      }
      last.removeAll()
      last.append(reader.text, reader.text.all)
      term += 1
    }
    for level in levels { close(level, before: term) }
    return found
  }

  /// Begins the next term.
  mutating func begin(_ term: Int) {
    self.term = term
    depth = 0
    while depth < ranges.count, next[depth] < ranges[depth].count,
      ranges[depth][next[depth]].contains(term)
    { depth += 1 }
  }

  /// Takes postings of the term at hand.
  mutating func append(_ documents: Span<UInt32>, _ impacts: Span<UInt8>) {
    guard depth > 0 else { return }
    for index in 0..<documents.count {
      let document = documents[index]
      if depth == 4 {
        if four.insert(document) { three.insert(document) }
      } else if depth == 3 {
        three.insert(document)
      }
      guard impacts[index] >= 0x80 else { continue }
      if depth == 1 || two.insert(document) { one.insert(document) }
    }
  }

  /// Ends the term at hand.
  mutating func end() {
    for level in 0..<depth where ranges[level][next[level]].upperBound == term + 1 {
      close(level)
    }
  }

  private mutating func close(_ level: Int) {
    let range = ranges[level][next[level]]
    next[level] += 1
    let isShort = level < WideRange.shortCharacters
    let most = isShort && !isDictionary ? WideRange.mostFirst : 0
    let (count, first) =
      switch level {
      case 0: one.take(first: most)
      case 1: two.take(first: most)
      case 2: three.take(first: most)
      default: four.take(first: most)
      }
    let place = firsts.count / WideRange.firstSize
    if most > 0 {
      for index in 0..<WideRange.mostFirst {
        firsts.append(littleEndian: index < first.count ? first[index] : UInt32.max)
      }
    }
    let key = WideRange.key(
      UInt32(truncatingIfNeeded: range.lowerBound), UInt32(truncatingIfNeeded: range.upperBound),
      inNames: isShort)
    entries.append(
      Entry(
        key: key, count: UInt32(truncatingIfNeeded: count),
        place: most > 0 ? UInt32(truncatingIfNeeded: place) : 0))
  }

  /// Writes both streams when all terms have been taken.
  consuming func finish(into file: SegmentFile) throws(Failure) {
    entries.sort { $0.key < $1.key }
    var bytes = ByteArena(capacity: entries.count * WideRange.entrySize + 8)
    for entry in entries {
      bytes.append(littleEndian: entry.key)
      bytes.append(littleEndian: entry.count)
      bytes.append(littleEndian: entry.place)
    }
    try file.append(.ranges, bytes, bytes.all)
    try file.append(.firsts, firsts, firsts.all)
  }
}

/// A set of documents that is filled and emptied many times.
private struct DocumentMarks {
  private var words: [UInt64]
  /// The words that hold something.
  private var touched: [UInt32] = []
  private var count = 0

  init(size: Int) {
    words = [UInt64](repeating: 0, count: (size + 63) / 64)
  }

  /// Adds a document; whether it is a further one.
  @inline(__always)
  @discardableResult
  mutating func insert(_ document: UInt32) -> Bool {
    let word = Int(document &>> 6)
    let bit = UInt64(1) &<< UInt64(document & 63)
    guard word < words.count else { return false }
    let before = words[word]
    if before & bit != 0 { return false }
    if before == 0 { touched.append(UInt32(truncatingIfNeeded: word)) }
    words[word] = before | bit
    count &+= 1
    return true
  }

  /// How many documents there are, and the first of them; the set is empty afterwards.
  mutating func take(first most: Int) -> (Int, [UInt32]) {
    var first: [UInt32] = []
    var word = 0
    while first.count < min(most, count), word < words.count {
      var bits = words[word]
      while bits != 0, first.count < most {
        first.append(UInt32(truncatingIfNeeded: word * 64 + bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
      word += 1
    }
    for word in touched { words[Int(word)] = 0 }
    touched.removeAll(keepingCapacity: true)
    defer { count = 0 }
    return (count, first)
  }
}
