import SegmentFiles
import FootlightDiagnostics
import FootlightPlatform
import Synchronization

/// Writes the streams `names` and `nsparse`: all names sorted by their terms, then titles before aliases,
/// then document.
///
/// The names are dealt by their first term, whose counts are known, and each hand is sorted by
/// the next two terms and, where those are equal, by the whole. Several threads may sort: each
/// takes the next stretch of hands.
///
/// Hot: there are twice as many names as documents and more, each moved and compared at random
/// places. A pointer instead of an array, so that threads sort parts of it (`Benchmarks inversion`).
@safe
final class NamesWriter: Sendable {
  private struct Entry: Sendable {
    var document: UInt32
    var ordinal: UInt16
    var second: UInt32
    var third: UInt32
  }

  private let bits: Int
  private let packed: NameRows
  /// The stream `fwd` as written, to compare long names in.
  private let forward: ByteArena
  private let documents: Int
  /// Where each hand begins, and where the last one ends.
  private let hands: [UInt32]
  /// The names; written by ``deal()`` before `starts` is there, then sorted in stretches that one
  /// thread each has taken.
  private nonisolated(unsafe) let entries: UnsafeMutableBufferPointer<Entry>
  /// Where each document's record begins in `forward`, behind a size; nil before ``deal()``.
  private let starts = Mutex<[UInt64]?>(nil)
  /// The first hand that no thread has taken.
  private let nextHand = Mutex(0)
  /// How many names a thread takes at a time.
  private static let stretch = 1 << 15

  /// Takes the records in `forward`; ``deal()`` and ``sort()`` come next.
  init(_ outcome: ForwardOutcome, forward: consuming ByteArena) {
    bits = outcome.termBits
    packed = NameRows(items: outcome.documents, ordinalBits: outcome.ordinalBits)
    documents = outcome.documents
    var hands: [UInt32] = []
    hands.reserveCapacity(outcome.leading.count + 1)
    var sum: UInt32 = 0
    for count in outcome.leading {
      hands.append(sum)
      sum &+= count
    }
    hands.append(sum)
    self.hands = hands
    unsafe entries = UnsafeMutableBufferPointer.allocate(capacity: Int(sum))
    unsafe entries.initialize(
      repeating: Entry(document: 0, ordinal: 0, second: 0, third: 0))
    self.forward = forward
  }

  deinit {
    unsafe entries.deallocate()
  }

  /// Deals the names by their first terms.
  func deal() {
    let size = Int(hands[hands.count - 1])
    var next = hands
    var starts: [UInt64] = []
    starts.reserveCapacity(documents)
    var at = 0
    for document in 0..<documents {
      let inChunk = at % SegmentFormat.chunk
      if inChunk == 0 {
        at += 4
      } else if forward[at] == 0 {
        // Padding: no record begins with a count of no names.
        at += SegmentFormat.chunk - inChunk + 4
      }
      starts.append(UInt64(at))
      let head = ForwardHead(Int(forward.varint32(&at)))
      var bit = at * 8
      for ordinal in 0..<head.names {
        let length = NamesWriter.length(forward, &bit)
        if length > 0 {
          let first = Int(NamesWriter.term(forward, bit, 0, bits))
          let place = Int(next[first])
          next[first] += 1
          // What was written a moment ago does not come back: ``write(into:)`` says so.
          guard place < size else { return }
          unsafe entries[place] = Entry(
            document: UInt32(truncatingIfNeeded: document),
            ordinal: UInt16(truncatingIfNeeded: ordinal),
            second: length > 1 ? NamesWriter.term(forward, bit, 1, bits) + 1 : 0,
            third: length > 2 ? NamesWriter.term(forward, bit, 2, bits) + 1 : 0)
        }
        bit += length * bits
      }
      if head.hasFurther { NamesWriter.pass(forward, &bit, bits) }
      if head.hasKeywords { NamesWriter.pass(forward, &bit, bits) }
      at = (bit + 7) >> 3
    }
    self.starts.withLock { $0 = starts }
  }

  /// Sorts hands that no other thread has taken, until there are none; nothing before they have
  /// been dealt.
  func sort() {
    guard let starts = starts.withLock({ $0 }) else { return }
    unsafe starts.withUnsafeBufferPointer { starts in
      while let taken = takeHands() {
        for hand in taken where hands[hand + 1] - hands[hand] > 1 {
          let range = Int(hands[hand])..<Int(hands[hand + 1])
          var names = unsafe UnsafeMutableBufferPointer(rebasing: entries[range])
          unsafe names.sort { a, b in unsafe precedes(a, b, starts) }
        }
      }
    }
  }

  private func takeHands() -> Range<Int>? {
    nextHand.withLock { next in
      let first = next
      guard first < hands.count - 1 else { return nil }
      while next < hands.count - 1, Int(hands[next] - hands[first]) < NamesWriter.stretch {
        next += 1
      }
      return first..<next
    }
  }

  private func precedes(_ a: Entry, _ b: Entry, _ starts: UnsafeBufferPointer<UInt64>) -> Bool {
    if a.second != b.second { return a.second < b.second }
    if a.third != b.third { return a.third < b.third }
    if a.third != 0 {
      let one = unsafe NamesWriter.sequence(a, starts[Int(a.document)], forward, bits)
      let other = unsafe NamesWriter.sequence(b, starts[Int(b.document)], forward, bits)
      let order = NamesWriter.compareFromFourth(one, other, forward, bits)
      if order != 0 { return order < 0 }
    }
    // Titles before aliases: whoever is called so comes before those who are also called so.
    if (a.ordinal == 0) != (b.ordinal == 0) { return a.ordinal == 0 }
    return a.document != b.document ? a.document < b.document : a.ordinal < b.ordinal
  }

  /// The term at a place of a list whose terms begin at a bit.
  @inline(__always)
  private static func term(
    _ forward: borrowing ByteArena, _ start: Int, _ place: Int, _ bits: Int
  ) -> UInt32 {
    number(forward, start &+ place &* bits, bits)
  }

  /// The length of a list; `bit` moves behind it.
  @inline(__always)
  private static func length(_ forward: borrowing ByteArena, _ bit: inout Int) -> Int {
    let short = Int(number(forward, bit, ForwardList.shortBits))
    bit &+= ForwardList.shortBits
    guard short == ForwardList.longMark else { return short }
    let long = Int(number(forward, bit, ForwardList.longBits))
    bit &+= ForwardList.longBits
    return long
  }

  /// Moves behind a list.
  private static func pass(_ forward: borrowing ByteArena, _ bit: inout Int, _ bits: Int) {
    let length = length(forward, &bit)
    bit += length * bits
  }

  /// A number of at most 32 bits; behind the stream there is room for a whole load.
  @inline(__always)
  private static func number(_ forward: borrowing ByteArena, _ bit: Int, _ bits: Int) -> UInt32 {
    let number = forward.load(bit >> 3, as: UInt64.self) >> UInt64(bit & 7)
    return UInt32(truncatingIfNeeded: number & (.max >> UInt64(64 &- bits)))
  }

  private static func compareFromFourth(
    _ one: (start: Int, length: Int), _ other: (start: Int, length: Int),
    _ forward: borrowing ByteArena, _ bits: Int
  ) -> Int {
    var index = 3
    while index < min(one.length, other.length) {
      let x = term(forward, one.start, index, bits)
      let y = term(forward, other.start, index, bits)
      if x != y { return x < y ? -1 : 1 }
      index += 1
    }
    return one.length - other.length
  }

  private static func sequence(
    _ entry: Entry, _ start: UInt64, _ forward: borrowing ByteArena, _ bits: Int
  ) -> (start: Int, length: Int) {
    var at = Int(start)
    _ = forward.varint32(&at)
    var bit = at * 8
    for _ in 0..<entry.ordinal { pass(forward, &bit, bits) }
    let length = length(forward, &bit)
    return (bit, length)
  }

  /// Writes both streams.
  ///
  /// - Returns: the samples that begin a chunk of `nsparse`.
  func write(into file: SegmentFile) throws(Failure) -> [UInt32] {
    guard let starts = starts.withLock({ $0 }) else {
      throw Failure(
        .indexDamaged, "the names that were written cannot be read again",
        remedy: "look at the disk, and run sync again")
    }
    var names = PackedRowsWriter(.names, packed.rows)
    var sparse = ByteArena(capacity: 1 << 16)
    var smallest = UInt32.max
    var sample: [UInt32] = []
    var first: [UInt32] = []
    let perChunk =
      SegmentFormat.chunk / SegmentFormat.sparseEntry * SegmentFormat.namesPerSparse
    var hand = 0
    for index in unsafe 0..<entries.count {
      let entry = unsafe entries[index]
      if index % SegmentFormat.namesPerSparse == 0 {
        if index > 0 { NamesWriter.append(sample, smallest, to: &sparse) }
        while Int(hands[hand + 1]) <= index { hand += 1 }
        sample = firstFour(entry, of: hand, starts)
        if index % perChunk == 0 { first += sample }
        smallest = .max
      }
      smallest = min(smallest, entry.document)
      try names.append(packed.entry(entry.document, entry.ordinal), into: file)
    }
    if unsafe entries.count > 0 { NamesWriter.append(sample, smallest, to: &sparse) }
    try names.finish(into: file)
    try file.append(.nsparse, sparse, sparse.all)
    return first
  }

  /// The first four terms of a name, plus one, with 0 where there is none; only the fourth one must be read.
  private func firstFour(_ entry: Entry, of hand: Int, _ starts: [UInt64]) -> [UInt32] {
    var fourth: UInt32 = 0
    if entry.third != 0 {
      let place = NamesWriter.sequence(entry, starts[Int(entry.document)], forward, bits)
      if place.length > 3 { fourth = NamesWriter.term(forward, place.start, 3, bits) + 1 }
    }
    return [UInt32(truncatingIfNeeded: hand) + 1, entry.second, entry.third, fourth]
  }

  private static func append(_ sample: [UInt32], _ smallest: UInt32, to sparse: inout ByteArena) {
    for term in sample { sparse.append(littleEndian: term) }
    sparse.append(littleEndian: smallest)
  }
}
