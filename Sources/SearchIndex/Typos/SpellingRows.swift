import FootlightPlatform

/// Words with their marks, one behind the other.
///
/// Hot: the lower halves of marks are compared eight at a time. Pointers, because eight neighbours are
/// read in one step; that takes a quarter of the time of one mark after the other (`Benchmarks query`).
struct SpellingRows: ~Copyable, Sendable {
  /// Of each word the two halves of its mark, how many documents hold it, and where its UTF-8 lies.
  private var once: [UInt32] = []
  private var twice: [UInt32] = []
  private(set) var documents: [UInt32] = []
  private var starts: [UInt32] = []
  private var sizes: [UInt8] = []
  /// The number of letters of the words behind those that are sorted.
  private var lengths: [UInt8] = []
  /// The UTF-8 of all words, in the order of the dictionary.
  private(set) var bytes: ByteArena

  /// Makes room for some words.
  init(words: Int) {
    bytes = ByteArena(capacity: words * 8)
    once.reserveCapacity(words)
    twice.reserveCapacity(words)
    documents.reserveCapacity(words)
    starts.reserveCapacity(words)
    sizes.reserveCapacity(words)
  }

  /// Adds a word of 1 … 252 bytes.
  mutating func append(_ word: Spelling, _ documents: Int, _ text: borrowing ByteArena) {
    once.append(UInt32(truncatingIfNeeded: word.mark))
    twice.append(UInt32(truncatingIfNeeded: word.mark >> 32))
    self.documents.append(UInt32(truncatingIfNeeded: documents))
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    sizes.append(UInt8(truncatingIfNeeded: text.count))
    lengths.append(UInt8(truncatingIfNeeded: word.count))
    bytes.append(text, text.all)
  }

  /// Where a word's UTF-8 lies.
  @inline(__always)
  func range(_ place: Int) -> ByteRange {
    ByteRange(start: Int(starts[place]), count: Int(sizes[place]))
  }

  /// Sorts the words that were added since the last time by their number of letters, those with as many
  /// as they came; where the words of each number begin, and behind the last one where they end.
  mutating func sort() -> (shortest: Int, starts: [UInt32])? {
    guard let least = lengths.min(), let most = lengths.max() else { return nil }
    let shortest = Int(least)
    let begin = once.count - lengths.count
    var next = [Int](repeating: 0, count: Int(most) - shortest + 2)
    for length in lengths { next[Int(length) - shortest + 1] += 1 }
    for place in next.indices.dropFirst() { next[place] += next[place - 1] }
    let bounds = next.map { UInt32(truncatingIfNeeded: begin + $0) }
    var order = [Int](repeating: 0, count: lengths.count)
    for (place, length) in lengths.enumerated() {
      order[next[Int(length) - shortest]] = begin + place
      next[Int(length) - shortest] += 1
    }
    once.replaceSubrange(begin..., with: order.map { once[$0] })
    twice.replaceSubrange(begin..., with: order.map { twice[$0] })
    documents.replaceSubrange(begin..., with: order.map { documents[$0] })
    starts.replaceSubrange(begin..., with: order.map { starts[$0] })
    sizes.replaceSubrange(begin..., with: order.map { sizes[$0] })
    lengths.removeAll(keepingCapacity: true)
    return (shortest, bounds)
  }

  /// Calls `body` with the words of some places whose marks differ from one by a few bits at most, of
  /// those bits that tell.
  ///
  /// - Parameter most: 1 … 4.
  func forEach(
    in places: Range<Int>, near mark: UInt64, telling: UInt64, atMost most: Int,
    _ body: (Int) -> Void
  ) {
    let upper = UInt32(truncatingIfNeeded: mark >> 32)
    let upperTelling = UInt32(truncatingIfNeeded: telling >> 32)
    let wanted = SIMD4(repeating: UInt32(truncatingIfNeeded: mark))
    let lowerTelling = SIMD4(repeating: UInt32(truncatingIfNeeded: telling))
    func take(_ place: Int) {
      let lower = (once[place] ^ wanted.x) & lowerTelling.x
      var bits = UInt64(lower) | UInt64((twice[place] ^ upper) & upperTelling) << 32
      for _ in 0..<most { bits &= bits &- 1 }
      if bits == 0 { body(place) }
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
