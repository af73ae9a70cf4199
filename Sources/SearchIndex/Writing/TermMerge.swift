import FootlightDiagnostics
import FootlightPlatform

/// The terms of all sources in byte order, each with a number: its place in that order.
final class Vocabulary: Sendable {
  /// The UTF-8 of the terms, one behind the other.
  let bytes: ByteArena
  /// Where each term ends in `bytes`.
  let ends: [UInt32]
  /// How many documents hold each term, before duplicates are dropped.
  let holding: [UInt32]
  /// The numbers of all sources' terms, source behind source.
  let numbers: [UInt32]
  /// Where each source's terms begin in `numbers`, and where the last one's end.
  let firsts: [Int]

  var count: Int { ends.count }

  /// Where a term lies in `bytes`.
  func range(_ term: Int) -> ByteRange {
    let start = term == 0 ? 0 : Int(ends[term - 1])
    return ByteRange(start: start, count: Int(ends[term]) - start)
  }

  /// Merges the sources' sorted terms; O(terms · sources).
  init(_ sources: [RunSource]) throws(Failure) {
    var bytes = ByteArena(capacity: 1 << 16)
    var ends: [UInt32] = []
    var holding: [UInt32] = []
    var firsts = [0]
    for source in sources { firsts.append((firsts.last ?? 0) + source.termCount) }
    var numbers = [UInt32](repeating: 0, count: firsts.last ?? 0)
    var cursors: [TermCursor] = []
    var heads: [TermCursor.Head?] = []
    for source in sources {
      let cursor = try TermCursor(source)
      heads.append(try cursor.advance())
      cursors.append(cursor)
    }
    while true {
      var best: (index: Int, head: TermCursor.Head)?
      for index in heads.indices {
        guard let head = heads[index] else { continue }
        guard let leading = best else {
          best = (index, head)
          continue
        }
        let order =
          Vocabulary.order(head.key, leading.head.key)
          ?? Vocabulary.order(cursors[index], head, cursors[leading.index], leading.head)
        if order < 0 { best = (index, head) }
      }
      guard let (winner, term) = best else { break }
      let number = UInt32(truncatingIfNeeded: ends.count)
      var sum: UInt32 = 0
      for index in heads.indices {
        guard let head = heads[index] else { continue }
        if index != winner {
          let order =
            Vocabulary.order(head.key, term.key)
            ?? Vocabulary.order(cursors[index], head, cursors[winner], term)
          guard order == 0 else { continue }
        }
        numbers[firsts[index] + Int(head.key.number)] = number
        sum &+= head.holding
        if index != winner { heads[index] = try cursors[index].advance() }
      }
      if term.key.length <= 8 {
        bytes.append(word: term.key.first.byteSwapped, count: Int(term.key.length))
      } else {
        cursors[winner].withText(term) { bytes.append($0, $1) }
      }
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
      holding.append(sum)
      heads[winner] = try cursors[winner].advance()
    }
    self.bytes = bytes
    self.ends = ends
    self.holding = holding
    self.numbers = numbers
    self.firsts = firsts
  }

  /// Compares two terms by their first eight bytes; nil where these do not tell them apart.
  @inline(__always)
  private static func order(_ one: TermKey, _ other: TermKey) -> Int? {
    if one.first != other.first { return one.first < other.first ? -1 : 1 }
    // Of those that agree, one that is no longer than that is the other or its beginning.
    if one.length <= 8 || other.length <= 8 { return Int(one.length) - Int(other.length) }
    return nil
  }

  /// Compares two terms whose first eight bytes agree by their texts.
  private static func order(
    _ a: TermCursor, _ one: TermCursor.Head, _ b: TermCursor, _ other: TermCursor.Head
  ) -> Int {
    a.withText(one) { bytes, range in
      b.withText(other) { otherBytes, otherRange in
        bytes.compare(range, otherBytes, otherRange)
      }
    }
  }
}
