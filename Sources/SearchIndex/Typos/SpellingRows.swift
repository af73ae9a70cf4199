import FootlightPlatform

/// Words with their marks, one behind the other.
struct SpellingRows: ~Copyable, Sendable {
  /// Of each word the mark, how many documents hold it, and where its UTF-8 lies.
  private(set) var marks: [UInt64] = []
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
    marks.reserveCapacity(words)
    documents.reserveCapacity(words)
    starts.reserveCapacity(words)
    sizes.reserveCapacity(words)
  }

  /// Adds a word of 1 … 252 bytes.
  mutating func append(_ word: Spelling, _ documents: Int, _ text: borrowing ByteArena) {
    marks.append(word.mark)
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
    let begin = marks.count - lengths.count
    var next = [Int](repeating: 0, count: Int(most) - shortest + 2)
    for length in lengths { next[Int(length) - shortest + 1] += 1 }
    for place in next.indices.dropFirst() { next[place] += next[place - 1] }
    let bounds = next.map { UInt32(truncatingIfNeeded: begin + $0) }
    var order = [Int](repeating: 0, count: lengths.count)
    for (place, length) in lengths.enumerated() {
      order[next[Int(length) - shortest]] = begin + place
      next[Int(length) - shortest] += 1
    }
    marks.replaceSubrange(begin..., with: order.map { marks[$0] })
    documents.replaceSubrange(begin..., with: order.map { documents[$0] })
    starts.replaceSubrange(begin..., with: order.map { starts[$0] })
    sizes.replaceSubrange(begin..., with: order.map { sizes[$0] })
    lengths.removeAll(keepingCapacity: true)
    return (shortest, bounds)
  }
}
