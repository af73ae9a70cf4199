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
  /// For each source, the number of each of its terms.
  let numbers: [[UInt32]]

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
    var numbers = sources.map { [UInt32](repeating: 0, count: $0.termCount) }
    var cursors: [TermCursor] = []
    var alive: [Int] = []
    var ended: [Int] = []
    for (index, source) in sources.enumerated() {
      let cursor = try TermCursor(source)
      if try cursor.advance() { alive.append(index) }
      cursors.append(cursor)
    }
    while let leading = alive.first {
      var best = leading
      for other in alive.dropFirst()
      where Vocabulary.precedes(cursors[other], cursors[best]) {
        best = other
      }
      let winner = cursors[best]
      let number = UInt32(truncatingIfNeeded: ends.count)
      let range = ByteRange(start: bytes.count, count: winner.text.count)
      bytes.append(winner.text, winner.text.all)
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
      var sum: UInt32 = 0
      for index in alive {
        let cursor = cursors[index]
        guard index == best || bytes.equals(range, cursor.text, cursor.text.all) else { continue }
        numbers[index][Int(cursor.number)] = number
        sum &+= cursor.holding
        if try !cursor.advance() { ended.append(index) }
      }
      if !ended.isEmpty {
        alive.removeAll { ended.contains($0) }
        ended.removeAll()
      }
      holding.append(sum)
    }
    self.bytes = bytes
    self.ends = ends
    self.holding = holding
    self.numbers = numbers
  }

  private static func precedes(_ a: TermCursor, _ b: TermCursor) -> Bool {
    if a.first != b.first { return a.first < b.first }
    return a.text.compare(a.text.all, b.text, b.text.all) < 0
  }
}
