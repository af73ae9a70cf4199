import FootlightPlatform

/// The letters of a word, or of two neighbours, as several words: the likeliest ways to part them.
///
/// Word segmentation by dynamic programming over unigram costs (Norvig, "Natural language corpus data", 2009): each
/// piece costs what its idf says, so that common words are preferred, and each cut four bits more. The best ways to part
/// what stands before each letter are kept apart by what decides how they may go on: how many pieces they have, and
/// how many of these are a letter alone.
struct WordParting {
  /// The pieces of the word, and whether the last one is the beginning of a term alone.
  struct Way {
    var pieces: [[UInt8]]
    var isOpen: Bool
  }

  /// A way by where its pieces end, which orders ways that are as likely: eight bits each, the first one highest.
  private struct Cuts {
    var ends: UInt64 = 0
    var count = 0
    var cost = 0
    var isOpen = false
    var letters = 0

    /// Whether it is likelier than another way.
    func precedes(_ other: Cuts) -> Bool {
      (cost, count, ends) < (other.cost, other.count, other.ends)
    }

    func cut(at end: Int, _ added: Int, isOpen: Bool, isLetter: Bool) -> Cuts {
      Cuts(
        ends: ends | UInt64(end) << UInt64(56 - 8 * count), count: count + 1, cost: cost + added,
        isOpen: isOpen, letters: letters + (isLetter ? 1 : 0))
    }

    /// Those with which it competes.
    var kind: Int { (mostLetters + 1) * count + letters }
  }

  /// Into so many pieces a word is parted at most, so many of them a letter alone, and so many ways are kept at each letter.
  ///
  /// Of letters alone no word is made; two stand in "FedRCivP".
  private static let mostPieces = 7
  private static let mostLetters = 2
  private static let mostWays = 6
  private static let cutCost = 4 << 8
  /// Shorter words are parted by chance, and longer ones are none that somebody joined by mistake.
  private static let shortest = 5
  private static let longest = 48

  /// The likeliest ways, two pieces at least; the last piece may be open where the word is.
  ///
  /// - Parameter cuts: where pieces may begin, in order.
  static func ways(
    _ word: [UInt8], at cuts: [Int], isOpen: Bool, items: Int, _ dictionary: inout JoinedDictionary
  ) throws(Failure) -> [Way] {
    guard word.count >= shortest, word.count <= longest else { return [] }
    var best = [[Cuts]](repeating: [], count: word.count + 1)
    best[0] = [Cuts()]
    let ends = cuts + [word.count]
    for (place, start) in ([0] + cuts).enumerated() where !best[start].isEmpty {
      for end in ends[place...] where end - start < word.count {
        var (holding, isBegun) = try dictionary.look(word[start..<end])
        guard isBegun else { break }
        let opens = holding == 0 && end == word.count && isOpen
        if opens { holding = try dictionary.holding(beginning: word[start..<end]) }
        guard holding > 0 else { continue }
        let isLetter = end - start == 1 && word[start] &- 0x30 >= 10
        let cost = Scoring.idf(items: items, holding: holding) + cutCost
        for way in best[start]
        where way.count < mostPieces && !(isLetter && way.letters == mostLetters) {
          keep(way.cut(at: end, cost, isOpen: opens, isLetter: isLetter), in: &best[end])
        }
      }
    }
    let ways = best[word.count].filter { $0.count > 1 }.sorted { $0.precedes($1) }
    return ways.prefix(mostWays).map { way in
      var start = 0
      let pieces = (0..<way.count).map { piece in
        let end = Int(truncatingIfNeeded: way.ends >> UInt64(56 - 8 * piece) & 0xFF)
        defer { start = end }
        return Array(word[start..<end])
      }
      return Way(pieces: pieces, isOpen: way.isOpen)
    }
  }

  /// Keeps a way if it is among the likeliest of its kind.
  private static func keep(_ way: Cuts, in ways: inout [Cuts]) {
    var others = 0
    var worst: Int?
    for place in ways.indices where ways[place].kind == way.kind {
      others += 1
      if worst.map({ ways[$0].precedes(ways[place]) }) ?? true { worst = place }
    }
    if others < mostWays {
      ways.append(way)
    } else if let worst, way.precedes(ways[worst]) {
      ways[worst] = way
    }
  }

  /// Before each letter of a word but its first.
  static func all(in word: [UInt8]) -> [Int] {
    word.indices.dropFirst().filter { isLetterStart(word[$0]) }
  }

  /// A letter before and a letter behind where two words meet.
  static func beside(_ one: [UInt8], _ two: [UInt8]) -> [Int] {
    [all(in: one).last, all(in: two).first.map { one.count + $0 }].compactMap(\.self)
  }

  /// Whether a letter begins with this byte of UTF-8.
  private static func isLetterStart(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
