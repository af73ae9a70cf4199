import FootlightPlatform

/// Words with their marks, one behind the other.
///
/// Hot: the lower halves of marks are compared eight at a time. Pointers, because eight neighbours are
/// read in one step; that takes a quarter of the time of one mark after the other (`Benchmarks query`).
struct SpellingRows: ~Copyable, Sendable {
  /// What is read of the few words whose marks are near: together, so that it is fetched at once.
  struct Word {
    /// The upper half of the mark.
    fileprivate let twice: UInt32
    /// How many documents hold it, and its number.
    let documents: UInt32
    let number: UInt32
    /// Where its UTF-8 lies.
    fileprivate let start: UInt32
    fileprivate let size: UInt8
    /// The number of its letters.
    fileprivate let count: UInt8

    /// Where its UTF-8 lies.
    var range: ByteRange { ByteRange(start: Int(start), count: Int(size)) }
  }

  /// The lower halves of the marks.
  private var once: [UInt32] = []
  private var words: [Word] = []
  /// As many words are sorted.
  private var sorted = 0
  /// The UTF-8 of all words, in the order of the dictionary.
  private(set) var bytes: ByteArena

  /// Makes room for some words.
  init(words count: Int) {
    bytes = ByteArena(capacity: count * 8)
    once.reserveCapacity(count)
    words.reserveCapacity(count)
  }

  /// Adds a word of 1 … 252 bytes.
  mutating func append(_ word: Spelling, _ entry: TermEntry, _ text: borrowing ByteArena) {
    once.append(UInt32(truncatingIfNeeded: word.mark))
    words.append(
      Word(
        twice: UInt32(truncatingIfNeeded: word.mark >> 32),
        documents: UInt32(truncatingIfNeeded: entry.documents), number: entry.number,
        start: UInt32(truncatingIfNeeded: bytes.count),
        size: UInt8(truncatingIfNeeded: text.count),
        count: UInt8(truncatingIfNeeded: word.count)))
    bytes.append(text, text.all)
  }

  /// A word by its place.
  subscript(place: Int) -> Word { words[place] }

  /// Sorts the words that were added since the last time by their number of letters, those with as many
  /// as they came; where the words of each number begin, and behind the last one where they end.
  mutating func sort() -> (shortest: Int, starts: [UInt32])? {
    let begin = sorted
    sorted = words.count
    var shortest = Int.max
    var longest = 0
    for word in words[begin...] {
      shortest = min(shortest, Int(word.count))
      longest = max(longest, Int(word.count))
    }
    guard longest > 0 else { return nil }
    var next = [Int](repeating: 0, count: longest - shortest + 2)
    for word in words[begin...] { next[Int(word.count) - shortest + 1] += 1 }
    for place in next.indices.dropFirst() { next[place] += next[place - 1] }
    let bounds = next.map { UInt32(truncatingIfNeeded: begin + $0) }
    let unsorted = (once: Array(once[begin...]), words: Array(words[begin...]))
    for (mark, word) in zip(unsorted.once, unsorted.words) {
      let place = begin + next[Int(word.count) - shortest]
      next[Int(word.count) - shortest] += 1
      once[place] = mark
      words[place] = word
    }
    return (shortest, bounds)
  }

  /// Calls `body` with the words of some places whose marks differ from one by a few bits at most, of
  /// those bits that tell.
  ///
  /// - Parameter most: 1 … 4.
  func forEach(
    in places: Range<Int>, near mark: UInt64, telling: UInt64, atMost most: Int,
    _ body: (Word) -> Void
  ) {
    // A loop of its own for each number of steps.
    switch most {
    case 1: scan(places, mark, telling, 1, body)
    case 2: scan(places, mark, telling, 2, body)
    case 3: scan(places, mark, telling, 3, body)
    default: scan(places, mark, telling, 4, body)
    }
  }

  @inline(__always)
  private func scan(
    _ places: Range<Int>, _ mark: UInt64, _ telling: UInt64, _ most: Int, _ body: (Word) -> Void
  ) {
    let upper = UInt32(truncatingIfNeeded: mark >> 32)
    let upperTelling = UInt32(truncatingIfNeeded: telling >> 32)
    let wanted = SIMD4(repeating: UInt32(truncatingIfNeeded: mark))
    let lowerTelling = SIMD4(repeating: UInt32(truncatingIfNeeded: telling))
    func take(_ place: Int) {
      let word = words[place]
      let lower = (once[place] ^ wanted.x) & lowerTelling.x
      var bits = UInt64(lower) | UInt64((word.twice ^ upper) & upperTelling) << 32
      for _ in 0..<most { bits &= bits &- 1 }
      if bits == 0 { body(word) }
    }
    unsafe once.withUnsafeBytes { bytes in
      var place = places.lowerBound
      while place &+ 8 <= places.upperBound {
        let low = unsafe bytes.loadUnaligned(fromByteOffset: place &* 4, as: SIMD4<UInt32>.self)
        let high = unsafe bytes.loadUnaligned(
          fromByteOffset: place &* 4 &+ 16, as: SIMD4<UInt32>.self)
        let lows = SpellingRows.near((low ^ wanted) & lowerTelling, atMost: most)
        let highs = SpellingRows.near((high ^ wanted) & lowerTelling, atMost: most)
        let both = unsafe unsafeBitCast(lows | highs, to: SIMD2<UInt64>.self)
        if (both.x | both.y) & 0x8000_0000_8000_0000 != 0 {
          for lane in 0..<4 where lows[lane] >> 31 != 0 { take(place &+ lane) }
          for lane in 0..<4 where highs[lane] >> 31 != 0 { take(place &+ 4 &+ lane) }
        }
        place &+= 8
      }
      while place < places.upperBound {
        take(place)
        place &+= 1
      }
    }
  }

  /// Sets the highest bit of each lane that has a few bits at most; arithmetic alone, because the
  /// compiler makes steps of comparisons, and the plain instruction set has none that counts bits.
  @inline(__always)
  private static func near(_ lanes: SIMD4<UInt32>, atMost most: Int) -> SIMD4<UInt32> {
    var bits = lanes & (lanes &- 1)
    if most > 1 { bits &= bits &- 1 }
    if most > 2 { bits &= bits &- 1 }
    if most > 3 { bits &= bits &- 1 }
    return ~(bits | (SIMD4<UInt32>() &- bits))
  }
}
