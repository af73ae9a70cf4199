import FootlightPlatform
import SegmentFiles

/// The groups of bytes that are one symbol where records are stored letter by letter.
struct RecordGroups: Sendable {
  /// The bytes of each group, the first one lowest, and in the upper half how many there are; those that begin with
  /// the same two side by side, the longer ones first.
  private(set) var texts: [UInt64] = []
  /// For two bytes the place of the first group that begins with them, plus one.
  private var firsts = [UInt8](repeating: 0, count: 1 << 16)

  /// How many symbols there are: groups and bytes.
  var symbols: Int { texts.count + 256 }

  /// The symbol of some bytes, and how many of them it takes.
  ///
  /// - Parameters:
  ///   - word: the bytes, the first one lowest.
  ///   - left: how many there are.
  @inline(__always)
  func symbol(_ word: UInt64, left: Int) -> (symbol: Int, size: Int) {
    var place = Int(firsts[Int(word & 0xFFFF)])
    while place > 0, place <= texts.count {
      let text = texts[place &- 1]
      let size = Int(text &>> 32)
      let mask = UInt64(1) &<< UInt64(8 &* size) &- 1
      if size <= left, (text ^ word) & mask & 0xFFFF_FFFF == 0 { return (place &- 1, size) }
      guard (text ^ word) & 0xFFFF == 0 else { break }
      place &+= 1
    }
    return (texts.count &+ Int(word & 0xFF), 1)
  }

  /// The text of a symbol, with its size in the upper half.
  private func text(_ symbol: Int) -> UInt64 {
    symbol < texts.count ? texts[symbol] : 1 << 32 | UInt64(symbol - texts.count)
  }

  /// No groups.
  init() {}

  private init(_ texts: [UInt64]) {
    self.texts = texts.sorted { a, b in
      a & 0xFFFF != b & 0xFFFF ? a & 0xFFFF < b & 0xFFFF : a > b
    }
    for (place, text) in self.texts.enumerated().reversed() {
      firsts[Int(text & 0xFFFF)] = UInt8(truncatingIfNeeded: place + 1)
    }
  }

  /// How often groups are found anew, each time of symbols that stand side by side (Boncz, Neumann and Leis, "FSST: fast
  /// random access string compression", 2020).
  private static let rounds = 6
  /// So many bytes of the records are looked at.
  private static let mostLearned = 1 << 17
  /// A group for so many bytes at most.
  private static let bytesPerGroup = 512

  /// The groups that save most in some records, one after the other.
  init(_ bytes: borrowing ByteArena, sizes: [UInt32]) {
    let every = bytes.count / RecordGroups.mostLearned + 1
    let most = min(RecordSymbols.mostGroups, bytes.count / every / RecordGroups.bytesPerGroup)
    var groups = RecordGroups()
    for _ in 0..<RecordGroups.rounds {
      groups = RecordGroups(groups.better(bytes, sizes, every: every, most: most))
    }
    self = groups
  }

  private func better(
    _ bytes: borrowing ByteArena, _ sizes: [UInt32], every: Int, most: Int
  ) -> [UInt64] {
    var single = [UInt32](repeating: 0, count: symbols)
    var double = [UInt32](repeating: 0, count: symbols * symbols)
    var start = 0
    for (number, size) in sizes.enumerated() {
      let end = start + Int(size)
      if number % every == 0 {
        var before: Int?
        var at = start
        while at < end {
          let (symbol, size) = symbol(bytes.word(at: at, before: end), left: end - at)
          single[symbol] += 1
          if let before { double[before * symbols + symbol] += 1 }
          before = symbol
          at += size
        }
      }
      start = end
    }
    // What a group saves: the bytes that are no symbols of their own.
    var saved: [UInt64: UInt64] = [:]
    for symbol in texts.indices {
      saved[texts[symbol]] = UInt64(single[symbol]) * (texts[symbol] >> 32 - 1)
    }
    for (place, count) in double.enumerated() where count > 1 {
      let (one, other) = (text(place / symbols), text(place % symbols))
      let size = one >> 32 + other >> 32
      guard size <= RecordSymbols.mostBytes else { continue }
      let joined = (other & 0xFFFF_FFFF) << (8 * (one >> 32)) | one & 0xFFFF_FFFF
      let text = size << 32 | joined & 0xFFFF_FFFF
      saved[text] = max(saved[text] ?? 0, UInt64(count) * (size - 1))
    }
    return saved.sorted { a, b in a.value != b.value ? a.value > b.value : a.key < b.key }
      .prefix(most).map(\.key)
  }
}
