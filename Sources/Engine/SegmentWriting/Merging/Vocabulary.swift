import SegmentFiles
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

  /// Merges the sources' sorted terms.
  ///
  /// - Complexity: O(terms · sources).
  init(_ sources: [RunSource]) throws(Failure) {
    var firsts = [0]
    for source in sources { firsts.append((firsts.last ?? 0) + source.termCount) }
    var cursors: [TermCursor] = []
    for source in sources { cursors.append(try TermCursor(source)) }
    var merge = TermMerge(cursors)
    try merge.advance()
    var bytes = ByteArena(capacity: 1 << 16)
    var ends: [UInt32] = []
    var holding: [UInt32] = []
    var numbers = [UInt32](repeating: 0, count: firsts.last ?? 0)
    while let winner = merge.findLeast() {
      let term = merge.heads[winner]
      let number = UInt32(truncatingIfNeeded: ends.count)
      if term.key.length <= 8 {
        bytes.append(word: term.key.first.byteSwapped, count: Int(term.key.length))
      } else {
        merge.cursors.with(winner) { cursor in cursor.withText(term) { bytes.append($0, $1) } }
      }
      guard let end = UInt32(exactly: bytes.count) else {
        throw Failure.tooLarge("more different words than one index takes")
      }
      ends.append(end)
      var sum: UInt32 = 0
      for index in merge.holders.indices {
        let source = merge.holders[index]
        let head = merge.heads[source]
        numbers[firsts[source] + Int(head.key.number)] = number
        sum &+= head.holding
      }
      holding.append(sum)
      try merge.advance()
    }
    self.bytes = bytes
    self.ends = ends
    self.holding = holding
    self.numbers = numbers
    self.firsts = firsts
  }
}
