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
    var best = [[Way]](repeating: [], count: word.count + 1)
    best[0] = [Way()]
    for start in word.indices where !best[start].isEmpty && isLetterStart(word[start]) {
      var end = start + 1
      while end <= word.count {
        defer { end += 1 }
        guard end == word.count || isLetterStart(word[end]), end - start < word.count else {
          continue
        }
        let piece = Array(word[start..<end])
        let begun = try dictionary.holding(beginning: piece)
        guard begun > 0 else { break }
        let held = try dictionary.holding(piece)
        let isLast = end == word.count
        if held > 0 {
          take(piece, held, from: best[start], isOpen: false, items, into: &best[end])
        } else if isLast, isOpen {
          take(piece, begun, from: best[start], isOpen: true, items, into: &best[end])
        }
      }
    }
    return best[word.count].filter { $0.pieces.count > 1 }
  }

  private static func take(
    _ piece: [UInt8], _ holding: Int, from ways: [Way], isOpen: Bool, _ items: Int,
    into best: inout [Way]
  ) {
    // Of letters that stand alone a word is not made: one may be, as in "last chance u".
    let isLetter = piece.count == 1 && piece[0] &- 0x30 >= 10
    for way in ways where way.pieces.count < mostPieces {
      if isLetter, way.pieces.contains(where: { $0.count == 1 }) { continue }
      let cost = way.cost + Scoring.idf(items: items, holding: holding) + cutCost
      best.append(Way(pieces: way.pieces + [piece], cost: cost, isOpen: isOpen))
    }
    best.sort { $0.cost != $1.cost ? $0.cost < $1.cost : $0.pieces.count < $1.pieces.count }
    if best.count > mostWays { best.removeLast(best.count - mostWays) }
  }

  /// Whether a letter begins with this byte of UTF-8.
  private static func isLetterStart(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
