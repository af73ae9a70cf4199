import FootlightPlatform

/// What is looked up to read records that were stored letter by letter: a code for the symbols after each symbol.
///
/// Shape of the stream `model`: how many groups there are (varint), each one's size (1) and bytes; then the code that is used
/// after symbols that have none of their own, and for each symbol its own: how many symbols have codes there (varint, 0: it
/// has none of its own), and from one bit on, until all are told, how many have codes of so many bits (varint) and these,
/// ascending (varints).
struct RecordTables: Sendable {
  /// The symbol that stands for any other: ``RecordSymbols``.
  let other: Int
  /// For each symbol before and the next eight bits: the symbol times 16 plus the bits of its code; 0 where the code is
  /// longer.
  private(set) var short: [UInt16]
  /// The bytes of each symbol, and in the upper half how many there are.
  private(set) var texts: [UInt64] = []
  /// The longer codes, ascending, and where those after each symbol begin.
  private var long: [LongCode] = []
  private var starts: [Int] = []

  static let shortBits = 8

  private struct LongCode {
    /// The code, followed by zeros up to ``PrefixCode/longest`` bits, and where the next one begins.
    var first: Int
    var end: Int
    var entry: UInt16
  }

  /// Nil where the bytes are not what a writer writes.
  init?(_ bytes: borrowing ByteArena) {
    var at = 0
    guard let groups = bytes.varint(&at), groups <= RecordSymbols.mostGroups else { return nil }
    other = Int(groups) + 256
    short = [UInt16](repeating: 0, count: other << RecordTables.shortBits)
    for _ in 0..<groups {
      guard at < bytes.count, (2...RecordSymbols.mostBytes).contains(Int(bytes[at])),
        Int(bytes[at]) < bytes.count - at
      else { return nil }
      let size = Int(bytes[at])
      texts.append(UInt64(size) << 32 | bytes.word(at: at + 1, before: at + 1 + size))
      at += 1 + size
    }
    texts += (0..<256).map { 1 << 32 | UInt64($0) }
    guard take(bytes, &at, row: 0) == true else { return nil }
    let shared = (short: Array(short[..<(1 << RecordTables.shortBits)]), long: long)
    long = []
    for row in 0..<other {
      starts.append(long.count)
      let start = row << RecordTables.shortBits
      if row == 0 { for place in shared.short.indices { short[place] = 0 } }
      guard let isThere = take(bytes, &at, row: row) else { return nil }
      guard !isThere else { continue }
      for (place, entry) in shared.short.enumerated() { short[start + place] = entry }
      long += shared.long
    }
    starts.append(long.count)
    guard at == bytes.count else { return nil }
  }

  /// Reads the code after a symbol; whether there is one, nil where the bytes make no sense.
  private mutating func take(
    _ bytes: borrowing ByteArena, _ at: inout Int, row: Int
  ) -> Bool? {
    guard let all = bytes.varint(&at), all <= UInt64(other + 1) else { return nil }
    var left = Int(all)
    var size = 0
    // Where the next code begins among all that have the most bits.
    var next = 0
    let room = 1 << PrefixCode.longest
    while left > 0 {
      size += 1
      guard size <= PrefixCode.longest, let count = bytes.varint(&at), count <= UInt64(left)
      else { return nil }
      left -= Int(count)
      let width = room >> size
      for _ in 0..<count {
        guard let symbol = bytes.varint(&at), symbol <= UInt64(other), next + width <= room
        else { return nil }
        let entry = UInt16(truncatingIfNeeded: Int(symbol) << 4 | size)
        if size <= RecordTables.shortBits {
          let first =
            row << RecordTables.shortBits + next >> (PrefixCode.longest - RecordTables.shortBits)
          let count = 1 << (RecordTables.shortBits - size)
          for place in first..<first + count { short[place] = entry }
        } else {
          long.append(LongCode(first: next, end: next + width, entry: entry))
        }
        next += width
      }
    }
    return all > 0
  }

  /// The entry of a code of more than eight bits; nil where there is none.
  ///
  /// - Parameter window: the next bits, the first one highest.
  @inline(never)
  func entryOfLong(_ window: UInt64, after symbol: Int) -> UInt16? {
    let next = Int(window >> UInt64(64 - PrefixCode.longest))
    let (first, end) = (starts[symbol], starts[symbol + 1])
    let place = (first..<end).partitionPoint { long[$0].end <= next }
    return place < end && long[place].first <= next ? long[place].entry : nil
  }
}

/// The symbols of records that are stored letter by letter: first groups of bytes that often stand together, then the
/// single bytes, and at last one that stands for any other.
package enum RecordSymbols {
  /// How many groups there are at most.
  package static let mostGroups = 128
  /// How many bytes a group has at most; two at least.
  package static let mostBytes = 4
  /// The bits of a symbol that follows the one that stands for any other.
  package static let bits = 9
  /// The most bits of a symbol.
  package static let longest = PrefixCode.longest + bits
}
