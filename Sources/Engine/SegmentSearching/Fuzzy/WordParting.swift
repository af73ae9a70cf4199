import FootlightDiagnostics
import FootlightPlatform
import SegmentFiles

/// A word as several words: the likeliest ways to part it.
///
/// Word segmentation by dynamic programming over unigram costs (Norvig, "Natural language corpus data", 2009): each
/// piece costs what its idf says, so that common words are preferred, and each cut four bits more.
struct WordParting {
  /// A way to part the beginning of the word.
  struct Way {
    var pieces: [[UInt8]] = []
    var cost = 0
    /// Whether the last piece is the beginning of a term alone.
    var isOpen = false

    /// Whether it is likelier than another way.
    fileprivate func precedes(_ other: Way) -> Bool {
      if cost != other.cost { return cost < other.cost }
      if pieces.count != other.pieces.count { return pieces.count < other.pieces.count }
      return pieces.lexicographicallyPrecedes(other.pieces) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Into so many pieces a word is parted at most, and so many ways are kept at each letter.
  private static let mostPieces = 4
  private static let mostWays = 6
  private static let cutCost = 4 << 8
  /// Longer words are none that somebody joined by mistake.
  private static let longest = 48

  /// The likeliest ways, two pieces at least; the last piece may be open where the word is.
  static func ways(
    _ word: [UInt8], isOpen: Bool, items: Int, _ dictionary: inout JoinedDictionary
  ) throws(Failure) -> [Way] {
    guard word.count >= 4, word.count <= longest else { return [] }
    // The best ways to part what stands before each letter, apart by what decides how they may go on.
    var best = [[Kind: [Way]]](repeating: [:], count: word.count + 1)
    best[0] = [Kind(pieces: 0, hasLetter: false): [Way()]]
    for start in word.indices where !best[start].isEmpty && isLetterStart(word[start]) {
      for end in start + 1...word.count
      where (end == word.count || isLetterStart(word[end])) && end - start < word.count {
        let piece = Array(word[start..<end])
        let begun = try dictionary.holding(beginning: piece)
        guard begun > 0 else { break }
        let held = try dictionary.holding(piece)
        if held > 0 {
          take(piece, held, from: best[start], isOpen: false, items, into: &best[end])
        } else if end == word.count, isOpen {
          take(piece, begun, from: best[start], isOpen: true, items, into: &best[end])
        }
      }
    }
    let ways = best[word.count].values.joined().filter { $0.pieces.count > 1 }
    return Array(ways.sorted { $0.precedes($1) }.prefix(mostWays))
  }

  /// How many pieces a way has, and whether one of them is a letter alone.
  private struct Kind: Hashable {
    var pieces: Int
    var hasLetter: Bool
  }

  private static func take(
    _ piece: [UInt8], _ holding: Int, from ways: [Kind: [Way]], isOpen: Bool, _ items: Int,
    into best: inout [Kind: [Way]]
  ) {
    // Of letters that stand alone a word is not made: one may be, as in "last chance u".
    let isLetter = piece.count == 1 && piece[0] &- 0x30 >= 10
    let cost = Scoring.idf(items: items, holding: holding) + cutCost
    for (kind, ways) in ways where kind.pieces < mostPieces && !(isLetter && kind.hasLetter) {
      let further = Kind(pieces: kind.pieces + 1, hasLetter: kind.hasLetter || isLetter)
      var kept = best[further] ?? []
      for way in ways {
        kept.append(Way(pieces: way.pieces + [piece], cost: way.cost + cost, isOpen: isOpen))
      }
      kept.sort { $0.precedes($1) }
      best[further] = Array(kept.prefix(mostWays))
    }
  }

  /// Whether a letter begins with this byte of UTF-8.
  private static func isLetterStart(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
