import FootlightDiagnostics
import FootlightPlatform

/// Writes the streams `names` and `nsparse`: all names sorted by their terms, then document.
///
/// The names are dealt by their first term, whose counts are known, and each hand is sorted by
/// the next two terms and, where those are equal, by the whole.
final class NamesWriter: Sendable {
  private struct Entry: Sendable {
    var document: UInt32
    var ordinal: UInt16
    var second: UInt32
    var third: UInt32
  }

  private let width: Int
  /// The stream `fwd` as written, to compare long names in.
  private let forward: ByteArena
  /// Where each document's record begins in `forward`, behind a size; in bytes.
  private let starts: [UInt64]
  private let entries: [Entry]

  /// Sorts the names of the records in `forward`.
  init(_ outcome: ForwardOutcome, forward: consuming ByteArena) {
    width = outcome.width
    var hands = outcome.leading
    var sum: UInt32 = 0
    for term in hands.indices {
      let count = hands[term]
      hands[term] = sum
      sum &+= count
    }
    let dealt = NamesWriter.deal(outcome, forward, hands)
    starts = dealt.starts
    entries = NamesWriter.sorted(dealt.entries, hands, dealt.starts, forward, outcome.width)
    self.forward = forward
  }

  private static func deal(
    _ outcome: ForwardOutcome, _ forward: borrowing ByteArena, _ hands: [UInt32]
  ) -> (entries: [Entry], starts: [UInt64]) {
    let width = outcome.width
    var entries = [Entry](
      repeating: Entry(document: 0, ordinal: 0, second: 0, third: 0), count: outcome.names)
    var starts: [UInt64] = []
    starts.reserveCapacity(outcome.documents)
    var next = hands
    var at = 0
    for document in 0..<outcome.documents {
      let inChunk = at % SegmentFormat.chunk
      if inChunk == 0 {
        at += 4
      } else if forward[at] == 0 {
        // Padding: no record begins with a count of no names.
        at += SegmentFormat.chunk - inChunk + 4
      }
      starts.append(UInt64(at))
      let count = forward.varint32(&at)
      for ordinal in 0..<count {
        let length = Int(forward.varint32(&at))
        if length > 0 {
          let first = Int(term(forward, at, width))
          entries[Int(next[first])] = Entry(
            document: UInt32(truncatingIfNeeded: document),
            ordinal: UInt16(truncatingIfNeeded: ordinal),
            second: length > 1 ? term(forward, at + width, width) + 1 : 0,
            third: length > 2 ? term(forward, at + 2 * width, width) + 1 : 0)
          next[first] += 1
        }
        at += length * width
      }
      for _ in 0..<2 { at += Int(forward.varint32(&at)) * width }
      at += 5
    }
    return (entries, starts)
  }

  private static func term(_ forward: borrowing ByteArena, _ offset: Int, _ width: Int)
    -> UInt32
  {
    var number: UInt32 = 0
    for byte in 0..<width { number |= UInt32(forward[offset + byte]) << UInt32(8 * byte) }
    return number
  }

  private static func sorted(
    _ dealt: consuming [Entry], _ hands: [UInt32], _ starts: [UInt64],
    _ forward: borrowing ByteArena, _ width: Int
  ) -> [Entry] {
    for hand in hands.indices.dropLast() where hands[hand + 1] - hands[hand] > 1 {
      dealt[Int(hands[hand])..<Int(hands[hand + 1])].sort { a, b in
        if a.second != b.second { return a.second < b.second }
        if a.third != b.third { return a.third < b.third }
        if a.third != 0 {
          let order = compareFromFourth(a, b, starts, forward, width)
          if order != 0 { return order < 0 }
        }
        return a.document != b.document ? a.document < b.document : a.ordinal < b.ordinal
      }
    }
    return dealt
  }

  private static func compareFromFourth(
    _ a: Entry, _ b: Entry, _ starts: [UInt64], _ forward: borrowing ByteArena, _ width: Int
  ) -> Int {
    let one = sequence(a, starts, forward, width)
    let other = sequence(b, starts, forward, width)
    var index = 3
    while index < min(one.length, other.length) {
      let x = term(forward, one.start + index * width, width)
      let y = term(forward, other.start + index * width, width)
      if x != y { return x < y ? -1 : 1 }
      index += 1
    }
    return one.length - other.length
  }

  private static func sequence(
    _ entry: Entry, _ starts: [UInt64], _ forward: borrowing ByteArena, _ width: Int
  ) -> (start: Int, length: Int) {
    var at = Int(starts[Int(entry.document)])
    _ = forward.varint32(&at)
    for _ in 0..<entry.ordinal { at += Int(forward.varint32(&at)) * width }
    let length = Int(forward.varint32(&at))
    return (at, length)
  }

  /// Writes both streams.
  ///
  /// - Returns: the samples that begin a chunk of `nsparse`.
  func write(into file: SegmentFile) throws(Failure) -> [UInt32] {
    var names = ByteArena(capacity: 1 << 16)
    var sparse = ByteArena(capacity: 1 << 16)
    var smallest = UInt32.max
    var sample: [UInt32] = []
    var first: [UInt32] = []
    let perChunk =
      SegmentFormat.chunk / SegmentFormat.sparseEntry * SegmentFormat.namesPerSparse
    for index in entries.indices {
      let entry = entries[index]
      if index % SegmentFormat.namesPerSparse == 0 {
        if index > 0 { NamesWriter.append(sample, smallest, to: &sparse) }
        sample = firstFour(entry)
        if index % perChunk == 0 { first += sample }
        smallest = .max
      }
      smallest = min(smallest, entry.document)
      names.append(littleEndian: entry.document)
      names.append(littleEndian: entry.ordinal)
      if names.count >= 48_000 {
        try file.append(.names, names, names.all)
        names.removeAll()
      }
    }
    if !entries.isEmpty { NamesWriter.append(sample, smallest, to: &sparse) }
    try file.append(.names, names, names.all)
    try file.append(.nsparse, sparse, sparse.all)
    return first
  }

  private func firstFour(_ entry: Entry) -> [UInt32] {
    let place = NamesWriter.sequence(entry, starts, forward, width)
    return (0..<4).map { index in
      index < place.length
        ? NamesWriter.term(forward, place.start + index * width, width) + 1 : 0
    }
  }

  private static func append(_ sample: [UInt32], _ smallest: UInt32, to sparse: inout ByteArena) {
    for term in sample { sparse.append(littleEndian: term) }
    sparse.append(littleEndian: smallest)
  }
}
