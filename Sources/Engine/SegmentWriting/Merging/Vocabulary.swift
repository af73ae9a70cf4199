import FootlightPlatform

/// The terms of all runs in byte order, each with a number: its place in that order.
///
/// The tables that are read at random places are in memory: the numbers of each run's terms. The terms themselves are read from front
/// to back (``VocabularyReader``), and lie in scratch when there are many.
final class Vocabulary: Sendable {
  /// How many terms there are.
  let count: Int
  /// The numbers of all runs' terms, run after run.
  let numbers: [UInt32]
  /// Where each run's terms begin in `numbers`, and where the last one's end.
  let firsts: [Int]
  /// The size of each term (1), its UTF-8, and how many documents hold it, before duplicates are dropped (varint).
  fileprivate let terms: Spill
  /// How many terms so many documents hold; the last place stands for all higher numbers.
  let holders: [Int]

  /// Merges the runs' sorted terms.
  ///
  /// - Parameter file: where the terms are spilled; nil for in memory.
  /// - Complexity: O(terms · runs).
  init(_ runs: [SortedRun], into file: SpillFile?, step: Int) throws(Failure) {
    var firsts = [0]
    for run in runs { firsts.append((firsts.last ?? 0) + run.termCount) }
    var merge = TermMerge(runs, step: step)
    try merge.advance()
    var writer = SpillWriter(file)
    var numbers = [UInt32](repeating: 0, count: firsts.last ?? 0)
    var holders = [Int](repeating: 0, count: 1 << 16)
    var count = 0
    while let winner = merge.findLeast() {
      let term = merge.heads[winner]
      guard let number = UInt32(exactly: count) else {
        throw Failure.tooLarge("more different words than one index takes")
      }
      writer.bytes.append(UInt8(truncatingIfNeeded: term.key.length))
      merge.appendText(of: winner, to: &writer.bytes)
      var sum: UInt32 = 0
      for index in merge.holders.indices {
        let run = merge.holders[index]
        let head = merge.heads[run]
        numbers[firsts[run] + Int(head.key.number)] = number
        sum &+= head.holding
      }
      writer.bytes.append(varint: UInt64(sum))
      try writer.handOn()
      holders[min(Int(sum), holders.count - 1)] += 1
      count += 1
      try merge.advance()
    }
    self.count = count
    self.numbers = numbers
    self.firsts = firsts
    self.holders = holders
    terms = try writer.finish()
  }
}

/// Walks the terms of a vocabulary in their order.
struct VocabularyReader: ~Copyable {
  private var reader: SpillReader
  /// The UTF-8 of the term at hand, and how many documents hold it.
  private(set) var text = ByteArena(capacity: 256)
  private(set) var holding = 0
  private(set) var number = -1

  init(_ vocabulary: Vocabulary) {
    reader = SpillReader(vocabulary.terms, step: 1 << 16)
  }

  /// Moves to the next term; false at the end.
  mutating func advance() throws(Failure) -> Bool {
    guard !reader.isAtEnd else { return false }
    try reader.need(1)
    let size = Int(reader.buffer[reader.at])
    reader.skip(1)
    try reader.need(size)
    text.removeAll()
    text.append(reader.buffer, ByteRange(start: reader.at, count: size))
    reader.skip(size)
    holding = Int(try reader.varint32())
    number += 1
    return true
  }
}
